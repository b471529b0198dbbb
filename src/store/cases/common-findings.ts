import { SEVERITIES, type Severity } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";

/** A detector, the least severity of its findings that are counted, and the end of the time in which they are. */
export interface CountedDetector {
  readonly detector: string;
  readonly severity: Severity;
  readonly until: Date;
}

/** How many people had findings of a detector of at least this severity. */
export interface CountedPeople {
  readonly detector: string;
  readonly severity: Severity;
  readonly people: number;
}

interface Counting {
  readonly except: string;
  readonly forMs: number;
  /** How many findings of a detector are read, the newest. */
  readonly limit: number;
}

/** The beginning of the keys of subjects that are no people. */
export const NO_PERSON = /^(ip|host|app|org):/;

/**
 * Returns about how many people other than the given one each detector found something at least as severe in an interval
 * that is in no case. Only the newest findings are read, so that the cost does not grow with their number.
 */
export async function countCommonFindings(
  db: DomainDb,
  detectors: readonly CountedDetector[],
  { except, forMs, limit }: Counting,
): Promise<readonly CountedPeople[]> {
  if (detectors.length === 0) return [];
  return db.query<CountedPeople>(
    `select given.detector, given.severity, count(distinct recent.subject)::int as people
     from unnest($2::text[], $3::timestamptz[], $7::text[]) as given (detector, until, severity)
     cross join lateral (
       select f.subject, f.event_id, f.severity from threat_findings f
       where f.domain_id = $1 and f.detector = given.detector
         and f.at >= given.until - $5::int * interval '1 second' and f.at < given.until
         and not f.superseded and f.subject <> $4 and f.subject !~ '${NO_PERSON.source}'
       order by f.at desc, f.event_id desc limit $6) recent
     where array_position($8::text[], recent.severity) >= array_position($8::text[], given.severity)
       and not exists (select from case_findings k where k.domain_id = $1 and k.event_id = recent.event_id)
     group by given.detector, given.severity`,
    [
      detectors.map(({ detector }) => detector),
      detectors.map(({ until }) => until),
      except,
      Math.ceil(forMs / 1_000),
      limit,
      detectors.map(({ severity }) => severity),
      SEVERITIES,
    ],
  );
}
