import { Type } from "typebox";
import { CASE_INCLUDES, MAX_COMMENTS_SHOWN, MAX_EVENTS_PER_CASE } from "../model/case.ts";
import { textProblem } from "../model/text/strict-json.ts";
import { CASE_STATES, SEVERITIES, SIGNALS, THREAT_TYPES, VERDICT_OUTCOMES } from "../model/vocabulary.ts";
import { checkCreatedWindow } from "./created-window.ts";
import { endpoint, type InputProblem } from "./endpoint.ts";
import {
  commaList,
  DateTime,
  extension,
  NextCursor,
  nullable,
  openEnum,
  PageSize,
  pageOf,
  Text,
  Texts,
  Uuid,
} from "./shapes.ts";

export const CaseEvent = Type.Object({
  kind: Type.String({ description: "Currently always `threat`." }),
  event_id: Uuid,
  severity: Type.String({ description: "How serious the event is.", "x-extensible-enum": SEVERITIES }),
  category: Texts,
  subcategory: Texts,
  signal_type: Type.String({ description: "The signal the event belongs to.", "x-extensible-enum": SIGNALS }),
  source: Text,
  title: Text,
  summary: Text,
  user_name: nullable(Text),
  user_email: nullable(Text),
  platform_event_id: nullable(Text),
  flagged: Type.Boolean(),
  safe: Type.Boolean(),
  created_at: DateTime,
});

const caseFields = {
  case_id: Uuid,
  user_email: nullable(Text),
  user_name: nullable(Text),
  threat_type: Type.Enum(THREAT_TYPES),
  threat_brief: Text,
  created_at: DateTime,
  updated_at: DateTime,
  closed_at: nullable(DateTime),
  events: Type.Array(CaseEvent, { maxItems: MAX_EVENTS_PER_CASE }),
};

export const Verdict = Type.Object({
  outcome: Type.Enum(VERDICT_OUTCOMES),
  resolved: Type.Boolean(),
  comments: Type.Array(Text, { maxItems: MAX_COMMENTS_SHOWN }),
  comments_omitted: Type.Optional(extension(Type.Integer({ minimum: 1 }))),
  event_ids: Type.Array(Uuid, { maxItems: MAX_EVENTS_PER_CASE }),
  processed_at: DateTime,
});

export const CaseItem = Type.Object({
  ...caseFields,
  state: Type.Optional(extension(Type.Enum(CASE_STATES))),
  verdict: Type.Optional(extension(nullable(Verdict))),
  severity: Type.Optional(
    extension(
      nullable(
        openEnum(
          SEVERITIES,
          "The highest severity of the events; null if there are none. Present with `include=severity`.",
        ),
      ),
    ),
  ),
  score: Type.Optional(extension(nullable(Type.Number({ minimum: 0, maximum: 1 })))),
  reasons: Type.Optional(extension(Texts)),
  first_event_at: Type.Optional(extension(nullable(DateTime))),
  last_event_at: Type.Optional(extension(nullable(DateTime))),
});

const Include = commaList(
  Type.Enum(CASE_INCLUDES),
  "Adds properties to each case, comma-separated: `state`; `verdict`; `severity` adds `severity`, `score` and `reasons`; `times` adds `first_event_at` and `last_event_at`. By default a case has exactly the specified fields.",
);

const caseExample = {
  case_id: "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11",
  user_email: "maya.ito@northwind.example",
  user_name: "Maya Ito",
  threat_type: "data_exfiltration",
  threat_brief:
    "Maya Ito (maya.ito@northwind.example): 2 threats in 27 min from 2 sources, times in UTC. 2026-11-02 09:12 Sign-in from a country new for the user; 09:39 Inbox rule sends mail to another mail domain. Check 09:39 first: list the files and recipients; revoke links and sessions that nobody expects. Tactics: initial access, collection, exfiltration; score 0.83.",
  created_at: "2026-11-02T09:14:03.120Z",
  updated_at: "2026-11-02T09:40:11.004Z",
  closed_at: null,
  events: [
    {
      kind: "threat",
      event_id: "7d0c1f3e-52a1-5b8e-8d3e-2f6a90c1b7aa",
      severity: "medium",
      category: ["initial_access"],
      subcategory: ["rare_country", "T1078.004"],
      signal_type: "core_iam",
      source: "entra_signin",
      title: "Sign-in from a country new for the user",
      summary: "maya.ito@northwind.example: First seen from BR in the 33 days on record; usual: US.",
      user_name: "Maya Ito",
      user_email: "maya.ito@northwind.example",
      platform_event_id: "5f6bc1de-0c41-4c1c-b0f1-2a7e55f0d001",
      flagged: true,
      safe: false,
      created_at: "2026-11-02T09:12:44.000Z",
    },
    {
      kind: "threat",
      event_id: "c2f4a9d1-0b7e-5c63-9e18-4d5a7b2f6c03",
      severity: "high",
      category: ["collection", "exfiltration"],
      subcategory: ["mailbox_rule_forwards_outside", "T1114.003", "T1048"],
      signal_type: "communications",
      source: "office_activity",
      title: "Inbox rule sends mail to another mail domain",
      summary:
        'Inbox rule "sync" of maya.ito@northwind.example from 203.0.113.80 sends mail to dropbox44@mail.example.',
      user_name: "Maya Ito",
      user_email: "maya.ito@northwind.example",
      platform_event_id: "0d8b6c2a-91f4-4f7e-8a35-6be0c1d2f3a4",
      flagged: true,
      safe: false,
      created_at: "2026-11-02T09:39:58.000Z",
    },
  ],
};

