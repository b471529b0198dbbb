import { Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { FreeForm, Text } from "./shapes.ts";

/** Where deliveries are taken. */
export const INGEST_BASE_PATH = "/api/v1/ingest";

const RejectedLine = Type.Object({ line: Type.Integer({ minimum: 1 }), error: Text });
/** Present where a list names only the first of more lines. */
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
      "The connector type of the catalog that the delivery comes from. It counts as a successful poll of that connector.",
  }),
);

const TableName = Type.String({ minLength: 1, maxLength: 128, description: "The name of the log table." });
const KindName = Type.String({ minLength: 1, maxLength: 128, description: "The kind of directory objects." });

export const deliverRows = endpoint({
  method: "POST",
  path: "/tables/:table",
  operationId: "deliverRows",
  tag: "Rows",
  summary: "Deliver rows of a log table",
  description: [
    "Takes rows as lines of JSON (NDJSON) or as one JSON array, plain or gzip. Each may be a workspace row, a diagnostic",
    "record, a streaming advanced-hunting record or a record of the audit API. A line that is no row of the table is",
    "told in `rejected` and stops nothing. What is accepted is durable before the answer. The same row may be sent any",
    "number of times, in any order, batch and spelling: it counts once.",
  ].join(" "),
  scope: "ingest:write",
  readiness: null,
  params: Type.Object({ table: TableName }),
  query: Type.Object({ connector: Connector }),
  delivery: {
    description:
      "Lines of JSON, or a JSON array; at most 16 MiB unpacked, 20,000 lines, 20,000 empty ones, and 1 MiB for each line.",
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
    rejected: [{ line: 17, error: "has TimeGenerated 'soon', which is no time; send it as 2026-01-31T08:15:00.000Z" }],
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
    description: "Objects as the directory's own API exports them: lines of JSON, a JSON array, or pages with `value`.",
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
    "A snapshot: what it does not name is gone. A directory too large for one request is sent in parts, the first with",
    "`part=first`, the last with `part=last`; nothing is gone before the last. A snapshot with a rejected line removes",
    "nothing. An empty body is refused, and so is a whole or last part that ends with a page others follow",
    "(`@odata.nextLink`). People who are gone stay users, inactive.",
  ].join(" "),
  query: Type.Object({
    connector: Connector,
    part: Type.Optional(
      Type.Enum(["first", "next", "last"], { description: "The place of this part; absent when it is the whole." }),
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
    "Changes as a delta query gives them: an object is merged into what is known of it, and one with `@removed` is gone.",
    "Objects that are not named stay as they are.",
  ].join(" "),
  query: Type.Object({ connector: Connector }),
});

/** Every operation that takes deliveries, by name, in the order of the documentation. */
export const ingestEndpoints = { deliverRows, replaceDirectory, changeDirectory } as const;
