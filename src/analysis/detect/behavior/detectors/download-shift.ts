import { toAmount, toCount } from "../../../../model/text/amount.ts";
import { DAY_MS, HOUR_MS, type Memory, periodOf, type RowHit, type StatefulDetector } from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import type { Firing } from "../patterns/firing.ts";
import { crossing, DOWNLOAD_MEMORY, downloadDays, downloadHits, totalOf } from "../signals/download-days.ts";
import { FILE_TABLES } from "../signals/file-operation.ts";

type Settings = BehaviorSettings["downloadShift"];

/** Detects several days with a multiple of the downloads that are usual for a user, though no day stands out by itself. */
export function downloadShift(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "download_shift",
      major: 1,
      title: "More downloads than usual on several days",
      severity: "medium",
      tactics: ["collection", "exfiltration"],
      techniques: ["T1530", "T1213.002", "T1030"],
      threatType: "data_exfiltration",
      signal: "productivity",
      precision: 0.25,
    },
    tables: FILE_TABLES,
    spanMs: (settings.baselineDays + settings.withinDays + 1) * DAY_MS,
    foldMs: HOUR_MS,
    sharedMemory: DOWNLOAD_MEMORY,
    minTriggers: settings.days * settings.minFiles,
    triggersMs: (settings.withinDays - 1) * DAY_MS,
    busyDays: { days: settings.days, triggers: settings.minFiles },
    // People who always download a lot have busy days every week.
    triggerLimit: {
      settings: JSON.stringify(settings),
      fewest: (memory, day) => fewestDownloads(memory, day, settings),
    },
    hitsOf: downloadHits,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const days = downloadDays(hits);
  const totals = totalsOf(days);
  for (const [day, ofDay] of days) {
    const unusual = unusualOn(day, totals, hits, settings);
    if (unusual === null) continue;
    const { busy: before, limit, usual } = unusual;
    const total = totals.get(day) ?? 0;
    // Reported on the day that completes the series, and not again on the days after it.
    if (total < limit || before.length !== settings.days - 1) continue;
    const busy = [...before, [day, total] as const];
    const trigger = crossing(ofDay, limit);
    if (trigger !== undefined) yield toFiring(trigger, { busy, limit, usual, days }, settings);
  }
}

/** Returns how many downloads would complete a series on a day. */
function fewestDownloads({ hits }: Memory, day: number, settings: Settings): number {
  const unusual = unusualOn(day, totalsOf(downloadDays(hits)), hits, settings);
  return unusual?.busy.length === settings.days - 1 ? unusual.limit : Number.POSITIVE_INFINITY;
}

type Totals = ReadonlyMap<number, number>;

const totalsOf = (days: ReadonlyMap<number, readonly RowHit[]>): Totals =>
  new Map([...days].map(([day, ofDay]) => [day, totalOf(ofDay)]));

/** Returns what is unusual on a day, and the days of a series before it; null without enough history. */
function unusualOn(day: number, totals: Totals, hits: readonly RowHit[], settings: Settings) {
  const start = day - (settings.withinDays - 1) * DAY_MS;
  const usual = usualOf(totals, hits, start, settings);
  if (usual === null) return null;
  const limit = Math.max(settings.minFiles, usual.secondMost + 1, Math.ceil(settings.times * usual.mean));
  const busy = [...totals].filter(([other, total]) => other >= start && other < day && total >= limit);
  return { usual, limit, busy };
}

interface Usual {
  /** Downloads a day. */
  readonly mean: number;
  /** One exceptional day of the past must not hide a series. */
  readonly secondMost: number;
  readonly knownDays: number;
}

/** Returns what was usual on the days of the baseline before a day; null without enough history. */
function usualOf(
  totals: Totals,
  hits: readonly RowHit[],
  until: number,
  { baselineDays, warmUpDays }: Settings,
): Usual | null {
  const since = until - baselineDays * DAY_MS;
  const oldest = hits.find(({ at }) => at >= since)?.at ?? until;
  const knownDays = (until - periodOf(oldest, DAY_MS)) / DAY_MS;
  if (knownDays < warmUpDays) return null;
  const past = [...totals].filter(([day]) => day >= since && day < until).map(([, total]) => total);
  const sum = past.reduce((all, total) => all + total, 0);
  return { mean: sum / knownDays, secondMost: past.sort((a, b) => b - a)[1] ?? 0, knownDays };
}

interface Series {
  readonly busy: readonly (readonly [number, number])[];
  readonly limit: number;
  readonly usual: Usual;
  readonly days: ReadonlyMap<number, readonly RowHit[]>;
}

function toFiring(trigger: RowHit, { busy, limit, usual, days }: Series, settings: Settings): Firing {
  const total = busy.reduce((sum, [, ofDay]) => sum + ofDay, 0);
  return {
    trigger,
    evidence: busy.flatMap(([day]) => (days.get(day) ?? []).slice(0, 8)),
    count: total,
    summary: () =>
      `${toAmount(total, "download")} on ${busy.length} days within ${settings.withinDays} days; the ${usual.knownDays} days ` +
      `before had ${toCount(Math.round(usual.mean))} a day. ${toCount(limit)} or more on ${settings.days} days are unusual.`,
  };
}
