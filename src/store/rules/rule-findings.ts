import type { DomainDb } from "../database/database.ts";

/** Counting stops here. */
export const MAX_COUNTED = 1_000;

/** Counts the findings of detectors since a time, each up to 1,000. */
export async function countFindings(
  db: DomainDb,
  detectors: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ detector: string; n: number }>(
    `select wanted.detector, (select count(*)::int from (
         select 1 from threat_findings f where f.domain_id = $1 and f.detector = wanted.detector and f.at >= $3 limit $4
       ) counted) as n
     from unnest($2::text[]) as wanted (detector)`,
    [detectors, since, MAX_COUNTED],
  );
  return new Map(rows.map(({ detector, n }) => [detector, n]));
}
