import { appendTo } from "../../../../model/append-to.ts";
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
import { burstsOf } from "../patterns/burst.ts";
import { busyDaysBefore } from "../patterns/busy-days.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { ENDING_TABLES, oddEndingOf } from "../signals/file-ending.ts";
import { toDuration, toName } from "../wording.ts";

type Settings = BehaviorSettings["massEncryption"];

const FOLD_MINUTES = 10;

/** Detects an account under which many documents get an ending that no common program gives them, as by ransomware. */
export function massEncryption(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "mass_encryption",
      major: 1,
      title: "Many documents got an unknown file ending",
      severity: "high",
      tactics: ["impact"],
      techniques: ["T1486"],
      threatType: "sabotage",
      signal: "productivity",
      precision: 0.8,
      supersedes: ["ransom_note_or_extension"],
    },
    tables: ENDING_TABLES,
    spanMs: (Math.ceil(settings.habitBaselineDays) + 1) * DAY_MS,
    // Older files can only show that the account does this regularly.
    nearMs: DAY_MS,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow): readonly Hit[] {
  const odd = oddEndingOf(seen.row);
  if (odd === null) return [];
  const data = { ending: toName(odd.ending), file: toName(odd.file) };
  return hitOfActor(seen, toKey(odd.file), data, ["user", "service", "machine"]);
}

const endingOf = (hit: RowHit): string => dataText(hit, "ending");

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const byEnding = new Map<string, RowHit[]>();
  for (const hit of hits) appendTo(byEnding, endingOf(hit), hit);
  const { files, withinMinutes, filesPerDay } = settings;
  for (const own of byEnding.values()) {
    yield* bursts(own, files, withinMinutes * MINUTE_MS, settings);
    yield* bursts(own, filesPerDay, DAY_MS, settings);
  }
  // A different ending for each file.
  if (byEnding.size > 1) yield* bursts(hits, 2 * files, withinMinutes * MINUTE_MS, settings);
}

function* bursts(hits: readonly RowHit[], least: number, windowMs: number, settings: Settings): Iterable<Firing> {
  for (const { trigger, hits: burst, peak } of burstsOf(hits, { windowMs, periodMs: DAY_MS, least, count: "values" })) {
    // A third as many is enough to show that it is regular.
    const regular = busyDaysBefore(hits, trigger.at, settings.habitBaselineDays, settings.files / 3);
    if (regular >= settings.habitDays) continue;
    const endings = [...new Set(burst.map(endingOf))];
    yield {
      trigger,
      evidence: burst,
      count: peak,
      summary: () =>
        `${toAmount(peak, "document")} got ${endings.length === 1 ? "the ending" : "endings such as"} ` +
        `"${endings.slice(0, 3).join('", "')}" within ${toDuration(windowMs)}, among them ` +
        `${burst
          .slice(0, 3)
          .map((hit) => dataText(hit, "file"))
          .join(", ")}; ${least} or more with an ending that no common program writes are reported.`,
    };
  }
}
