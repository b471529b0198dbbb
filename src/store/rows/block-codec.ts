import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** A row as a block holds it. */
export interface BlockRow {
  readonly contentKey: string;
  /** Null if it is derived from the content. */
  readonly itemId: string | null;
  readonly at: number;
  readonly receivedAt: number;
  readonly late: boolean;
  readonly text: string;
}

/** What a block states about a row besides its text. */
export interface BlockFacts {
  readonly itemId: string | null;
  readonly at: number;
  readonly receivedAt: number;
  readonly late: boolean;
  /** The size of its text. */
  readonly bytes: number;
}

/** The compressed texts of a block. */
export interface EncodedTexts {
  readonly texts: Buffer;
  /** Of each text, before compression. */
  readonly sizes: readonly number[];
}

/** The compressed columns of a block. */
export interface EncodedBlock {
  readonly keys: Buffer;
  readonly facts: Buffer;
  readonly texts: Buffer;
  readonly bytes: number;
}

/** Column by column, because equal and similar values compress well next to each other. */
interface FactColumns {
  /** The first time, then the difference of each from the one before. */
  readonly at: readonly number[];
  readonly received: readonly number[];
  readonly size: readonly number[];
  readonly id: readonly (string | null)[];
  /** The positions of late rows. */
  readonly late: readonly number[];
}

const compressInThread = promisify(brotliCompress);
const BLOCK_OPTIONS = {
  params: {
    // Up to twice as fast as quality 3, for about a tenth more bytes.
    [constants.BROTLI_PARAM_QUALITY]: 1,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // As large as most blocks; a larger window only costs time.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};
/** Texts that are shorter are compressed at once: a thread of their own would cost more than it saves. */
const MIN_LENGTH_FOR_THREAD = 65_536;
/** Most texts of a block fit into one output buffer of this size. */
const TEXTS_OUTPUT = { chunkSize: 262_144 };

/** No text of a row contains one: they are rendered by `JSON.stringify`. */
const SEPARATOR = "\n";

/** Compresses the texts of rows, in a thread of their own if they are long. */
export async function encodeTexts(rows: readonly Pick<BlockRow, "text">[]): Promise<EncodedTexts> {
  const sizes = rows.map(({ text }) => Buffer.byteLength(text));
  const joined = rows.map(({ text }) => text).join(SEPARATOR);
  const texts =
    joined.length < MIN_LENGTH_FOR_THREAD
      ? brotliCompressSync(joined, BLOCK_OPTIONS)
      : await compressInThread(joined, BLOCK_OPTIONS);
  return { texts, sizes };
}

/** Completes a block with everything besides the texts. */
export function encodeBlock(rows: readonly BlockRow[], { texts, sizes }: EncodedTexts): EncodedBlock {
  const columns: FactColumns = {
    at: differences(rows.map(({ at }) => at)),
    received: differences(rows.map(({ receivedAt }) => receivedAt)),
    size: sizes,
    id: rows.map(({ itemId }) => itemId),
    late: rows.flatMap(({ late }, slot) => (late ? [slot] : [])),
  };
  const facts = brotliCompressSync(JSON.stringify(columns), BLOCK_OPTIONS);
  const keys = Buffer.from(rows.map(({ contentKey }) => contentKey.replaceAll("-", "")).join(""), "hex");
  return { keys, facts, texts, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Returns what a block states about the row at a position. */
export type FactsAt = (slot: number) => BlockFacts | undefined;

/** Returns what a block states about its rows. */
export function decodeFacts(facts: Buffer): FactsAt {
  const columns = JSON.parse(brotliDecompressSync(facts).toString()) as FactColumns;
  const [times, receptions] = [sums(columns.at), sums(columns.received)];
  const late = new Set(columns.late);
  return (slot) => {
    const itemId = columns.id[slot];
    if (itemId === undefined) return undefined;
    return {
      itemId,
      at: times[slot] ?? 0,
      receivedAt: receptions[slot] ?? 0,
      late: late.has(slot),
      bytes: columns.size[slot] ?? 0,
    };
  };
}

/** Returns the texts of the rows of a block, in their order. */
export function decodeTexts(texts: Buffer): readonly string[] {
  return brotliDecompressSync(texts, TEXTS_OUTPUT).toString().split(SEPARATOR);
}

const KEY_BYTES = 16;

/** Returns the content keys of a block, in the order of its rows. */
export function decodeKeys(keys: Buffer): readonly string[] {
  const count = keys.length / KEY_BYTES;
  return Array.from({ length: count }, (_, slot) => {
    const hex = keys.toString("hex", slot * KEY_BYTES, (slot + 1) * KEY_BYTES);
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  });
}

const differences = (values: readonly number[]): readonly number[] =>
  values.map((value, index) => value - (values[index - 1] ?? 0));

function sums(values: readonly number[]): readonly number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}
