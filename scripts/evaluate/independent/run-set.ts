import { deliverPeriods, type Outcome, type Period, rowsBetween } from "../detection/deliver-periods.ts";
import type { LabeledSet } from "./read-set.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Every how manyth day the domain is analyzed. */
const ANALYZED_DAYS = 3;

export interface SetRun {
  /** The folder of the database. */
  readonly folder: string;
  /** Minutes of rows in one delivery after the history, which arrives day by day. */
  readonly everyMinutes: number;
  readonly report: (text: string) => void;
}

/** Delivers a set in the order of time and returns what the service made of it. */
export function runSet({ directory, rows, truth }: LabeledSet, run: SetRun): Promise<Outcome> {
  const [startsAt, counted, until] = [truth.from, truth.counted_from, truth.until].map(Date.parse) as [
    number,
    number,
    number,
  ];
  const periods = [
    ...periodsOf(rows, { from: startsAt, until: counted, step: DAY_MS }),
    ...periodsOf(rows, { from: counted, until, step: run.everyMinutes * MINUTE_MS }),
  ];
  return deliverPeriods(run.folder, { startsAt: new Date(startsAt), directory, periods, report: run.report });
}

interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly step: number;
}

function periodsOf(rows: LabeledSet["rows"], { from, until, step }: Stretch): readonly Period[] {
  return Array.from({ length: Math.ceil((until - from) / step) }, (_, index) => {
    const begin = from + index * step;
    const end = begin + step;
    const day = Math.floor((end - from) / DAY_MS);
    const isNewDay = day > Math.floor((begin - from) / DAY_MS);
    return {
      until: new Date(end),
      rows: rowsBetween(rows, begin, end),
      isAnalyzed: isNewDay && (day % ANALYZED_DAYS === 0 || end >= until),
    };
  });
}
