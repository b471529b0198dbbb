import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  HOUR_MS,
  type Memory,
  MINUTE_MS,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, nameOfActor, supporting, toHit } from "../hits.ts";
import { type Burst, burstsOf, type FullWindow, fullWindows } from "../patterns/burst.ts";
import { toKey } from "../patterns/digest.ts";
import { cellOf, estimateOf } from "../patterns/distinct-sketch.ts";
import type { Firing } from "../patterns/firing.ts";
import { before, followUps } from "../patterns/sequence.ts";
import { nameOfOrigin, originOf, outcomeOf, SIGN_IN_TABLES } from "../signals/sign-in.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["passwordSpray"];

const FOLD_MINUTES = 15;
/** Successful users are stored as cells of a sketch, so that the memory of a shared office address stays small. */
const SKETCH_WIDTH = 8;

/** Detects failed sign-ins to many accounts from one address, within an hour or within a day. */
export function passwordSpray(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "password_spray",
      major: 1,
      title: "Password spray from one address",
      severity: "medium",
      tactics: ["credential_access"],
      techniques: ["T1110.003"],
      threatType: "account_compromise",
      signal: "core_iam",
      precision: 0.65,
    },
    tables: SIGN_IN_TABLES,
    // A success counts for some time after the spray, and the spray itself reaches one window back.
    spanMs: Math.max(settings.withinMinutes * MINUTE_MS, DAY_MS) + settings.withinMinutes * MINUTE_MS,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    minTriggers: Math.min(settings.users, settings.usersPerDay),
    triggersDiffer: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf({ row, actor }: SeenRow): readonly Hit[] {
  const outcome = outcomeOf(row);
  const isEntry = outcome === "success" || outcome === "accepted";
  const origin = isEntry || outcome === "wrong_password" ? originOf(row) : null;
  if (origin === null || actor?.kind !== "user") return [];
  const name = nameOfActor(actor);
  if (isEntry) {
    const data = { name, accepted: outcome === "accepted" };
    return supporting([toHit(origin, `success:${cellOf(actor.subject, SKETCH_WIDTH)}`, data)]);
  }
  return [toHit(origin, `failed:${toKey(actor.subject)}`, { name })];
}

function* firingsOf({ group, hits }: Memory, settings: Settings): Iterable<Firing> {
  const failed = hits.filter(({ value }) => value.startsWith("failed:"));
  const successes = hits.filter(({ value }) => value.startsWith("success:"));
  const successMs = settings.withinMinutes * MINUTE_MS;
  const rules = [
    { windowMs: settings.withinMinutes * MINUTE_MS, least: settings.users, count: "values" as const },
    { windowMs: DAY_MS, least: settings.usersPerDay, count: "values" as const },
  ];
  for (const rule of rules) {
    const outnumber = ({ size, at }: FullWindow): boolean =>
      size >= settings.failuresPerSuccess * usersOf(before(successes, at, rule.windowMs));
    for (const spray of burstsOf(failed, { ...rule, periodMs: DAY_MS }, outnumber)) yield toSpray(group, spray, rule);
    const waves = fullWindows(failed, rule).filter(outnumber);
    for (const { first, second } of followUps(waves, successes, successMs))
      yield toBreach(group, second, first, failed);
  }
}

/** Estimates how many users signed in. */
function usersOf(successes: Iterable<RowHit>): number {
  const cells = new Set([...successes].map(({ value }) => value.slice(value.indexOf(":") + 1)));
  return estimateOf(cells, SKETCH_WIDTH).count;
}

function toSpray(
  group: string,
  { trigger, hits: burst, peak }: Burst,
  { windowMs, least }: { readonly windowMs: number; readonly least: number },
): Firing {
  return {
    trigger,
    evidence: burst,
    actor: null,
    count: peak,
    summary: () =>
      `${nameOfOrigin(group)} failed to sign in as ${toAmount(peak, "different user")} within ` +
      `${windowMs > HOUR_MS ? `${windowMs / HOUR_MS} h` : `${windowMs / MINUTE_MS} min`}, among them ` +
      `${namesOf(burst)}; ${least} or more is reported as a spray.`,
  };
}

/** A success from the same address soon after the spray. */
function toBreach(group: string, success: RowHit, wave: FullWindow, failed: readonly RowHit[]): Firing {
  return {
    trigger: success,
    evidence: failed.slice(wave.from, wave.to),
    severity: "high",
    about: success.value,
    precision: 0.85,
    count: wave.size,
    summary: () =>
      `${nameOfOrigin(group)} ${success.data?.["accepted"] === true ? "had the password accepted for" : "signed in as"} ` +
      `${dataText(success, "name")} ${toDuration(success.at - wave.at)} after ` +
      `it had failed as ${toAmount(wave.size, "different user")}: a sprayed password may have been right.`,
  };
}

function namesOf(burst: readonly RowHit[]): string {
  const names = [...new Set(burst.map((hit) => dataText(hit, "name")))];
  return names.slice(0, 3).join(", ");
}
