import { LiteralScan, type SearchLiteral } from "./literal-scan.ts";

const MAX_REMEMBERED = 4_096;
const MAX_REMEMBERED_LENGTH = 256;
/** The number of values after which caching is kept or turned off. */
const TRIAL = 32_768;
/** Shorter literals are searched one by one; medium and long ones get a scan each, since long ones allow longer skips. */
const SHORTEST_SCANNED = 3;
const SHORTEST_LONG = 6;

/** Finds which of many literals a value contains. Results of repeated values are cached. */
export class SubstringIndex<T> {
  readonly #literals = new Map<string, SearchLiteral<T>>();
  #short: readonly SearchLiteral<T>[] = [];
  #scans: readonly LiteralScan<T>[] = [];
  readonly #remembered = new Map<string, readonly T[]>();
  #remembers = true;
  #asked = 0;
  #repeated = 0;

  add(text: string, value: T): void {
    const known = this.#literals.get(text);
    if (known) known.found.push(value);
    else this.#literals.set(text, { text, found: [value] });
  }

  /** Must be called once, after the last literal was added. */
  build(): void {
    const literals = [...this.#literals.values()];
    const between = (from: number, to: number) =>
      literals.filter(({ text }) => text.length >= from && text.length < to);
    this.#short = between(0, SHORTEST_SCANNED);
    this.#scans = [between(SHORTEST_SCANNED, SHORTEST_LONG), between(SHORTEST_LONG, Number.POSITIVE_INFINITY)]
      .filter((group) => group.length > 0)
      .map((group) => new LiteralScan(group));
  }

  /** Returns the entries of every literal that the value contains, possibly with duplicates. */
  foundIn(value: string): readonly T[] {
    if (!this.#remembers || value.length > MAX_REMEMBERED_LENGTH) return this.#search(value);
    const known = this.#remembered.get(value);
    if (this.#asked < TRIAL) this.#judge(known !== undefined);
    if (known) return known;
    const found = this.#search(value);
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(value, found);
    return found;
  }

  /** Turns caching off when too few values repeat. */
  #judge(repeats: boolean): void {
    this.#asked += 1;
    if (repeats) this.#repeated += 1;
    if (this.#asked < TRIAL || this.#repeated * 2 > TRIAL) return;
    this.#remembers = false;
    this.#remembered.clear();
  }

  #search(value: string): readonly T[] {
    const found: T[] = [];
    for (const { text, found: values } of this.#short) if (value.includes(text)) found.push(...values);
    for (const scan of this.#scans) scan.search(value, found);
    return found;
  }
}
