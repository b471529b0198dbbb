import { renderCaseEvent, type ThreatEvent } from "./threat-event.ts";
import type { CaseState, ThreatType, VerdictOutcome } from "./vocabulary.ts";

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

export const MAX_EVENTS_PER_CASE = 200;
/** A case shows this many comments of the verdict in force; the history has the others. */
export const MAX_COMMENTS_SHOWN = 20;

/** Whom a case is about: the user of those of its events that carry its address, when that is one and the same. */
export function userOfCase({ userEmail }: Pick<Case, "userEmail">, events: readonly ThreatEvent[]): string | null {
  const address = userEmail?.toLowerCase();
  const own = events.filter((event) => event.userEmail?.toLowerCase() === address);
  const tuids = new Set(own.flatMap(({ tuid }) => tuid ?? []));
  const [tuid = null] = tuids;
  return tuids.size === 1 ? tuid : null;
}

/** The verdict in force on a case, as `include=verdict` shows it. Its size is bounded, whatever the history holds. */
export interface CaseVerdict {
  readonly outcome: VerdictOutcome;
  readonly resolved: boolean;
  /** The last of them, oldest first. */
  readonly comments: readonly string[];
  /** How many earlier comments are not shown. */
  readonly commentsOmitted: number;
  readonly eventIds: readonly string[];
  readonly processedAt: Date;
}

/** The wire text of an item of the case list: exactly the specified fields. */
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

/** The wire text of the verdict in force on a case. */
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

/** What an outcome does: the state it leads to, whether that ends the case, and what its events become. */
export interface VerdictEffect {
  readonly state: CaseState;
  readonly closes: boolean;
  readonly resolved: boolean;
  /** Null leaves the events as they are. */
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

/** One verdict of a case's history, as far as it decides which verdict is in force. */
export interface SubmittedVerdict {
  readonly outcome: VerdictOutcome;
  readonly comment: string | null;
  readonly eventIds: readonly string[];
  readonly stateBefore: CaseState;
  readonly stateAfter: CaseState;
  readonly processedAt: Date;
}

/**
 * Returns the verdict in force after one more was submitted. The same outcome again adds to it, unless the case had been
 * moved elsewhere in between; any other takes its place.
 */
export function addVerdict(inForce: CaseVerdict | null, said: SubmittedVerdict): CaseVerdict {
  const { outcome, processedAt } = said;
  const isAdded = inForce?.outcome === outcome && said.stateBefore === said.stateAfter;
  const before = isAdded ? inForce : { comments: [], commentsOmitted: 0, eventIds: [], processedAt };
  const comments = [...before.comments, ...(said.comment === null ? [] : [said.comment])];
  const shown = comments.slice(-MAX_COMMENTS_SHOWN);
  return {
    outcome,
    resolved: VERDICT_EFFECTS[outcome].resolved,
    comments: shown,
    commentsOmitted: before.commentsOmitted + comments.length - shown.length,
    eventIds: [...new Set([...before.eventIds, ...said.eventIds])].slice(-MAX_EVENTS_PER_CASE),
    processedAt: before.processedAt,
  };
}
