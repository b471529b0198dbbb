const TWINS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, "m"],
  [/vv/g, "w"],
  [/[1il|]/g, "l"],
  [/0/g, "o"],
  [/5/g, "s"],
  [/[-_]/g, ""],
];

/** Letters of other alphabets that look like Latin ones. */
const FOREIGN: ReadonlyMap<string, string> = new Map(
  "аa еe оo рp сc уy хx іi јj ѕs ԁd ԛq ԝw һh οo αa νv ιi κk ρp"
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

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
  return name === ownName || isOneEditApart(name, ownName) || isOneSwapApart(name, ownName);
}

/** Returns the domain without its top-level label. */
const nameOf = (domain: string): string => domain.split(".").slice(0, -1).join(".");

/** Returns a domain with letters that look the same replaced by one of them. */
export const skeletonOf = (domain: string): string =>
  TWINS.reduce(
    (text, [pattern, twin]) => text.replace(pattern, twin),
    [...domain.slice(0, LONGEST_DOMAIN).normalize("NFKD").replace(/\p{M}/gu, "")]
      .map((letter) => FOREIGN.get(letter) ?? letter)
      .join(""),
  );

/** Returns whether one insertion, deletion or substitution turns `a` into `b`. */
function isOneEditApart(a: string, b: string): boolean {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 1;
}

/** Returns whether two neighboring letters changed places. */
function isOneSwapApart(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** Returns whether one name is the other with a letter doubled: short names that differ otherwise are too common. */
export const isLetterDoubled = (a: string, b: string): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    long.length === short.length + 1 &&
    short.length >= SHORTEST_DOUBLED &&
    [...short].some((letter, index) => long === short.slice(0, index) + letter + short.slice(index))
  );
};

const SHORTEST_DOUBLED = 4;
