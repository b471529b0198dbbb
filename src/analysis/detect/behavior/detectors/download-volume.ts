import { isGuestName } from "../../../../model/rows/identifiers.ts";
import { toAmount, toCount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  HOUR_MS,
  type Memory,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { hitOfActor, supporting } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { observed as toObserved } from "../patterns/first-seen.ts";
import { medianOf } from "../patterns/median.ts";
import { FILE_TABLES, fileOperationOf, isDownload, isSynchronization } from "../signals/file-operation.ts";

type Settings = BehaviorSettings["downloadVolume"];

/** Scales the median absolute deviation to a standard deviation. */
const NORMAL = 1.4826;

/** Detects a day with far more downloads than the user's usual days. */
export function downloadVolume(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "download_volume",
      major: 1,
      title: "Unusually many downloads in a day",
      severity: "medium",
      tactics: ["collection", "exfiltration"],
      techniques: ["T1530", "T1213.002"],
      threatType: "data_exfiltration",
      signal: "productivity",
    },
    tables: FILE_TABLES,
    spanMs: Math.ceil(settings.baselineDays) * DAY_MS,
    foldMs: HOUR_MS,
    minTriggers: settings.minFiles,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

/** Another act on a file: it shows that the user was observed, also on days without downloads. */
const PRESENT = "present";

function hitsOf(seen: SeenRow) {
  const operation = fileOperationOf(seen.row);
  if (operation === null) return [];
  if (!isDownload(operation)) return operation.item === null ? [] : supporting(hitOfActor(seen, PRESENT));
  return isSynchronization(seen.row) ? [] : hitOfActor(seen, seen.row.table);
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const days = new Map<number, RowHit[]>();
  const observed = hits.map(({ at }) => at);
  for (const hit of hits.filter(({ value }) => value !== PRESENT)) {
    const day = periodOf(hit.at, DAY_MS);
    days.set(day, [...(days.get(day) ?? []), hit]);
  }
  const isGuest = hits.some(({ actor }) => isGuestName(actor?.upn));
  for (const [day, dayHits] of days) {
    const limit = limitOf(day, { days, observed }, settings, isGuest);
    const ofDay = fullestOf(dayHits);
    const total = totalOf(ofDay);
    if (total < limit.most) continue;
    const trigger = crossing(ofDay, limit.most);
    if (trigger === undefined) continue;
    yield {
      trigger,
      evidence: ofDay,
      count: total,
      ...(isGuest && limit.median === null ? weightOfGuest(total, limit.most) : weightOf(total, limit.most)),
      summary: () =>
        limit.median === null
          ? `${toAmount(total, "download")} on this day${isGuest ? " by a guest" : ""}, without a history; ` +
            `${toCount(limit.most)} or more is unusual.`
          : `${toAmount(total, "download")} on this day; the median day ${limit.period} had ` +
            `${toCount(limit.median)}; ${toCount(limit.most)} or more is unusual (${settings.deviations} deviations, ` +
            `at least ${settings.minFiles}).`,
    };
  }
}

/** Guests come for a few files; one who takes several times as many as are unusual collects. */
const weightOfGuest = (total: number, most: number): Pick<Firing, "severity" | "precision"> => ({
  severity: "high",
  ...(total >= 2 * most ? { precision: 0.4 } : {}),
});

/** What is unusual is medium; several times as much is no busy day any more. */
function weightOf(total: number, most: number): Pick<Firing, "severity" | "precision"> {
  if (total >= 6 * most) return { severity: "high", precision: 0.45 };
  return { severity: total >= 3 * most ? "high" : "medium" };
}

/** Returns the hits of the table with the most downloads: two tables log the same downloads. */
function fullestOf(hits: readonly RowHit[]): readonly RowHit[] {
  const byTable = FILE_TABLES.map((table) => hits.filter(({ value }) => value === table));
  return byTable.reduce((most, other) => (totalOf(other) > totalOf(most) ? other : most));
}

const totalOf = (hits: readonly RowHit[]): number => hits.reduce((sum, { count }) => sum + count, 0);

/** Returns the hour in which the day's total reached the limit. */
function crossing(hits: readonly RowHit[], most: number): RowHit | undefined {
  let sum = 0;
  return hits.find(({ count }) => {
    sum += count;
    return sum >= most;
  });
}

interface History {
  /** The downloads of each day that has some. */
  readonly days: ReadonlyMap<number, readonly RowHit[]>;
  /** When the user was observed, sorted. */
  readonly observed: readonly number[];
}

function limitOf(day: number, { days, observed }: History, settings: Settings, isGuest: boolean) {
  const since = day - Math.ceil(settings.baselineDays) * DAY_MS;
  const past = [...days].filter(([other]) => other < day && other >= since);
  const oldestAt = Math.min(day, observed.find((at) => at >= since) ?? day);
  const known = (day - periodOf(oldestAt, DAY_MS)) / DAY_MS;
  // Without a history only what nobody downloads in a day is unusual; guests come for a few files.
  if (known < settings.warmUpDays) {
    return { most: isGuest ? settings.minFiles : settings.manyFiles, median: null, period: "" };
  }
  const totals = past.map(([, dayHits]) => totalOf(fullestOf(dayHits)));
  // Days without downloads count as 0.
  const all = [...totals, ...new Array<number>(Math.max(0, known - totals.length)).fill(0)];
  const median = medianOf(all);
  const deviation = NORMAL * medianOf(all.map((total) => Math.abs(total - median)));
  const most = Math.max(settings.minFiles, Math.ceil(median + settings.deviations * Math.max(deviation, 1)));
  return { most, median, period: toObserved(day - oldestAt, settings.baselineDays).period };
}
