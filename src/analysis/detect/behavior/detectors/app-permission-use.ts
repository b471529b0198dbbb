import { toAmount } from "../../../../model/text/amount.ts";
import { DAY_MS, HOUR_MS, type Memory, type StatefulDetector } from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { firstSeen } from "../patterns/first-seen.ts";
import { followUps } from "../patterns/sequence.ts";
import { APP_MEMORY, APP_TABLES, appHits, appHitsOf } from "../signals/app-changes.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["appPermissionUse"];

/** Detects an application that gets a far-reaching permission and is used from an address new for it soon afterwards. */
export function appPermissionUse(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "app_permission_use",
      major: 1,
      title: "Application with a new permission used from a new address",
      severity: "high",
      tactics: ["collection", "privilege_escalation"],
      techniques: ["T1098.003", "T1528"],
      threatType: "data_exfiltration",
      signal: "core_iam",
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
  const { baselineDays, warmUpDays, withinHours } = settings;
  const grants = appHits(hits, "permission");
  const unseen = new Map(
    firstSeen(appHits(hits, "use"), { baselineDays, warmUpDays: 0 }).map((seen) => [seen.hit, seen]),
  );
  for (const { first, second } of followUps(grants, [...unseen.keys()], withinHours * HOUR_MS)) {
    const use = unseen.get(second);
    if (use === undefined) continue;
    const what =
      `${dataText(first, "name")} got ${dataText(first, "what")} from ${dataText(first, "by")} and was used ` +
      `${toDuration(second.at - first.at)} later from ${dataText(second, "ip")}`;
    const others = () => new Set(use.past().map(({ value }) => value)).size;
    yield use.observedDays < warmUpDays
      ? {
          trigger: second,
          evidence: [first],
          ...NEW_APPLICATION,
          summary: () => `${what}; it is new: fewer than ${warmUpDays} days of its use are on record.`,
        }
      : {
          trigger: second,
          evidence: [first],
          summary: () =>
            `${what}, an address it was not used from ${use.period} (${toAmount(others(), "other address")}).`,
        };
  }
}

/** A new service starts in this way too. */
const NEW_APPLICATION = { title: "New application with a far-reaching permission used", severity: "low" } as const;
