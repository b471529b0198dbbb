import type { ActivityDay, Dimension, RowRef } from "../../model/identity/activity.ts";
import { compareText } from "../detect/periods.ts";
import type { ActivityHistory, Positions } from "./activity-history.ts";

/** Rows that are named for one item. */
const MAX_ROWS = 5;

const byKey = (left: RowRef, right: RowRef): number =>
  compareText(left.contentKey, right.contentKey) || compareText(left.table, right.table);

const daysIn = ({ activity }: ActivityHistory, { from, to }: Positions): readonly ActivityDay[] =>
  activity.slice(from, to);

interface Weighed {
  readonly day: number;
  readonly weight: number;
  readonly row: RowRef;
}

function heaviest(weighed: readonly Weighed[]): readonly RowRef[] {
  return [...weighed]
    .sort((left, right) => right.weight - left.weight || right.day - left.day || byKey(left.row, right.row))
    .slice(0, MAX_ROWS)
    .map(({ row }) => row);
}

/** Returns a row of each of the days on which a value occurs most, and the newest label of the value. */
export function rowsOfValue(
  history: ActivityHistory,
  positions: Positions,
  dimension: Dimension,
  key: string,
): { readonly rows: readonly RowRef[]; readonly label: string } {
  const found = daysIn(history, positions).flatMap(({ day, uses }) =>
    uses.filter((use) => use.dimension === dimension && use.key === key).map((use) => ({ day, use })),
  );
  return {
    rows: heaviest(found.map(({ day, use }) => ({ day, weight: use.count, row: use.sample }))),
    label: found.at(-1)?.use.label ?? key,
  };
}

/** Returns a row of each of the days with the greatest weight; a day of weight 0 has none. */
export function rowsOfDays(
  history: ActivityHistory,
  positions: Positions,
  weightOf: (day: ActivityDay) => number,
): readonly RowRef[] {
  return heaviest(
    daysIn(history, positions).flatMap((day) => {
      const weight = weightOf(day);
      const [row] = day.uses.map(({ sample }) => sample).sort(byKey);
      return weight > 0 && row ? [{ day: day.day, weight, row }] : [];
    }),
  );
}
