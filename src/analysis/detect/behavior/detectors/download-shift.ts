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
    // What is usual for people who always download a lot is compared with their hits.
    busyDays: { days: settings.days, triggers: settings.minFiles },
    hitsOf: downloadHits,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const days = downloadDays(hits);
  const totals = new Map([...days].map(([day, ofDay]) => [day, totalOf(ofDay)]));
  for (const [day, ofDay] of days) {
    const start = day - (settings.withinDays - 1) * DAY_MS;
    const usual = usualOf(totals, hits, start, settings);
    if (usual === null) continue;
    const limit = Math.max(settings.minFiles, usual.secondMost + 1, Math.ceil(settings.times * usual.mean));
    const busy = [...totals].filter(([other, total]) => other >= start && other <= day && total >= limit);
    // Reported on the day that completes the series, and not again on the days after it.
    if (busy.length !== settings.days || !busy.some(([other]) => other === day)) continue;
    const trigger = crossing(ofDay, limit);
    if (trigger !== undefined) yield toFiring(trigger, { busy, limit, usual, days }, settings);
  }
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
  totals: ReadonlyMap<number, number>,
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
