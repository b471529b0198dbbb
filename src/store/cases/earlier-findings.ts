import type { DomainDb } from "../database/database.ts";

export interface FoundDay {
  readonly detector: string;
  /** Days since 1970-01-01. */
  readonly day: number;
}

/** A time interval; its end is not included. */
interface Interval {
  readonly from: Date;
  readonly until: Date;
}

/**
 * Returns when each of these detectors first found something about each other subject in an interval. Only its oldest
 * findings there are read, so that the cost does not grow with their number and later ones change nothing: `limit` about
 * others, and ten times as many in all.
 */
export function readFirstFindings(
  db: DomainDb,
  detectors: readonly string[],
  { except, from, until, limit }: Interval & { readonly except: string; readonly limit: number },
): Promise<readonly FoundDay[]> {
  return db.query<FoundDay>(
    `select wanted.detector, floor(extract(epoch from min(early.at)) / 86400)::int as day
     from unnest($2::text[]) as wanted (detector)
     cross join lateral (
       select oldest.subject, oldest.at from (
         select f.subject, f.at, f.event_id, f.superseded from threat_findings f
         where f.domain_id = $1 and f.detector = wanted.detector and f.at >= $6 and f.at < $4
         order by f.at, f.event_id limit $5 * 10) oldest
       where not oldest.superseded and oldest.subject <> $3
       order by oldest.at, oldest.event_id limit $5) early
     group by wanted.detector, early.subject`,
    [detectors, except, until, limit, from],
  );
}

/**
 * Returns on which days each of these detectors found something about a subject, by what it was done to. Only its newest
 * findings there are read, so that the cost does not grow with their number.
 */
export function readOwnFindings(
  db: DomainDb,
  subject: string,
  { detectors, from, until, limit }: Interval & { readonly detectors: readonly string[]; readonly limit: number },
): Promise<readonly (FoundDay & { readonly object: string; readonly findings: number })[]> {
  return db.query(
    `select f.detector, floor(extract(epoch from f.at) / 86400)::int as day,
       coalesce(facts.stated ->> 'object', facts.stated ->> 'resource', facts.stated ->> 'host', '') as object, count(*)::int as findings
     from (
       select detector, at, facts, superseded from threat_findings
       where domain_id = $1 and subject = $2 and at >= $4 and at < $3
       order by at desc, event_id desc limit $6) f cross join lateral (select f.facts::json as stated) facts
     where not f.superseded and f.detector = any($5::text[]) group by 1, 2, 3`,
    [subject, until, from, detectors, limit],
  );
}
