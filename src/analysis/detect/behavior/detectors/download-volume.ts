import { isGuestName } from "../../../../model/rows/identifiers.ts";
import { toAmount, toCount } from "../../../../model/text/amount.ts";
import { DAY_MS, HOUR_MS, type Memory, periodOf, type RowHit, type StatefulDetector } from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import type { Firing } from "../patterns/firing.ts";
import { observed as toObserved } from "../patterns/first-seen.ts";
import { medianOf } from "../patterns/median.ts";
import { crossing, DOWNLOAD_MEMORY, downloadDays, downloadHits, totalOf } from "../signals/download-days.ts";
import { FILE_TABLES } from "../signals/file-operation.ts";

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
    sharedMemory: DOWNLOAD_MEMORY,
    minTriggers: settings.minFiles,
    // The downloads of one day are compared with those of other days, none of which has to be busy.
    triggersMs: 0,
    hitsOf: downloadHits,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const days = downloadDays(hits);
  const observed = hits.map(({ at }) => at);
  const isGuest = hits.some(({ actor }) => isGuestName(actor?.upn));
  for (const [day, ofDay] of days) {
    const limit = limitOf(day, { days, observed }, settings, isGuest);
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
  const totals = past.map(([, dayHits]) => totalOf(dayHits));
  // Days without downloads count as 0.
  const all = [...totals, ...new Array<number>(Math.max(0, known - totals.length)).fill(0)];
  const median = medianOf(all);
  const deviation = NORMAL * medianOf(all.map((total) => Math.abs(total - median)));
  const most = Math.max(settings.minFiles, Math.ceil(median + settings.deviations * Math.max(deviation, 1)));
  return { most, median, period: toObserved(day - oldestAt, settings.baselineDays).period };
}
