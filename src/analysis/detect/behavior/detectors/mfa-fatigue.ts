import { toAmount } from "../../../../model/text/amount.ts";
import { DAY_MS, type Memory, MINUTE_MS, type RowHit, type StatefulDetector } from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { burstsOf, type FullWindow, fullWindows } from "../patterns/burst.ts";
import type { Firing } from "../patterns/firing.ts";
import { followUps } from "../patterns/sequence.ts";
import { originsOf, resultOf, SIGN_IN_ATTEMPTS } from "../signals/sign-in-attempts.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["mfaFatigue"];

/** Detects repeated denied second-factor requests, and an approval soon after them. */
export function mfaFatigue(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "mfa_fatigue",
      major: 1,
      title: "Repeated denied second-factor requests",
      severity: "high",
      tactics: ["credential_access"],
      techniques: ["T1621"],
      threatType: "account_compromise",
      signal: "mfa",
      supersedes: ["signin_mfa_denied"],
    },
    tables: ["SigninLogs"],
    spanMs: (Math.max(settings.withinMinutes, settings.manyWithinMinutes) + settings.successWithinMinutes) * MINUTE_MS,
    ...SIGN_IN_ATTEMPTS,
    minTriggers: Math.min(settings.denials, settings.manyDenials),
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function firingsOf(memory: Memory, settings: Settings): readonly Firing[] {
  const hits = memory.hits.filter(({ ref }) => ref.table === "SigninLogs");
  const denials = hits.filter((hit) => resultOf(hit) === "denied");
  const windowMs = settings.withinMinutes * MINUTE_MS;
  const runs = burstsOf(denials, { windowMs, periodMs: DAY_MS, least: settings.denials, count: "rows" }).map(
    ({ trigger, hits: burst, peak }): Firing => ({
      trigger,
      evidence: burst,
      severity: "medium",
      summary: () =>
        `${toAmount(peak, "second-factor request")} from ${originsOf(burst)} denied within ${settings.withinMinutes} min; ` +
        `${settings.denials} or more is reported.`,
    }),
  );
  const storms = burstsOf(denials, {
    windowMs: settings.manyWithinMinutes * MINUTE_MS,
    periodMs: DAY_MS,
    least: settings.manyDenials,
    count: "rows",
  }).map(
    ({ trigger, hits: burst, peak }): Firing => ({
      trigger,
      evidence: burst,
      severity: "high",
      summary: () =>
        `${toAmount(peak, "second-factor request")} from ${originsOf(burst)} denied within ${settings.manyWithinMinutes} min; ` +
        `${settings.manyDenials} or more is reported as more severe.`,
    }),
  );
  return [...runs, ...storms, ...approvals(hits, denials, settings)];
}

/** Yields approvals soon after a series of denials. */
function* approvals(hits: readonly RowHit[], denials: readonly RowHit[], settings: Settings): Iterable<Firing> {
  const windowMs = settings.withinMinutes * MINUTE_MS;
  const runs = fullWindows(denials, { windowMs, least: settings.denials, count: "rows" });
  const successes = hits.filter((hit) => resultOf(hit) === "approved");
  for (const { first, second } of followUps(runs, successes, settings.successWithinMinutes * MINUTE_MS)) {
    yield toApproval(second, first, denials);
  }
}

function toApproval(success: RowHit, run: FullWindow, denials: readonly RowHit[]): Firing {
  const requests = toAmount(run.size, "denied second-factor request");
  const denied = denials.slice(run.from, run.to);
  return {
    trigger: success,
    evidence: denied,
    severity: "high",
    summary: () =>
      `Approved from ${originsOf([success])} ${toDuration(success.at - run.at)} after the last of ${requests} from ` +
      `${originsOf(denied)}: ` +
      "the user may have given in.",
  };
}
