import { encodeBlocks, type QrVersion } from "./qr-blocks.ts";

type Modules = (boolean | undefined)[][];
/** Whether a mask inverts the module in a column and row. */
type Mask = (x: number, y: number) => boolean;

/** One mask is enough for a code on a screen: the others only make prints easier to read. */
const MASK_NUMBER = 0;
const MASK: Mask = (x, y) => (x + y) % 2 === 0;
/** The two bits of error correction level L. */
const LEVEL = 0b01;

/** Returns the modules of a QR code with a text, row by row; true is dark. */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  const { version, codewords } = encodeBlocks(new TextEncoder().encode(text));
  const modules: Modules = Array.from({ length: version.size }, () => new Array<boolean | undefined>(version.size));
  drawFixed(modules, version);
  drawData(modules, codewords);
  return modules.map((row) => Array.from(row, (module) => module === true));
}

function set(modules: Modules, x: number, y: number, dark: boolean): void {
  const row = modules[y];
  if (row && x >= 0 && x < modules.length) row[x] = dark;
}

function drawFixed(modules: Modules, { version, size }: QrVersion): void {
  for (let at = 0; at < size; at += 1) {
    set(modules, 6, at, at % 2 === 0);
    set(modules, at, 6, at % 2 === 0);
  }
  drawAlignment(modules, version, size);
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawFinder(modules, x, y);
  drawFormat(modules, size);
  if (version >= 7) drawVersion(modules, version, size);
}

/** Draws a finder pattern around its center, with the light border. */
function drawFinder(modules: Modules, centerX: number, centerY: number): void {
  for (let dy = -4; dy <= 4; dy += 1) {
    for (let dx = -4; dx <= 4; dx += 1) {
      const distance = Math.max(Math.abs(dx), Math.abs(dy));
      set(modules, centerX + dx, centerY + dy, distance !== 2 && distance !== 4);
    }
  }
}

function drawAlignment(modules: Modules, version: number, size: number): void {
  const places = alignmentPlaces(version, size);
  const last = size - 7;
  for (const y of places) {
    for (const x of places) {
      const inFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!inFinder) drawSquare(modules, x, y);
    }
  }
}

function drawSquare(modules: Modules, centerX: number, centerY: number): void {
  for (let dy = -2; dy <= 2; dy += 1) {
    for (let dx = -2; dx <= 2; dx += 1) {
      set(modules, centerX + dx, centerY + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
}

/** Returns the rows and columns of the alignment patterns. */
function alignmentPlaces(version: number, size: number): readonly number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - at * step).reverse()];
}

/** Appends the check bits of a BCH code to a number. */
function withCheckBits(value: number, bits: number, polynomial: number): number {
  let remainder = value;
  for (let bit = 0; bit < bits; bit += 1) remainder = (remainder << 1) ^ ((remainder >>> (bits - 1)) * polynomial);
  return (value << bits) | remainder;
}

const isSet = (value: number, bit: number): boolean => ((value >>> bit) & 1) === 1;

/** Draws level and mask twice, around the finder patterns. */
function drawFormat(modules: Modules, size: number): void {
  const format = withCheckBits((LEVEL << 3) | MASK_NUMBER, 10, 0x537) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = isSet(format, bit);
    const skipped = bit < 6 ? bit : bit + 1;
    if (bit < 8) set(modules, 8, skipped, dark);
    else set(modules, bit === 8 ? 7 : 14 - bit, 8, dark);
    if (bit < 8) set(modules, size - 1 - bit, 8, dark);
    else set(modules, 8, size - 15 + bit, dark);
  }
  set(modules, 8, size - 8, true);
}

function drawVersion(modules: Modules, version: number, size: number): void {
  const information = withCheckBits(version, 12, 0x1f25);
  for (let bit = 0; bit < 18; bit += 1) {
    const along = Math.floor(bit / 3);
    const across = size - 11 + (bit % 3);
    set(modules, across, along, isSet(information, bit));
    set(modules, along, across, isSet(information, bit));
  }
}

/** Draws the codewords around the fixed patterns. */
function drawData(modules: Modules, codewords: readonly number[]): void {
  let bit = 0;
  for (const [x, y] of dataOrder(modules.length)) {
    if (modules[y]?.[x] !== undefined) continue;
    set(modules, x, y, isSet(codewords[bit >>> 3] ?? 0, 7 - (bit & 7)) !== MASK(x, y));
    bit += 1;
  }
}

/** Yields the places of a code in the order of its data: columns of two from the right, upward and downward in turns. */
function* dataOrder(size: number): Generator<readonly [x: number, y: number]> {
  for (let pair = 0; pair < (size - 1) / 2; pair += 1) {
    const beforeTiming = size - 1 - 2 * pair;
    // The column of the timing pattern belongs to no pair.
    const right = beforeTiming <= 6 ? beforeTiming - 1 : beforeTiming;
    for (let step = 0; step < size; step += 1) {
      const y = pair % 2 === 0 ? size - 1 - step : step;
      yield [right, y];
      yield [right - 1, y];
    }
  }
}
