import { type DayFacts, mergeFacts } from "../../src/model/activity/day-facts.ts";
import { toActivityDay } from "../../src/model/activity/to-activity-day.ts";
import type { ActivityDay } from "../../src/model/identity/activity.ts";
import type { LogRow } from "../../src/model/rows/log-row.ts";
import { actorOf } from "../../src/model/rows/row-actor.ts";
import { collectActivity } from "../../src/pipeline/activity/collect-activity.ts";
import { generateRows } from "../../src/synth/plants/generate-rows.ts";
import type { PlantedOrganization } from "../../src/synth/plants/planted-organization.ts";
import type { SynthRow } from "../../src/synth/rows/row.ts";

const NO_KEY = "00000000-0000-4000-8000-000000000000";

const toLogRow = (row: SynthRow, shiftMs: number): LogRow => ({
  table: row.table,
  rowId: NO_KEY,
  contentKey: NO_KEY,
  at: row.at.getTime() + shiftMs,
  late: false,
  fields: row.fields,
  text: "",
});

/**
 * Returns the days of activity of every program of an organization, by object id, without a database. `shiftOf` gives the
 * milliseconds by which a row is moved.
 */
export async function programDays(
  organization: PlantedOrganization,
  shiftOf: () => number,
): Promise<ReadonlyMap<string, readonly ActivityDay[]>> {
  const owners = new Map<string, string>(
    organization.nhis.flatMap(({ objectId, appId }) => [
      [`oid:${objectId}`, objectId] as const,
      [`app:${appId}`, objectId] as const,
    ]),
  );
  const byProgram = new Map<string, Map<number, DayFacts>>();
  for (const { rows } of generateRows(organization)) {
    const unique = [...new Map(rows.map((row) => [String(row.fields["_ItemId"]), row])).values()];
    const given = unique.map((row) => toLogRow(row, shiftOf()));
    const { days } = await collectActivity(NO_KEY, given, actorOf, () => undefined);
    for (const { actorKey, day, facts } of days) {
      const owner = owners.get(actorKey);
      if (owner === undefined) continue;
      const own = byProgram.get(owner) ?? new Map<number, DayFacts>();
      byProgram.set(owner, own);
      const known = own.get(day);
      if (known) mergeFacts(known, facts);
      else own.set(day, facts);
    }
  }
  return new Map(
    [...byProgram].map(([owner, days]) => [
      owner,
      [...days].sort(([a], [b]) => a - b).map(([day, facts]) => toActivityDay(day, facts, () => undefined)),
    ]),
  );
}
