import type { Severity, Signal } from "./vocabulary.ts";

/** A finding about a user, with the rows behind it. `flagged` and `safe` are never both true. */
export interface ThreatEvent {
  readonly eventId: string;
  readonly tuid: string | null;
  readonly severity: Severity;
  readonly category: readonly string[];
  readonly subcategory: readonly string[];
  readonly signalType: Signal;
  readonly source: string;
  readonly sourceTable: string | null;
  readonly sourceEventIds: readonly string[];
  readonly title: string;
  readonly summary: string;
  readonly userName: string | null;
  readonly userEmail: string | null;
  readonly platformEventId: string | null;
  readonly flagged: boolean;
  readonly safe: boolean;
  readonly createdAt: Date;
}

/** Renders an item of the threat list. */
export function renderThreat(event: ThreatEvent): string {
  return JSON.stringify({
    event_id: event.eventId,
    kind: "threat",
    tuid: event.tuid,
    category: event.category,
    subcategory: event.subcategory,
    title: event.title,
    summary: event.summary,
    source: event.source,
    source_table: event.sourceTable,
    source_event_ids: event.sourceEventIds,
    user_name: event.userName,
    user_email: event.userEmail,
    created_at: event.createdAt,
  });
}

/** Renders an item of a case's `events`. */
export function renderCaseEvent(event: ThreatEvent): string {
  return JSON.stringify({
    kind: "threat",
    event_id: event.eventId,
    severity: event.severity,
    category: event.category,
    subcategory: event.subcategory,
    signal_type: event.signalType,
    source: event.source,
    title: event.title,
    summary: event.summary,
    user_name: event.userName,
    user_email: event.userEmail,
    platform_event_id: event.platformEventId,
    flagged: event.flagged,
    safe: event.safe,
    created_at: event.createdAt,
  });
}

/** Returns the subject key of an event: the user if known, otherwise the lower-cased address, otherwise null. */
export function subjectOf(event: Pick<ThreatEvent, "tuid" | "userEmail">): string | null {
  return event.tuid ?? event.userEmail?.toLowerCase() ?? null;
}
