import { toAmount, toCount } from "../../model/text/amount.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { ExplainedDecision, ExplainedEvent, NoCase } from "../../pipeline/explain/explain-event.ts";
import type { MatchedRule, RowExplanation } from "../../pipeline/explain/explain-row.ts";
import type { RowSignal } from "../../pipeline/explain/explain-signals.ts";
import { describePiece } from "./describe-piece.ts";

/** Returns the lines that explain a row to a person. */
export function describeExplanation(explanation: RowExplanation): readonly string[] {
  const { table, rowId, at, isLate, actor, rules, signals, events } = explanation;
  const name = safeText(actor?.email ?? actor?.upn ?? actor?.name ?? actor?.key ?? "nobody known");
  const late = isLate ? "It arrived too late for behaviors and correlations: only rules evaluate it." : undefined;
  return [
    `${table} ${safeText(rowId)}, ${at.toISOString()}, by ${name}`,
    ...(late === undefined ? [] : [late]),
    ...section("Rules that match it", rules.map(describeRule)),
    ...section(
      "Behaviors and correlations that count or compare it",
      describeSignals(signals, (group) => (group === actor?.subject ? name : group)),
    ),
    ...section("Events", describeEvents(events)),
  ];
}

const section = (title: string, lines: readonly string[]): readonly string[] => [
  "",
  title,
  ...(lines.length === 0 ? ["none"] : lines).map(indent),
];

const indent = (line: string): string => `  ${line}`;

const RULE_OUTCOMES: Readonly<Record<MatchedRule["outcome"], string>> = {
  event: "made an event",
  counted: "makes no event of each match, its matches are only counted",
  off: "no event, because it is off in this domain",
  exception: "no event, because of an exception in this domain",
  no_event: "no event is stored: the row waits to be processed, or the rule has changed since",
};

const describeRule = ({ rule, title, severity, outcome }: MatchedRule): string =>
  `${rule}${title === null ? "" : ` (${severity}, ${safeText(title)})`}: ${RULE_OUTCOMES[outcome]}`;

const SIGNAL_OUTCOMES: Readonly<Record<RowSignal["outcome"], string>> = {
  ...RULE_OUTCOMES,
  no_event: "no event rests on it",
};

/** The longest group or value of a signal that is shown. */
const MAX_VALUE = 80;
/** How many values of a signal are shown. */
const MAX_VALUES = 3;

type NameOfGroup = (group: string) => string;

/** Signals that only support others are named in one line: nearly every sign-in is one of many detectors. */
function describeSignals(signals: readonly RowSignal[], nameOf: NameOfGroup): readonly string[] {
  const context = signals.filter(({ isSupporting, outcome }) => isSupporting && outcome !== "event");
  const others = signals.filter((signal) => !context.includes(signal));
  const names = [...new Set(context.map(({ detector }) => detector))].join(", ");
  const lines = others.map((signal) => describeSignal(signal, nameOf));
  return names === "" ? lines : [...lines, `only as context of other rows: ${names}`];
}

function describeSignal(signal: RowSignal, nameOf: NameOfGroup): string {
  const { detector, severity, title, group, values, stored, fewest, otherEvents } = signal;
  const shown = values.slice(0, MAX_VALUES).map((value) => `'${safeText(value, MAX_VALUE)}'`);
  const count = `${toCount(stored)} stored${fewest === null ? "" : `, at least ${toCount(fewest)} needed`}`;
  const others = otherEvents.length === 0 ? [] : [`other events of the group: ${otherEvents.join(", ")}`];
  const details = [`group '${safeText(nameOf(group), MAX_VALUE)}'`, `value ${shown.join(", ")}`, count, ...others];
  return `${detector} (${severity}, ${title}): ${SIGNAL_OUTCOMES[signal.outcome]}; ${details.join("; ")}`;
}

function describeEvents(events: readonly ExplainedEvent[]): readonly string[] {
  const shown = new Set<string>();
  return events.flatMap((event) => {
    const { decision } = event;
    const name = decision === null ? "" : `${decision.candidateId} ${decision.digest}`;
    const isShown = shown.has(name);
    shown.add(name);
    return [
      `${safeText(event.title)} (${event.severity}), event ${event.eventId}`,
      indent(`found by ${event.detector} about ${whoseOf(event)}, ${event.at.toISOString()}`),
      indent(describeCase(event)),
      ...(decision === null ? [] : describeDecision(decision, isShown)).map(indent),
    ];
  });
}

function whoseOf({ subject, user, concerns }: ExplainedEvent): string {
  const whose = user === null || user === subject ? (subject ?? "nobody") : `${safeText(user)} (${subject})`;
  return concerns === null ? whose : `${whose}, who acted on ${safeText(concerns)}`;
}

const NO_CASE: Readonly<Record<Exclude<NoCase, "waiting">, string>> = {
  superseded: "another event replaces it",
  no_subject: "it is about nobody who could be judged",
  severity_none: "events of severity none make no case",
  not_promoted: "the judge decided against one",
  no_decision: "no decision about its subject at this time is stored",
};

function describeCase({ caseOf, noCase, dueAt }: ExplainedEvent): string {
  if (caseOf !== null) return `In case ${caseOf.caseId} (${caseOf.state})`;
  if (noCase === null || noCase === "waiting") {
    return `In no case: its subject waits to be judged${dueAt === null ? "" : `, due ${dueAt.toISOString()}`}`;
  }
  return `In no case: ${NO_CASE[noCase]}`;
}

function describeDecision(decision: ExplainedDecision, isShown: boolean): readonly string[] {
  const { score, requiredScore, decidedAt, findings, firstEventAt, lastEventAt, evidence, reasons } = decision;
  const headline = `Score ${score}, required ${requiredScore}`;
  if (isShown) return [`${headline}: the decision above`];
  return [
    `${headline}: ${toAmount(findings, "finding")} from ${firstEventAt.toISOString()} to ${lastEventAt.toISOString()}, decided ${decidedAt.toISOString()}`,
    "Evidence",
    ...evidence.map((piece) => indent(describePiece(piece))),
    "Reasons",
    ...reasons.map(indent),
  ];
}
