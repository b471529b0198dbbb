import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  HOUR_MS,
  type Memory,
  MINUTE_MS,
  type RowHit,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText } from "../hits.ts";
import { type Burst, type BurstRule, burstsOf, distinctIn, type FullWindow, fullWindows } from "../patterns/burst.ts";
import type { Firing } from "../patterns/firing.ts";
import { followUps } from "../patterns/sequence.ts";
import { networkOfOrigin, SIGN_IN_TABLES } from "../signals/sign-in.ts";
import {
  FAMILIAR_MS,
  failuresByReporter,
  familiarOrigins,
  originsOf,
  resultOf,
  SIGN_IN_ATTEMPTS,
} from "../signals/sign-in-attempts.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["bruteForce"];

const OWN_TITLE = "Repeated failed sign-ins from the user's own address";

/**
 * Detects many wrong passwords for one account within an hour from any addresses, or within a day from many networks; more
 * severe when the attacker then signs in.
 */
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
    spanMs:
      Math.max(settings.withinMinutes * MINUTE_MS, DAY_MS) + settings.successWithinMinutes * MINUTE_MS + FAMILIAR_MS,
    ...SIGN_IN_ATTEMPTS,
    minTriggers: Math.min(settings.failures, settings.failuresPerDay),
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

/** A number of failures within a time that is guessing. */
interface Campaign {
  readonly rule: Pick<BurstRule, "windowMs" | "least"> & { readonly count: "rows" };
  /** The fewest networks the failures come from. */
  readonly networks: number;
  readonly limit: string;
  /** How often it is right. */
  readonly precision?: number;
}

function campaignsOf({ failures, withinMinutes, failuresPerDay, networksPerDay }: Settings): readonly Campaign[] {
  return [
    {
      rule: { windowMs: withinMinutes * MINUTE_MS, least: failures, count: "rows" },
      networks: 1,
      limit: `${failures} or more is reported as guessing`,
    },
    {
      rule: { windowMs: DAY_MS, least: failuresPerDay, count: "rows" },
      networks: networksPerDay,
      limit: `${failuresPerDay} or more from ${networksPerDay} networks is reported as guessing`,
      precision: 0.65,
    },
  ];
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  for (const failed of failuresByReporter(hits)) {
    for (const campaign of campaignsOf(settings)) {
      const { rule, networks } = campaign;
      const isWide = (): ((window: FullWindow) => boolean) => {
        const count = distinctIn(failed, networkOf);
        return (window) => networks <= 1 || count(window) >= networks;
      };
      for (const burst of burstsOf(failed, { ...rule, periodMs: DAY_MS }, isWide())) {
        yield toAttack(burst, campaign, hits);
      }
      yield* breaches(hits, failed, campaign, { attacks: fullWindows(failed, rule).filter(isWide()), settings });
    }
  }
}

const networkOf = (hit: RowHit): string => networkOfOrigin(dataText(hit, "origin"));

function toAttack({ trigger, hits: burst, peak }: Burst, campaign: Campaign, hits: readonly RowHit[]): Firing {
  const { rule, limit, precision } = campaign;
  const familiar = familiarOrigins(hits, burst[0]?.at ?? trigger.at);
  const isOwn = burst.every((hit) => familiar.has(dataText(hit, "origin")));
  const within = `${toAmount(peak, "failed sign-in")} within ${windowText(rule.windowMs)} from ${originsOf(burst)}`;
  if (!isOwn)
    return {
      trigger,
      evidence: burst,
      count: peak,
      ...(precision && { precision }),
      summary: () => `${within}; ${limit}.`,
    };
  return {
    trigger,
    evidence: burst,
    severity: "low",
    title: OWN_TITLE,
    count: peak,
    summary: () => `${within}, where the user had signed in within the day before: a saved password may be old.`,
  };
}

const windowText = (ms: number): string => (ms > HOUR_MS ? `${ms / HOUR_MS} h` : `${ms / MINUTE_MS} min`);

/** Yields successes of an attacker: from an origin that failed, or after rotating ones from one that is new for the user. */
function* breaches(
  hits: readonly RowHit[],
  failed: readonly RowHit[],
  { rule }: Campaign,
  { attacks, settings }: { readonly attacks: readonly FullWindow[]; readonly settings: Settings },
): Iterable<Firing> {
  const entries = hits.filter(isEntry);
  const seriesOf = cachedBy((attack: FullWindow) => toSeries(attack, hits, failed));
  for (const { first, second } of followUps(attacks, entries, settings.successWithinMinutes * MINUTE_MS)) {
    const series = seriesOf(first);
    const origin = dataText(second, "origin");
    // A guessed password comes with neither a device of the organization nor a second factor.
    if (series.familiar.has(origin) || ["managed", "confirmed"].includes(dataText(second, "trust"))) continue;
    // Without a history of the user no origin is new.
    const isNew = series.familiar.size > 0 && series.networks >= settings.networksPerDay;
    if (series.origins.has(origin) || isNew) yield toBreach(second, first, series, windowText(rule.windowMs));
  }
}

const isEntry = (hit: RowHit): boolean => ["success", "approved", "accepted"].includes(resultOf(hit));

/** The failures of an attack. */
interface Series {
  readonly tries: readonly RowHit[];
  readonly origins: ReadonlySet<string>;
  readonly networks: number;
  /** The user's own origins before it. */
  readonly familiar: ReadonlySet<string>;
}

function toSeries(attack: FullWindow, hits: readonly RowHit[], failed: readonly RowHit[]): Series {
  const tries = failed.slice(attack.from, attack.to);
  return {
    tries,
    origins: new Set(tries.map((hit) => dataText(hit, "origin"))),
    networks: new Set(tries.map(networkOf)).size,
    familiar: familiarOrigins(hits, tries[0]?.at ?? attack.at),
  };
}

function toBreach(success: RowHit, attack: FullWindow, { tries, origins }: Series, within: string): Firing {
  const result = resultOf(success);
  const from = origins.has(dataText(success, "origin")) ? ", some of them from there" : ` from ${originsOf(tries)}`;
  return {
    trigger: success,
    evidence: tries,
    severity: "high",
    precision: 0.65,
    count: attack.size,
    summary: () =>
      `${result === "accepted" ? "The password was accepted" : "Signed in"} from ${originsOf([success])} ` +
      `${toDuration(success.at - attack.at)} after ${toAmount(attack.size, "failed sign-in")} within ` +
      `${within}${from}: the password may have been guessed.`,
  };
}

function cachedBy<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}
