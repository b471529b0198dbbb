import { Failure } from "../../model/failure.ts";
import { monotonicMs } from "../../runtime/clock.ts";
import type { DomainDb } from "../database/database.ts";
import type { Conditions, PageRow } from "./page.ts";

export type Searchable = "user" | "nhi";

/** The length of an indexed piece. A term of at most this length is found by the index alone. */
const PIECE = 16;
/** Separates the fields of an item, so that a piece never spans two of them. */
const END = "\u001f";
/** A piece found more often than this does not narrow a search. */
const COMMON = 3_000;
/** How many pieces of a long term are counted to find the rarest. */
const COMPARED = 8;
/** How many items one statement reads, so that no statement takes long. */
const WALKED = 2_000;
/** The time limit for a page that is found by reading items. */
const WALK_LIMIT_MS = 4_500;

/** Returns the text that a search is compared with: all fields in lower case, separated. */
export function searchTextOf(fields: readonly (string | null)[]): string {
  return fields.map((field) => foldText(field ?? "")).join(END);
}

/**
 * Normalizes text for comparison: the two lower-case forms of sigma are one, and the separator cannot come from a
 * caller.
 */
function foldText(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ").replaceAll(END, "\u001e");
}

/**
 * Returns the pieces of an item's text for the index: one starting at every character, so that a term is a prefix of
 * one.
 */
function gramsOf(searchText: string): readonly string[] {
  const grams = new Set<string>();
  for (const field of searchText.split(END)) {
    const characters = [...field];
    for (let at = 0; at < characters.length; at++) grams.add(characters.slice(at, at + PIECE).join(""));
  }
  return [...grams];
}

/** Replaces the index entries of these items. */
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

/** Returns the piece of a term with which its items are looked up. */
async function choosePiece(db: DomainDb, kind: Searchable, term: string): Promise<string> {
  const starts = startsOf(term);
  const [only, ...others] = starts;
  return others.length > 0 ? findRarest(db, kind, starts) : (only ?? term);
}

/** Returns the prefixes to look for: the term itself, or pieces of a term that is longer than one. */
function startsOf(term: string): readonly string[] {
  const characters = [...term];
  if (characters.length <= PIECE) return [term];
  const parts = characters.slice(0, 1 - PIECE).map((_, at) => characters.slice(at, at + PIECE).join(""));
  return evenly([...new Set(parts)], COMPARED);
}

