import type { DirectoryChange } from "../../model/identity/activity.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { storableText } from "../../model/text/storable-text.ts";
import type { DomainDb } from "../database/database.ts";

/** Stores changes; those of a row that is stored already are left as they are. */
export async function saveDirectoryChanges(tx: DomainDb, changes: readonly DirectoryChange[]): Promise<void> {
  if (changes.length === 0) return;
  const places = new Map<string, number>();
  const placeOf = ({ row }: DirectoryChange): number => {
    const place = places.get(`${row.table}/${row.contentKey}`) ?? 0;
    places.set(`${row.table}/${row.contentKey}`, place + 1);
    return place;
  };
  await tx.execute(
    `insert into directory_changes
       (domain_id, table_name, content_key, place, at, change, by_key, by_name, target, object_id, object_name,
        operation)
     select $1, given.* from unnest($2::text[], $3::uuid[], $4::smallint[], $5::timestamptz[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::text[], $11::text[], $12::text[]) as given
     on conflict (domain_id, content_key, table_name, place) do nothing`,
    [
      changes.map(({ row }) => row.table),
      changes.map(({ row }) => row.contentKey),
      changes.map(placeOf),
      changes.map(({ at }) => at),
      changes.map(({ change }) => change),
      changes.map(({ by }) => by && storableText(by)),
      changes.map(({ byName }) => byName),
      changes.map(({ target }) => target),
      changes.map(({ objectId }) => objectId),
      changes.map(({ objectName }) => objectName),
      changes.map(({ operation }) => operation ?? null),
    ],
  );
}

export interface ChangeFilter {
  /** Actor keys of the changed principals or objects; all if absent. */
  readonly targets?: readonly string[];
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

interface ChangeRow {
  readonly table_name: LogTable;
  readonly content_key: string;
  readonly at: Date;
  readonly change: DirectoryChange["change"];
  readonly by_key: string | null;
  readonly by_name: string | null;
  readonly target: string;
  readonly object_id: string | null;
  readonly object_name: string | null;
}

/**
 * Returns changes in the order of time, then of row. Of several rows of one operation the last one counts, and none if
 * the operation failed.
 */
export async function readDirectoryChanges(
  db: DomainDb,
  { targets, from, to }: ChangeFilter = {},
): Promise<readonly DirectoryChange[]> {
  const rows = await db.query<ChangeRow>(
    `select table_name, content_key, at, change, by_key, by_name, target, object_id, object_name from directory_changes d
     where domain_id = $1 and ($2::text[] is null or target = any($2::text[]))
       and at >= coalesce($3::timestamptz, '-infinity') and at < coalesce($4::timestamptz, 'infinity')
       and change <> 'azure_role_failed'
       and not exists (
         select from directory_changes o
         where o.domain_id = $1 and o.operation = d.operation
           and (o.change = 'azure_role_failed'
             or (o.change = d.change and o.target = d.target and (o.at, o.content_key) > (d.at, d.content_key))))
     order by at, content_key, table_name, place`,
    [targets ?? null, from ?? null, to ?? null],
  );
  return rows.map((row) => ({
    at: row.at,
    row: { table: row.table_name, contentKey: row.content_key },
    change: row.change,
    by: row.by_key,
    byName: row.by_name,
    target: row.target,
    objectId: row.object_id,
    objectName: row.object_name,
  }));
}
