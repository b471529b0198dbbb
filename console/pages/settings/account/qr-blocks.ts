/** For each version from 1 on, at error correction level L: codewords of correction per block, and blocks. */
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28] as const;
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8] as const;
const FIELD_POLYNOMIAL = 0x11d;

/** The sizes of a version of the QR code at error correction level L. */
export interface QrVersion {
  readonly version: number;
  /** Modules along one side. */
  readonly size: number;
  readonly codewords: number;
  readonly correction: number;
  readonly blocks: number;
}

/** Returns the number of codewords that a version holds: its area without the fixed patterns, in bytes. */
function codewordsOf(version: number): number {
  const aligned = version < 2 ? 0 : Math.floor(version / 7) + 2;
  const patterns = aligned === 0 ? 0 : (25 * aligned - 10) * aligned - 55;
  const information = version < 7 ? 0 : 36;
  return Math.floor(((16 * version + 128) * version + 64 - patterns - information) / 8);
}

const VERSIONS: readonly QrVersion[] = CORRECTION.map((correction, at) => ({
  version: at + 1,
  size: 4 * at + 21,
  codewords: codewordsOf(at + 1),
  correction,
  blocks: BLOCKS[at] ?? 1,
}));

/** Returns the data bytes of a version. */
const dataBytes = ({ codewords, correction, blocks }: QrVersion): number => codewords - correction * blocks;
/** Returns the bits before the data: four of the mode, and the length. */
const headBits = ({ version }: QrVersion): number => (version < 10 ? 12 : 20);

/** Encodes bytes into the codewords of the smallest version they fit in, with error correction, interleaved. */
export function encodeBlocks(bytes: Uint8Array): {
  readonly version: QrVersion;
  readonly codewords: readonly number[];
} {
  const version = VERSIONS.find((one) => headBits(one) + bytes.length * 8 <= dataBytes(one) * 8);
  if (!version) throw new Error("the text is too long for a QR code");
  return { version, codewords: interleave(version, dataCodewords(version, bytes)) };
}

/** Returns mode, length, bytes and padding. */
function dataCodewords(version: QrVersion, bytes: Uint8Array): readonly number[] {
  const capacity = dataBytes(version);
  const head = `0100${bytes.length.toString(2).padStart(headBits(version) - 4, "0")}`;
  const data = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const bits = `${head}${data}0000`.slice(0, capacity * 8);
  const words = (bits.match(/.{1,8}/g) ?? []).map((word) => Number.parseInt(word.padEnd(8, "0"), 2));
  const filling = Array.from({ length: capacity - words.length }, (_, at) => (at % 2 === 0 ? 0xec : 0x11));
  return [...words, ...filling];
}

function interleave(version: QrVersion, data: readonly number[]): readonly number[] {
  const { blocks, correction } = version;
  const short = Math.floor(data.length / blocks);
  const shortBlocks = blocks - (data.length % blocks);
  const divisor = correctionDivisor(correction);
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, block) => {
    const part = data.slice(at, at + short + (block < shortBlocks ? 0 : 1));
    at += part.length;
    return { part, remainder: remainderOf(part, divisor) };
  });
  const columns = (lists: readonly (readonly number[])[], length: number): readonly number[] =>
    Array.from({ length }, (_, column) => lists.flatMap((list) => list.slice(column, column + 1))).flat();
  return [
    ...columns(
      parts.map(({ part }) => part),
      short + 1,
    ),
    ...columns(
      parts.map(({ remainder }) => remainder),
      correction,
    ),
  ];
}

/** Multiplies in the field of 256 elements that the code is defined over. */
export function multiply(x: number, y: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * FIELD_POLYNOMIAL);
    product ^= ((y >>> bit) & 1) * x;
  }
  return product;
}

/** Returns the coefficients of the generator polynomial after the leading one. */
function correctionDivisor(degree: number): readonly number[] {
  const result = Array.from<unknown, number>({ length: degree }, (_, at) => (at === degree - 1 ? 1 : 0));
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    for (let at = 0; at < degree; at += 1) {
      result[at] = multiply(result[at] ?? 0, root) ^ (result[at + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return result;
}

function remainderOf(data: readonly number[], divisor: readonly number[]): readonly number[] {
  let result = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result[0] ?? 0);
    result = [...result.slice(1), 0].map((value, at) => value ^ multiply(divisor[at] ?? 0, factor));
  }
  return result;
}
