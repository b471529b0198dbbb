import type { DomainDb } from "../database/database.ts";

/** The flags of a case's event before the verdict in force. */
export interface FlagsBefore {
  readonly caseId: string;
  readonly eventId: string;
  readonly flagged: boolean;
  readonly safe: boolean;
}

/** Stores the flags before the verdict in force, so that a contradicting verdict can restore them. */
export async function saveFlagsBefore(tx: DomainDb, flags: readonly FlagsBefore[]): Promise<void> {
  if (flags.length === 0) return;
  const saved = await tx.execute(
    `update case_events e set flagged_before = given.flagged, safe_before = given.safe
     from unnest($2::uuid[], $3::uuid[], $4::boolean[], $5::boolean[]) as given (case_id, event_id, flagged, safe)
     where e.domain_id = $1 and e.case_id = given.case_id and e.event_id = given.event_id`,
    [
      flags.map(({ caseId }) => caseId),
      flags.map(({ eventId }) => eventId),
      flags.map(({ flagged }) => flagged),
      flags.map(({ safe }) => safe),
    ],
  );
  if (saved !== flags.length)
    throw new Error(`the flags of ${flags.length} events should have been stored, but ${saved} were`);
}

/** Stores the current flags as those before the verdict in force, unless the event has some already. */
export async function rememberFlags(tx: DomainDb, caseId: string, eventIds: readonly string[]): Promise<void> {
  await tx.execute(
    `update case_events e set flagged_before = t.flagged, safe_before = t.safe from threats t
     where e.domain_id = $1 and e.case_id = $2 and e.event_id = any($3::uuid[]) and e.flagged_before is null
       and t.domain_id = $1 and t.event_id = e.event_id`,
    [caseId, eventIds],
  );
}

/** Deletes the flags before the verdict in force, for events that it no longer changes. */
export async function forgetFlags(tx: DomainDb, caseId: string, eventIds: readonly string[]): Promise<void> {
  await tx.execute(
    `update case_events set flagged_before = null, safe_before = null
     where domain_id = $1 and case_id = $2 and event_id = any($3::uuid[])`,
    [caseId, eventIds],
  );
}
