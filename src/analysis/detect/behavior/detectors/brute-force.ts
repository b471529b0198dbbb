import { toAmount } from "../../../../model/text/amount.ts";
import { DAY_MS, type Memory, MINUTE_MS, type RowHit, type StatefulDetector } from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText } from "../hits.ts";
import { burstsOf, type FullWindow, fullWindows } from "../patterns/burst.ts";
import type { Firing } from "../patterns/firing.ts";
import { followUps } from "../patterns/sequence.ts";
import { SIGN_IN_TABLES } from "../signals/sign-in.ts";
import { type AttemptResult, originsOf, resultOf, SIGN_IN_ATTEMPTS } from "../signals/sign-in-attempts.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["bruteForce"];

/** Detects many wrong passwords for one account; more severe when one of the failing origins then succeeds. */
export function bruteForce(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "brute_force",
      major: 1,
      title: "Password guessing against one account",
      severity: "medium",
      tactics: ["credential_access"],
      techniques: ["T1110.001"],
      threatType: "account_compromise",
      signal: "core_iam",
    },
    tables: SIGN_IN_TABLES,
    spanMs: (settings.withinMinutes + settings.successWithinMinutes) * MINUTE_MS,
    ...SIGN_IN_ATTEMPTS,
    minTriggers: settings.failures,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function firingsOf({ hits }: Memory, settings: Settings): readonly Firing[] {
  const windowMs = settings.withinMinutes * MINUTE_MS;
  const failed = hits.filter((hit) => resultOf(hit) === "failed");
  const rule = { windowMs, least: settings.failures, count: "rows" as const };
  const attacks = burstsOf(failed, { ...rule, periodMs: DAY_MS }).map(
    ({ trigger, hits: burst, peak }): Firing => ({
      trigger,
      evidence: burst,
      summary: () =>
        `${toAmount(peak, "failed sign-in")} within ${settings.withinMinutes} min from ${originsOf(burst)}; ` +
        `${settings.failures} or more is reported as guessing.`,
    }),
  );
  return [...attacks, ...breaches(hits, failed, settings)];
}

function* breaches(hits: readonly RowHit[], failed: readonly RowHit[], settings: Settings): Iterable<Firing> {
  const windowMs = settings.withinMinutes * MINUTE_MS;
  const attacks = fullWindows(failed, { windowMs, least: settings.failures, count: "rows" });
  const successes = hits.filter((hit) => isSuccess(resultOf(hit)));
  const triesOf = (attack: FullWindow) => failed.slice(attack.from, attack.to);
  const origins = new Map<FullWindow, ReadonlySet<string>>();
  const sameOrigin = (attack: FullWindow, success: RowHit): boolean => {
    const known = origins.get(attack) ?? new Set(triesOf(attack).map((hit) => dataText(hit, "origin")));
    origins.set(attack, known);
    return known.has(dataText(success, "origin"));
  };
  const reachMs = settings.successWithinMinutes * MINUTE_MS;
  for (const { first, second } of followUps(attacks, successes, reachMs, sameOrigin)) {
    yield {
      trigger: second,
      evidence: triesOf(first),
      severity: "high",
      summary: () =>
        `Signed in from ${originsOf([second])} ${toDuration(second.at - first.at)} after ` +
        `${toAmount(first.size, "failed sign-in")} within ${settings.withinMinutes} min, some of them from there: ` +
        "the password may have been guessed.",
    };
  }
}

const isSuccess = (result: AttemptResult): boolean => result === "success" || result === "approved";
