/** Keys as they lie in several countries; a row begins half a key further right. */
const LAYOUTS: readonly (readonly string[])[] = [
  ["1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"],
  ["1234567890ß", "qwertzuiopü+", "asdfghjklöä#", "yxcvbnm,.-"],
  ["1234567890)=", "azertyuiop^$", "qsdfghjklmù", "wxcvbn,;:!"],
  ["1234567890-=", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю."],
  // What the digits of a German keyboard give with shift, and those of a French one without.
  ['!"§$%&/()=?`'],
  ["&é\"'(-è_çà)="],
];

/** What the keys give with shift, on a keyboard of the United States. */
const SHIFTED: Readonly<Record<string, string>> = {
  "!": "1",
  "@": "2",
  "#": "3",
  $: "4",
  "%": "5",
  "^": "6",
  "&": "7",
  "*": "8",
  "(": "9",
  ")": "0",
  _: "-",
  "+": "=",
  "{": "[",
  "}": "]",
  ":": ";",
  '"': "'",
  "<": ",",
  ">": ".",
  "?": "/",
};

interface Place {
  readonly row: number;
  readonly column: number;
}

const PLACES: readonly ReadonlyMap<string, Place>[] = LAYOUTS.map(
  (rows) =>
    new Map(
      rows.flatMap((keys, row) =>
        [...keys].map((key, column): [string, Place] => [key.normalize("NFD").charAt(0), { row, column }]),
      ),
    ),
);

/** Bits of a walk in one direction, and of each turn that does not repeat an earlier one. Random characters contain short ones. */
const SHORT_WALK_BITS = 7.5;
const WALK_BITS = 5.5;
const TURN_BITS = 1.5;

/** Returns the bits of the walks over neighboring keys that start at a place: those of a walk of n keys at index n. */
export function keyWalksAt(text: string, start: number): readonly number[] {
  let best: readonly number[] = [];
  for (const places of PLACES) {
    const walk = walkAt(text, start, places);
    if (walk.length > best.length) best = walk;
  }
  return best;
}

function walkAt(text: string, start: number, places: ReadonlyMap<string, Place>): readonly number[] {
  const bits = [0, 0, SHORT_WALK_BITS];
  const steps: string[] = [];
  let turns = 0;
  for (let at = start + 1; at < text.length; at++) {
    const step = stepOf(find(places, text[at - 1]), find(places, text[at]));
    if (step === undefined) break;
    // A zigzag takes the same turns again and again.
    const isTurn = steps.length > 0 && step !== steps.at(-1) && step !== steps.at(-2);
    if (isTurn) turns += 1;
    steps.push(step);
    bits[steps.length + 1] = (steps.length < 3 ? SHORT_WALK_BITS : WALK_BITS) + turns * TURN_BITS;
  }
  return bits;
}

const find = (places: ReadonlyMap<string, Place>, key = ""): Place | undefined =>
  places.get(key) ?? places.get(SHIFTED[key] ?? "");

/** Returns the direction from a key to its neighbor; undefined if they are none. */
function stepOf(from: Place | undefined, to: Place | undefined): string | undefined {
  if (!from || !to) return undefined;
  const [down, right] = [to.row - from.row, to.column - from.column];
  const isNeighbor = Math.abs(down) <= 1 && Math.abs(right) <= 1 && (down !== 0 || right !== 0);
  return isNeighbor ? `${down} ${right}` : undefined;
}
