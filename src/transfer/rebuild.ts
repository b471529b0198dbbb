import type { Clock } from "../runtime/clock.ts";
import type { DomainDb, DomainHandle } from "../store/database/database.ts";
import { type RenderedTable, replaceTexts, type TextChange } from "../store/items/texts.ts";
import { RENDERED_KINDS, type RenderedKind } from "./records/rendered-kinds.ts";

/** The number of items of a table that were rendered so far. */
export interface RebuildProgress {
  readonly table: RenderedTable;
  readonly rendered: number;
}

export interface Rebuilt {
  readonly rendered: number;
  readonly changed: number;
}

/** Renders every item of a domain again and replaces the texts that differ. The domain can be served meanwhile. */
export async function rebuildDomain(
  db: DomainHandle,
  clock: Clock,
  onProgress?: (progress: RebuildProgress) => void,
): Promise<Rebuilt> {
  let [rendered, changed] = [0, 0];
  for (const kind of RENDERED_KINDS) {
    let ofKind = 0;
    for await (const page of pagesOf(db, kind)) {
      changed += await replaceStale(db, clock, kind, page.filter(isStale));
      rendered += page.length;
      ofKind += page.length;
      onProgress?.({ table: kind.table, rendered: ofKind });
    }
  }
  return { rendered, changed };
}

export interface StaleText {
  readonly table: RenderedTable;
  readonly id: string;
}

/** Returns every item whose stored text differs from a fresh rendering of its record. */
export async function findStaleTexts(db: DomainDb): Promise<readonly StaleText[]> {
  const stale: StaleText[] = [];
  for (const kind of RENDERED_KINDS) {
    for await (const page of pagesOf(db, kind)) {
      stale.push(...page.filter(isStale).map(({ id }) => ({ table: kind.table, id })));
    }
  }
  return stale;
}

async function* pagesOf(db: DomainDb, kind: RenderedKind): AsyncGenerator<readonly TextChange[], void, void> {
  let page = await kind.readPage(db, undefined);
  while (page.length > 0) {
    yield page;
    page = await kind.readPage(db, page.at(-1)?.id);
  }
}

const isStale = ({ before, after }: TextChange): boolean =>
  Object.entries(after).some(([column, text]) => before[column] !== text);

function replaceStale(
  db: DomainHandle,
  clock: Clock,
  kind: RenderedKind,
  stale: readonly TextChange[],
): Promise<number> {
  if (stale.length === 0) return Promise.resolve(0);
  return db.transaction((tx) => replaceTexts(tx, kind.table, stale, clock()));
}
