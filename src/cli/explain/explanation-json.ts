import type { ExplainedDecision, ExplainedEvent } from "../../pipeline/explain/explain-event.ts";
import type { RowExplanation } from "../../pipeline/explain/explain-row.ts";
import type { RowSignal } from "../../pipeline/explain/explain-signals.ts";

/** Returns an explanation as `--json` prints it. */
export const toExplanationJson = ({ table, rowId, at, isLate, actor, rules, signals, events }: RowExplanation) => ({
  table,
  row_id: rowId,
  at,
  late: isLate,
  subject: actor?.subject ?? null,
  user: actor?.email ?? actor?.upn ?? actor?.name ?? null,
  rules,
  signals: signals.map(signalJson),
  events: events.map(eventJson),
});

const signalJson = (signal: RowSignal) => ({
  detector: signal.detector,
  title: signal.title,
  severity: signal.severity,
  group: signal.group,
  values: signal.values,
  supporting: signal.isSupporting,
  stored: signal.stored,
  fewest: signal.fewest,
  outcome: signal.outcome,
  other_events: signal.otherEvents,
});

const eventJson = (event: ExplainedEvent) => ({
  event_id: event.eventId,
  detector: event.detector,
  title: event.title,
  severity: event.severity,
  at: event.at,
  subject: event.subject,
  user: event.user,
  concerns: event.concerns,
  case_id: event.caseOf?.caseId ?? null,
  case_state: event.caseOf?.state ?? null,
  no_case: event.noCase,
  due_at: event.dueAt,
  decision: event.decision && decisionJson(event.decision),
});

const decisionJson = (decision: ExplainedDecision) => ({
  decided_at: decision.decidedAt,
  promoted: decision.promoted,
  score: decision.score,
  required_score: decision.requiredScore,
  findings: decision.findings,
  first_event_at: decision.firstEventAt,
  last_event_at: decision.lastEventAt,
  evidence: decision.evidence,
  reasons: decision.reasons,
});
