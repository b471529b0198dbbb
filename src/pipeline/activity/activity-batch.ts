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

/** Collects the activity of the rows of a batch. */
export function createBatch(domainId: string) {
  const days = new Map<string, ActorDay & { readonly facts: DayFacts }>();
  const values = new Map<number, Map<string, NewValue>>(
    [...DIMENSIONS.map(dimensionCode), ...HABIT_KINDS.map(habitValueCode)].map((code) => [code, new Map()]),
  );
  const actors = new Map<string, NewActor>();
  const sources = new Map<string, NewSource & { readonly days: Set<number> }>();
  const addresses = new Map<string, ActorAddress>();
  const changes: DirectoryChange[] = [];

  const hashOf = (code: number, { key, label }: Pick<ActivityValue, "key" | "label">): string => {
    const known = values.get(code)?.get(key);
    if (known !== undefined && (label === known.label || compareText(label, known.label) > 0)) return known.hash;
    // The domain is part of the digest, so that nobody can choose values whose hashes displace others.
    const hash = known?.hash ?? shortDigest(`${domainId}:${code}:${key}`);
    values.get(code)?.set(key, { dimension: code, hash, key, label });
    return hash;
  };
  const factsOf = (actorKey: string, day: number): DayFacts => {
    const name = `${day}:${actorKey}`;
    const known = days.get(name);
    if (known !== undefined) return known.facts;
    const facts = emptyFacts();
    days.set(name, { actorKey, day, facts });
    return facts;
  };

  return {
    addSource: ({ table, at }: LogRow): void => {
      const day = dayOf(at);
      const known = sources.get(table) ?? { table, firstDay: day, lastDay: day, rows: 0, days: new Set<number>() };
      const span = { firstDay: Math.min(known.firstDay, day), lastDay: Math.max(known.lastDay, day) };
      sources.set(table, { table, ...span, rows: known.rows + 1, days: known.days.add(day) });
    },
    addActivity: (row: LogRow, actor: RowActor, activity: Activity): void => {
      const day = dayOf(row.at);
      const key = keyOf(actor.key);
      addActor(actors, key, actor, day);
      addAddress(addresses, key, row, activity);
      const facts = factsOf(key, day);
      addRow(facts, row, activity);
      const sample = packSample(row);
      for (const value of activity.values) {
        const code = dimensionCode(value.dimension);
        addUse(facts, code, hashOf(code, value), { count: 1, sample });
      }
    },
    addHabits: (row: LogRow, actor: RowActor, habits: readonly Habit[]): void => {
      if (habits.length === 0) return;
      const day = dayOf(row.at);
      const key = keyOf(actor.key);
      addActor(actors, key, actor, day);
      const facts = factsOf(key, day);
      const since = row.at - day * DAY_MS;
      for (const { kind, key: name } of habits) {
        const value = { key: storableText(name), label: "" };
        addHabit(facts.habits, kindMark(kind) + hashOf(habitValueCode(kind), value), since);
      }
    },
    addChanges: (more: readonly DirectoryChange[]): void => {
      changes.push(...more);
    },
    take: (): ActivityBatch => {
      for (const { facts } of days.values()) trimFacts(facts);
      return {
        // In the order of the database's keys, so that neighbors are written together.
        days: [...days.values()].sort((a, b) => compareText(a.actorKey, b.actorKey) || a.day - b.day),
        values: [...values.values()].flatMap((ofCode) => [...ofCode.values()]),
        actors: [...actors.values()],
        sources: [...sources.values()],
        addresses: [...addresses.values()],
        changes,
      };
    },
  };
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS);
const keyOf = (key: string): string => storableText(key.slice(0, MAX_KEY));

/** In logs of machines and network devices the address is often not that of the actor. */
const WITHOUT_ADDRESS: ReadonlySet<LogTable> = new Set(["SecurityEvent", "CommonSecurityLog", "Syslog"]);

function addAddress(addresses: Map<string, ActorAddress>, actorKey: string, row: LogRow, activity: Activity): void {
  // A network is among the values if the act succeeded and the address is that of the actor.
  if (WITHOUT_ADDRESS.has(row.table) || !activity.values.some(({ dimension }) => dimension === "network")) return;
  const address = ipOf(row);
  if (address === null) return;
  const day = dayOf(row.at);
  const name = `${address} ${actorKey}`;
  const known = addresses.get(name);
  if (known !== undefined && known.firstDay <= day && known.lastDay >= day) return;
  addresses.set(name, {
    address,
    actorKey,
    firstDay: Math.min(known?.firstDay ?? day, day),
    lastDay: Math.max(known?.lastDay ?? day, day),
  });
}

function addRow(facts: DayFacts, { table, at }: LogRow, activity: Activity): void {
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
