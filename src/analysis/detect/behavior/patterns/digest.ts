const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a: not cryptographic, only evenly distributed. */
export function hashOf(text: string, seed: number): number {
  let hash = OFFSET ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
  }
  return hash >>> 0;
}

/** Maps a text to one of `count` buckets, which bounds the number of values in a group. */
export function bucketOf(text: string, count: number): string {
  const hash = hashOf(text, 0);
  return String(((hash ^ (hash >>> 15)) >>> 0) % count);
}

const LONGEST_KEY = 120;
const KEPT_OF_KEY = 80;

/** Normalizes a text of a row for comparison: lower case, and no longer than a hit value may be. */
export function toKey(text: string): string {
  const folded = text.slice(0, 8_192).trim().toLowerCase();
  if (folded.length <= LONGEST_KEY) return folded;
  const tail = hashOf(folded, 1).toString(16) + hashOf(folded, 2).toString(16);
  return `${folded.slice(-KEPT_OF_KEY)}#${tail}`;
}
