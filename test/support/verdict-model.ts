/** The rules of verdicts as a model: a case is a pure function of the verdicts on it. */

export const OUTCOMES = ["SAFE", "FALSE_POSITIVE", "TRUE_POSITIVE", "DUPLICATE", "ESCALATED"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const STATES = ["discover", "pending_investigation", "investigating", "enforced", "closed"] as const;
export type State = (typeof STATES)[number];

export interface Flags {
  readonly flagged: boolean;
  readonly safe: boolean;
}

interface Row {
  readonly state: State;
  readonly closes: boolean;
  readonly resolved: boolean;
  /** Null if unchanged. */
  readonly events: Flags | null;
}

/** The effects of each outcome. */
export const OUTCOME_TABLE: Readonly<Record<Outcome, Row>> = {
  SAFE: { state: "closed", closes: true, resolved: true, events: { flagged: false, safe: true } },
  FALSE_POSITIVE: { state: "closed", closes: true, resolved: true, events: { flagged: false, safe: true } },
  TRUE_POSITIVE: { state: "enforced", closes: false, resolved: true, events: { flagged: true, safe: false } },
  DUPLICATE: { state: "closed", closes: true, resolved: true, events: null },
  ESCALATED: { state: "investigating", closes: false, resolved: false, events: { flagged: true, safe: false } },
};

/** A verdict on a case. */
export interface ModelVerdict {
  readonly outcome: Outcome;
  readonly comment: string | null;
  /** Empty for all events of the case. */
  readonly eventIds: readonly string[];
  readonly processedAt: string;
}

/** A case without verdicts. */
export interface Unjudged {
  readonly state: State;
  readonly closedAt: string | null;
  readonly updatedAt: string;
  readonly events: readonly (Flags & { readonly eventId: string })[];
}

/** The part of a case that verdicts can change, as returned with `include=state,verdict`. */
export interface JudgedCase {
  readonly state: State;
  readonly closed_at: string | null;
  readonly updated_at: string;
  readonly events: readonly (Flags & { readonly event_id: string })[];
  readonly verdict: {
    readonly outcome: Outcome;
    readonly resolved: boolean;
    readonly comments: readonly string[];
    readonly event_ids: readonly string[];
    readonly processed_at: string;
  } | null;
}

/** Returns the verdicts in force: the last one, and those before it with the same outcome. */
function inForce(history: readonly ModelVerdict[]): readonly ModelVerdict[] {
  const outcome = history.at(-1)?.outcome;
  return history.slice(history.findLastIndex((verdict) => verdict.outcome !== outcome) + 1);
}

/** Returns a case after all verdicts on it. */
export function caseAfter(unjudged: Unjudged, history: readonly ModelVerdict[]): JudgedCase {
  const run = inForce(history);
  const first = run[0];
  const untouched = unjudged.events.map(({ eventId, flagged, safe }) => ({ event_id: eventId, flagged, safe }));
  if (!first) {
    const { state, closedAt, updatedAt } = unjudged;
    return { state, closed_at: closedAt, updated_at: updatedAt, events: untouched, verdict: null };
  }
  const row = OUTCOME_TABLE[first.outcome];
  const covers = (verdict: ModelVerdict, eventId: string) =>
    verdict.eventIds.length === 0 || verdict.eventIds.includes(eventId);
  return {
    state: row.state,
    closed_at: row.closes ? first.processedAt : null,
    updated_at: history.at(-1)?.processedAt ?? unjudged.updatedAt,
    events: untouched.map((event) =>
      row.events && run.some((verdict) => covers(verdict, event.event_id)) ? { ...event, ...row.events } : event,
    ),
    verdict: {
      outcome: first.outcome,
      resolved: row.resolved,
      comments: run.flatMap(({ comment }) => comment ?? []),
      event_ids: [...new Set(run.flatMap(({ eventIds }) => eventIds))],
      processed_at: first.processedAt,
    },
  };
}

/** Submits a verdict; returns the history after it, and the verdict whose time the response has. */
export function submit(
  history: readonly ModelVerdict[],
  submitted: ModelVerdict,
): { readonly history: readonly ModelVerdict[]; readonly answered: ModelVerdict } {
  const key = ({ comment, eventIds }: ModelVerdict) => JSON.stringify([comment, [...new Set(eventIds)].sort()]);
  const same = inForce(history).find(
    (verdict) => verdict.outcome === submitted.outcome && key(verdict) === key(submitted),
  );
  return same ? { history, answered: same } : { history: [...history, submitted], answered: submitted };
}
