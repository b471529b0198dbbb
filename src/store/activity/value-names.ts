import type { DayFacts } from "../../model/activity/day-facts.ts";
import type { ValueName } from "../../model/activity/to-activity-day.ts";
import { DIMENSIONS } from "../../model/identity/activity.ts";
import { createTimeSlice } from "../../runtime/time-slice.ts";
import type { DomainDb } from "../database/database.ts";

/** Returns a hash as the number that the database stores. */
export const hashNumber = (hash: string): string => Buffer.from(hash, "latin1").readBigInt64BE().toString();

function hashText(number: string): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(number));
  return bytes.toString("latin1");
}

/** The embedded database serves nobody else while a statement runs. */
const VALUES_PER_STATEMENT = 500;

/** The values that packed days refer to, kept while many days are read. */
export class ValueNames {
  /** By the code of the dimension, then by hash. */
  readonly #names = DIMENSIONS.map(() => new Map<string, ValueName>());

  nameOf = (code: number, hash: string): ValueName | undefined => this.#names[code]?.get(hash);

  /** Reads the names of all values of these days that are not known yet. Yields to requests. */
  async load(db: DomainDb, days: readonly DayFacts[]): Promise<void> {
    const missing = DIMENSIONS.map(() => new Set<string>());
    const slice = createTimeSlice();
    for (const facts of days) {
      if (slice.isOver()) await slice.pause();
      this.#collectMissing(facts, missing);
    }
    const wanted = missing.flatMap((hashes, code) => [...hashes].map((hash) => [code, hash] as const));
    for (let start = 0; start < wanted.length; start += VALUES_PER_STATEMENT) {
      const part = wanted.slice(start, start + VALUES_PER_STATEMENT);
      const found = await readValueNames(db, part);
      for (const [code, hash] of part) {
        const name = found.get(`${code}:${hash}`);
        if (name) this.#names[code]?.set(hash, name);
      }
    }
  }

  #collectMissing({ uses }: DayFacts, missing: readonly Set<string>[]): void {
    for (const [code, hashes] of uses.entries()) {
      const known = this.#names[code];
      for (const hash of hashes?.keys() ?? []) if (!known?.has(hash)) missing[code]?.add(hash);
    }
  }
}

/** Returns the names of values, given by code and hash, under `code:hash`. */
export async function readValueNames(
  db: DomainDb,
  wanted: readonly (readonly [code: number, hash: string])[],
): Promise<ReadonlyMap<string, ValueName>> {
  if (wanted.length === 0) return new Map();
  const rows = await db.query<ValueName & { dimension: number; hash: string }>(
    `select v.dimension, v.hash, v.key, v.label
     from unnest($2::smallint[], $3::bigint[]) as wanted (dimension, hash)
     join activity_values v on v.domain_id = $1 and v.dimension = wanted.dimension and v.hash = wanted.hash`,
    [wanted.map(([code]) => code), wanted.map(([, hash]) => hashNumber(hash))],
  );
  return new Map(
    rows.map(({ dimension, hash, key, label }) => [`${dimension}:${hashText(String(hash))}`, { key, label }]),
  );
}
