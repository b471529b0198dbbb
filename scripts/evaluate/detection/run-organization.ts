import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../../src/runtime/clock.ts";
import type { AttackedOrganization } from "../../../src/synth/detection/generate-attacked.ts";
import { firstDayOf } from "../../../src/synth/workforce/staff.ts";
import { type ScratchDomain, withScratchFolder } from "../scratch-domain.ts";
import { deliverPeriods, type Outcome, type Period, rowsBetween } from "./deliver-periods.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Every how manyth day the domain is analyzed: not daily, which would take a third of the time. */
const ANALYZED_DAYS = 3;

export interface RunOptions {
  /** Minutes of rows in one delivery after the history, which arrives day by day. */
  readonly everyMinutes: number;
  /** A folder of additional rules. */
  readonly rules?: string;
  /** Called after each period has been judged, with the domain as it is then. */
  readonly afterJudging?: (domain: ScratchDomain, clock: Clock) => Promise<void>;
  readonly report: (text: string) => void;
}

/**
 * Delivers the rows of organizations with the same history in the order of time, each to a temporary database. The history
 * is delivered once.
 */
export function runOrganizations(
  organizations: readonly AttackedOrganization[],
  options: RunOptions,
): Promise<readonly Outcome[]> {
  return withScratchFolder(async (folder) => {
    const past = join(folder, "history");
    const [first] = organizations;
    if (first) {
      const startsAt = firstDayOf(first.organization.knobs);
      await deliverPeriods(past, { ...options, startsAt, directory: first.directory, periods: historyOf(first) });
    }
    const outcomes: Outcome[] = [];
    for (const [index, attacked] of organizations.entries()) {
      const own = join(folder, String(index));
      await cp(past, own, { recursive: true });
      const startsAt = firstDayOf(attacked.organization.knobs);
      const periods = countedPeriods(attacked, options.everyMinutes);
      outcomes.push(await deliverPeriods(own, { ...options, startsAt, periods }));
      await rm(own, { recursive: true });
    }
    return outcomes;
  });
}

/** Returns the deliveries of the history: what was before it at once, then day by day. */
function historyOf({ organization, rows }: AttackedOrganization): readonly Period[] {
  const first = firstDayOf(organization.knobs).getTime();
  return Array.from({ length: organization.history + 1 }, (_, day) => {
    const until = new Date(first + day * DAY_MS);
    const from = day === 0 ? 0 : until.getTime() - DAY_MS;
    return { until, rows: rowsBetween(rows, from, until.getTime()), isAnalyzed: day === organization.history };
  });
}

/** Returns the deliveries of the days that count. */
function* countedPeriods(
  { organization, rows }: AttackedOrganization,
  everyMinutes: number,
): Generator<Period, void, void> {
  const { knobs, history } = organization;
  const step = everyMinutes * MINUTE_MS;
  const counted = firstDayOf(knobs).getTime() + history * DAY_MS;
  for (let from = counted; from < knobs.until.getTime(); from += step) {
    const until = from + step;
    const isAnalyzed = (until - counted) % (ANALYZED_DAYS * DAY_MS) === 0;
    yield { until: new Date(until), rows: rowsBetween(rows, from, until), isAnalyzed };
  }
}
