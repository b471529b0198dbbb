import type { Activity, ActivityValue } from "../../analysis/activity/activity-of.ts";
import { dimensionCode, tableCode } from "../../model/activity/activity-codes.ts";
import { addCounts, addHabit, addUse, type DayFacts, emptyFacts, trimFacts } from "../../model/activity/day-facts.ts";
import { packSample } from "../../model/activity/day-sample.ts";
import { HABIT_KINDS, type Habit, habitValueCode, kindMark } from "../../model/activity/habit-codes.ts";
import { DIMENSIONS, type DirectoryChange } from "../../model/identity/activity.ts";
import type { RowActor } from "../../model/rows/actor.ts";
import type { LogRow, LogTable } from "../../model/rows/log-row.ts";
import { ipOf } from "../../model/rows/row-ip.ts";
import { compareText } from "../../model/text/compare-text.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { storableText } from "../../model/text/storable-text.ts";
import { shortDigest } from "../../runtime/hashing.ts";
import type { ActorAddress } from "../../store/activity/address-use.ts";
import type { ActivityBatch, ActorDay, NewActor, NewSource, NewValue } from "../../store/activity/save-activity.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The number of other identifiers kept for an actor. */
const MAX_KEYS = 8;
const MAX_KEY = 680;
const MAX_NAME = 256;

interface CollectedDay extends ActorDay {
  readonly facts: DayFacts;
  /** From which the actor acted. */
  readonly addresses: Set<string>;
}

type CollectedSource = { -readonly [K in keyof NewSource]: NewSource[K] } & { readonly days: Set<number> };

/** Collects the activity of the rows of a batch. */
export function createBatch(domainId: string) {
  const days = new Map<number, Map<string, CollectedDay>>();
  const values = new Map<number, Map<string, NewValue>>(
    [...DIMENSIONS.map(dimensionCode), ...HABIT_KINDS.map(habitValueCode)].map((code) => [code, new Map()]),
  );
  const actors = new Map<string, NewActor>();
  const sources = new Map<string, CollectedSource>();
  const changes: DirectoryChange[] = [];

  const hashOf = (code: number, { key, label }: Pick<ActivityValue, "key" | "label">): string => {
    const known = values.get(code)?.get(key);
    if (known !== undefined && (label === known.label || compareText(label, known.label) > 0)) return known.hash;
    // The domain is part of the digest, so that nobody can choose values whose hashes displace others.
    const hash = known?.hash ?? shortDigest(`${domainId}:${code}:${key}`);
    values.get(code)?.set(key, { dimension: code, hash, key, label });
    return hash;
  };
  const dayOfActor = (actorKey: string, day: number): CollectedDay => {
    const ofDay = days.get(day) ?? new Map<string, CollectedDay>();
    days.set(day, ofDay);
    const collected = ofDay.get(actorKey) ?? { actorKey, day, facts: emptyFacts(), addresses: new Set() };
    ofDay.set(actorKey, collected);
    return collected;
  };

  return {
    addSource: ({ table, at }: LogRow): void => {
      const day = dayOf(at);
      const known = sources.get(table) ?? { table, firstDay: day, lastDay: day, rows: 0, days: new Set<number>() };
      sources.set(table, known);
      known.firstDay = Math.min(known.firstDay, day);
      known.lastDay = Math.max(known.lastDay, day);
      known.rows += 1;
      known.days.add(day);
    },
    /** Adds what a row shows of its actor: its act, if it is one, and habits. */
    addRow: (row: LogRow, actor: RowActor, activity: Activity | null, habits: readonly Habit[]): void => {
      if (activity === null && habits.length === 0) return;
      const day = dayOf(row.at);
      const key = keyOf(actor.key);
      addActor(actors, key, actor, day);
      const { facts, addresses } = dayOfActor(key, day);
      for (const { kind, key: name } of habits) {
        const value = { key: storableText(name), label: "" };
        addHabit(facts.habits, kindMark(kind) + hashOf(habitValueCode(kind), value), row.at - day * DAY_MS);
      }
      if (activity === null) return;
      const address = addressOf(row, activity);
      if (address !== null) addresses.add(address);
      addEvent(facts, row, activity);
      const sample = packSample(row);
      for (const value of activity.values) {
        const code = dimensionCode(value.dimension);
        addUse(facts, code, hashOf(code, value), { count: 1, sample });
      }
    },
    addChanges: (more: readonly DirectoryChange[]): void => {
      changes.push(...more);
    },
    take: (): ActivityBatch => {
      const collected = [...days.values()].flatMap((ofDay) => [...ofDay.values()]);
      for (const { facts } of collected) trimFacts(facts);
      return {
        // In the order of the database's keys, so that neighbors are written together.
        days: collected.sort((a, b) => compareText(a.actorKey, b.actorKey) || a.day - b.day),
        values: [...values.values()].flatMap((ofCode) => [...ofCode.values()]),
        actors: [...actors.values()],
        sources: [...sources.values()],
        addresses: addressesOf(collected),
        changes,
      };
    },
  };
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS);
const keyOf = (key: string): string => storableText(key.slice(0, MAX_KEY));

