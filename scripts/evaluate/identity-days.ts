import { type DayFacts, mergeFacts } from "../../src/model/activity/day-facts.ts";
import { toActivityDay } from "../../src/model/activity/to-activity-day.ts";
import type { ActivityDay } from "../../src/model/identity/activity.ts";
import type { RowActor } from "../../src/model/rows/actor.ts";
import type { LogRow } from "../../src/model/rows/log-row.ts";
import { actorOf } from "../../src/model/rows/row-actor.ts";
import { collectActivity } from "../../src/pipeline/activity/collect-activity.ts";
import type { NewValue } from "../../src/store/activity/save-activity.ts";
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
 * Returns the days of activity of identities, by id, without a database: `owners` has the id of the identity of each actor
 * key. `shiftOf` gives the milliseconds by which a row is moved.
 */
export async function identityDays(
  organization: PlantedOrganization,
  owners: ReadonlyMap<string, string>,
  shiftOf: () => number = () => 0,
): Promise<ReadonlyMap<string, readonly ActivityDay[]>> {
  const byIdentity = new Map<string, Map<number, DayFacts>>();
  const values = new Map<string, NewValue>();
  const delivered = new Set<string>();
  for (const { rows } of generateRows(organization)) {
    const unique = rows.filter(({ fields }) => {
      const id = String(fields["_ItemId"]);
      const isNew = !delivered.has(id);
      delivered.add(id);
      return isNew;
    });
    const given = unique.map((row) => toLogRow(row, shiftOf()));
    const batch = await collectActivity(
      NO_KEY,
      given,
      (row) => toIdentity(actorOf(row), owners),
      () => undefined,
    );
    for (const value of batch.values) values.set(`${value.dimension}:${value.hash}`, value);
    for (const { actorKey, day, facts } of batch.days) {
      const own = byIdentity.get(actorKey) ?? new Map<number, DayFacts>();
      byIdentity.set(actorKey, own);
      const known = own.get(day);
      if (known) mergeFacts(known, facts);
      else own.set(day, facts);
    }
  }
  return new Map(
    [...byIdentity].map(([id, days]) => [
      id,
      [...days]
        .sort(([a], [b]) => a - b)
        .map(([day, facts]) => toActivityDay(day, facts, (code, hash) => values.get(`${code}:${hash}`))),
    ]),
  );
}

/** Returns the actor of a row with the id of its identity as its only key; null if it is none of them. */
function toIdentity(actor: RowActor | null, owners: ReadonlyMap<string, string>): RowActor | null {
  const id = actor && [actor.key, ...actor.keys].map((key) => owners.get(key)).find((one) => one !== undefined);
  return id ? { ...actor, key: id, keys: [] } : null;
}
