import { toUpn } from "../../../../model/rows/identifiers.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";
import {
  DAY_MS,
  type Hit,
  type Memory,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, toHit } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { before } from "../patterns/sequence.ts";
import { isCrowdedDay, type Sighting, sightingsOf } from "../patterns/sightings.ts";
import { isSignIn, USED } from "../signals/habits.ts";
import { nameOfOrigin, originOf, SIGN_IN_TABLES } from "../signals/sign-in.ts";
import { trustOf, weightOfTrust } from "../signals/sign-in-trust.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["dormantAccount"];

/** Uses are compared by week, because hits of earlier releases stand for a week. */
const WEEK_MS = 7 * DAY_MS;
const REENABLED = "reenabled:";

/** Detects a sign-in to an account after months without one. */
export function dormantAccount(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "dormant_account",
      major: 1,
      title: "Dormant account used again",
      severity: "medium",
      tactics: ["initial_access", "persistence"],
      techniques: ["T1078"],
      threatType: "account_compromise",
      signal: "core_iam",
      // A sign-in after the account was enabled again is also one after inactivity.
      supersedes: ["dormant_account"],
    },
    tables: [...SIGN_IN_TABLES, "AuditLogs"],
    spanMs: settings.memoryDays * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    days: {
      habit: "sign_in",
      // A sign-in this soon after another one is not after inactivity.
      settledMs: Math.min(settings.silentDays, settings.reenabledSilentDays) * DAY_MS - 1,
      holds: (value) => value === USED,
    },
    hitsOf,
    firingsOf: (memory) =>
      memory.group.startsWith(REENABLED) ? reenabled(memory, settings) : dormant(memory, settings),
  });
}

/** Rows name an enabled account by its principal name, so sign-ins are stored under that name too. */
function hitsOf({ row, actor }: SeenRow): readonly Hit[] {
  const act = directoryActOf(row);
  if (act !== null) {
    const target = act.kind === "user.enabled" ? toUpn(act.object) : null;
    return target === null ? [] : [toHit(REENABLED + target, "enabled")];
  }
  if (actor?.kind !== "user" || !isSignIn(row)) return [];
  const data = { origin: originOf(row) ?? "", trust: trustOf(row) };
  const used = toHit(actor.subject, USED, data);
  return actor.upn === null ? [used] : [used, toHit(REENABLED + actor.upn, USED, data)];
}

function fromOrigin(hit: RowHit): string {
  const origin = dataText(hit, "origin");
  return origin === "" ? "" : ` from ${nameOfOrigin(origin)}`;
}

/** Yields the first use of each week with the inactivity before it. The week before may have had uses until its end. */
function* silences(
  { hits }: Memory,
  settings: Settings,
): Iterable<{ readonly hit: RowHit; readonly silentMs: number }> {
  const weeks = new Map<number, Sighting>();
  for (const use of sightingsOf(hits.filter((hit) => hit.value === USED || isCrowdedDay(hit)))) {
    const week = periodOf(use.at, WEEK_MS);
    if (!weeks.has(week)) weeks.set(week, use);
  }
  let last: number | undefined;
  for (const { hit, at } of weeks.values()) {
    const silentMs = last === undefined ? 0 : at - last - WEEK_MS;
    if (!hit.isFromDays && silentMs + WEEK_MS <= settings.memoryDays * DAY_MS) yield { hit, silentMs };
    last = at;
  }
}

/** People who return use their device; one factor without a known device, or a script, is more severe. */
function weightOf(hit: RowHit, isLong: boolean): Pick<Firing, "severity" | "precision"> {
  const trust = dataText(hit, "trust");
  if (trust === "managed") return { severity: isLong ? "medium" : "low" };
  return trust === "bare" || trust === "scripted" ? weightOfTrust(trust) : { severity: isLong ? "high" : "medium" };
}

function* dormant(memory: Memory, settings: Settings): Iterable<Firing> {
  for (const { hit, silentMs } of silences(memory, settings)) {
    if (silentMs < settings.silentDays * DAY_MS) continue;
    const isLong = silentMs >= settings.longSilentDays * DAY_MS;
    yield {
      trigger: hit,
      ...weightOf(hit, isLong),
      summary: () =>
        `First sign-in${fromOrigin(hit)} after at least ${toDuration(silentMs)} without one on record; ` +
        `${isLong ? settings.longSilentDays : settings.silentDays} days or more is dormant.`,
    };
  }
}

function* reenabled(memory: Memory, settings: Settings): Iterable<Firing> {
  const enabled = memory.hits.filter(({ value }) => value === "enabled");
  for (const { hit, silentMs } of silences(memory, settings)) {
    if (silentMs < settings.reenabledSilentDays * DAY_MS) continue;
    const [enabling] = before(enabled, hit.at, settings.reenabledSilentDays * DAY_MS);
    if (enabling === undefined) continue;
    yield {
      trigger: hit,
      evidence: [enabling],
      ...weightOf(hit, silentMs >= settings.longSilentDays * DAY_MS),
      summary: () =>
        `First sign-in${fromOrigin(hit)} after at least ${toDuration(silentMs)} without one on record, ` +
        `${toDuration(hit.at - enabling.at)} after the account was enabled again; ` +
        `${settings.reenabledSilentDays} days or more is dormant.`,
    };
  }
}
