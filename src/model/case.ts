import { renderCaseEvent, type ThreatEvent } from "./threat-event.ts";
import { type CaseState, SEVERITIES, type Severity, type ThreatType, type VerdictOutcome } from "./vocabulary.ts";

export interface Case {
  readonly caseId: string;
  readonly userEmail: string | null;
  readonly userName: string | null;
  readonly threatType: ThreatType;
  readonly threatBrief: string;
  readonly state: CaseState;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly closedAt: Date | null;
}

/** The groups of properties that `include` can add to a case, in the order in which they are added. */
export const CASE_INCLUDES = ["state", "verdict", "severity", "times"] as const;
export type CaseInclude = (typeof CASE_INCLUDES)[number];

export const MAX_EVENTS_PER_CASE = 200;
/** The number of comments that a case shows; older comments are only in the history. */
export const MAX_COMMENTS_SHOWN = 20;

/** Returns the user a case is about: the only user among its events with the same address, or null if there are several. */
export function userOfCase({ userEmail }: Pick<Case, "userEmail">, events: readonly ThreatEvent[]): string | null {
  const address = userEmail?.toLowerCase();
  const own = events.filter((event) => event.userEmail?.toLowerCase() === address);
  const tuids = new Set(own.flatMap(({ tuid }) => tuid ?? []));
  const [tuid = null] = tuids;
  return tuids.size === 1 ? tuid : null;
}

/** The current verdict on a case, as `include=verdict` shows it. Its size is bounded however long the history is. */
export interface CaseVerdict {
  readonly outcome: VerdictOutcome;
  readonly resolved: boolean;
  /** The last `MAX_COMMENTS_SHOWN`, oldest first. */
  readonly comments: readonly string[];
  /** The number of earlier comments that are not shown. */
  readonly commentsOmitted: number;
  readonly eventIds: readonly string[];
  readonly processedAt: Date;
}

/** Returns the highest severity of the events of a case, or null if it has none. */
export function highestSeverity(events: readonly Pick<ThreatEvent, "severity">[]): Severity | null {
  return SEVERITIES.findLast((severity) => events.some((event) => event.severity === severity)) ?? null;
}

/** Renders an item of the case list with exactly the specified fields. */
export function renderCase(found: Case, events: readonly ThreatEvent[]): string {
  const head = JSON.stringify({
    case_id: found.caseId,
    user_email: found.userEmail,
    user_name: found.userName,
    threat_type: found.threatType,
    threat_brief: found.threatBrief,
    created_at: found.createdAt,
    updated_at: found.updatedAt,
    closed_at: found.closedAt,
  });
  return `${head.slice(0, -1)},"events":[${events.map(renderCaseEvent).join(",")}]}`;
}

/** Renders the current verdict on a case. */
export function renderVerdict(verdict: CaseVerdict): string {
  return JSON.stringify({
    outcome: verdict.outcome,
    resolved: verdict.resolved,
    comments: verdict.comments,
    ...(verdict.commentsOmitted > 0 && { comments_omitted: verdict.commentsOmitted }),
    event_ids: verdict.eventIds,
    processed_at: verdict.processedAt,
  });
}

interface VerdictText {
  readonly outcome: VerdictOutcome;
  readonly resolved: boolean;
  readonly comments: readonly string[];
  readonly comments_omitted?: number;
  readonly event_ids: readonly string[];
  readonly processed_at: string;
}

/** Parses the text that `renderVerdict` returns. */
export function parseVerdict(text: string): CaseVerdict {
  const found: VerdictText = JSON.parse(text);
  return {
    outcome: found.outcome,
    resolved: found.resolved,
    comments: found.comments,
    commentsOmitted: found.comments_omitted ?? 0,
    eventIds: found.event_ids,
    processedAt: new Date(found.processed_at),
  };
}

/** The effect of an outcome on a case and its events. */
export interface VerdictEffect {
  readonly state: CaseState;
  readonly closes: boolean;
  readonly resolved: boolean;
  /** Null if the events stay unchanged. */
  readonly events: { readonly flagged: boolean; readonly safe: boolean } | null;
}

const CLEARED = { flagged: false, safe: true };
const CONFIRMED = { flagged: true, safe: false };

export const VERDICT_EFFECTS: Readonly<Record<VerdictOutcome, VerdictEffect>> = {
  SAFE: { state: "closed", closes: true, resolved: true, events: CLEARED },
  FALSE_POSITIVE: { state: "closed", closes: true, resolved: true, events: CLEARED },
  TRUE_POSITIVE: { state: "enforced", closes: false, resolved: true, events: CONFIRMED },
  DUPLICATE: { state: "closed", closes: true, resolved: true, events: null },
  ESCALATED: { state: "investigating", closes: false, resolved: false, events: CONFIRMED },
};

/** The part of a submitted verdict that determines the current verdict of its case. */
export interface SubmittedVerdict {
  readonly outcome: VerdictOutcome;
  readonly comment: string | null;
  readonly eventIds: readonly string[];
  readonly stateBefore: CaseState;
  readonly stateAfter: CaseState;
  readonly processedAt: Date;
}

/**
 * Returns the current verdict after another one was submitted. The same outcome adds its comment and events, unless the
 * case changed state in between; a different outcome replaces the current verdict.
 */
export function addVerdict(current: CaseVerdict | null, submitted: SubmittedVerdict): CaseVerdict {
  const { outcome, processedAt } = submitted;
  const isRepeated = current?.outcome === outcome && submitted.stateBefore === submitted.stateAfter;
  const before = isRepeated ? current : { comments: [], commentsOmitted: 0, eventIds: [], processedAt };
  const comments = [...before.comments, ...(submitted.comment === null ? [] : [submitted.comment])];
  const shown = comments.slice(-MAX_COMMENTS_SHOWN);
  return {
    outcome,
    resolved: VERDICT_EFFECTS[outcome].resolved,
    comments: shown,
    commentsOmitted: before.commentsOmitted + comments.length - shown.length,
    eventIds: [...new Set([...before.eventIds, ...submitted.eventIds])].slice(-MAX_EVENTS_PER_CASE),
    processedAt: before.processedAt,
  };
}
