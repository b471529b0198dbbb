import { Type } from "typebox";
import { LOG_TABLES } from "../../model/rows/log-row.ts";
import { DETECTION_KINDS, RULE_PACKS } from "../../model/rule-list.ts";
import { SEVERITIES, THREAT_TYPES } from "../../model/vocabulary.ts";
import { DateTime, nullable, PageSize, Text, Texts, Uuid } from "../shapes.ts";
import { adminEndpoint, DOMAIN_PATH, DomainParams } from "./admin-endpoint.ts";
import { ACTOR_EXAMPLE, CaseActor } from "./cases.ts";
import { DONE_EXAMPLE, Done } from "./session.ts";

const RULE_PATH = `${DOMAIN_PATH}/rules/:rule`;
const MAX_NAME = 120;
export const RuleName = Type.String({ minLength: 1, maxLength: MAX_NAME });
const RuleParams = Type.Object({ domain_id: Uuid, rule: RuleName });
export const Reason = Type.String({ minLength: 1, maxLength: 500, description: "Why; kept in the audit log." });

export const RULE_STATES = ["on", "off"] as const;
/** Refused rules of one response. */
export const MAX_REFUSED = 500;

export const listRulePacks = adminEndpoint({
  method: "GET",
  path: `${DOMAIN_PATH}/rule-packs`,
  operationId: "listRulePacks",
  tag: "Rules",
  // The first request after a start may have to wait for the rules to be compiled.
  slow: true,
  summary: "List the packs of rules",
  description:
    "Returns where the detections of the domain come from: the shipped Sigma rules, the behaviors, and the rules of the installation for every domain and for this one. Rules that only feed correlations are not counted.",
  requires: "posture:read",
  params: DomainParams,
  reply: Type.Object({
    items: Type.Array(
      Type.Object({
        pack: Type.Enum(RULE_PACKS),
        loaded: Type.Integer({ minimum: 0 }),
        off: Type.Integer({ minimum: 0, description: "Of those loaded, the ones that are switched off here." }),
        refused: Type.Integer({ minimum: 0 }),
      }),
    ),
  }),
  replyExample: { items: [{ pack: "shipped", loaded: 395, off: 1, refused: 0 }] },
  failures: [],
});

const Switched = Type.Object({ reason: Text, by: CaseActor, at: DateTime });

const RULE = {
  name: Text,
  title: Text,
  kind: Type.Enum(DETECTION_KINDS),
  pack: Type.Enum(RULE_PACKS),
  severity: Type.Enum(SEVERITIES),
  threat_type: Type.Enum(THREAT_TYPES),
  tables: Type.Array(Type.Enum(LOG_TABLES), { description: "The log tables that it reads." }),
  tactics: Texts,
  techniques: Texts,
  state: Type.Enum(RULE_STATES),
  findings_30_days: Type.Integer({
    minimum: 0,
    description: "Its findings of the last 30 days; counting stops at 1,000.",
  }),
  exceptions: Type.Integer({ minimum: 0, description: "Entities about which it reports nothing." }),
};

const SWITCHED_EXAMPLE = {
  reason: "Replaced by a rule of our own.",
  by: ACTOR_EXAMPLE,
  at: "2026-11-02T09:00:00.000Z",
};

const RULE_EXAMPLE = {
  name: "impossible_travel",
  title: "Impossible travel",
  kind: "behavior",
  pack: "behaviors",
  severity: "high",
  threat_type: "account_compromise",
  tables: ["SigninLogs"],
  tactics: ["initial_access"],
  techniques: ["T1078.004"],
  state: "on",
  findings_30_days: 4,
  exceptions: 1,
};

