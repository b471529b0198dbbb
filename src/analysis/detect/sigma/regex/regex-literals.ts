/** Lower-cased literals of which every matching text contains at least one; null where none can be derived. */
export type Literals = readonly string[] | null;

const MIN_LENGTH = 2;
const MAX_LITERALS = 64;
const GROUP_START = /\((?!\?)|\(\?(?:P?<\w+>|[a-zA-Z-]*:)/y;
const FLAGS_ONLY = /\(\?[a-zA-Z-]+\)/y;
const CHAR_CLASS = /\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]/sy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,\d*)?\})\??/y;
const KNOWN_ESCAPE = /^[dDwWsSbBAzntrfv]$/;
const LITERAL_ESCAPE = /^[^\p{L}\p{N}]$/u;

/** Derives the literals that a pattern requires; gives up on syntax it does not fully understand. */
export function requiredLiterals(source: string): Literals {
  try {
    return new LiteralReader(source).read();
  } catch (error) {
    if (error instanceof GaveUp) return null;
    throw error;
  }
}

class GaveUp extends Error {}

/** The quantifier of a part: whether it is required, and whether it occurs exactly once. */
interface Times {
  readonly needed: boolean;
  readonly once: boolean;
}

class LiteralReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Literals {
    const found = this.#alternatives();
    if (this.#at < this.#source.length) throw new GaveUp();
    return found;
  }

  #alternatives(): Literals {
    const branches = [this.#sequence()];
    while (this.#source[this.#at] === "|") {
      this.#at += 1;
      branches.push(this.#sequence());
    }
    if (branches.some((branch) => branch === null)) return null;
    const all = [...new Set(branches.flatMap((branch) => branch ?? []))];
    return all.length > MAX_LITERALS ? null : all;
  }

  #sequence(): Literals {
    const sequence = new Sequence();
    for (;;) {
      const char = this.#source[this.#at];
      if (char === undefined || char === "|" || char === ")") return sequence.end();
      if (this.#take(FLAGS_ONLY) !== null) continue;
      if (this.#take(GROUP_START) !== null) this.#group(sequence);
      else if (char === "(") throw new GaveUp();
      else this.#single(char, sequence);
    }
  }

  #group(sequence: Sequence): void {
    const inner = this.#alternatives();
    if (this.#source[this.#at] !== ")") throw new GaveUp();
    this.#at += 1;
    sequence.addGroup(inner, this.#times());
  }

  #single(char: string, sequence: Sequence): void {
    if (char === "[") {
      if (this.#take(CHAR_CLASS) === null) throw new GaveUp();
      sequence.addUnknown();
      this.#times();
      return;
    }
    const literal = char === "\\" ? this.#escape() : this.#plain(char);
    const times = this.#times();
    if (literal === null) sequence.addUnknown();
    else sequence.addChar(literal, times);
  }

  #plain(char: string): string | null {
    this.#at += 1;
    return ".^$".includes(char) || char > "\x7f" ? null : char;
  }

  #escape(): string | null {
    const escaped = this.#source[this.#at + 1] ?? "";
    this.#at += 2;
    if (KNOWN_ESCAPE.test(escaped)) return null;
    if (LITERAL_ESCAPE.test(escaped) && escaped <= "\x7f") return escaped;
    throw new GaveUp();
  }

  #times(): Times {
    const found = this.#take(QUANTIFIER);
    if (found === null) return { needed: true, once: true };
    const [, sign, least] = found;
    return { needed: sign === "+" || Number(least ?? 0) > 0, once: false };
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found !== null) this.#at += found[0].length;
    return found;
  }
}

/** Consecutive parts of a pattern: the best required literals of any part are required by the whole. */
class Sequence {
  #run = "";
  #best: Literals = null;

  addChar(char: string, { needed, once }: Times): void {
    if (needed) this.#run += char.toLowerCase();
    if (!once) this.#break();
  }

  addGroup(literals: Literals, { needed }: Times): void {
    this.#break();
    if (needed) this.#offer(literals);
  }

  addUnknown(): void {
    this.#break();
  }

  end(): Literals {
    this.#break();
    return this.#best;
  }

  #break(): void {
    if (this.#run.length >= MIN_LENGTH) this.#offer([this.#run]);
    this.#run = "";
  }

  #offer(literals: Literals): void {
    if (literals === null || literals.length === 0) return;
    if (this.#best === null || worth(literals) > worth(this.#best)) this.#best = literals;
  }
}

/** Rates literals: longer ones are rarer, more alternatives are less selective. */
function worth(literals: readonly string[]): number {
  return Math.min(...literals.map(({ length }) => length)) - literals.length / (MAX_LITERALS + 1);
}
