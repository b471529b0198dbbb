import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  type Memory,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, nameOfActor, supporting, toHit } from "../hits.ts";
import { type Burst, type BurstRule, burstsOf, type FullWindow, fullWindows } from "../patterns/burst.ts";
import { toKey } from "../patterns/digest.ts";
import { cellOf, estimateOf } from "../patterns/distinct-sketch.ts";
import type { Firing } from "../patterns/firing.ts";
import { before, followUps } from "../patterns/sequence.ts";
import { blockOf, systemOf } from "../signals/network-of-origin.ts";
import { isFromOwnNetwork, nameOfOrigin, originOf, outcomeOf, SIGN_IN_TABLES } from "../signals/sign-in.ts";
import { trustOf } from "../signals/sign-in-trust.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["networkSpray"];

/** Successful users are stored as cells of a sketch, so that the memory of a large network stays small. */
const SKETCH_WIDTH = 8;

const BLOCK = "block:";
const SYSTEM = "system:";

/**
 * Detects failed sign-ins to many accounts from the addresses of one network, within a day or several, with few accounts
 * for each address. Networks from which people of the organization sign in are silent.
 */
export function networkSpray(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "network_spray",
      major: 1,
      title: "Slow password spray from one network",
      severity: "medium",
      tactics: ["credential_access"],
      techniques: ["T1110.003"],
      threatType: "account_compromise",
      signal: "core_iam",
      precision: 0.5,
    },
    tables: SIGN_IN_TABLES,
    // A success counts for a day after the spray.
    spanMs: (Math.max(settings.withinDays, 1) + 1) * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    minTriggers: Math.min(settings.usersPerDay, settings.users),
    triggersDiffer: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf({ row, actor }: SeenRow): readonly Hit[] {
  const outcome = outcomeOf(row);
  const isEntry = outcome === "success" || outcome === "accepted";
  if ((!isEntry && outcome !== "wrong_password") || actor?.kind !== "user" || isFromOwnNetwork(row)) return [];
  const block = blockOf(row);
  if (block === null) return [];
  const system = systemOf(row);
  const groups = [BLOCK + block, ...(system === null ? [] : [SYSTEM + system])];
  const data = { name: nameOfActor(actor), user: toKey(actor.subject), origin: originOf(row) ?? "" };
  if (!isEntry) return groups.map((group) => toHit(group, `failed:${data.user}`, data));
  const value = `success:${cellOf(actor.subject, SKETCH_WIDTH)}`;
  const entry = { ...data, trust: trustOf(row), accepted: outcome === "accepted" };
  return supporting(groups.map((group) => toHit(group, value, entry)));
}

/** A number of users within a time that is a spray. */
type SprayRule = Pick<BurstRule, "windowMs" | "least"> & { readonly count: "values" };

function rulesOf(isSystem: boolean, { usersPerDay, users, withinDays }: Settings): readonly SprayRule[] {
  // A provider has many customers.
  const times = isSystem ? 2 : 1;
  return [
    { windowMs: DAY_MS, least: usersPerDay * times, count: "values" },
    { windowMs: withinDays * DAY_MS, least: users * times, count: "values" },
  ];
}

function* firingsOf({ group, hits }: Memory, settings: Settings): Iterable<Firing> {
  const failed = hits.filter(({ value }) => value.startsWith("failed:"));
  const successes = hits.filter(({ value }) => value.startsWith("success:"));
  const isSystem = group.startsWith(SYSTEM);
  const perSuccess = isSystem ? settings.failuresPerSuccessOfSystem : settings.failuresPerSuccess;
  for (const rule of rulesOf(isSystem, settings)) {
    const isSpray = (window: FullWindow): boolean =>
      window.size >= perSuccess * usersOf(before(successes, window.at, rule.windowMs)) &&
      isSpread(failed.slice(window.from, window.to), settings);
    for (const burst of burstsOf(failed, { ...rule, periodMs: DAY_MS }, isSpray)) yield toSpray(group, burst, rule);
    const waves = isSystem ? [] : fullWindows(failed, rule).filter(isSpray);
    for (const { first, second } of followUps(waves, successes.filter(isUntrusted), DAY_MS))
      yield toBreach(group, second, first, failed);
  }
}

/** A spray from a few addresses is reported for each of them. */
function isSpread(window: readonly RowHit[], { addresses }: Settings): boolean {
  const users = new Map<string, Set<string>>();
  for (const hit of window) {
    const origin = dataText(hit, "origin");
    users.set(origin, (users.get(origin) ?? new Set()).add(hit.value));
  }
  const all = new Set(window.map(({ value }) => value)).size;
  return users.size >= addresses && Math.max(...[...users.values()].map(({ size }) => size)) <= all / 2;
}

/** A sprayed password comes with neither a device of the organization nor a second factor. */
const isUntrusted = (success: RowHit): boolean => !["managed", "confirmed"].includes(dataText(success, "trust"));

/** Estimates how many users signed in. */
function usersOf(successes: Iterable<RowHit>): number {
  const cells = new Set([...successes].map(({ value }) => value.slice(value.indexOf(":") + 1)));
  return estimateOf(cells, SKETCH_WIDTH).count;
}

const nameOfGroup = (group: string): string =>
  group.startsWith(BLOCK) ? group.slice(BLOCK.length) : `the autonomous system ${group.slice(SYSTEM.length)}`;

function toSpray(group: string, { trigger, hits: burst, peak }: Burst, { windowMs, least }: SprayRule): Firing {
  const addresses = [...new Set(burst.map((hit) => dataText(hit, "origin")))];
  return {
    trigger,
    evidence: burst,
    actor: null,
    count: peak,
    // A provider has many customers, so its attempts may be of several of them.
    ...(group.startsWith(SYSTEM) && { precision: 0.3 }),
    summary: () =>
      `${toAmount(addresses.length, "address")} of ${nameOfGroup(group)} failed to sign in as ` +
      `${toAmount(peak, "different user")} within ${windowMs > DAY_MS ? `${windowMs / DAY_MS} days` : "24 h"}, among them ` +
      `${[...new Set(burst.map((hit) => dataText(hit, "name")))].slice(0, 3).join(", ")} from ` +
      `${addresses.slice(0, 3).map(nameOfOrigin).join(", ")}; ${least} or more is reported as a spray.`,
  };
}

/** A success from the same network soon after the spray. */
function toBreach(group: string, success: RowHit, wave: FullWindow, failed: readonly RowHit[]): Firing {
  return {
    trigger: success,
    evidence: failed.slice(wave.from, wave.to),
    severity: "high",
    about: success.value,
    precision: 0.7,
    count: wave.size,
    summary: () =>
      `${success.data?.["accepted"] === true ? "The password was accepted for" : "Signed in as"} ${dataText(success, "name")} from ${nameOfOrigin(dataText(success, "origin"))} ` +
      `${toDuration(success.at - wave.at)} after ${nameOfGroup(group)} had failed as ` +
      `${toAmount(wave.size, "different user")}: a sprayed password may have been right.`,
  };
}
