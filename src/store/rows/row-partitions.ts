import type { Database, SystemDb } from "../database/database.ts";
import { readRole } from "../database/database-role.ts";
import { dayOf } from "./row-key.ts";

/** Adds and drops the partitions that rows of a day are stored in. */
export interface RowPartitions {
  /** Adds partitions for rows of these days, as far as they are not too far from the present one. */
  add(days: Iterable<number>, now: Date): Promise<void>;
  /**
   * Adds partitions for the days of rows that are about to be stored, as far as this process has not asked for them yet. One
   * that cannot be added is left out. Rows of many days at once are too few of each to need partitions.
   */
  addNew(days: ReadonlySet<number>, now: Date): Promise<void>;
  /** Adds partitions for the days around the present one, before rows of these days are stored elsewhere. */
  addExpected(now: Date): Promise<void>;
  /** Drops the partitions of days that every domain has outlived; returns how many. */
  dropOutlived(now: Date): Promise<number>;
}

/** The days around the present one that rows are expected of. */
const EXPECTED_DAYS = [-1, 0, 1, 2, 3];
/** Days further back or ahead get no partition when rows of them arrive. */
const NEAR_DAYS = { back: 100, ahead: 3 };
/** The most days that get partitions at once: a delivery with times of its own choice must not add hundreds. */
const MOST_NEW_DAYS = 7;
const PARTITIONED = ["row_blocks", "row_keys", "row_ids"];

/**
 * Adds partitions to one table after the other, each in a transaction of its own. Without the present day, that of the
 * database counts.
 */
export async function addRowPartitions(db: SystemDb, days: readonly number[], today?: number): Promise<void> {
  const present = "coalesce($3::integer, (extract(epoch from now()) / 86400)::integer)";
  for (const table of PARTITIONED) {
    await db.query(`select ensure_row_partitions($1, $2::integer[], ${present})`, [table, days, today ?? null]);
  }
}

/**
 * Returns the partitions of a database. A role that may not change the schema leaves them as they are: rows of a day without
 * a partition are stored in the one for all other days.
 */
export function openRowPartitions(database: Database): RowPartitions {
  let canChange: Promise<boolean> | undefined;
  const isAllowed = (): Promise<boolean> => {
    canChange ??= readRole(database)
      .then(({ canMigrate }) => canMigrate)
      .catch((error: Error) => {
        canChange = undefined;
        throw error;
      });
    return canChange;
  };
  const add: RowPartitions["add"] = async (days, now) => {
    const wanted = [...days];
    if (wanted.length === 0 || !(await isAllowed())) return;
    await database.exclusively((_run, db) => addRowPartitions(db, wanted, dayOf(now.getTime())));
  };
  const asked = new Set<number>();
  let adding: Promise<void> = Promise.resolve();
  return {
    add,
    addNew: (days, now) => {
      const fresh = [...days].filter((day) => isNear(day, now) && !asked.has(day));
      // A day that another delivery has asked for may be about to get its partition.
      if (fresh.length === 0 || fresh.length > MOST_NEW_DAYS) return adding;
      // Asked for once, whatever becomes of it: each attempt locks the partition for all other days.
      for (const day of fresh) asked.add(day);
      adding = adding.then(async () => {
        for (const day of fresh) await add([day], now).catch(() => undefined);
      });
      return adding;
    },
    addExpected: (now) => {
      const today = dayOf(now.getTime());
      return add(
        EXPECTED_DAYS.map((days) => today + days),
        now,
      );
    },
    dropOutlived: async (now) => {
      if (!(await isAllowed())) return 0;
      // Partitions of the days to come have no rows yet.
      const before = dayOf(now.getTime()) - 1;
      let total = 0;
      for (let dropped = -1; dropped !== 0; total += dropped) dropped = await dropSome(database, before);
      return total;
    },
  };
}

function isNear(day: number, now: Date): boolean {
  const today = dayOf(now.getTime());
  return day >= today - NEAR_DAYS.back && day <= today + NEAR_DAYS.ahead;
}

/** Drops some of the partitions that every domain has outlived, in a transaction of its own; returns how many. */
async function dropSome(database: Database, before: number): Promise<number> {
  const [row] = await database.exclusively((_run, db) =>
    db.query<{ dropped: number }>("select drop_outlived_row_partitions($1::integer) as dropped", [before]),
  );
  return row?.dropped ?? 0;
}
