import { toAmount, toCount } from "../../../../model/text/amount.ts";
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
import { dataText, EVERYBODY, nameOfActor, supporting, toHit } from "../hits.ts";
import { distinctIn } from "../patterns/burst.ts";
import { bucketOf } from "../patterns/digest.ts";
import { cellOf, type Estimate, estimateOf, levelOf } from "../patterns/distinct-sketch.ts";
import type { Firing } from "../patterns/firing.ts";
import { medianOf } from "../patterns/median.ts";
import { nameOfOrigin, originOf, outcomeOf, SIGN_IN_TABLES } from "../signals/sign-in.ts";

type Settings = BehaviorSettings["distributedSpray"];

/** Addresses are stored as cells of a sketch, so that the memory of a large organization stays small. */
const SKETCH_WIDTH = 256;
/** Fewer earlier days show nothing of what is usual. */
const LEAST_DAYS = 3;
/** How many users of one address are distinguished; more of them are a spray from that address. */
const USERS_PER_CELL = 4;

/**
 * Detects failed sign-ins of many users from many addresses, with few users each. Only addresses from which nobody signs in
 * count: who mistypes a password signs in from the same address soon afterwards.
 */
export function distributedSpray(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "distributed_spray",
      major: 1,
      title: "Password spray from many addresses",
      severity: "medium",
      tactics: ["credential_access"],
      techniques: ["T1110.003"],
      threatType: "account_compromise",
      signal: "core_iam",
      precision: 0.65,
    },
    tables: SIGN_IN_TABLES,
    spanMs: (Math.ceil(settings.baselineDays) + 1) * DAY_MS,
    // Earlier days can only raise what is usual.
    nearMs: DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    minTriggers: settings.users,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf({ row, actor }: SeenRow): readonly Hit[] {
  const outcome = outcomeOf(row);
  const origin = outcome === "success" || outcome === "wrong_password" ? originOf(row) : null;
  if (!origin?.startsWith("ip:") || actor?.kind !== "user") return [];
  const cell = cellOf(origin, SKETCH_WIDTH);
  if (outcome === "success") return supporting([toHit(EVERYBODY, `success:${cell}`)]);
  const data = { cell, user: actor.subject, name: nameOfActor(actor), origin };
  return [toHit(EVERYBODY, `failed:${cell}:${bucketOf(actor.subject, USERS_PER_CELL)}`, data)];
}

const isFailure = ({ value }: RowHit): boolean => value.startsWith("failed:");

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const days = new Map(
    [...new Set(hits.filter(isFailure).map(({ at }) => periodOf(at, DAY_MS)))].map((day) => [day, dayOf(day, hits)]),
  );
  for (const [start, day] of days) {
    const past = [...days].filter(([other]) => other < start && other >= start - settings.baselineDays * DAY_MS);
    const usual = past.length < LEAST_DAYS ? null : medianOf(past.map(([, { peak }]) => peak));
    const share = settings.shareOfAddresses * day.origins.count;
    const least = Math.ceil(Math.max(settings.users, share, settings.timesUsual * (usual ?? 0)));
    const firing = toFiring(day, least, usual);
    if (firing !== null) yield firing;
  }
}

/** The failures from addresses without a success, in the windows of 24 hours that end on one day. */
interface SprayDay {
  readonly unmatched: readonly RowHit[];
  readonly start: number;
  readonly origins: Estimate;
  /** The most users in one window. */
  readonly peak: number;
}

function dayOf(start: number, hits: readonly RowHit[]): SprayDay {
  const near = hits.filter(({ at }) => at >= start - DAY_MS && at < start + DAY_MS);
  const cells = new Set(near.filter((hit) => !isFailure(hit)).map(({ value }) => value.slice(value.indexOf(":") + 1)));
  const origins = estimateOf(cells, SKETCH_WIDTH);
  const unmatched = near.filter((hit) => {
    const cell = dataText(hit, "cell");
    return isFailure(hit) && !cells.has(cell) && levelOf(cell) >= origins.level;
  });
  const day = { unmatched, start, origins, peak: 0 };
  return { ...day, peak: Math.max(0, ...windowsOf(day).map(({ users }) => users)) };
}

interface UserWindow {
  readonly hit: RowHit;
  readonly from: number;
  readonly to: number;
  readonly users: number;
}

/** Returns the windows of 24 hours that end with a failure of the day, with the number of users in each. */
function windowsOf({ unmatched, start, origins }: SprayDay): readonly UserWindow[] {
  const count = distinctIn(unmatched, (hit) => dataText(hit, "user"));
  let from = 0;
  return unmatched.flatMap((hit, index) => {
    while ((unmatched[from]?.at ?? hit.at) < hit.at - DAY_MS) from += 1;
    const window = { hit, from, to: index + 1 };
    // On deeper levels is only a part of the addresses, so each stands for several.
    const users = count(window) * 2 ** origins.level;
    return hit.at < start ? [] : [{ ...window, users }];
  });
}

function toFiring(day: SprayDay, least: number, usual: number | null): Firing | null {
  const full = windowsOf(day).filter(({ users }) => users >= least);
  const [first, last] = [full[0], full.at(-1)];
  if (first === undefined || last === undefined) return null;
  const evidence = day.unmatched.slice(first.from, last.to);
  const addresses = new Set(evidence.map((hit) => dataText(hit, "origin")));
  return {
    trigger: first.hit,
    evidence,
    actor: null,
    count: day.peak,
    summary: () =>
      `${toAmount(day.peak, "user")} failed to sign in within 24 h from ${toAmount(addresses.size, "address")} from which ` +
      `nobody signed in, among them ${[...addresses].slice(0, 3).map(nameOfOrigin).join(", ")}; ` +
      `${usual === null ? "" : `${toCount(usual)} is usual, `}${toCount(least)} or more is reported as a spray.`,
  };
}
