import type { CaseFinding } from "../../model/case-finding.ts";
import { toAmount, toCount } from "../../model/text/amount.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { trimTrailing } from "../../model/text/trim-trailing.ts";
import type { ThreatType } from "../../model/vocabulary.ts";
import { type CaseOverview, totalOf } from "./case-overview.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { byStrength, byTime, isScored } from "./finding-order.ts";
import { foldEvidence } from "./fold-evidence.ts";
import type { Decision } from "./judge.ts";
import { shownScore } from "./shown-score.ts";
import { type Span, spanOf } from "./span.ts";
import { MACHINE_TABLES } from "./stage.ts";

/** The subject of a case: a user by name and address, anything else by its subject key. */
export interface CaseSubject {
  readonly subject: string;
  readonly name: string | null;
  readonly address: string | null;
}

export interface BriefFacts {
  readonly who: CaseSubject;
  readonly overview: CaseOverview;
  readonly span: Span;
  readonly threatType: ThreatType;
  readonly decision: Pick<Decision, "score" | "tactics" | "deciding">;
  /** The number of findings the case does not show. */
  readonly hidden: number;
}

/** What to do first about the strongest event of a case. */
const FIRST_STEPS: Readonly<Record<ThreatType, string>> = {
  account_compromise: "confirm it with the user; if it was not them, revoke sessions and reset the password",
  data_exfiltration: "list the files and recipients; revoke links and sessions that nobody expects",
  insider_threat: "compare the files with the user's work, and preserve the evidence before contacting the user",
  privilege_escalation:
    "confirm the role, permission or credential with its owner, and remove it if nobody requested it",
  policy_violation: "find the approved change, and revert it if there is none",
  sabotage: "stop the account, and check backups before restoring",
  financial_fraud: "hold open payments, call the payee on a known number, and remove the inbox rules",
};
const FIRST_STEP_ON_MACHINES = "confirm it with the owner of the machine, and isolate the machine if it is unknown";
/** The same for events on machines and in the network, where there may be no user to ask, and no role to remove. */
const FIRST_STEPS_ON_MACHINES: Readonly<Partial<Record<ThreatType, string>>> = {
  account_compromise: FIRST_STEP_ON_MACHINES,
  privilege_escalation:
    "confirm it with the owner of the account; if nobody expects it, disable the account and replace what it could read",
};
const FIRST_STEP_OF_APPLICATION =
  "confirm it with the owner of the application, and replace its credentials if nobody expects it";
/** The same for subjects that are not people. */
const FIRST_STEPS_BY_KIND: Readonly<Record<string, string>> = {
  host: FIRST_STEP_ON_MACHINES,
  ip: "find whose address it is and which accounts it reached, and block it if nobody expects it",
  app: FIRST_STEP_OF_APPLICATION,
  oid: FIRST_STEP_OF_APPLICATION,
  org: "list the accounts and addresses concerned, and reset those that were reached",
};

const KINDS: Readonly<Record<string, string>> = {
  app: "Application",
  host: "Machine",
  ip: "Address",
  org: "Organization",
  sam: "Account",
  sid: "Account",
  oid: "Account",
  upn: "Account",
};

const MAX_NAME = 60;
const MAX_ADDRESS = 100;
const MAX_TITLE = 90;
const MAX_TACTICS = 4;

/** Renders the brief of a case: subject, time span, steps in order, and what to check first. At most 600 characters. */
export function writeBrief(facts: BriefFacts): string {
  const steps = chooseSteps(facts);
  const { head, tail } = frameOf(facts);
  const times = steps.map(({ first }, index) => timeOf(first.at, steps[index - 1]?.first.at));
  const plain = steps.map((step, place) => markOf([...originOf(steps, place, facts.who), ...countOf(step)]));
  const roomBeside = (marks: readonly string[]): number => {
    const fixed = lengthOf(`${head} ${times.join("")}${marks.join("")}. ${tail}`) + 3 * steps.length;
    return Math.floor((CORRELATION.briefLength - fixed) / Math.max(1, steps.length));
  };
  // Titles come first: details are left out where they would leave little room for them.
  const detailed = steps.reduce((chosen, _, index) => {
    const tried = chosen.with(index, detailedMark(steps, index, facts.who));
    return roomBeside(tried) >= MIN_ROOM ? tried : chosen;
  }, plain);
  const room = roomBeside(detailed);
  const chain = steps.map(
    ({ first }, index) => `${times[index]} ${titleOf(first, Math.min(MAX_TITLE, room))}${detailed[index]}`,
  );
  return safeText(`${head} ${chain.join("; ")}. ${tail}`, CORRELATION.briefLength);
}

/** The least room for a title beside details. */
const MIN_ROOM = 60;
const MAX_DETAIL = 40;
const MAX_ORIGIN = 64;

const markOf = (details: readonly string[]): string => (details.length === 0 ? "" : ` (${details.join(", ")})`);

const countOf = ({ count }: Step): readonly string[] => (count > 1 ? [`${count} times`] : []);

/** Returns what a responder needs of a step: malware, object, number, machine and address, each address once. */
function detailedMark(steps: readonly Step[], place: number, who: CaseSubject): string {
  const step = steps[place];
  if (step === undefined) return "";
  const { malware, object, count, host } = step.first.facts;
  const [origin] = originOf(steps, place, who);
  const details = [
    malware,
    origin,
    object,
    count !== undefined && count > 1 ? `${toCount(count)} counted` : undefined,
    host !== undefined && who.subject !== `host:${host}` ? `on ${host}` : undefined,
  ];
  const shown = details.flatMap((detail) => safeText(detail ?? "", detail === origin ? MAX_ORIGIN : MAX_DETAIL) || []);
  return markOf([...new Set(shown), ...countOf(step)]);
}

