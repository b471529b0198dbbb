const TWINS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, "m"],
  [/vv/g, "w"],
  [/[1il|]/g, "l"],
  [/0/g, "o"],
  [/5/g, "s"],
  [/[-_]/g, ""],
];

const LONGEST_DOMAIN = 253;
/** Shorter names of different people are often one letter apart. */
const SHORTEST_NAME = 6;

/** Returns whether a mail domain can be mistaken for our own. */
export function looksAlike(theirs: string, own: string): boolean {
  if (theirs === own || theirs === "" || own === "" || theirs.endsWith(`.${own}`) || own.endsWith(`.${theirs}`)) {
    return false;
  }
  const [a, b] = [theirs.slice(0, LONGEST_DOMAIN), own.slice(0, LONGEST_DOMAIN)];
  if (skeletonOf(a) === skeletonOf(b)) return true;
  const [name, ownName] = [nameOf(a), nameOf(b)];
  if (ownName.length < SHORTEST_NAME || Math.abs(name.length - ownName.length) > 1) return false;
  return name === ownName || isOneEditApart(name, ownName);
}

/** Returns the domain without its top-level label. */
const nameOf = (domain: string): string => domain.split(".").slice(0, -1).join(".");

const skeletonOf = (domain: string): string =>
  TWINS.reduce((text, [pattern, twin]) => text.replace(pattern, twin), domain.normalize("NFKD").replace(/\p{M}/gu, ""));

/** Returns whether one insertion, deletion or substitution turns `a` into `b`. */
function isOneEditApart(a: string, b: string): boolean {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 1;
}
