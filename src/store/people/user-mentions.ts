import type { Case } from "../../model/case.ts";
import { shownAddress, shownName } from "../../model/shown-person.ts";
import { renderThreat, type ThreatEvent } from "../../model/threat-event.ts";
import type { User } from "../../model/user.ts";
import { findCaseEvents } from "../cases/case-events.ts";
import { lockCases, saveCases, updatedTo } from "../cases/cases.ts";
import type { DomainDb } from "../database/database.ts";
import { THREAT_COLUMNS, type ThreatRow, toThreat } from "../threats/threats.ts";

/** The current name and address of a user in events and cases; null keeps the stored one. */
interface Mention {
  readonly tuid: string;
  readonly name: string | null;
  readonly email: string | null;
}

/** How many are rendered at a time. */
const THREATS_AT_ONCE = 1_000;
const CASES_AT_ONCE = 100;

const toMention = ({ tuid, name, emailAddresses }: User): Mention => ({
  tuid,
  name: shownName(name),
  email: shownAddress(emailAddresses[0]),
});

/** Returns whether the name and address shown in events and cases are the same before and after. */
export function hasSameMention(before: User, after: User): boolean {
  const [old, now] = [toMention(before), toMention(after)];
  return old.name === now.name && old.email === now.email;
}

/**
 * Returns new events with the current names and addresses of users in the directory, because a detector may have stored
 * older ones. Users who are not in the directory keep the names from the rows.
 */
export async function withMentions(tx: DomainDb, threats: readonly ThreatEvent[]): Promise<readonly ThreatEvent[]> {
  const rows = await tx.query<{ tuid: string; name: string | null; email: string | null }>(
    `select u.tuid, u.name, u.email_addresses[1] as email from users u
     where u.domain_id = $1 and u.tuid = any($2::uuid[]) and exists (
       select from identity_aliases a where a.domain_id = $1 and a.subject = u.tuid::text and a.alias like 'oid:%')`,
    [[...new Set(threats.flatMap(({ tuid }) => tuid ?? []))]],
  );
  const mentions = new Map(
    rows.map(({ tuid, name, email }) => [tuid, { tuid, name: shownName(name), email: shownAddress(email) }]),
  );
  return threats.map((threat) => mentioning(threat, mentions.get(threat.tuid ?? "")));
}

const mentioning = (threat: ThreatEvent, mention: Mention | undefined): ThreatEvent => ({
  ...threat,
  userName: mention?.name ?? threat.userName,
  userEmail: mention?.email ?? threat.userEmail,
});

/**
 * Updates the names and addresses of users in their events and cases. Cases are locked before events, as a verdict
 * does.
 */
export async function refreshMentions(tx: DomainDb, users: readonly User[], at: Date): Promise<void> {
  if (users.length === 0) return;
  const mentions = new Map(users.map((user) => [user.tuid, toMention(user)]));
  const caseIds = await lockOutdatedCases(tx, [...mentions.values()]);
  await refreshThreats(tx, [...mentions.values()], at);
  for (let start = 0; start < caseIds.length; start += CASES_AT_ONCE) {
    await refreshCases(tx, caseIds.slice(start, start + CASES_AT_ONCE), mentions, at);
  }
}

const MENTIONS = "unnest($2::uuid[], $3::text[], $4::text[]) as m (tuid, name, email)";
const valuesOf = (mentions: readonly Mention[]): readonly unknown[] => [
  mentions.map(({ tuid }) => tuid),
  mentions.map(({ name }) => name),
  mentions.map(({ email }) => email),
];
const isOutdated = (table: string): string =>
  `(${table}.user_name is distinct from coalesce(m.name, ${table}.user_name)
    or ${table}.user_email is distinct from coalesce(m.email, ${table}.user_email))`;

/** The outdated events of each user, found through an index. */
const OUTDATED_THREATS = `${MENTIONS} join threats t on t.domain_id = $1 and t.subject = m.tuid::text
  and t.removed_at is null and ${isOutdated("t")}`;

