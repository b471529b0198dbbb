import { readBoolean } from "../../../../model/rows/row-fields.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import type { Severity } from "../../../../model/vocabulary.ts";
import {
  DAY_MS,
  type Memory,
  MINUTE_MS,
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
import { FILE_TABLES, fileOperationOf, isDownload, isSynchronization } from "../signals/file-operation.ts";
import { isManagedDevice } from "../signals/sign-in.ts";
import { toFileName, toName } from "../wording.ts";

type Settings = BehaviorSettings["massDownload"];

/** Detects the download of more distinct files in a few minutes than a person opens. */
export function massDownload(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "mass_download",
      major: 1,
      title: "Many files downloaded within minutes",
      severity: "medium",
      tactics: ["collection", "exfiltration"],
      techniques: ["T1530", "T1213.002"],
      threatType: "data_exfiltration",
      signal: "productivity",
    },
    tables: FILE_TABLES,
    spanMs: settings.withinMinutes * MINUTE_MS,
    foldMs: settings.withinMinutes * MINUTE_MS,
    ignoresCounts: true,
    minTriggers: settings.files,
    triggersDiffer: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

const SYNC = "sync:";

function hitsOf(seen: SeenRow) {
  const operation = fileOperationOf(seen.row);
  if (operation?.item == null || !isDownload(operation)) return [];
  const isSync = isSynchronization(seen.row);
  if (isSync && isExpectedSync(seen)) return [];
  const value = `${isSync ? SYNC : ""}${toKey(operation.item)}`;
  return hitOfActor(seen, value, { name: toName(toFileName(operation.item)) }, ["user", "service"]);
}

/** A synchronization client on a device of the organization, or one that the row does not call unmanaged. */
function isExpectedSync({ row }: SeenRow): boolean {
  if (isManagedDevice(row)) return true;
  const isOwnOperation = fileOperationOf(row)?.name.startsWith("filesync") === true;
  return isOwnOperation && readBoolean(row.fields, "IsManagedDevice") !== false;
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const isSync = ({ value }: RowHit): boolean => value.startsWith(SYNC);
  yield* bursts(
    hits.filter((hit) => !isSync(hit)),
    settings,
    (peak) => (peak >= settings.manyFiles ? "high" : "medium"),
  );
  yield* bursts(hits.filter(isSync), settings, () => "low");
}

function bursts(
  hits: readonly RowHit[],
  settings: Settings,
  severityOf: (peak: number) => Severity,
): readonly Firing[] {
  const windowMs = settings.withinMinutes * MINUTE_MS;
  return burstsOf(hits, { windowMs, periodMs: DAY_MS, least: settings.files, count: "values" }).map(
    ({ trigger, hits: burst, peak }) => ({
      trigger,
      evidence: burst,
      severity: severityOf(peak),
      count: peak,
      summary: () =>
        `${trigger.value.startsWith(SYNC) ? "Synchronized" : "Downloaded"} ${toAmount(peak, "different file")} within ` +
        `${settings.withinMinutes} min, among them ${burst
          .slice(0, 3)
          .map((hit) => dataText(hit, "name"))
          .join(", ")}; ` +
        `${settings.files} or more is unusual for a person.`,
    }),
  );
}
