const GRAM = 3;
const BLOOM_SIZE = 1 << 16;
const MAX_REMEMBERED = 4_096;
const MAX_REMEMBERED_LENGTH = 512;

interface Needle<T> {
  readonly text: string;
  readonly found: T[];
}

interface Anchor<T> {
  readonly needle: Needle<T>;
  /** Where in the needle the anchoring characters stand. */
  readonly offset: number;
}

/**
 * Finds which of many texts a value holds, in one pass over the value. Each text is anchored at three of its
 * characters that few others have; short texts are searched one by one. Values that repeat are answered from memory.
 */
export class SubstringIndex<T> {
  readonly #needles = new Map<string, Needle<T>>();
  readonly #anchors = new Map<number, Anchor<T>[]>();
  readonly #bloom = new Uint8Array(BLOOM_SIZE);
  readonly #short: Needle<T>[] = [];
  readonly #remembered = new Map<string, readonly T[]>();

  add(text: string, value: T): void {
    const known = this.#needles.get(text);
    if (known) known.found.push(value);
    else this.#needles.set(text, { text, found: [value] });
  }

  /** To be called once, after the last text was added. */
  build(): void {
    const uses = new Map<number, number>();
    for (const text of this.#needles.keys()) {
      for (const gram of gramsOf(text)) uses.set(gram, (uses.get(gram) ?? 0) + 1);
    }
    for (const needle of this.#needles.values()) this.#place(needle, uses);
  }

  #place(needle: Needle<T>, uses: ReadonlyMap<number, number>): void {
    const grams = gramsOf(needle.text);
    if (grams.length === 0) {
      this.#short.push(needle);
      return;
    }
    let offset = 0;
    const useOf = (at: number) => uses.get(grams[at] ?? -1) ?? 0;
    for (let at = 1; at < grams.length; at += 1) if (useOf(at) < useOf(offset)) offset = at;
    const gram = grams[offset] ?? 0;
    const anchors = this.#anchors.get(gram);
    if (anchors) anchors.push({ needle, offset });
    else this.#anchors.set(gram, [{ needle, offset }]);
    this.#bloom[bucketOf(gram)] = 1;
  }

  /** What was added for every text that the value holds; something may be in it twice. */
  foundIn(value: string): readonly T[] {
    if (value.length > MAX_REMEMBERED_LENGTH) return this.#scan(value);
    const known = this.#remembered.get(value);
    if (known) return known;
    const found = this.#scan(value);
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(value, found);
    return found;
  }

  #scan(value: string): readonly T[] {
    const found: T[] = [];
    for (const { text, found: values } of this.#short) if (value.includes(text)) found.push(...values);
    if (this.#anchors.size === 0) return found;
    let gram = (value.charCodeAt(0) << 8) ^ value.charCodeAt(1);
    for (let at = GRAM - 1; at < value.length; at += 1) {
      gram = ((gram << 8) ^ value.charCodeAt(at)) & 0xff_ffff;
      if (this.#bloom[bucketOf(gram)] === 1) this.#verify(value, at - GRAM + 1, gram, found);
    }
    return found;
  }

  #verify(value: string, at: number, gram: number, found: T[]): void {
    for (const { needle, offset } of this.#anchors.get(gram) ?? []) {
      if (at >= offset && value.startsWith(needle.text, at - offset)) found.push(...needle.found);
    }
  }
}

/** Three characters as a number. Characters beyond Latin may share one with others; the text itself decides. */
function gramsOf(text: string): readonly number[] {
  const grams: number[] = [];
  let gram = 0;
  for (let at = 0; at < text.length; at += 1) {
    gram = ((gram << 8) ^ text.charCodeAt(at)) & 0xff_ffff;
    if (at >= GRAM - 1) grams.push(gram);
  }
  return grams;
}

function bucketOf(gram: number): number {
  return (gram ^ (gram >>> 9)) & (BLOOM_SIZE - 1);
}