/** Returns up to `count` pieces, evenly spread: counting all pieces of a long term would cost more than it saves. */
function evenly(pieces: readonly string[], count: number): readonly string[] {
  const step = Math.max(1, pieces.length / count);
  return pieces.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/** Returns the prefix that the fewest pieces start with. */
async function findRarest(db: DomainDb, kind: Searchable, starts: readonly string[]): Promise<string> {
  // With the divided limit, counting all of them costs no more than counting one common piece.
  const limit = Math.floor(COMMON / starts.length);
  const [rarest] = await db.query<{ start: string }>(
    `select piece.start from unnest($3::text[], $4::text[]) as piece (start, until)
     cross join lateral (select count(*)::int as found from (
       select from search_grams g where g.domain_id = $1 and g.kind = $2 and g.gram >= piece.start and g.gram < piece.until
       limit ${limit}) bounded
     ) counted order by counted.found limit 1`,
    [kind, starts, starts.map(afterAll)],
  );
  return rarest?.start ?? starts[0] ?? "";
}

/** Returns an upper bound of all texts that start with the term, in the order of code points. */
function afterAll(term: string): string {
  return `${term}\u{10FFFF}`;
}

export interface SearchedTable {
  readonly kind: Searchable;
  readonly table: string;
  readonly id: string;
}

interface Searched {
  readonly search?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * Returns up to `limit + 1` rows by ascending id; with a search term, of the items that contain it. The conditions
 * refer to the items as `i`. The items of a rare term are found through its pieces, those of a common term by reading the
 * items in order.
 */
export async function listSearched(
  db: DomainDb,
  table: SearchedTable,
  conditions: () => Conditions,
  { search, after, limit }: Searched,
): Promise<readonly PageRow[]> {
  const term = search === undefined ? undefined : foldText(search);
  const found = term === undefined ? "common" : await findRare(db, table, conditions, { term, after, limit });
  if (found !== "common") return found;
  const where = conditions();
  // Each condition has an index, but none covers several conditions together.
  const isWalk = term !== undefined || where.count > 1;
  if (isWalk) return walkItems(db, table, conditions, { term, after, limit });
  return db.query<PageRow>(plainPage(table, where, { after, limit }), where.values);
}

/** Returns the page of a rare term, or that the term is too common to be found through its pieces. */
async function findRare(
  db: DomainDb,
  table: SearchedTable,
  conditions: () => Conditions,
  { term, ...position }: Position & { readonly term: string },
): Promise<readonly PageRow[] | "common"> {
  const from = await choosePiece(db, table.kind, term);
  const where = conditions();
  const text = gatheredPage(table, { from, term }, where, position);
  const rows = await db.query<PageRow & { readonly id: string | null; readonly is_rare: boolean }>(text, where.values);
  return rows.every(({ is_rare }) => is_rare) ? rows.filter(({ id }) => id !== null) : "common";
}

type Position = Pick<Searched, "after" | "limit">;

/** Returns the condition for rows after an item, which may be removed; an unknown item has no rows after it. */
function behind({ table, id }: SearchedTable, where: Conditions, after: string | undefined, name: string): string {
  if (after === undefined) return "";
  return ` and ${name} > (select p.${id} from ${table} p where p.domain_id = $1 and p.${id} = ${where.bind(after)}::uuid)`;
}

const holds = (where: Conditions, term: string | undefined): string =>
  term === undefined ? "true" : `strpos(i.search_text, ${where.bind(term)}) > 0`;

function plainPage(searched: SearchedTable, where: Conditions, { after, limit }: Position): string {
  const { table, id } = searched;
  return `select i.${id} as id, i.wire from ${table} i
    where i.domain_id = $1${behind(searched, where, after, `i.${id}`)}${where.sql} and i.removed_at is null
    order by i.${id} limit ${where.bind(limit + 1)}`;
}

/**
 * Returns SQL that counts the pieces that start with a text and, if they are few, finds the items that they belong to. One
 * statement does both: each has to wait for its turn. Without a page it returns one row, whose id is null.
 */
function gatheredPage(
  searched: SearchedTable,
  { from, term }: { readonly from: string; readonly term: string },
  where: Conditions,
  { after, limit }: Position,
): string {
  const { kind, table, id } = searched;
  const pieces = `from search_grams g where g.domain_id = $1 and g.kind = '${kind}'
      and g.gram >= ${where.bind(from)} and g.gram < ${where.bind(afterAll(from))}`;
  const found = `select distinct g.id ${pieces}${behind(searched, where, after, "g.id")}
      and (select is_rare from counted) order by g.id`;
  // `offset 0` makes the planner find the ids first, so that only the items of the page are read.
  const page = `select found.id, item.wire from (${found}) found
    cross join lateral (select i.wire from ${table} i
      where i.domain_id = $1 and i.${id} = found.id and ${holds(where, term)}${where.sql} and i.removed_at is null
      offset 0) item
    order by found.id limit ${where.bind(limit + 1)}`;
  return `with counted as (select count(*) < ${COMMON} as is_rare from (select ${pieces} limit ${COMMON}) bounded)
    select counted.is_rare, page.id, page.wire from counted left join (${page}) page on true order by page.id`;
}

interface WalkedRow extends PageRow {
  readonly is_found: boolean;
  /** It is the last item that its step read. */
  readonly is_last: boolean;
}

/** Reads the items in steps, each a statement of its own, until the page is full. */
async function walkItems(
  db: DomainDb,
  searched: SearchedTable,
  conditions: () => Conditions,
  { term, after, limit }: Position & { readonly term: string | undefined },
): Promise<readonly PageRow[]> {
  const startedMs = monotonicMs();
  const found: PageRow[] = [];
  for (let from = after; ; ) {
    const where = conditions();
    const step = stepOfWalk(searched, where, { term, after: from, limit: limit - found.length });
    const rows = await db.query<WalkedRow>(step, where.values);
    found.push(...rows.filter((row) => row.is_found));
    const last = rows.at(-1);
    if (found.length > limit || !last?.is_last) return found.slice(0, limit + 1);
    if (monotonicMs() - startedMs > WALK_LIMIT_MS) throw tooManyItems();
    from = last.id;
  }
}

function stepOfWalk(
  searched: SearchedTable,
  where: Conditions,
  { term, after, limit }: Position & { readonly term: string | undefined },
): string {
  const { table, id } = searched;
  // The inner limit counts the items that were read, not those that match; the conditions only mark the matches.
  return `select walked.id, walked.wire, walked.is_found, walked.nth = ${WALKED} as is_last from (
      select i.${id} as id, i.wire, row_number() over (order by i.${id}) as nth,
        i.removed_at is null and ${holds(where, term)}${where.sql} as is_found
      from ${table} i where i.domain_id = $1${behind(searched, where, after, `i.${id}`)}
      order by i.${id} limit ${WALKED}) walked
    where walked.is_found or walked.nth = ${WALKED} order by walked.id limit ${where.bind(limit + 2)}`;
}

const tooManyItems = (): Failure =>
  new Failure(
    "unavailable",
    "too many items had to be read; use a longer term or fewer filters",
    {},
    { "retry-after": "1" },
  );
