import { Type } from "typebox";
import { ACTOR_KINDS } from "../../model/audit.ts";
import { CASE_STATES, SEVERITIES, THREAT_TYPES, VERDICT_OUTCOMES } from "../../model/vocabulary.ts";
import { MAX_COMMENT_LENGTH } from "../cases.ts";
import { DateTime, nullable, openEnum, Text, Uuid } from "../shapes.ts";
import { adminEndpoint, DOMAIN_PATH } from "./admin-endpoint.ts";

const CASE_PATH = `${DOMAIN_PATH}/cases/:case_id`;
const CaseParams = Type.Object({ domain_id: Uuid, case_id: Uuid });
const Comment = nullable(Type.String({ maxLength: MAX_COMMENT_LENGTH }));

/** Entries of one response: the newest. */
export const MAX_HISTORY = 200;
export const MAX_SIMILAR = 10;

export const CaseActor = Type.Object({
  kind: openEnum(ACTOR_KINDS, "Who acted."),
  id: Text,
  name: Type.Union([Text, Type.Null()], { description: "The email address of an account or the name of an API key." }),
});
export const ACTOR_EXAMPLE = {
  kind: "account",
  id: "018f2f6e-0000-7000-8000-0000000000a1",
  name: "maya.ito@northwind.example",
};

const Moved = Type.Object({ case_id: Uuid, state: Type.Enum(CASE_STATES) });

export const moveCase = adminEndpoint({
  method: "POST",
  path: `${CASE_PATH}/transition`,
  operationId: "moveCase",
  tag: "Cases",
  summary: "Move a case forward",
  description:
    "Moves a case to a later state: `discover`, `pending_investigation`, `investigating`, `enforced`, `closed`. An earlier state is 409; `allowed` has the possible ones.",
  requires: "cases:decide",
  readiness: "cases",
  params: CaseParams,
  body: Type.Object(
    { state: Type.Enum(CASE_STATES), comment: Type.Optional(Comment) },
    { additionalProperties: false },
  ),
  bodyExample: { state: "investigating" },
  reply: Moved,
  replyExample: { case_id: "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11", state: "investigating" },
  failures: ["case_not_found", "invalid_transition"],
});

export const reopenCase = adminEndpoint({
  method: "POST",
  path: `${CASE_PATH}/reopen`,
  operationId: "reopenCase",
  tag: "Cases",
  summary: "Reopen a case",
  description:
    "Takes an enforced or closed case back into investigation and undoes what its verdict did to events and detectors. The verdict stays in the history.",
  requires: "cases:decide",
  readiness: "cases",
  params: CaseParams,
  body: Type.Object({ comment: Type.Optional(Comment) }, { additionalProperties: false }),
  bodyExample: { comment: "Wrong key." },
  reply: Moved,
  replyExample: { case_id: "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11", state: "investigating" },
  failures: ["case_not_found", "invalid_transition"],
});

export const HISTORY_KINDS = ["verdict", "transition", "note"] as const;

export const CaseHistoryItem = Type.Object({
  entry_id: Uuid,
  kind: openEnum(HISTORY_KINDS, "What happened."),
  at: DateTime,
  by: CaseActor,
  outcome: nullable(Type.Enum(VERDICT_OUTCOMES)),
  state_before: nullable(Type.Enum(CASE_STATES)),
  state_after: nullable(Type.Enum(CASE_STATES)),
  comment: nullable(Text),
  event_ids: Type.Array(Uuid, { description: "The events of a verdict; empty if it applies to all." }),
});