/** Returns the address that a step came from, unless an earlier one came from there: what a responder searches for. */
function originOf(steps: readonly Step[], place: number, { subject }: CaseSubject): readonly string[] {
  const { address, country } = steps[place]?.first.facts ?? {};
  const isKnown = steps.slice(0, place).some(({ first }) => first.facts.address === address);
  if (address === undefined || isKnown || subject === `ip:${address}`) return [];
  return [safeText(`from ${address}${country === undefined ? "" : ` in ${country}`}`, MAX_ORIGIN)];
}

const lengthOf = (text: string): number => [...text].length;

const titleOf = ({ title }: CaseFinding, max: number): string => trimTrailing(safeText(title, max), ".;: ");

function frameOf({ who, overview, span, threatType, decision, hidden }: BriefFacts) {
  const { findings } = overview;
  const tables = new Set(findings.flatMap(({ table }) => table ?? []));
  const shown = hidden > 0 ? ` (${hidden} more than are shown)` : "";
  const head = `${nameOf(who)}: ${toAmount(totalOf(overview), "threat")}${shown} ${lastingOf(span)} from ${toAmount(Math.max(1, tables.size), "source")}, times in UTC.`;
  const tail = `${firstStepOf(who, decisive(decision, overview), span, threatType)} ${tacticsOf(decision.tactics, findings)}score ${shownScore(decision.score)}.`;
  return { head, tail };
}

/** Names the event to look at first, and what to check about it. */
function firstStepOf(
  { subject }: CaseSubject,
  findings: readonly CaseFinding[],
  { first }: Span,
  threatType: ThreatType,
): string {
  const [strongest] = [...findings].sort(byStrength);
  const table = strongest?.table ?? null;
  const onMachine = table !== null && MACHINE_TABLES.has(table) ? FIRST_STEPS_ON_MACHINES[threatType] : undefined;
  const [kind = ""] = subject.split(":", 1);
  const step = FIRST_STEPS_BY_KIND[kind] ?? onMachine ?? FIRST_STEPS[threatType];
  return strongest ? `Check ${timeOf(strongest.at, first)} first: ${step}.` : `Check first: ${step}.`;
}

function nameOf({ subject, name, address }: CaseSubject): string {
  const safeName = safeText(name ?? "", MAX_NAME);
  const safeAddress = safeText(address ?? "", MAX_ADDRESS);
  if (safeName && safeAddress && safeName !== safeAddress) return `${safeName} (${safeAddress})`;
  const [, kind = "", key = subject] = /^([a-z]+):(.+)$/su.exec(subject) ?? [];
  const noun = KINDS[kind];
  const called = safeName || safeAddress;
  return noun || !called ? `${noun ?? "Account"} ${called || safeText(key, MAX_ADDRESS)}` : called;
}

function lastingOf({ first, last }: Span): string {
  const minutes = Math.round((last - first) / 60_000);
  if (minutes < 1) return "within a minute";
  if (minutes < 120) return `in ${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `in ${hours} h` : `in ${Math.round(hours / 24)} days`;
}

/** Returns `2026-11-14 13:08`, or only the time when the day is that of the step before. */
function timeOf(at: number, before: number | undefined): string {
  const text = isoOf(at);
  const sameDay = before !== undefined && isoOf(before).slice(0, 10) === text.slice(0, 10);
  return sameDay ? text.slice(11) : text;
}

const isoOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");

function tacticsOf(tactics: readonly string[], findings: readonly CaseFinding[]): string {
  if (tactics.length === 0) return "Its ";
  const ordered = [
    ...new Set(
      findings
        .filter(isScored)
        .sort(byTime)
        .flatMap((finding) => finding.tactics),
    ),
  ];
  const words = ordered.slice(0, MAX_TACTICS).map((tactic) => safeText(tactic.replaceAll("_", " "), MAX_NAME));
  const more = ordered.length > MAX_TACTICS ? ` and ${ordered.length - MAX_TACTICS} more` : "";
  return `${tactics.length === 1 ? "Tactic" : "Tactics"}: ${words.join(", ")}${more}; `;
}

interface Step {
  readonly first: CaseFinding;
  readonly count: number;
}

/**
 * Returns the strongest detectors, each with its first finding of that severity, in time order: those that decided, then
 * others of these days. What else a person did in a month explains nothing.
 */
function chooseSteps({ overview, decision }: BriefFacts): readonly Step[] {
  const steps = new Map<string, Step>();
  const deciding = decisive(decision, overview);
  const { first: begin, last: end } = spanOf(deciding);
  const isNear = ({ at }: CaseFinding): boolean => at >= begin - NEAR_MS && at <= end + NEAR_MS;
  const scored = overview.findings.some(isScored) ? overview.findings.filter(isScored) : overview.findings;
  const near = scored.filter(isNear);
  for (const first of [...[...deciding].sort(byStrength), ...near.sort(byStrength)]) {
    if (!steps.has(first.detector)) steps.set(first.detector, { first, count: timesOf(first.detector, overview) });
  }
  return [...steps.values()].slice(0, CORRELATION.briefSteps).sort((left, right) => byTime(left.first, right.first));
}

const NEAR_MS = 86_400_000;

/** Returns the findings that decided, or all if none did. */
const decisive = ({ deciding }: BriefFacts["decision"], { findings }: CaseOverview): readonly CaseFinding[] =>
  deciding.length > 0 ? deciding : findings;

/** Returns how often a detector found something: an act that several tables report happened once. */
function timesOf(detector: string, { findings, counts }: CaseOverview): number {
  const own = findings.filter((finding) => finding.detector === detector);
  const hidden = (counts.get(detector) ?? own.length) - own.length;
  return foldEvidence(own).length + Math.max(0, hidden);
}