/** In logs of machines and network devices the address is often not that of the actor. */
const WITHOUT_ADDRESS: ReadonlySet<LogTable> = new Set(["SecurityEvent", "CommonSecurityLog", "Syslog"]);

/** Returns the address from which the actor acted, if the act succeeded. */
function addressOf(row: LogRow, { values }: Activity): string | null {
  // A network is among the values if the act succeeded and the address is that of the actor.
  if (WITHOUT_ADDRESS.has(row.table) || !values.some(({ dimension }) => dimension === "network")) return null;
  return ipOf(row);
}

/** Returns the addresses of each actor with the first and the last of their days. */
function addressesOf(days: readonly CollectedDay[]): readonly ActorAddress[] {
  const used = new Map<string, ActorAddress>();
  for (const { actorKey, day, addresses } of days) {
    for (const address of addresses) {
      const name = `${address} ${actorKey}`;
      const { firstDay, lastDay } = used.get(name) ?? { firstDay: day, lastDay: day };
      used.set(name, { address, actorKey, firstDay: Math.min(firstDay, day), lastDay: Math.max(lastDay, day) });
    }
  }
  return [...used.values()];
}

function addEvent(facts: DayFacts, { table, at }: LogRow, activity: Activity): void {
  facts.tables |= 1 << tableCode(table);
  if (!activity.isEvent) return;
  const since = at - dayOf(at) * DAY_MS;
  const hour = Math.floor(since / HOUR_MS);
  facts.events++;
  facts.hours[hour] = (facts.hours[hour] ?? 0) + 1;
  facts.bytes = addCounts(facts.bytes, activity.bytes);
  if (activity.isFailure) facts.failures++;
  if (activity.isSignIn) facts.signIns++;
  if (!activity.isCall) return;
  facts.minutes.add(Math.floor(since / MINUTE_MS));
  facts.firstCalls.push(since);
}

function addActor(actors: Map<string, NewActor>, key: string, actor: RowActor, day: number): void {
  const known = actors.get(key);
  if (known !== undefined && isSame(known, actor, day)) return;
  const name = actor.name === null ? null : safeText(actor.name, MAX_NAME) || null;
  const others = actor.keys.slice(1).map(keyOf);
  if (known === undefined) {
    const keys = [...new Set(others)].sort(compareText).slice(0, MAX_KEYS);
    actors.set(key, { actorKey: key, kind: actor.kind, keys, name, firstDay: day, lastDay: day });
    return;
  }
  const isComplete = others.every((other) => known.keys.includes(other));
  actors.set(key, {
    actorKey: key,
    kind: known.kind > actor.kind ? known.kind : actor.kind,
    keys: isComplete ? known.keys : [...new Set([...known.keys, ...others])].sort(compareText).slice(0, MAX_KEYS),
    name: known.name === null || (name !== null && compareText(name, known.name) < 0) ? name : known.name,
    firstDay: Math.min(known.firstDay, day),
    lastDay: Math.max(known.lastDay, day),
  });
}

/** Returns whether a row shows nothing new of its actor, which is the common case. */
function isSame(known: NewActor, { kind, keys, name }: RowActor, day: number): boolean {
  if (known.kind < kind || name !== known.name || day < known.firstDay || day > known.lastDay) return false;
  for (let place = 1; place < keys.length; place++) if (!known.keys.includes(keys[place] ?? "")) return false;
  return true;
}
