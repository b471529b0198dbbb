import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  type Memory,
  MINUTE_MS,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor } from "../hits.ts";
import { burstsOf, distinctIn } from "../patterns/burst.ts";
import { busyDaysBefore } from "../patterns/busy-days.ts";
import { bucketOf } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { fileAccessOf } from "../signals/share-access.ts";
import { toFileName, toName } from "../wording.ts";

type Settings = BehaviorSettings["shareSweep"];

const FOLD_MINUTES = 10;
/** Files are stored as buckets, so that what a copy of a whole server leaves stays small. */
const BUCKETS = 512;
const FOLDER_BUCKETS = 128;

/** Detects an account that opens files in many folders of a file server within minutes, which it does on no other day. */
export function shareSweep(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "share_sweep",
      major: 1,
      title: "Files in many folders of a file server opened within minutes",
      severity: "high",
      tactics: ["collection"],
      techniques: ["T1039", "T1083"],
      threatType: "data_exfiltration",
      signal: "infrastructure",
      precision: 0.5,
    },
    tables: ["SecurityEvent"],
    spanMs: (Math.ceil(settings.habitBaselineDays) + 1) * DAY_MS,
    // Older files can only show that the account does this regularly.
    nearMs: settings.withinMinutes * MINUTE_MS,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow): readonly Hit[] {
  const access = fileAccessOf(seen.row);
  if (access === null) return [];
  const data = { name: toName(toFileName(access.path)), folder: bucketOf(access.folder, FOLDER_BUCKETS) };
  return hitOfActor(seen, bucketOf(access.path, BUCKETS), data);
}

const folderOf = (hit: RowHit): string => dataText(hit, "folder");

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const rule = { windowMs: settings.withinMinutes * MINUTE_MS, periodMs: DAY_MS, least: settings.files };
  const foldersIn = distinctIn(hits, folderOf);
  const isWide = (window: Parameters<typeof foldersIn>[0]) => foldersIn(window) >= settings.folders;
  for (const { trigger, hits: burst, peak } of burstsOf(hits, { ...rule, count: "values" }, isWide)) {
    // A third as many is enough to show that it is regular.
    const regular = busyDaysBefore(hits, trigger.at, settings.habitBaselineDays, settings.files / 3);
    if (regular >= settings.habitDays) continue;
    const folders = new Set(burst.map(folderOf)).size;
    yield {
      trigger,
      evidence: burst,
      count: peak,
      summary: () =>
        `Opened ${toAmount(peak, "file")} in ${toAmount(folders, "folder")} of a file server within ` +
        `${settings.withinMinutes} min, among them ${burst
          .slice(0, 3)
          .map((hit) => dataText(hit, "name"))
          .join(", ")}; ${settings.files} or more in ${settings.folders} folders are unusual for a person.`,
    };
  }
}
