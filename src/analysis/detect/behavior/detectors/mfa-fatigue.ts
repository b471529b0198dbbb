import type { LogTable } from "../../../../model/rows/log-row.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import { DAY_MS, type Memory, MINUTE_MS, type RowHit, type StatefulDetector } from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText } from "../hits.ts";
import { type Burst, burstsOf, type FullWindow, fullWindows } from "../patterns/burst.ts";
import type { Firing } from "../patterns/firing.ts";
import { followUps } from "../patterns/sequence.ts";
import { FAMILIAR_MS, familiarOrigins, originsOf, resultOf, SIGN_IN_ATTEMPTS } from "../signals/sign-in-attempts.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["mfaFatigue"];

const TABLES: readonly LogTable[] = ["SigninLogs", "AADNonInteractiveUserSignInLogs"];

/** Detects repeated denied second-factor requests, within minutes or hours, and an approval soon after them. */
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
    tables: TABLES,
    spanMs: longestMinutes(settings) * MINUTE_MS + FAMILIAR_MS,
    ...SIGN_IN_ATTEMPTS,
    minTriggers: Math.min(settings.denials, settings.manyDenials, settings.slowDenials),
    triggersDiffer: true,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

const longestMinutes = (settings: Settings): number =>
  Math.max(settings.withinMinutes, settings.manyWithinMinutes, settings.slowWithinHours * 60) +
  Math.max(settings.successWithinMinutes, settings.slowSuccessWithinMinutes);

/** A number of denials within a time that is reported, and how soon after it an approval is. */
interface Series {
  readonly denials: number;
  readonly minutes: number;
  readonly approvedWithin: number;
  readonly severity: "medium" | "high";
  readonly limit: string;
}

function seriesOf(settings: Settings): readonly Series[] {
  const approvedWithin = settings.successWithinMinutes;
  return [
    {
      denials: settings.denials,
      minutes: settings.withinMinutes,
      approvedWithin,
      severity: "medium",
      limit: `${settings.denials} or more is reported`,
    },
    {
      denials: settings.manyDenials,
      minutes: settings.manyWithinMinutes,
      approvedWithin,
      severity: "high",
      limit: `${settings.manyDenials} or more is reported as more severe`,
    },
    {
      denials: settings.slowDenials,
      minutes: settings.slowWithinHours * 60,
      approvedWithin: settings.slowSuccessWithinMinutes,
      severity: "medium",
      limit: `${settings.slowDenials} or more is reported`,
    },
  ];
}

function* firingsOf(memory: Memory, settings: Settings): Iterable<Firing> {
  const hits = memory.hits.filter(({ ref }) => TABLES.includes(ref.table));
  const denials = hits.filter((hit) => resultOf(hit) === "denied");
  for (const series of seriesOf(settings)) {
    const rule = { windowMs: series.minutes * MINUTE_MS, least: series.denials, count: "rows" as const };
    for (const burst of burstsOf(denials, { ...rule, periodMs: DAY_MS })) yield toSeries(burst, series, hits);
    const runs = fullWindows(denials, rule);
    const approvals = runs.length === 0 ? [] : hits.filter((hit) => resultOf(hit) === "approved");
    for (const { first, second } of followUps(runs, approvals, series.approvedWithin * MINUTE_MS)) {
      const denied = denials.slice(first.from, first.to);
      const familiar = familiarOrigins(hits, denied[0]?.at ?? first.at);
      if (!familiar.has(dataText(second, "origin"))) yield toApproval(second, first, denied);
    }
  }
}

/** Denied requests; those of a client at the user's own address are of a phone out of reach rather than of an attacker. */
function toSeries({ trigger, hits: burst, peak }: Burst, series: Series, hits: readonly RowHit[]): Firing {
  const familiar = familiarOrigins(hits, burst[0]?.at ?? trigger.at);
  const isOwn = burst.every((hit) => familiar.has(dataText(hit, "origin")));
  return {
    trigger,
    evidence: burst,
    severity: isOwn ? "low" : series.severity,
    count: peak,
    summary: () =>
      `${toAmount(peak, "second-factor request")} from ${originsOf(burst)} denied or not answered within ` +
      `${toDuration(series.minutes * MINUTE_MS)}; ` +
      `${isOwn ? "the user had signed in from there within the day before" : series.limit}.`,
  };
}

/** An approval soon after a series of denials, from an address that is not the user's own. */
function toApproval(success: RowHit, run: FullWindow, denied: readonly RowHit[]): Firing {
  const requests = toAmount(run.size, "second-factor request");
  return {
    trigger: success,
    evidence: denied,
    severity: "high",
    precision: 0.7,
    count: run.size,
    summary: () =>
      `Approved from ${originsOf([success])} ${toDuration(success.at - run.at)} after the last of ${requests} from ` +
      `${originsOf(denied)} that were denied or not answered: the user may have given in.`,
  };
}
