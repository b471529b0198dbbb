import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import { type EarlierFindings, earlierFindings } from "../../analysis/correlate/earlier-findings.ts";
import { type Habits, habitsOf, NO_HABITS } from "../../analysis/correlate/habits.ts";
import type { AddressUse, Knowledge } from "../../analysis/correlate/knowledge.ts";
import { type Span, spanOf } from "../../analysis/correlate/span.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import { readActivity } from "../../store/activity/activity-days.ts";
import { findActorDays } from "../../store/activity/actors.ts";
import { readAddressUse } from "../../store/activity/address-use.ts";
import { readSources } from "../../store/activity/sources.ts";
import { readConcerningFindings } from "../../store/cases/correlated-cases.ts";
import { readFirstFindings, readOwnFindings } from "../../store/cases/earlier-findings.ts";
import { readFeedback } from "../../store/cases/judge.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { holdsRole } from "../../store/database/privileges.ts";
import { findGuests } from "../../store/people/guests.ts";
import { findAccountKeys } from "../../store/people/identities.ts";
import { findOwnDomains } from "../../store/people/own-domains.ts";
import { isServiceAccount } from "../../store/people/service-accounts.ts";

const DAY_MS = 86_400_000;
const ADDRESS = "ip:";
/** The most addresses of one subject that are looked up, the latest. */
const MAX_ADDRESSES = 500;

/** Reads what the judge needs to decide about findings of a subject: verdicts, its role, and who uses its addresses. */
export async function readKnowledge(
  db: DomainDb,
  subject: string,
  findings: readonly CaseFinding[],
): Promise<Knowledge> {
  const { first, last } = spanOf(findings);
  const before = { subject, from: new Date(first - CORRELATION.spanMs), to: new Date(last) };
  const feedback = await readFeedback(db, [...new Set(findings.map(({ detector }) => detector))]);
  const actors = subject.startsWith(ADDRESS) ? [] : await findActorDays(db, subject);
  const actorKeys = actors.flatMap(({ keys }) => keys);
  const firstDays = actors.map(({ firstDay }) => firstDay);
  return {
    subject,
    feedback: feedback.map(({ decidedAt, ...entry }) => ({ ...entry, decidedAt: decidedAt.getTime() })),
    privileged: await holdsRole(db, subject),
    automated: await isServiceAccount(db, subject),
    addresses: await readAddresses(
      db,
      subject,
      addressesIn(findings),
      actors.map(({ key }) => key),
      last,
    ),
    concerning: await readConcerningFindings(db, { ...before, keys: await findAccountKeys(db, subject, actorKeys) }),
    ownDomains: await findOwnDomains(db, [...new Set(findings.flatMap(({ facts }) => facts.recipient ?? []))]),
    outsiders: await findGuests(db, [...new Set(findings.flatMap(({ facts }) => facts.account ?? []))]),
    habits: await readHabits(
      db,
      subject,
      actors.map(({ key }) => key),
      { first, last },
    ),
    earlier: await readEarlier(db, subject, findings),
    firstDays: new Map(
      [...(await readSources(db, Math.floor(last / DAY_MS) + 1))].map(([table, { firstDay }]) => [table, firstDay]),
    ),
    since: firstDays.length === 0 ? null : Math.min(...firstDays) * DAY_MS,
  };
}

async function readEarlier(db: DomainDb, subject: string, findings: readonly CaseFinding[]): Promise<EarlierFindings> {
  const { first, last } = spanOf(findings);
  const interval = { from: new Date(first - CORRELATION.habit.sinceMs), until: new Date(last) };
  const detectors = [...new Set(findings.map(({ detector }) => detector))];
  const { findings: limit, ownFindings } = CORRELATION.novelty;
  const others = await readFirstFindings(db, detectors, { ...interval, except: subject, limit });
  const own = await readOwnFindings(db, subject, { ...interval, detectors, limit: ownFindings });
  return earlierFindings(others, own);
}

async function readHabits(db: DomainDb, id: string, keys: readonly string[], { first, last }: Span): Promise<Habits> {
  if (keys.length === 0) return NO_HABITS;
  const from = Math.floor((first - CORRELATION.habit.sinceMs) / DAY_MS);
  const days = await readActivity(db, [{ id, keys }], from, Math.floor(last / DAY_MS));
  return habitsOf(days.get(id) ?? []);
}

/** Returns the addresses that findings name, the latest first. */
const addressesIn = (findings: readonly CaseFinding[]): readonly string[] =>
  [...findings].sort((left, right) => right.at - left.at).flatMap(({ facts }) => facts.address ?? []);

async function readAddresses(
  db: DomainDb,
  subject: string,
  named: readonly string[],
  actorKeys: readonly string[],
  latest: number,
): Promise<ReadonlyMap<string, AddressUse>> {
  const own = subject.startsWith(ADDRESS) ? [subject.slice(ADDRESS.length)] : [];
  const wanted = [...new Set([...own, ...named])].slice(0, MAX_ADDRESSES);
  const sinceDay = Math.floor((latest - CORRELATION.shared.sinceMs) / DAY_MS);
  const uses = await readAddressUse(db, wanted, actorKeys, sinceDay);
  return new Map(
    uses.map(({ address, people, programs, days, firstDay }) => [
      address,
      { people, programs, days, since: firstDay === null ? null : firstDay * DAY_MS },
    ]),
  );
}
