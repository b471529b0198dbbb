import { readFirst } from "../../../../model/rows/row-fields.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  type Memory,
  MINUTE_MS,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor } from "../hits.ts";
import { burstsOf } from "../patterns/burst.ts";
import { busyDaysBefore } from "../patterns/busy-days.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { azureOperationOf } from "../signals/azure-operation.ts";
import { toFileName, toName } from "../wording.ts";

type Settings = BehaviorSettings["computeBurst"];

const FOLD_MINUTES = 60;

/** Detects a caller that creates many virtual machines or other computers in a short time, as miners of coins do. */
export function computeBurst(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "compute_burst",
      major: 1,
      title: "Many virtual machines created in a short time",
      severity: "high",
      tactics: ["impact", "defense_evasion"],
      techniques: ["T1496", "T1578.002"],
      threatType: "sabotage",
      signal: "cloud",
      precision: 0.35,
    },
    tables: ["AzureActivity"],
    spanMs: (Math.ceil(settings.habitBaselineDays) + 1) * DAY_MS,
    // Older machines can only show that the caller creates them regularly.
    nearMs: DAY_MS,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

const COMPUTE =
  /^microsoft\.(?:compute\/virtualmachines|compute\/virtualmachinescalesets|containerinstance\/containergroups|batch\/batchaccounts\/pools|machinelearningservices\/workspaces\/computes|hdinsight\/clusters|databricks\/workspaces|app\/containerapps)\/write$/;

function hitsOf(seen: SeenRow): readonly Hit[] {
  const operation = azureOperationOf(seen.row);
  if (operation === null || operation.resource === null || !operation.isDone || !COMPUTE.test(operation.action))
    return [];
  if (isChange(seen)) return [];
  const data = { name: toName(toFileName(operation.resource)), group: toName(groupOf(operation.resource), "") };
  return hitOfActor(seen, toKey(operation.resource), data, ["user", "service"]);
}

/** Writing to a machine that exists is answered with OK, and a new one with Created or Accepted. */
const isChange = ({ row }: SeenRow): boolean =>
  /^ok\b/i.test(readFirst(row.fields, ["ActivitySubstatusValue", "ActivitySubstatus", "Properties.statusCode"]) ?? "");

const groupOf = (resource: string): string =>
  /\/resourcegroups\/([^/]{1,90})/.exec(resource.slice(0, 2_048))?.[1] ?? "";

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const windowMs = settings.withinMinutes * MINUTE_MS;
  const rule = { windowMs, periodMs: DAY_MS, least: settings.machines, count: "values" as const };
  for (const { trigger, hits: burst, peak } of burstsOf(hits, rule)) {
    // A third as many is enough to show that it is regular.
    const regular = busyDaysBefore(hits, trigger.at, settings.habitBaselineDays, settings.machines / 3);
    if (regular >= settings.habitDays) continue;
    const groups = new Set(burst.map((hit) => dataText(hit, "group")).filter((name) => name !== "")).size;
    yield {
      trigger,
      evidence: burst,
      count: peak,
      summary: () =>
        `Created ${toAmount(peak, "virtual machine")} or other computers within ${settings.withinMinutes} min` +
        `${groups > 1 ? ` in ${groups} resource groups` : ""}, among them ` +
        `${burst
          .slice(0, 3)
          .map((hit) => dataText(hit, "name"))
          .join(", ")}; ${settings.machines} or more are reported of a caller that does not do so regularly.`,
    };
  }
}
