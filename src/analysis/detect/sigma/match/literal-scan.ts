/** A literal to search for, and the values to report when it is found. */
export interface SearchLiteral<T> {
  readonly text: string;
  readonly found: T[];
  /** The last search that found it, so that it is reported once per search. */
  foundBy?: number;
}

interface Anchor<T> {
  readonly literal: SearchLiteral<T>;
  /** Offset of the window within the literal. */
  readonly offset: number;
}

/** Block size in characters. */
const BLOCK = 3;
const TABLE_SIZE = 1 << 15;
const LONGEST_WINDOW = 16;

/**
 * Searches for many literals in one pass (Wu–Manber). Each literal has a window of the same length, placed where its
 * last block is rare among the literals. The block at the end of the current window gives the distance to skip.
 */
export class LiteralScan<T> {
  readonly #window: number;
  readonly #skips: Uint8Array;
  /** Keyed by the whole window, so that literals that share only its last block are not compared one by one. */
  readonly #anchors = new Map<string, Anchor<T>[]>();
  #searches = 0;

  /** Every literal must have at least three characters. */
  constructor(literals: readonly SearchLiteral<T>[]) {
    const shortest = Math.min(...literals.map(({ text }) => text.length));
    this.#window = Math.min(shortest, LONGEST_WINDOW);
    this.#skips = new Uint8Array(TABLE_SIZE).fill(this.#window - BLOCK + 1);
    const uses = new Map<number, number>();
    for (const { text } of literals) {
      for (let at = 0; at + BLOCK <= text.length; at += 1) {
        const block = blockAt(text, at);
        uses.set(block, (uses.get(block) ?? 0) + 1);
      }
    }
    for (const literal of literals) this.#place(literal, uses);
  }

  #place(literal: SearchLiteral<T>, uses: ReadonlyMap<number, number>): void {
    const { text } = literal;
    const endOf = (offset: number) => blockAt(text, offset + this.#window - BLOCK);
    let offset = 0;
    for (let other = 1; other + this.#window <= text.length; other += 1) {
      if ((uses.get(endOf(other)) ?? 0) < (uses.get(endOf(offset)) ?? 0)) offset = other;
    }
    for (let at = 0; at <= this.#window - BLOCK; at += 1) {
      const bucket = bucketOf(blockAt(text, offset + at));
      this.#skips[bucket] = Math.min(this.#skips[bucket] ?? 0, this.#window - BLOCK - at);
    }
    const window = text.slice(offset, offset + this.#window);
    const anchors = this.#anchors.get(window);
    if (anchors) anchors.push({ literal, offset });
    else this.#anchors.set(window, [{ literal, offset }]);
  }

  search(value: string, found: T[]): void {
    this.#searches += 1;
    const skips = this.#skips;
    const last = value.length - BLOCK;
    for (let at = this.#window - BLOCK; at <= last; ) {
      const block = (value.charCodeAt(at) << 16) ^ (value.charCodeAt(at + 1) << 8) ^ value.charCodeAt(at + 2);
      const skip = skips[(block ^ (block >>> 9)) & (TABLE_SIZE - 1)] ?? 1;
      if (skip === 0) {
        this.#verify(value, at - this.#window + BLOCK, found);
        at += 1;
      } else at += skip;
    }
  }

  #verify(value: string, start: number, found: T[]): void {
    const window = value.slice(start, start + this.#window);
    for (const { literal, offset } of this.#anchors.get(window) ?? []) {
      if (literal.foundBy === this.#searches || start < offset) continue;
      if (!value.startsWith(literal.text, start - offset)) continue;
      literal.foundBy = this.#searches;
      found.push(...literal.found);
    }
  }
}

/** Packs three characters into a number; collisions beyond Latin-1 are resolved by comparing the text. */
function blockAt(text: string, at: number): number {
  return (text.charCodeAt(at) << 16) ^ (text.charCodeAt(at + 1) << 8) ^ text.charCodeAt(at + 2);
}

const bucketOf = (block: number): number => (block ^ (block >>> 9)) & (TABLE_SIZE - 1);
