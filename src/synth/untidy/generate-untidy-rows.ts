import { generateRows } from "../plants/generate-rows.ts";
import { seededRandom } from "../random.ts";
import type { SynthRow } from "../rows/row.ts";
import { dayAt } from "../workforce/calendar.ts";
import { firstDayOf } from "../workforce/staff.ts";
import { peopleAtWork, type UntidyKind } from "./untidy-kind.ts";
import type { UntidyOrganization } from "./untidy-organization.ts";

/** A row and the untidy kind that it belongs to; null for plain work. */
export interface UntidyRow {
  readonly row: SynthRow;
  readonly kind: string | null;
}

/** Generates the rows of an untidy organization without attacks, unsorted; all are before its end. */
export function generateUntidyRows(
  organization: UntidyOrganization,
  kinds: readonly UntidyKind[],
): readonly UntidyRow[] {
  const { knobs } = organization;
  const first = firstDayOf(knobs);
  const rows: UntidyRow[] = [];
  for (const { rows: plain } of generateRows(organization)) for (const row of plain) rows.push({ row, kind: null });
  for (let day = 0; day < knobs.days; day += 1) {
    const date = dayAt(first, day);
    const atWork = peopleAtWork(organization, day, date);
    for (const { name, rowsOn } of kinds) {
      const lasting = (key: string | number = "") => seededRandom(knobs.seed, `untidy ${name}/${key}`);
      const random = seededRandom(knobs.seed, `untidy ${name} on ${day}`);
      for (const row of rowsOn({ organization, day, date, random, lasting, atWork })) rows.push({ row, kind: name });
    }
  }
  return rows.filter(({ row }) => row.at < knobs.until);
}
