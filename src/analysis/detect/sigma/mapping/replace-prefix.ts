import { RuleProblem } from "../rule-problem.ts";

interface Prefix {
  /** The texts between `#`, in lower case. */
  readonly pieces: readonly string[];
  readonly to: string;
}

const MAX_PREFIXES = 50;

/** Replaces the first of the prefixes that a text starts with, ignoring case; `#` in a prefix stands for digits. */
export function prefixReplacer(prefixes: unknown): (text: string) => readonly string[] {
  if (typeof prefixes !== "object" || prefixes === null || Array.isArray(prefixes)) {
    throw new RuleProblem("'replace' must be a map of prefixes and what replaces them");
  }
  const entries = Object.entries(prefixes);
  if (entries.length > MAX_PREFIXES) throw new RuleProblem(`'replace' has more than ${MAX_PREFIXES} prefixes`);
  const all = entries.map(([from, to]): Prefix => ({ pieces: from.toLowerCase().split("#"), to: String(to) }));
  return (text) => {
    const low = text.toLowerCase();
    for (const { pieces, to } of all) {
      const end = endOf(pieces, low);
      if (end >= 0) return [`${to}${text.slice(end)}`];
    }
    return [text];
  };
}

/** Returns where the prefix ends in a text; -1 where the text does not start with it. */
function endOf(pieces: readonly string[], text: string): number {
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) {
      const digits = digitsEnd(text, at);
      if (digits === at) return -1;
      at = digits;
    }
    if (!text.startsWith(piece, at)) return -1;
    at += piece.length;
  }
  return at;
}

function digitsEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at += 1;
  return at;
}
