import type { AddressUse, Knowledge } from "../../analysis/correlate/context.ts";
import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import { spanOf } from "../../analysis/correlate/span.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import { findActorDays } from "../../store/activity/actors.ts";
import { readAddressUse } from "../../store/activity/address-use.ts";
import { readConcerningFindings, readRoutineDays } from "../../store/cases/correlated-cases.ts";
import { readFeedback } from "../../store/cases/judge.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { holdsRole } from "../../store/database/privileges.ts";
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
      findings,
      actors.map(({ key }) => key),
    ),
    concerning: await readConcerningFindings(db, { ...before, keys: await findAccountKeys(db, subject, actorKeys) }),
    routine: await readRoutineDays(db, before),
    ownDomains: await findOwnDomains(db, [...new Set(findings.flatMap(({ facts }) => facts.recipient ?? []))]),
    since: firstDays.length === 0 ? null : Math.min(...firstDays) * DAY_MS,
  };
}

async function readAddresses(
  db: DomainDb,
  subject: string,
  findings: readonly CaseFinding[],
  actorKeys: readonly string[],
): Promise<ReadonlyMap<string, AddressUse>> {
  const own = subject.startsWith(ADDRESS) ? [subject.slice(ADDRESS.length)] : [];
  const named = [...findings].sort((left, right) => right.at - left.at).flatMap(({ facts }) => facts.address ?? []);
  const wanted = [...new Set([...own, ...named])].slice(0, MAX_ADDRESSES);
  const latest = findings.reduce((newest, { at }) => Math.max(newest, at), 0);
  const sinceDay = Math.floor((latest - CORRELATION.shared.sinceMs) / DAY_MS);
  const uses = await readAddressUse(db, wanted, actorKeys, sinceDay);
  return new Map(
    uses.map(({ address, people, programs, days, firstDay }) => [
      address,
      { people, programs, days, since: firstDay === null ? null : firstDay * DAY_MS },
    ]),
  );
}