export const listCases = endpoint(
  {
    method: "GET",
    path: "/cases",
    operationId: "listCases",
    tag: "Cases",
    summary: "List cases",
    description:
      "Returns investigation cases, newest first (`created_at` descending, then `case_id` descending). Paging through all pages with the same filters returns every case that existed when you started exactly once.",
    scope: "cases:read",
    readiness: "cases",
    query: Type.Object({
      email: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 320,
          description: "Any email address or the UPN of the user. Case-insensitive.",
        }),
      ),
      state: Type.Optional(Type.Enum(CASE_STATES, { description: "Returns only cases in this state." })),
      threat_type: Type.Optional(Type.Enum(THREAT_TYPES, { description: "Returns only cases of this threat type." })),
      created_after: Type.Optional(
        Type.String({ format: "date-time", description: "Returns only cases created at or after this time." }),
      ),
      created_before: Type.Optional(
        Type.String({ format: "date-time", description: "Returns only cases created before this time." }),
      ),
      updated_after: Type.Optional(
        extension(
          Type.String({
            format: "date-time",
            description:
              "Returns only cases of which the service recorded a change at or after this time, however old their rows " +
              "are. Use it to keep a copy up to date.",
          }),
        ),
      ),
      include: Type.Optional(extension(Include)),
      page_size: Type.Optional(PageSize),
      next_cursor: Type.Optional(NextCursor),
    }),
    reply: pageOf("items", CaseItem),
    replyExample: { next_cursor: null, items: [caseExample] },
    failures: ["invalid_cursor"],
  },
  ({ query }) => checkCreatedWindow(query),
);

export const getCase = endpoint({
  method: "GET",
  path: "/cases/:case_id",
  operationId: "getCase",
  tag: "Cases",
  summary: "Get a case",
  description:
    "Returns one case, as the list shows it. Send its ETag as `If-Match` with a verdict to have the verdict rejected with 412 if the case has changed since.",
  scope: "cases:read",
  readiness: "cases",
  extension: true,
  params: Type.Object({ case_id: Uuid }),
  query: Type.Object({ include: Type.Optional(extension(Include)) }),
  reply: CaseItem,
  replyExample: caseExample,
  failures: ["case_not_found"],
});

export const MAX_COMMENT_LENGTH = 2000;
export const MAX_VERDICT_EVENTS = 200;

export const VerdictRequest = Type.Object({
  outcome: Type.Enum(VERDICT_OUTCOMES),
  comment: Type.Optional(
    Type.Union([Type.String({ maxLength: MAX_COMMENT_LENGTH }), Type.Null()], {
      description: "At most 2000 Unicode code points. Null and the empty string mean no comment.",
    }),
  ),
  event_ids: Type.Optional(
    Type.Union([Type.Array(Uuid, { maxItems: MAX_VERDICT_EVENTS }), Type.Null()], {
      description: "The events of this case that the verdict applies to. Null and the empty list mean all of them.",
    }),
  ),
});

export const submitVerdict = endpoint(
  {
    method: "POST",
    path: "/cases/:case_id/verdict",
    operationId: "submitVerdict",
    tag: "Cases",
    summary: "Submit a verdict on a case",
    description:
      "Applies a verdict in one transaction and responds once it is durable. Submitting the same outcome again leaves the state unchanged. A different outcome replaces the effects of the earlier one; the history keeps both.",
    scope: "cases:verdict",
    readiness: "cases",
    params: Type.Object({ case_id: Uuid }),
    headers: Type.Object({
      "idempotency-key": Type.Optional(
        extension(
          Type.String({
            minLength: 1,
            maxLength: 255,
            description:
              "A unique value that makes a retry safe for 24 hours: a repeated request returns the stored response.",
          }),
        ),
      ),
      "if-match": Type.Optional(
        extension(
          Type.String({
            minLength: 1,
            maxLength: 512,
            description:
              "The ETag of the case, or `*`. The verdict is rejected with 412 if the case has changed since.",
          }),
        ),
      ),
    }),
    body: VerdictRequest,
    bodyExample: { outcome: "FALSE_POSITIVE", comment: "Known travel, confirmed with the manager." },
    reply: Type.Object({
      success: Type.Boolean(),
      case_id: Uuid,
      outcome: Type.Enum(VERDICT_OUTCOMES),
      resolved: Type.Boolean({ description: "True if this verdict closed or enforced the case." }),
      processed_at: DateTime,
    }),
    replyExample: {
      success: true,
      case_id: "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11",
      outcome: "FALSE_POSITIVE",
      resolved: true,
      processed_at: "2026-11-02T10:02:00.000Z",
    },
    failures: [
      "invalid_json",
      "invalid_body",
      "case_not_found",
      "idempotency_in_progress",
      "precondition_failed",
      "payload_too_large",
      "unsupported_media_type",
      "event_not_in_case",
      "idempotency_key_reused",
    ],
  },
  ({ headers }) => checkIdempotencyKey(headers["idempotency-key"]),
);

function checkIdempotencyKey(key: string | undefined): InputProblem | undefined {
  if (key === undefined || textProblem(key) === undefined) return undefined;
  return { in: "header", param: "idempotency-key", message: "contains a character that is not allowed" };
}
