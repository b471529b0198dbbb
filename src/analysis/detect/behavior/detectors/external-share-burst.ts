import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Memory,
  MINUTE_MS,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor } from "../hits.ts";
import { burstsOf } from "../patterns/burst.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { FILE_TABLES, fileOperationOf, isSharedOutside } from "../signals/file-operation.ts";
import { domainOfAddress, isPrivateProvider } from "../signals/mail-domains.ts";
import { toFileName, toName } from "../wording.ts";

type Settings = BehaviorSettings["externalShareBurst"];

const FOLD_MINUTES = 10;
const ANYBODY = "anybody with the link";

/** Detects many items shared by anonymous link or with external users within an hour. */
export function externalShareBurst(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "external_share_burst",
      major: 1,
      title: "Many items shared outside the organization",
      severity: "medium",
      tactics: ["exfiltration"],
      techniques: ["T1567.002", "T1537"],
      threatType: "data_exfiltration",
      signal: "productivity",
      supersedes: ["anonymous_link_created", "cloud_anonymous_link"],
    },
    tables: FILE_TABLES,
    spanMs: settings.withinMinutes * MINUTE_MS + Math.ceil(settings.habitBaselineDays) * DAY_MS,
    // Earlier shares can only show that a recipient is a partner.
    nearMs: settings.withinMinutes * MINUTE_MS,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    minTriggers: settings.shares,
    triggersDiffer: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow) {
  const operation = fileOperationOf(seen.row);
  if (operation?.item == null || !isSharedOutside(operation, seen.actor?.upn ?? null)) return [];
  const name = toName(toFileName(operation.item));
  const target = operation.target === null ? ANYBODY : toName(operation.target);
  const domain = domainOfAddress(operation.target ?? "") ?? "";
  return hitOfActor(seen, toKey(`${target} ${operation.item}`), { name, target, domain }, ["user", "service"]);
}

function firingsOf({ hits }: Memory, settings: Settings): readonly Firing[] {
  const windowMs = settings.withinMinutes * MINUTE_MS;
  return burstsOf(hits, { windowMs, periodMs: DAY_MS, least: settings.shares, count: "values" }).map(
    ({ trigger, hits: burst, peak }) => {
      const targets = [...new Set(burst.map((hit) => dataText(hit, "target")))];
      const partners = partnersBefore(hits, periodOf(trigger.at, DAY_MS), settings);
      return {
        trigger,
        evidence: burst,
        ...weightOf(
          burst.every((hit) => partners.has(dataText(hit, "domain"))),
          peak >= settings.manyShares,
          burst.every((hit) => dataText(hit, "target") === ANYBODY),
        ),
        count: peak,
        summary: () =>
          `${toAmount(peak, "share")} outside the organization within ${settings.withinMinutes} min, with ` +
          `${targets.slice(0, 3).join(", ")}${targets.length > 3 ? ` and ${targets.length - 3} more` : ""}; ` +
          `first ${dataText(burst[0] ?? trigger, "name")}; ${settings.shares} or more is unusual.`,
      };
    },
  );
}

/**
 * A partner gets many items at once; others get as many only in an exfiltration. Links for anybody name no recipient at
 * all, so there is none who may have asked for them.
 */
function weightOf(isPartner: boolean, isMany: boolean, isForAnybody: boolean): Pick<Firing, "severity" | "precision"> {
  if (isPartner) return { severity: "low" };
  if (!isMany) return { severity: "medium" };
  return { severity: "high", precision: isForAnybody ? 0.75 : 0.6 };
}

/** Returns the domains that the user shared with on several days before a day; those of private mailboxes never count. */
function partnersBefore(hits: readonly RowHit[], day: number, settings: Settings): ReadonlySet<string> {
  const days = new Map<string, Set<number>>();
  for (const hit of hits) {
    const domain = dataText(hit, "domain");
    if (
      domain === "" ||
      isPrivateProvider(domain) ||
      hit.at >= day ||
      hit.at < day - settings.habitBaselineDays * DAY_MS
    )
      continue;
    days.set(domain, (days.get(domain) ?? new Set()).add(periodOf(hit.at, DAY_MS)));
  }
  return new Set([...days].filter(([, on]) => on.size >= settings.habitDays).map(([domain]) => domain));
}
