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
  /** Whether only failures from rotating addresses count. */
  readonly isRotating: boolean;
  readonly limit: string;
}

function campaignsOf({
  failures,
  withinMinutes,
  failuresPerDay,
  networksPerDay,
  addressesPerDay,
}: Settings): readonly Campaign[] {
  return [
    {
      rule: { windowMs: withinMinutes * MINUTE_MS, least: failures, count: "rows" },
      isRotating: false,
      limit: `${failures} or more is reported as guessing`,
    },
    {
      rule: { windowMs: DAY_MS, least: failuresPerDay, count: "rows" },
      isRotating: true,
      limit: `${failuresPerDay} or more from ${networksPerDay} networks or ${addressesPerDay} addresses is reported as guessing`,
    },
  ];
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  for (const failed of failuresByReporter(hits)) {
    for (const campaign of campaignsOf(settings)) {
      const { rule } = campaign;
      const isWide = (): ((window: FullWindow) => boolean) => {
        if (!campaign.isRotating) return () => true;
        const [networks, addresses] = [distinctIn(failed, networkOf), distinctIn(failed, originIn)];
        return (window) => {
          const count = { networks: networks(window), addresses: addresses(window) };
          return count.networks >= settings.networksPerDay || count.addresses >= settings.addressesPerDay;
        };
      };
      for (const burst of burstsOf(failed, { ...rule, periodMs: DAY_MS }, isWide())) {
        yield toAttack(burst, campaign, hits, settings);
      }
      yield* breaches(hits, failed, campaign, { attacks: fullWindows(failed, rule).filter(isWide()), settings });
    }
  }
}

const originIn = (hit: RowHit): string => dataText(hit, "origin");
const networkOf = (hit: RowHit): string => networkOfOrigin(originIn(hit));

function toAttack(
  { trigger, hits: burst, peak }: Burst,
  { rule, limit, isRotating }: Campaign,
  hits: readonly RowHit[],
  settings: Settings,
): Firing {
  const familiar = familiarOrigins(hits, burst[0]?.at ?? trigger.at);
  const carriers = new Set([...familiar].map(networkOfOrigin));
  const isOwn = burst.every((hit) => familiar.has(originIn(hit)) || (isRotating && carriers.has(networkOf(hit))));
  const within = `${toAmount(peak, "failed sign-in")} within ${windowText(rule.windowMs)} from ${originsOf(burst)}`;
  const found = { trigger, evidence: burst, count: peak };
  if (isOwn) {
    const summary = () => `${within}, where the user had signed in within the day before: a saved password may be old.`;
    return { ...found, severity: "low", title: OWN_TITLE, summary };
  }
  // A carrier has many addresses, but not many networks.
  const isWide = new Set(burst.map(networkOf)).size >= settings.networksPerDay;
  return { ...found, ...(isWide && { precision: 0.65 }), summary: () => `${within}; ${limit}.` };
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
    const origin = originIn(second);
    // A guessed password comes with neither a device of the organization nor a second factor.
    if (series.familiar.has(origin) || ["managed", "confirmed"].includes(dataText(second, "trust"))) continue;
    // Without a history of the user no origin is new.
    const isNew = series.carriers.size > 0 && !series.carriers.has(networkOfOrigin(origin));
    if (series.origins.has(origin) || (isNew && isRotating(series, settings)))
      yield toBreach(second, first, series, windowText(rule.windowMs));
  }
}

const isEntry = (hit: RowHit): boolean => ["success", "approved", "accepted"].includes(resultOf(hit));

/** The failures of an attack. */
interface Series {
  readonly tries: readonly RowHit[];
  readonly origins: ReadonlySet<string>;
  readonly networks: number;
  /** The user's own origins before it, and their networks. */
  readonly familiar: ReadonlySet<string>;
  readonly carriers: ReadonlySet<string>;
}

const isRotating = ({ networks, origins }: Series, { networksPerDay, addressesPerDay }: Settings): boolean =>
  networks >= networksPerDay || origins.size >= addressesPerDay;

function toSeries(attack: FullWindow, hits: readonly RowHit[], failed: readonly RowHit[]): Series {
  const tries = failed.slice(attack.from, attack.to);
  const familiar = familiarOrigins(hits, tries[0]?.at ?? attack.at);
  return {
    tries,
    origins: new Set(tries.map(originIn)),
    networks: new Set(tries.map(networkOf)).size,
    familiar,
    carriers: new Set([...familiar].map(networkOfOrigin)),
  };
}

function toBreach(success: RowHit, attack: FullWindow, { tries, origins }: Series, within: string): Firing {
  const result = resultOf(success);
  const from = origins.has(originIn(success)) ? ", some of them from there" : ` from ${originsOf(tries)}`;
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
