import type { DomainDb } from "../database/database.ts";

/** A detector, and the end of the time in which its findings are counted. */
export interface CountedDetector {
  readonly detector: string;
  readonly until: Date;
}

/** The beginning of the keys of subjects that are no people. */
const NO_PEOPLE = "^(ip|host|app|org):";

/**
 * Returns about how many people other than the given one each detector found something in an interval that is in no case,
 * counted up to a limit. Steps from person to person in an index, so that their many findings do not matter.
 */
export async function countCommonFindings(
  db: DomainDb,
  detectors: readonly CountedDetector[],
  { except, forMs, limit }: { readonly except: string; readonly forMs: number; readonly limit: number },
): Promise<ReadonlyMap<string, number>> {
  if (detectors.length === 0) return new Map();
  const rows = await db.query<{ readonly detector: string; readonly people: number }>(
    `with recursive step (detector, since, until, subject, people) as (
       select detector, until - $5::int * interval '1 second', until, '', 0
       from unnest($2::text[], $3::timestamptz[]) as given (detector, until)
       union all
       select step.detector, step.since, step.until, next.subject, step.people + 1
       from step cross join lateral (
         select f.subject from threat_findings f
         where f.domain_id = $1 and f.detector = step.detector and f.subject > step.subject
           and f.at >= step.since and f.at < step.until and not f.superseded
           and f.subject <> $4 and f.subject !~ '${NO_PEOPLE}'
           and not exists (select from case_findings k where k.domain_id = $1 and k.event_id = f.event_id)
         order by f.subject limit 1) next
       where step.people < $6)
     select detector, max(people)::int as people from step group by detector`,
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
