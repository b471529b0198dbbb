import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
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
import { bucketOf, toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { before, followUps } from "../patterns/sequence.ts";
import { nameOfOrigin, originOf, outcomeOf, SIGN_IN_TABLES } from "../signals/sign-in.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["passwordSpray"];

const FOLD_MINUTES = 15;
/** Successful users are stored as buckets, so that the memory of a shared office address stays small. */
const SUCCESS_BUCKETS = 16;

/** Detects failed sign-ins to many accounts from one address. */
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
    },
    tables: SIGN_IN_TABLES,
    // A success counts for one window after the spray, and the spray itself reaches one window back.
    spanMs: 2 * settings.withinMinutes * MINUTE_MS,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    minTriggers: settings.users,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf({ row, actor }: SeenRow): readonly Hit[] {
  const outcome = outcomeOf(row);
  const origin = outcome === "success" || outcome === "wrong_password" ? originOf(row) : null;
  if (origin === null || actor?.kind !== "user") return [];
  const name = nameOfActor(actor);
  const value =
    outcome === "success" ? `success:${bucketOf(actor.subject, SUCCESS_BUCKETS)}` : `failed:${toKey(actor.subject)}`;
  const hits = [toHit(origin, value, { name })];
  return outcome === "success" ? supporting(hits) : hits;
}

function* firingsOf({ group, hits }: Memory, settings: Settings): Iterable<Firing> {
  const failed = hits.filter(({ value }) => value.startsWith("failed:"));
  const successes = hits.filter(({ value }) => value.startsWith("success:"));
  const rule = { windowMs: settings.withinMinutes * MINUTE_MS, least: settings.users, count: "values" as const };
  const outnumber = (failures: number, at: number): boolean => {
    const succeeded = new Set([...before(successes, at, rule.windowMs)].map(({ value }) => value));
    return failures >= settings.failuresPerSuccess * succeeded.size;
  };
  for (const spray of burstsOf(failed, { ...rule, periodMs: DAY_MS })) {
    if (outnumber(spray.peak, spray.trigger.at)) yield toSpray(group, spray, settings);
  }
  const waves = fullWindows(failed, rule).filter(({ size, at }) => outnumber(size, at));
  for (const { first, second } of followUps(waves, successes, rule.windowMs)) {
    yield toBreach(group, second, first, failed);
  }
}

function toSpray(group: string, { trigger, hits: burst, peak }: Burst, settings: Settings): Firing {
  return {
    trigger,
    evidence: burst,
    actor: null,
    summary: () =>
      `${nameOfOrigin(group)} failed to sign in as ${toAmount(peak, "different user")} within ` +
      `${settings.withinMinutes} min, among them ${namesOf(burst)}; ${settings.users} or more is reported as a spray.`,
  };
}

/** A success from the same address soon after the spray. */
function toBreach(group: string, success: RowHit, wave: FullWindow, failed: readonly RowHit[]): Firing {
  return {
    trigger: success,
    evidence: failed.slice(wave.from, wave.to),
    severity: "high",
    about: success.value,
    summary: () =>
      `${nameOfOrigin(group)} signed in as ${dataText(success, "name")} ${toDuration(success.at - wave.at)} after ` +
      `it had failed as ${toAmount(wave.size, "different user")}: a sprayed password may have been right.`,
  };
}

function namesOf(burst: readonly RowHit[]): string {
  const names = [...new Set(burst.map((hit) => dataText(hit, "name")))];
  return names.slice(0, 3).join(", ");
}
