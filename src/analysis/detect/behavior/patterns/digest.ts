const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a. Not secret, only even: it keeps what is remembered of a row small. */
function hashOf(text: string, seed: number): number {
  let hash = OFFSET ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
  }
  return hash >>> 0;
}

/** One of `count` buckets, the same for the same text: bounds how many values a group can hold. */
export function bucketOf(text: string, count: number): string {
  const hash = hashOf(text, 0);
  return String(((hash ^ (hash >>> 15)) >>> 0) % count);
}

const LONGEST_KEY = 120;
const KEPT_OF_KEY = 80;

/** A text of a row as a value to compare: without case, and never longer than a value may be. */
export function toKey(text: string): string {
  const folded = text.slice(0, 8_192).trim().toLowerCase();
  if (folded.length <= LONGEST_KEY) return folded;
  const tail = hashOf(folded, 1).toString(16) + hashOf(folded, 2).toString(16);
  return `${folded.slice(-KEPT_OF_KEY)}#${tail}`;
}
