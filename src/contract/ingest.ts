import { Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { FreeForm, Text } from "./shapes.ts";

/** The path prefix of the ingest API. */
export const INGEST_BASE_PATH = "/api/v1/ingest";

const RejectedLine = Type.Object({ line: Type.Integer({ minimum: 1 }), error: Text });
/** The full count; present if the list beside it is truncated. */
const FullCount = Type.Optional(Type.Integer({ minimum: 1 }));

export const RowReport = Type.Object({
  accepted: Type.Integer({ minimum: 0 }),
  duplicates: Type.Integer({ minimum: 0 }),
  rejected: Type.Array(RejectedLine),
  rejected_count: FullCount,
  conflicts: Type.Array(Type.Object({ line: Type.Integer({ minimum: 1 }), item_id: Text, row_id: Text })),
  conflicts_count: FullCount,
});

export const DirectoryReport = Type.Object({
  accepted: Type.Integer({ minimum: 0 }),
  duplicates: Type.Integer({ minimum: 0 }),
  removed: Type.Integer({ minimum: 0 }),
  rejected: Type.Array(RejectedLine),
  rejected_count: FullCount,
});

export const LogRowLine = FreeForm;
export const DirectoryLine = Type.Record(Type.String(), Type.Unknown());

const Connector = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 128,
    description:
      "The connector type that the delivery comes from. The delivery counts as a successful poll of that connector.",
  }),
);

const TableName = Type.String({ minLength: 1, maxLength: 128, description: "The log table." });
const KindName = Type.String({ minLength: 1, maxLength: 128, description: "The kind of directory object." });

export const deliverRows = endpoint({
  method: "POST",
  path: "/tables/:table",
  operationId: "deliverRows",
  tag: "Rows",
  summary: "Deliver rows of a log table",
  description: [
    "Accepts rows as lines of JSON (NDJSON) or as one JSON array, plain or gzip-compressed. Each row can be a Log",
    "Analytics row, a diagnostic setting record, a streamed advanced hunting record or an Office 365 Management Activity",
    "API record. A line that is not a row of the table is listed in `rejected`; the other lines are still stored.",
    "Accepted rows are durable before the response is sent. The same row can be sent any number of times, in any order,",
    "batch and format: it is stored once.",
  ].join(" "),
  scope: "ingest:write",
  readiness: null,
  params: Type.Object({ table: TableName }),
  query: Type.Object({ connector: Connector }),
  delivery: {
    description:
      "Lines of JSON, or a JSON array. At most 16 MiB uncompressed, 20,000 lines, 20,000 empty lines and 1 MiB per line.",
    line: LogRowLine,
    example: {
      TimeGenerated: "2026-11-02T09:14:05.120Z",
      UserPrincipalName: "maya.ito@northwind.example",
      IPAddress: "203.0.113.24",
      ResultType: "0",
      _ItemId: "5d2c1f7a-3b61-4c0e-9f0b-6f2f0a6f1c11",
    },
  },
  reply: RowReport,
  replyExample: {
    accepted: 998,
    duplicates: 1,
    rejected: [
      { line: 17, error: "has TimeGenerated 'soon', which is not a time; send it as 2026-01-31T08:15:00.000Z" },
    ],
    conflicts: [],
  },
  failures: ["invalid_json", "table_not_found", "request_timeout", "payload_too_large", "unsupported_media_type"],
});

const directory = {
  tag: "Directory",
  scope: "ingest:write",
  readiness: null,
  params: Type.Object({ kind: KindName }),
  delivery: {
    description: "Objects as the directory's API exports them: lines of JSON, a JSON array, or pages with `value`.",
    line: DirectoryLine,
    example: {
      id: "7a1e7f0c-8a43-4f0e-9b55-5f3e0b9f2c01",
      userPrincipalName: "maya.ito@northwind.example",
      displayName: "Maya Ito",
      accountEnabled: true,
    },
  },
  reply: DirectoryReport,
  replyExample: { accepted: 412, duplicates: 0, removed: 3, rejected: [] },
  failures: ["invalid_json", "kind_not_found", "request_timeout", "payload_too_large", "unsupported_media_type"],
} as const;

export const replaceDirectory = endpoint({
  ...directory,
  method: "PUT",
  path: "/directory/:kind",
  operationId: "replaceDirectory",
  summary: "Replace all directory objects of a kind",
  description: [
    "Replaces all objects of a kind with a snapshot: objects that the snapshot does not contain are removed. Send a",
    "directory that is too large for one request in parts, the first with `part=first`, the last with `part=last`, those",
    "between with `part=next`; objects are removed only after the last part. A snapshot with a rejected line removes",
    "nothing. An empty body is rejected, and so is a complete snapshot or last part whose final page has an",
    "`@odata.nextLink`. Removed people remain in the user list, with `is_active: false`.",
  ].join(" "),
  query: Type.Object({
    connector: Connector,
    part: Type.Optional(
      Type.Enum(["first", "next", "last"], {
        description: "The position of this part; omit it if the request is the complete snapshot.",
      }),
    ),
  }),
});

export const changeDirectory = endpoint({
  ...directory,
  method: "PATCH",
  path: "/directory/:kind",
  operationId: "changeDirectory",
  summary: "Change directory objects of a kind",
  description: [
    "Applies changes as a delta query returns them: an object is merged into the stored one, and an object with `@removed`",
    "is removed. Objects that are not in the request stay as they are.",
  ].join(" "),
  query: Type.Object({ connector: Connector }),
});

/** Every operation of the ingest API, by name, in the order of the documentation. */
export const ingestEndpoints = { deliverRows, replaceDirectory, changeDirectory } as const;
