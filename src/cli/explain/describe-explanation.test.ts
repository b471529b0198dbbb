import { expect, test } from "vitest";
import type { ExplainedDecision, ExplainedEvent } from "../../pipeline/explain/explain-event.ts";
import type { RowExplanation } from "../../pipeline/explain/explain-row.ts";
import type { RowSignal } from "../../pipeline/explain/explain-signals.ts";
import { describeExplanation } from "./describe-explanation.ts";

const AT = new Date("2026-11-15T09:20:00.000Z");
const SUBJECT = "7c05f769-a583-59bf-9cac-678ea3ca28e3";
const CANDIDATE = "71ab4c19-9204-5c84-ad07-5640b8eb5d28";

const ROW: RowExplanation = {
  table: "SigninLogs",
  rowId: "row-1",
  at: AT,
  isLate: false,
  actor: {
    kind: "user",
    key: "upn:dana@northwind.example",
    keys: ["upn:dana@northwind.example"],
    upn: "dana@northwind.example",
    name: "Dana Reyes",
    subject: SUBJECT,
    tuid: SUBJECT,
    email: "dana@northwind.example",
  },
  rules: [],
  signals: [],
  events: [],
};

const SIGNAL: RowSignal = {
  detector: "brute_force",
  title: "Password guessing against one account",
  severity: "medium",
  group: SUBJECT,
  values: ["failed:203.0.113.9"],
  isSupporting: false,
  stored: 4,
  fewest: 30,
  outcome: "no_event",
  otherEvents: [],
};

const DECISION: ExplainedDecision = {
  candidateId: CANDIDATE,
  digest: "d",
  subject: SUBJECT,
  judgeVersion: 6,
  decidedAt: AT,
  promoted: false,
  score: 0.1,
  requiredScore: 0.55,
  findings: 1,
  firstEventAt: AT,
  lastEventAt: AT,
  evidence: [
    {
      detector: "signin_ropc",
      corroborating: ["rare_app", "new_device_agent"],
      context: 0.4,
      exemption: null,
      decides: true,
    },
  ],
  reasons: ["The score of 0.10 is below the required 0.55."],
};

const EVENT: ExplainedEvent = {
  eventId: "5637b8ef-3696-51fe-9c8e-ca38ce61aa97",
  detector: "signin_ropc",
  at: AT,
  severity: "medium",
  title: "Sign-in with a sent password",
  subject: SUBJECT,
  user: "dana@northwind.example",
  concerns: null,
  superseded: false,
  caseOf: null,
  noCase: "not_promoted",
  dueAt: null,
  decision: DECISION,
};

test("a row that nothing saw has an empty list of each kind", () => {
  expect(describeExplanation({ ...ROW, actor: null, isLate: true })).toEqual([
    "SigninLogs row-1, 2026-11-15T09:20:00.000Z, by nobody known",
    "It arrived too late for behaviors and correlations: only rules evaluate it.",
    "",
    "Rules that match it",
    "  none",
    "",
    "Behaviors and correlations that count or compare it",
    "  none",
    "",
    "Events",
    "  none",
  ]);
});

test("a rule has its outcome, and a signal its group, value, number and the fewest that are needed", () => {
  const supporting = { ...SIGNAL, detector: "mfa_fatigue", isSupporting: true };
  const correlated = { ...SIGNAL, detector: "several", group: "ip:203.0.113.9", fewest: null, otherEvents: ["e1"] };
  const lines = describeExplanation({
    ...ROW,
    rules: [
      { rule: "signin_ropc", title: "Sign-in with a sent password", severity: "medium", outcome: "exception" },
      { rule: "signin_failed", title: null, severity: null, outcome: "counted" },
    ],
    signals: [SIGNAL, supporting, correlated, supporting],
  });
  expect(lines.slice(2, 10)).toEqual([
    "Rules that match it",
    "  signin_ropc (medium, Sign-in with a sent password): no event, because of an exception in this domain",
    "  signin_failed: makes no event of each match, its matches are only counted",
    "",
    "Behaviors and correlations that count or compare it",
    "  brute_force (medium, Password guessing against one account): no event rests on it; group 'dana@northwind.example'; value 'failed:203.0.113.9'; 4 stored, at least 30 needed",
    "  several (medium, Password guessing against one account): no event rests on it; group 'ip:203.0.113.9'; value 'failed:203.0.113.9'; 4 stored; other events of the group: e1",
    "  only as context of other rows: mfa_fatigue",
  ]);
});

const eventLines = (...events: readonly ExplainedEvent[]): readonly string[] => {
  const lines = describeExplanation({ ...ROW, events });
  return lines.slice(lines.indexOf("Events") + 1);
};

test("an event without a case has the decision, whatever its evidence consists of, once", () => {
  expect(eventLines(EVENT, { ...EVENT, title: "Another", concerns: "upn:lee@northwind.example" })).toEqual([
    "  Sign-in with a sent password (medium), event 5637b8ef-3696-51fe-9c8e-ca38ce61aa97",
    `    found by signin_ropc about dana@northwind.example (${SUBJECT}), 2026-11-15T09:20:00.000Z`,
    "    In no case: the judge decided against one",
    "    Score 0.1, required 0.55: 1 finding from 2026-11-15T09:20:00.000Z to 2026-11-15T09:20:00.000Z, decided 2026-11-15T09:20:00.000Z",
    "    Evidence",
    "      signin_ropc: corroborating rare_app + new_device_agent, context 0.4, decides",
    "    Reasons",
    "      The score of 0.10 is below the required 0.55.",
    "  Another (medium), event 5637b8ef-3696-51fe-9c8e-ca38ce61aa97",
    `    found by signin_ropc about dana@northwind.example (${SUBJECT}), who acted on upn:lee@northwind.example, 2026-11-15T09:20:00.000Z`,
    "    In no case: the judge decided against one",
    "    Score 0.1, required 0.55: the decision above",
  ]);
  const evidence = [{ detector: "a", factors: [{ name: "new place", factor: 1.5 }, { name: "many" }], decides: false }];
  expect(eventLines({ ...EVENT, decision: { ...DECISION, evidence } })).toContain(
    "      a: factors (name new place, factor 1.5) + (name many)",
  );
});

test("an event names its case, or why it was not judged", () => {
  const undecided = { ...EVENT, decision: null };
  const lineOf = (event: Partial<ExplainedEvent>) => eventLines({ ...undecided, ...event })[2];
  const caseOf = { caseId: CANDIDATE, state: "closed" } as const;
  expect(lineOf({ caseOf, noCase: null })).toBe(`    In case ${CANDIDATE} (closed)`);
  expect(lineOf({ noCase: "waiting", dueAt: AT })).toBe(
    "    In no case: its subject waits to be judged, due 2026-11-15T09:20:00.000Z",
  );
  expect(lineOf({ noCase: "superseded" })).toBe("    In no case: another event replaces it");
  expect(lineOf({ noCase: "no_subject" })).toBe("    In no case: it is about nobody who could be judged");
  expect(lineOf({ noCase: "severity_none" })).toBe("    In no case: events of severity none make no case");
  expect(lineOf({ noCase: "no_decision" })).toBe(
    "    In no case: no decision about its subject at this time is stored",
  );
});
