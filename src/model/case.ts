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

/** Whom a case is about: the user of those of its events that carry its address, when that is one and the same. */
export function userOfCase({ userEmail }: Pick<Case, "userEmail">, events: readonly ThreatEvent[]): string | null {
  const address = userEmail?.toLowerCase();
  const own = events.filter((event) => event.userEmail?.toLowerCase() === address);
  const tuids = new Set(own.flatMap(({ tuid }) => tuid ?? []));
  const [tuid = null] = tuids;
  return tuids.size === 1 ? tuid : null;
}

/** The latest decision on a case, as `include=verdict` shows it. */
export interface CaseVerdict {
  readonly outcome: VerdictOutcome;
  readonly resolved: boolean;
  readonly comments: readonly string[];
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

/** The wire text of a case's latest verdict. */
export function renderVerdict(verdict: CaseVerdict): string {
  return JSON.stringify({
    outcome: verdict.outcome,
    resolved: verdict.resolved,
    comments: verdict.comments,
    event_ids: verdict.eventIds,
    processed_at: verdict.processedAt,
  });
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
