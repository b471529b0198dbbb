import { toAmount } from "../../../../model/text/amount.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";
import {
  DAY_MS,
  type Hit,
  HOUR_MS,
  type Memory,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor, supporting } from "../hits.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { observed } from "../patterns/first-seen.ts";
import { before } from "../patterns/sequence.ts";
import { delegatedMailboxOf, isMailRead, MAILBOX_TABLES } from "../signals/mailbox-access.ts";
import { toDuration, toName } from "../wording.ts";

type Settings = BehaviorSettings["mailboxOfOther"];

const READ = "read:";
const GIVEN = "given:";
/** Any other reading: it shows that the log contains what the user reads. */
const PRESENT = "present";

/**
 * Detects that somebody reads the mailbox of somebody else as a delegate for the first time: severe right after giving the
 * own account access to it, low if many items are read.
 */
export function mailboxOfOther(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "mailbox_of_other",
      major: 1,
      title: "Mailbox of somebody else read for the first time",
      severity: "low",
      tactics: ["collection"],
      techniques: ["T1114.002"],
      threatType: "data_exfiltration",
      signal: "communications",
    },
    tables: MAILBOX_TABLES,
    spanMs: (Math.ceil(settings.baselineDays) + 1) * DAY_MS,
    foldMs: DAY_MS,
    minTriggers: 1,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow): readonly Hit[] {
  const owner = delegatedMailboxOf(seen.row);
  if (owner !== null) return hitOfActor(seen, `${READ}${seen.row.table}:${toKey(owner)}`, { owner: toName(owner) });
  const act = directoryActOf(seen.row);
  if (act?.kind === "mailbox_permission.added" && act.actor !== null && act.actor === act.target && act.object !== null)
    return supporting(hitOfActor(seen, GIVEN + toKey(act.object)));
  return isMailRead(seen.row) ? supporting(hitOfActor(seen, PRESENT)) : [];
}

const isRead = ({ value }: RowHit): boolean => value.startsWith(READ);

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const given = hits.filter(({ value }) => value.startsWith(GIVEN));
  for (const reading of firstReadings(hits, settings)) {
    const last = reading.ofDay.at(-1)?.at ?? 0;
    const permission = [...before(given, last, settings.grantedWithinHours * HOUR_MS)].find((hit) =>
      namesOwner(hit, reading.owner),
    );
    if (permission !== undefined) yield* toTaken(permission, reading);
    else yield* toFirst(hits, reading, settings);
  }
}

/** Yields the days on which a mailbox was read that was not read in the baseline before. */
function* firstReadings(hits: readonly RowHit[], settings: Settings): Iterable<Reading> {
  const byOwner = new Map<string, RowHit[]>();
  for (const hit of hits.filter(isRead)) {
    const owner = dataText(hit, "owner");
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), hit]);
  }
  for (const [owner, reads] of byOwner) {
    for (const day of new Set(reads.map(({ at }) => periodOf(at, DAY_MS)))) {
      if (reads.some(({ at }) => at < day && at >= day - baselineMs(settings))) continue;
      const ofDay = fullestOf(reads.filter(({ at }) => periodOf(at, DAY_MS) === day));
      yield { day, ofDay, owner, items: ofDay.reduce((sum, { count }) => sum + count, 0) };
    }
  }
}

const baselineMs = ({ baselineDays }: Settings): number => Math.ceil(baselineDays) * DAY_MS;

/** Tables name a mailbox by its address or by its name. */
function namesOwner({ value }: RowHit, owner: string): boolean {
  const [given, read] = [value.slice(GIVEN.length), toKey(owner)];
  return given === read || given.split("@")[0] === read.split("@")[0];
}

/** Returns the hits of the table with the most items: two tables report the same ones. */
function fullestOf(hits: readonly RowHit[]): readonly RowHit[] {
  const sums = new Map<string, { readonly hits: RowHit[]; sum: number }>();
  for (const hit of hits) {
    const known = sums.get(hit.ref.table) ?? { hits: [], sum: 0 };
    known.hits.push(hit);
    known.sum += hit.count;
    sums.set(hit.ref.table, known);
  }
  return [...sums.values()].sort((a, b) => b.sum - a.sum)[0]?.hits ?? [];
}

interface Reading {
  readonly day: number;
  readonly ofDay: readonly RowHit[];
  readonly items: number;
  readonly owner: string;
}

function* toTaken(permission: RowHit, { ofDay, items, owner }: Reading): Iterable<Firing> {
  const [trigger] = ofDay;
  if (trigger === undefined) return;
  yield {
    trigger,
    evidence: [permission, ...ofDay],
    severity: "high",
    precision: 0.7,
    title: "Mailbox of somebody else read after giving oneself access",
    about: owner,
    count: items,
    summary: () =>
      `Read the mailbox of ${owner} ${toDuration(Math.max(0, trigger.at - permission.at))} after giving the own account ` +
      `access to it: ${toAmount(items, "record")} on this day.`,
  };
}

function* toFirst(
  hits: readonly RowHit[],
  { day, ofDay, items, owner }: Reading,
  settings: Settings,
): Iterable<Firing> {
  const [trigger] = ofDay;
  if (trigger === undefined || items < settings.items) return;
  const past = hits.filter(({ at }) => at < day && at >= day - baselineMs(settings));
  const knownMs = day - (past[0]?.at ?? day);
  // Who works in the mailboxes of several others, as an assistant or a help desk does, gets new ones.
  const others = new Set(past.filter(isRead).map((hit) => dataText(hit, "owner"))).size;
  if (knownMs < settings.warmUpDays * DAY_MS || others > 1) return;
  yield {
    trigger,
    evidence: ofDay,
    about: owner,
    count: items,
    summary: () =>
      `Read ${toAmount(items, "record")} of the mailbox of ${owner} on this day, which this account did not read ` +
      `${observed(knownMs, settings.baselineDays).period}.`,
  };
}