async function lockOutdatedCases(tx: DomainDb, mentions: readonly Mention[]): Promise<readonly string[]> {
  const rows = await tx.query<{ case_id: string }>(
    `select c.case_id from cases c where c.domain_id = $1 and c.case_id = any(array(
       select e.case_id from ${OUTDATED_THREATS} join case_events e on e.domain_id = $1 and e.event_id = t.event_id
       union
       select k.case_id from ${MENTIONS} join cases k on k.domain_id = $1 and k.tuid = m.tuid
         and k.removed_at is null and ${isOutdated("k")}))
     order by c.case_id for update`,
    valuesOf(mentions),
  );
  return rows.map(({ case_id }) => case_id);
}

/** Updates one user after the other, in pages, so that memory stays bounded. */
async function refreshThreats(tx: DomainDb, mentions: readonly Mention[], at: Date): Promise<void> {
  const rows = await tx.query<{ tuid: string }>(`select distinct m.tuid from ${OUTDATED_THREATS}`, valuesOf(mentions));
  const outdated = new Set(rows.map(({ tuid }) => tuid));
  for (const mention of mentions.filter(({ tuid }) => outdated.has(tuid))) {
    let after: ThreatRow | undefined;
    do {
      const page = await lockOutdatedThreats(tx, mention, after);
      await renameIn(tx, mention, page, at);
      after = page.length < THREATS_AT_ONCE ? undefined : page.at(-1);
    } while (after);
  }
}

function lockOutdatedThreats(tx: DomainDb, mention: Mention, after: ThreatRow | undefined) {
  return tx.query<ThreatRow>(
    `select ${THREAT_COLUMNS} from (values ($2::uuid, $3::text, $4::text)) as m (tuid, name, email)
     join threats t on t.domain_id = $1 and t.subject = m.tuid::text and t.removed_at is null and ${isOutdated("t")}
       and (t.created_at, t.event_id) < ($5::timestamptz, $6::uuid)
     order by t.created_at desc, t.event_id desc limit ${THREATS_AT_ONCE} for no key update of t`,
    [mention.tuid, mention.name, mention.email, after?.created_at ?? "infinity", after?.event_id ?? mention.tuid],
  );
}

async function renameIn(tx: DomainDb, mention: Mention, rows: readonly ThreatRow[], at: Date): Promise<void> {
  if (rows.length === 0) return;
  const threats = rows.map((row) => mentioning(toThreat(row), mention));
  const given = threats.map((threat) => ({
    event_id: threat.eventId,
    user_name: threat.userName,
    user_email: threat.userEmail,
    wire: renderThreat(threat),
  }));
  await tx.execute(
    `update threats t set user_name = given.user_name, user_email = given.user_email, wire = given.wire,
       changed_at = greatest(t.changed_at, $3)
     from json_to_recordset($2::json) as given (event_id uuid, user_name text, user_email text, wire text)
     where t.domain_id = $1 and t.event_id = given.event_id`,
    [JSON.stringify(given), at],
  );
  tx.markChanged("threats");
}

async function refreshCases(
  tx: DomainDb,
  caseIds: readonly string[],
  mentions: ReadonlyMap<string, Mention>,
  at: Date,
): Promise<void> {
  const stored = await lockCases(tx, caseIds);
  const events = await findCaseEvents(tx, caseIds);
  const rename = (item: Case, tuid: string | null): Case => {
    const mention = mentions.get(tuid ?? "");
    return { ...item, userName: mention?.name ?? item.userName, userEmail: mention?.email ?? item.userEmail };
  };
  const cases = stored.map(({ item, tuid, verdict }) => ({
    item: rename(updatedTo(item, at), tuid),
    verdict,
    events: events.get(item.caseId) ?? [],
  }));
  await saveCases(tx, cases, at);
}
