/** What decisions.md H says about verdicts, as plain values: a case is what was said about it, nothing more. */

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
  /** Null is "unchanged". */
  readonly events: Flags | null;
}

/** The outcome table, line by line. */
export const OUTCOME_TABLE: Readonly<Record<Outcome, Row>> = {
  SAFE: { state: "closed", closes: true, resolved: true, events: { flagged: false, safe: true } },
  FALSE_POSITIVE: { state: "closed", closes: true, resolved: true, events: { flagged: false, safe: true } },
  TRUE_POSITIVE: { state: "enforced", closes: false, resolved: true, events: { flagged: true, safe: false } },
  DUPLICATE: { state: "closed", closes: true, resolved: true, events: null },
  ESCALATED: { state: "investigating", closes: false, resolved: false, events: { flagged: true, safe: false } },
};

/** Something that was said about a case. */
export interface Said {
  readonly outcome: Outcome;
  readonly comment: string | null;
  /** Empty is all of the case. */
  readonly eventIds: readonly string[];
  readonly processedAt: string;
}

/** A case before anyone judged it. */
export interface Unjudged {
  readonly state: State;
  readonly closedAt: string | null;
  readonly updatedAt: string;
  readonly events: readonly (Flags & { readonly eventId: string })[];
}

/** The part of a case that verdicts can change, as `include=state,verdict` answers it. */
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

/** The verdicts in force: the last one, and those before it that said the same. */
function inForce(history: readonly Said[]): readonly Said[] {
  const outcome = history.at(-1)?.outcome;
  return history.slice(history.findLastIndex((said) => said.outcome !== outcome) + 1);
}

/** What a case is after everything that was said about it. */
export function caseAfter(unjudged: Unjudged, history: readonly Said[]): JudgedCase {
  const run = inForce(history);
  const first = run[0];
  const untouched = unjudged.events.map(({ eventId, flagged, safe }) => ({ event_id: eventId, flagged, safe }));
  if (!first) {
    const { state, closedAt, updatedAt } = unjudged;
    return { state, closed_at: closedAt, updated_at: updatedAt, events: untouched, verdict: null };
  }
  const row = OUTCOME_TABLE[first.outcome];
  const covers = (said: Said, eventId: string) => said.eventIds.length === 0 || said.eventIds.includes(eventId);
  return {
    state: row.state,
    closed_at: row.closes ? first.processedAt : null,
    updated_at: history.at(-1)?.processedAt ?? unjudged.updatedAt,
    events: untouched.map((event) =>
      row.events && run.some((said) => covers(said, event.event_id)) ? { ...event, ...row.events } : event,
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

/** Says something: the history after it, and the verdict whose time is answered. */
export function say(
  history: readonly Said[],
  saying: Said,
): { readonly history: readonly Said[]; readonly answered: Said } {
  const key = ({ comment, eventIds }: Said) => JSON.stringify([comment, [...new Set(eventIds)].sort()]);
  const same = inForce(history).find((said) => said.outcome === saying.outcome && key(said) === key(saying));
  return same ? { history, answered: same } : { history: [...history, saying], answered: saying };
}
