import type { DomainDb } from "../database/database.ts";

/** A detector, and the end of the time in which its findings are counted. */
export interface CountedDetector {
  readonly detector: string;
  readonly until: Date;
}

interface Counting {
  readonly except: string;
  readonly forMs: number;
  /** How many findings of a detector are read, the newest. */
  readonly limit: number;
}

/** The beginning of the keys of subjects that are no people. */
const NO_PEOPLE = "^(ip|host|app|org):";

/**
 * Returns about how many people other than the given one each detector found something in an interval that is in no case.
 * Only the newest findings are read, so that the cost does not grow with their number.
 */
export async function countCommonFindings(
  db: DomainDb,
  detectors: readonly CountedDetector[],
  { except, forMs, limit }: Counting,
): Promise<ReadonlyMap<string, number>> {
  if (detectors.length === 0) return new Map();
  const rows = await db.query<{ readonly detector: string; readonly people: number }>(
    `select given.detector, count(distinct recent.subject)::int as people
     from unnest($2::text[], $3::timestamptz[]) as given (detector, until)
     cross join lateral (
       select f.subject, f.event_id from threat_findings f
       where f.domain_id = $1 and f.detector = given.detector
         and f.at >= given.until - $5::int * interval '1 second' and f.at < given.until
         and not f.superseded and f.subject <> $4 and f.subject !~ '${NO_PEOPLE}'
       order by f.at desc, f.event_id desc limit $6) recent
     where not exists (select from case_findings k where k.domain_id = $1 and k.event_id = recent.event_id)
     group by given.detector`,
    [
      detectors.map(({ detector }) => detector),
      detectors.map(({ until }) => until),
      except,
      Math.ceil(forMs / 1_000),
      limit,
    ],
  );
  return new Map(rows.map(({ detector, people }) => [detector, people]));
}