export const listCaseHistory = adminEndpoint({
  method: "GET",
  path: `${CASE_PATH}/history`,
  operationId: "listCaseHistory",
  tag: "Cases",
  summary: "List the history of a case",
  description: `Returns verdicts, changes of state and notes with who made them, the newest first, at most ${MAX_HISTORY}.`,
  requires: "posture:read",
  readiness: "cases",
  params: CaseParams,
  reply: Type.Object({ items: Type.Array(CaseHistoryItem, { maxItems: MAX_HISTORY }) }),
  replyExample: {
    items: [
      {
        entry_id: "018f2f6e-0000-7000-8000-0000000000c1",
        kind: "verdict",
        at: "2026-11-02T10:02:00.000Z",
        by: ACTOR_EXAMPLE,
        outcome: "FALSE_POSITIVE",
        state_before: "discover",
        state_after: "closed",
        comment: "Known travel.",
        event_ids: [],
      },
    ],
  },
  failures: ["case_not_found"],
});

export const CaseNote = Type.Object({ note_id: Uuid, text: Text, by: CaseActor, created_at: DateTime });

const NOTE_EXAMPLE = {
  note_id: "018f2f6e-0000-7000-8000-0000000000c2",
  text: "Called the manager.",
  by: ACTOR_EXAMPLE,
  created_at: "2026-11-02T10:00:00.000Z",
};

export const listCaseNotes = adminEndpoint({
  method: "GET",
  path: `${CASE_PATH}/notes`,
  operationId: "listCaseNotes",
  tag: "Cases",
  summary: "List the notes on a case",
  description: `Returns the notes on a case, the newest first, at most ${MAX_HISTORY}.`,
  requires: "posture:read",
  readiness: "cases",
  params: CaseParams,
  reply: Type.Object({ items: Type.Array(CaseNote, { maxItems: MAX_HISTORY }) }),
  replyExample: { items: [NOTE_EXAMPLE] },
  failures: ["case_not_found"],
});

export const addCaseNote = adminEndpoint({
  method: "POST",
  path: `${CASE_PATH}/notes`,
  operationId: "addCaseNote",
  tag: "Cases",
  summary: "Add a note to a case",
  description: "Adds a note. Nobody can change or remove it.",
  requires: "cases:decide",
  readiness: "cases",
  params: CaseParams,
  body: Type.Object(
    { text: Type.String({ minLength: 1, maxLength: MAX_COMMENT_LENGTH }) },
    { additionalProperties: false },
  ),
  bodyExample: { text: "Called the manager." },
  reply: CaseNote,
  replyExample: NOTE_EXAMPLE,
  failures: ["case_not_found"],
});

export const SimilarCaseItem = Type.Object({
  case_id: Uuid,
  user_email: nullable(Text),
  user_name: nullable(Text),
  threat_type: Type.Enum(THREAT_TYPES),
  threat_brief: Text,
  state: Type.Enum(CASE_STATES),
  severity: nullable(openEnum(SEVERITIES, "The highest severity of the events.")),
  created_at: DateTime,
  outcome: nullable(Type.Enum(VERDICT_OUTCOMES)),
  is_same_user: Type.Boolean(),
  shared_titles: Type.Integer({ minimum: 0, description: "Kinds of events that both cases have." }),
});

export const listSimilarCases = adminEndpoint({
  method: "GET",
  path: `${CASE_PATH}/similar`,
  operationId: "listSimilarCases",
  tag: "Cases",
  summary: "List similar cases",
  description: `Returns up to ${MAX_SIMILAR} cases of the same user or with the same kinds of events, the most similar first. The newest cases of the user and of the threat type are compared.`,
  requires: "posture:read",
  readiness: "cases",
  params: CaseParams,
  reply: Type.Object({ items: Type.Array(SimilarCaseItem, { maxItems: MAX_SIMILAR }) }),
  replyExample: {
    items: [
      {
        case_id: "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b12",
        user_email: "maya.ito@northwind.example",
        user_name: "Maya Ito",
        threat_type: "account_compromise",
        threat_brief: "Maya Ito (maya.ito@northwind.example): sign-in from a country new for the user.",
        state: "closed",
        severity: "medium",
        created_at: "2026-10-02T09:14:03.120Z",
        outcome: "SAFE",
        is_same_user: true,
        shared_titles: 1,
      },
    ],
  },
  failures: ["case_not_found"],
});
