import type { DomainDb } from "./database.ts";
import type { Conditions } from "./page.ts";

export type Searchable = "user" | "nhi";

const GRAM = 3;
/** Stands between and behind the texts of an item, so that a piece never spans two of them. */
const END = "\u001f";
/** A piece found more often than this is no help in narrowing a search. */
const COMMON = 5_000;
/** How many pieces of a term are counted to find a rare one. */
const COMPARED = 8;

/** The text a search is held against: every field without its case, kept apart. */
export function searchTextOf(fields: readonly (string | null)[]): string {
  return fields.map((field) => foldText(field ?? "")).join(END);
}

/** Text as it is compared. A sigma has two small forms, and what keeps fields apart must not come from a caller. */
function foldText(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ").replaceAll(END, "\u001e");
}

/** The pieces of an item's text that the index keeps. Every character starts one, so short terms are ranges. */
export function gramsOf(searchText: string): readonly string[] {
  const grams = new Set<string>();
  for (const field of searchText.split(END)) {
    const characters = [...field, ...Array<string>(GRAM - 1).fill(END)];
    for (let at = 0; at + GRAM <= characters.length; at++) grams.add(characters.slice(at, at + GRAM).join(""));
  }
  return [...grams];
}

/** Replaces what the index knows of these items. */
export async function indexText(
  tx: DomainDb,
  kind: Searchable,
  items: readonly { readonly id: string; readonly searchText: string }[],
): Promise<void> {
  const pairs = items.flatMap(({ id, searchText }) => gramsOf(searchText).map((gram) => ({ id, gram })));
  await tx.execute("delete from search_grams where domain_id = $1 and kind = $2 and id = any($3::uuid[])", [
    kind,
    items.map(({ id }) => id),
  ]);
  await tx.execute(
    `insert into search_grams (domain_id, kind, gram, id)
     select $1, $2, gram, id from unnest($3::text[], $4::uuid[]) as piece (gram, id)`,
    [kind, pairs.map(({ gram }) => gram), pairs.map(({ id }) => id)],
  );
}

/**
 * How to find the items that hold a term: walk its rarest piece in id order and look at each item, gather the pieces
 * that a short term starts, or, for a term so common that any walk finds it soon, walk the items themselves.
 */
export type SearchPlan =
  | { readonly walk: "piece"; readonly gram: string; readonly term: string }
  | { readonly walk: "range"; readonly from: string; readonly to: string; readonly term: string }
  | { readonly walk: "items"; readonly term: string };

export async function planSearch(db: DomainDb, kind: Searchable, text: string): Promise<SearchPlan> {
  const term = foldText(text);
  const characters = [...term];
  if (characters.length < GRAM) return planShortSearch(db, kind, term);
  const grams = characters.slice(0, 1 - GRAM).map((_, at) => characters.slice(at, at + GRAM).join(""));
  const compared = evenly([...new Set(grams)], COMPARED);
  const [rarest] = await db.query<{ gram: string }>(
    `select piece.gram from unnest($3::text[]) as piece (gram)
     cross join lateral (select count(*) as found from (
       select from search_grams g where g.domain_id = $1 and g.kind = $2 and g.gram = piece.gram limit ${COMMON}) bounded
     ) counted order by counted.found limit 1`,
    [kind, compared],
  );
  return { walk: "piece", gram: rarest?.gram ?? grams[0] ?? term, term };
}

/** So many of the pieces, evenly spread: counting all of a long term would cost more than the best one saves. */
function evenly(pieces: readonly string[], count: number): readonly string[] {
  const step = Math.max(1, pieces.length / count);
  return pieces.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

async function planShortSearch(db: DomainDb, kind: Searchable, term: string): Promise<SearchPlan> {
  const to = afterAll(term);
  const [counted] = await db.query<{ found: number }>(
    `select count(*)::int as found from (select from search_grams
     where domain_id = $1 and kind = $2 and gram >= $3 and gram < $4 limit ${COMMON}) bounded`,
    [kind, term, to],
  );
  return (counted?.found ?? 0) < COMMON ? { walk: "range", from: term, to, term } : { walk: "items", term };
}

/** The least text greater than every text that starts with the term, in the order of code points. */
function afterAll(term: string): string {
  return `${term}\u{10FFFF}`;
}

export interface SearchedTable {
  readonly kind: Searchable;
  readonly table: string;
  readonly id: string;
}

/** A page of a list by id ascending; with a plan, of the items that hold its term. `where` speaks of the items as `i`. */
export function searchedPage(
  { kind, table, id }: SearchedTable,
  plan: SearchPlan | undefined,
  where: Conditions,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): string {
  const from = after === undefined ? undefined : where.bind(after);
  const behind = (name: string) =>
    from ? ` and ${name} > (select p.${id} from ${table} p where p.domain_id = $1 and p.${id} = ${from}::uuid)` : "";
  const holds = plan ? ` and strpos(i.search_text, ${where.bind(plan.term)}) > 0` : "";
  const item = (extra: string) =>
    `from ${table} i where i.domain_id = $1${extra}${where.sql}${holds} and i.removed_at is null`;
  const end = where.bind(limit + 1);
  if (!plan || plan.walk === "items") {
    return `select i.${id} as id, i.wire ${item(behind(`i.${id}`))} order by i.${id} limit ${end}`;
  }
  const pieces = `g.id from search_grams g where g.domain_id = $1 and g.kind = '${kind}'${behind("g.id")}`;
  const found =
    plan.walk === "piece"
      ? `select ${pieces} and g.gram = ${where.bind(plan.gram)}`
      : `select distinct ${pieces} and g.gram >= ${where.bind(plan.from)} and g.gram < ${where.bind(plan.to)} order by g.id`;
  // The fence keeps the items from being read before the ids they are asked by: only those of the page are.
  return `select found.id, item.wire from (${found}) found
    cross join lateral (select i.wire ${item(` and i.${id} = found.id`)} offset 0) item
    order by found.id limit ${end}`;
}