export const listRules = adminEndpoint({
  method: "GET",
  path: `${DOMAIN_PATH}/rules`,
  operationId: "listRules",
  tag: "Rules",
  slow: true,
  summary: "List rules",
  description:
    "Returns the rules, correlations and behaviors that create threat events in this domain, by name. Filters are combined.",
  requires: "posture:read",
  params: DomainParams,
  query: Type.Object({
    search: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: "A part of the name, the title or a technique." }),
    ),
    pack: Type.Optional(Type.Enum(RULE_PACKS, { description: "Where the rule comes from." })),
    kind: Type.Optional(
      Type.Enum(DETECTION_KINDS, {
        description: "A rule looks at one row, a correlation at the matches of rules, a behavior at what is usual.",
      }),
    ),
    severity: Type.Optional(Type.Enum(SEVERITIES, { description: "The severity of its events." })),
    state: Type.Optional(Type.Enum(RULE_STATES, { description: "Whether it is switched on in this domain." })),
    table: Type.Optional(Type.Enum(LOG_TABLES, { description: "A log table that it reads." })),
    page_size: Type.Optional(PageSize),
    next_cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_NAME,
        description: "The `next_cursor` of the previous page, which is the name of its last rule.",
      }),
    ),
  }),
  reply: Type.Object({
    next_cursor: Type.Union([Text, Type.Null()], {
      description: "The name of the last rule if there are more pages, otherwise null.",
    }),
    items: Type.Array(Type.Object(RULE)),
  }),
  replyExample: { next_cursor: null, items: [RULE_EXAMPLE] },
  failures: [],
});

export const getRule = adminEndpoint({
  method: "GET",
  path: RULE_PATH,
  operationId: "getRule",
  tag: "Rules",
  slow: true,
  summary: "Get a rule",
  description:
    "Returns a rule, correlation or behavior with its documentation, what it needs, and for a rule the text of its file.",
  requires: "posture:read",
  params: RuleParams,
  reply: Type.Object({
    ...RULE,
    switched: Type.Union([Switched, Type.Null()], { description: "Who switched it off and why; null if it is on." }),
    description: Text,
    why: Text,
    false_positives: Texts,
    references: Texts,
    missing_tables: Type.Array(Type.Enum(LOG_TABLES), {
      description: "The tables that it reads and of which no row was received.",
    }),
    counts: Type.Array(Text, { description: "The rules whose matches a correlation counts." }),
    cannot_see: Type.Array(Text, {
      description: "What the rows of its log source lack of what the rule names, and what follows from it.",
    }),
    settings: Type.Array(Type.Object({ name: Text, value: Type.Number() }), {
      description: "The thresholds of a behavior in this domain.",
    }),
    file: nullable(Type.Object({ path: Text, text: Text })),
  }),
  replyExample: {
    ...RULE_EXAMPLE,
    state: "off",
    switched: SWITCHED_EXAMPLE,
    description: "",
    why: "Two successful sign-ins of one user are too far apart for the time between them.",
    false_positives: ["VPN exits in another country."],
    references: [],
    missing_tables: [],
    counts: [],
    cannot_see: [],
    settings: [{ name: "min_km", value: 500 }],
    file: null,
  },
  failures: ["rule_not_found"],
});

export const setRuleState = adminEndpoint({
  method: "PUT",
  path: `${RULE_PATH}/state`,
  operationId: "setRuleState",
  tag: "Rules",
  slow: true,
  summary: "Switch a rule on or off",
  description:
    "A rule that is off creates no threat events from rows that are processed afterwards. Events that exist stay. Correlations still count the matches of a rule that is off.",
  requires: "rules:manage",
  params: RuleParams,
  body: Type.Object({ state: Type.Enum(RULE_STATES), reason: Reason }, { additionalProperties: false }),
  bodyExample: { state: "off", reason: "Replaced by a rule of our own." },
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: ["rule_not_found"],
});

export const listRefusedRules = adminEndpoint({
  method: "GET",
  path: `${DOMAIN_PATH}/refused-rules`,
  operationId: "listRefusedRules",
  tag: "Rules",
  slow: true,
  summary: "List refused rules",
  description: `Returns the rules and files that are not used, with the reason, at most ${MAX_REFUSED}.`,
  requires: "posture:read",
  params: DomainParams,
  reply: Type.Object({
    total: Type.Integer({ minimum: 0 }),
    items: Type.Array(
      Type.Object({
        pack: Type.Enum(RULE_PACKS),
        path: Type.String({ description: "The file, relative to the folder of the pack." }),
        rule_id: nullable(Text),
        reason: Text,
        is_earlier_used: Type.Boolean({ description: "The earlier text of the file is used instead." }),
      }),
      { maxItems: MAX_REFUSED },
    ),
  }),
  replyExample: {
    total: 1,
    items: [
      {
        pack: "domain",
        path: "northwind/own.yml",
        rule_id: null,
        reason: "the modifier 'near' is unknown",
        is_earlier_used: false,
      },
    ],
  },
  failures: [],
});
