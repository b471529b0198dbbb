import type { DomainDb } from "../store/database/database.ts";
import type { BadLine, Line, Prepared } from "./records/record-kind.ts";

/** The items of a batch, the later of two with the same id winning. */
export function lastOfEach<I>(lines: readonly Line<I>[], idOf: (item: I) => string): readonly I[] {
  return [...new Map(lines.map(({ item }) => [idOf(item), item])).values()];
}

/** Writes items and insists that every one of them was written. */
export async function saveAll<I>(
  tx: DomainDb,
  items: readonly I[],
  save: (tx: DomainDb, items: readonly I[]) => Promise<number>,
): Promise<number> {
  const saved = await save(tx, items);
  if (saved !== items.length) throw new Error(`${items.length} records were to be stored, ${saved} were`);
  return saved;
}

interface Plan<I> {
  readonly idOf: (item: I) => string;
  readonly save: (tx: DomainDb, items: readonly I[]) => Promise<number>;
  readonly check?: (tx: DomainDb, lines: readonly Line<I>[]) => Promise<readonly BadLine[]>;
}

/** Prepares batches of a kind that nothing else is rendered from. */
export function prepareWith<I>({ idOf, save, check }: Plan<I>) {
  return async (tx: DomainDb, lines: readonly Line<I>[]): Promise<Prepared> => ({
    problems: check ? await check(tx, lines) : [],
    save: async () => ({ records: await saveAll(tx, lastOfEach(lines, idOf), save), staleCases: [] }),
  });
}

/** Lines that refer to something the domain does not have. */
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

/** Lines that would change what never changes once it is stored, or that contradict an earlier line in this. */
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
