import { toAmount } from "../../../../model/text/amount.ts";
import { DAY_MS, HOUR_MS, type Memory, type RowHit, type StatefulDetector } from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { type FirstSeen, firstSeen } from "../patterns/first-seen.ts";
import { followUps } from "../patterns/sequence.ts";
import { APP_MEMORY, APP_TABLES, appHits, appHitsOf } from "../signals/app-changes.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["appCredentialUse"];

/** Detects a new application credential followed by use from an address not seen before. */
export function appCredentialUse(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "app_credential_use",
      major: 1,
      title: "New application credential used from a new address",
      severity: "high",
      tactics: ["persistence", "privilege_escalation"],
      techniques: ["T1098.001", "T1528"],
      threatType: "account_compromise",
      signal: "core_iam",
      supersedes: ["audit_app_credential_added"],
    },
    tables: APP_TABLES,
    spanMs: settings.baselineDays * DAY_MS + settings.withinHours * HOUR_MS,
    foldMs: DAY_MS,
    sharedMemory: APP_MEMORY,
    ignoresCounts: true,
    hitsOf: appHitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const credentials = appHits(hits, "credential");
  const uses = appHits(hits, "use");
  const { baselineDays, warmUpDays } = settings;
  const unseen = new Map(firstSeen(uses, { baselineDays, warmUpDays: 0 }).map((seen) => [seen.hit, seen]));
  const firsts = new Set(firstSeen(credentials, { baselineDays, warmUpDays: 0 }).map(({ hit }) => hit));
  for (const { first, second } of followUps(credentials, [...unseen.keys()], settings.withinHours * HOUR_MS)) {
    const use = unseen.get(second);
    if (use === undefined) continue;
    const isRepeated = !firsts.has(first);
    const what =
      `${dataText(first, "by")} added a credential to ${dataText(first, "name")}` +
      `${isRepeated ? ` (not the first within ${baselineDays} days)` : ""}, and ` +
      `${toDuration(second.at - first.at)} later it was used from ${dataText(second, "ip")}`;
    const pair = { trigger: second, evidence: [first], actor: first.actor };
    yield use.observedDays < warmUpDays
      ? {
          ...pair,
          ...unknownUse(first, second),
          summary: () => `${what}; fewer than ${warmUpDays} days of its use are on record.`,
        }
      : { ...pair, severity: isRepeated ? "medium" : "high", summary: () => `${what}, ${noveltyOf(use)}.` };
  }
}

/**
 * Without a history of the application its address cannot be called new. Programs run elsewhere than the people who
 * administer them, so use from the address of who added the credential is more than the start of a service.
 */
function unknownUse(credential: RowHit, use: RowHit): Pick<Firing, "title" | "severity"> {
  const isSameAddress = dataText(use, "ip") !== "" && dataText(use, "ip") === dataText(credential, "ip");
  return { title: "New application credential used", severity: isSameAddress ? "medium" : "low" };
}

function noveltyOf({ past, period }: FirstSeen): string {
  const known = new Set(past().map(({ value }) => value)).size;
  return `an address it was not used from ${period} (${toAmount(known, "other address")})`;
}
