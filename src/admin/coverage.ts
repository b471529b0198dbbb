import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { answerOf } from "../http/answer.ts";
import { LOG_TABLES, type LogTable } from "../model/rows/log-row.ts";
import type { Detection } from "../model/rule-list.ts";
import { readSourceDays } from "../store/activity/sources.ts";
import { type ReceivedTable, readReceivedTables } from "../store/rows/received-rows.ts";
import type { AdminParts, MountAdmin } from "./admin-plane.ts";
import { receivedItem } from "./received-item.ts";

const DAY_MS = 86_400_000;
const DAYS_SHOWN = 30;

/** Mounts the data coverage. */
export function mountCoverage({ detectors: listed }: AdminParts, mount: MountAdmin): void {
  mount(at.getCoverage, async ({ db, clock, domain }) => {
    const now = clock();
    const today = Math.floor(now.getTime() / DAY_MS);
    const shown = Array.from({ length: DAYS_SHOWN }, (_, index) => today - DAYS_SHOWN + 1 + index);
    const received = new Map((await readReceivedTables(db, now)).map((one) => [one.table, one]));
    const days = await readSourceDays(db, shown[0] ?? today);
    const { detections } = await listed.rulesFor(domain);
    const items = LOG_TABLES.map((table) => ({
      ...receivedItem(table, received.get(table)),
      ...describeDays(shown, new Set(days.get(table)), received.get(table)),
      detections: detections
        .filter(({ tables }) => tables.includes(table))
        .map((detection) => describeDetection(detection, received)),
    }));
    return answerOf(JSON.stringify({ days: shown.map(dayText), items }));
  });
}

const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

function describeDays(shown: readonly number[], days: ReadonlySet<number>, received: ReceivedTable | undefined) {
  const firstRowAt = received?.firstRowAt?.getTime() ?? Number.POSITIVE_INFINITY;
  // Rows of today may still come.
  const expected = shown.slice(0, -1).filter((day) => (day + 1) * DAY_MS > firstRowAt);
  return {
    days_with_rows: shown.filter((day) => days.has(day)).map(dayText),
    missing_days: expected.filter((day) => !days.has(day)).length,
  };
}

const describeDetection = ({ kind, facts, tables }: Detection, received: ReadonlyMap<LogTable, ReceivedTable>) => ({
  name: facts.slug,
  title: facts.title,
  kind,
  severity: facts.severity,
  is_blind: !tables.some((table) => received.has(table)),
});
