import type { DomainDb } from "../store/database/database.ts";
import type { BadLine, Line, Prepared } from "./records/record-kind.ts";

/** Returns the items of a batch; of two with the same id, the later one. */
export function lastOfEach<I>(lines: readonly Line<I>[], idOf: (item: I) => string): readonly I[] {
  return [...new Map(lines.map(({ item }) => [idOf(item), item])).values()];
}

/** Stores items; throws unless every one of them was written. */
export async function saveAll<I>(
  tx: DomainDb,
  items: readonly I[],
  save: (tx: DomainDb, items: readonly I[], at: Date) => Promise<number>,
  at: Date,
): Promise<number> {
  const saved = await save(tx, items, at);
  if (saved !== items.length) throw new Error(`expected to store ${items.length} records, stored ${saved}`);
  return saved;
}

interface Plan<I> {
  readonly idOf: (item: I) => string;
  readonly save: (tx: DomainDb, items: readonly I[], at: Date) => Promise<number>;
  readonly check?: (tx: DomainDb, lines: readonly Line<I>[]) => Promise<readonly BadLine[]>;
}

/** Returns the `prepare` function of a kind whose records are rendered into no other kind. */
export function prepareWith<I>({ idOf, save, check }: Plan<I>) {
  return async (tx: DomainDb, lines: readonly Line<I>[], at: Date): Promise<Prepared> => ({
    problems: check ? await check(tx, lines) : [],
    save: async () => ({ records: await saveAll(tx, lastOfEach(lines, idOf), save, at), staleCases: [] }),
  });
}

/** Returns the lines that refer to a record the domain does not have. */
export async function findDangling<I>(
  lines: readonly Line<I>[],
  reference: {
    readonly field: string;
    readonly noun: string;
    readonly idOf: (item: I) => string;
    readonly findMissing: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  },
): Promise<readonly BadLine[]> {
  const missing = await reference.findMissing([...new Set(lines.map(({ item }) => reference.idOf(item)))]);
  return lines
    .filter(({ item }) => missing.has(reference.idOf(item)))
    .map(({ number, item }) => ({
      line: number,
      field: reference.field,
      message: `the domain has no ${reference.noun} '${reference.idOf(item)}'`,
    }));
}

/** Returns the lines that would change a field which is fixed once stored, or that contradict an earlier line in it. */
export function findMoved<I>(
  lines: readonly Line<I>[],
  fixed: {
    readonly field: string;
    readonly idOf: (item: I) => string;
    readonly valueOf: (item: I) => string;
    readonly stored: ReadonlyMap<string, string>;
  },
): readonly BadLine[] {
  const values = new Map(fixed.stored);
  return lines.flatMap(({ number, item }) => {
    const value = fixed.valueOf(item);
    const kept = values.get(fixed.idOf(item)) ?? value;
    values.set(fixed.idOf(item), kept);
    if (kept === value) return [];
    return [{ line: number, field: fixed.field, message: `cannot change: it is stored as '${kept}'` }];
  });
}
