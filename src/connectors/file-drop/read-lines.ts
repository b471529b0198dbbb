import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { sha256 } from "../../runtime/hashing.ts";
import { MAX_LINE_BYTES } from "../../runtime/line-splitter.ts";
import type { PulledLine } from "../connector.ts";
import type { DroppedFile } from "./find-files.ts";

const MAX_LINES = 2_000;
const MAX_BYTES = 4 * 1_048_576;
const HEAD_BYTES = 1_024;
const NEWLINE = 0x0a;

/** Some lines of a file, and the position behind them in its unpacked bytes. */
export interface LineBatch {
  readonly lines: readonly PulledLine[];
  readonly offset: number;
  readonly problem?: string;
  /** The problem may pass although the file does not change: it could not even be opened. */
  readonly retry?: boolean;
}

/**
 * The whole lines of a file from a position on, as far as the file went when it was looked at. `finished` says that its
 * last line is complete although no line end follows it.
 */
export async function* readLines(file: DroppedFile, offset: number, finished: boolean): AsyncGenerator<LineBatch> {
  const splitter = new LineSplitter(offset);
  let trouble: Pick<LineBatch, "problem" | "retry"> | undefined;
  try {
    for await (const chunk of bytesOf(file, offset)) {
      splitter.take(chunk);
      while (splitter.isFull) yield splitter.batch();
    }
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    // A packed file may still be growing: what is whole of it is taken, and it is read again once it has changed.
    trouble = code === "Z_BUF_ERROR" ? {} : { problem: `${file.name} cannot be read`, retry: !code.startsWith("Z_") };
  }
  if (!trouble && (file.packed || finished)) splitter.finish();
  yield { ...splitter.batch(), ...trouble };
}

async function* bytesOf({ path, packed, size }: DroppedFile, offset: number): AsyncGenerator<Buffer> {
  if (size === 0) return;
  if (!packed) {
    if (offset < size) yield* createReadStream(path, { start: offset, end: size - 1 });
    return;
  }
  const source = createReadStream(path, { end: size - 1 });
  const unpacked = source.pipe(createGunzip());
  source.once("error", (error) => unpacked.destroy(error));
  let skip = offset;
  try {
    for await (const chunk of unpacked) {
      const rest = (chunk as Buffer).subarray(Math.min(skip, (chunk as Buffer).length));
      skip -= (chunk as Buffer).length - rest.length;
      if (rest.length > 0) yield rest;
    }
  } finally {
    source.destroy();
  }
}

/** Cuts bytes into lines. Of a line above the limit only that is kept, so that it cannot fill the memory. */
class LineSplitter {
  private offset: number;
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private lines: PulledLine[] = [];
  private lineBytes = 0;

  constructor(offset: number) {
    this.offset = offset;
  }

  get isFull(): boolean {
    return this.lines.length >= MAX_LINES || this.lineBytes >= MAX_BYTES;
  }

  take(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.hold(chunk.subarray(start, end));
      this.endLine(1);
      start = end + 1;
    }
    this.hold(chunk.subarray(start));
  }

  /** The rest is a line too. */
  finish(): void {
    if (this.pendingBytes > 0) this.endLine(0);
  }

  batch(): LineBatch {
    const { lines, offset } = this;
    this.lines = [];
    this.lineBytes = 0;
    return { lines, offset };
  }

  private hold(bytes: Buffer): void {
    this.pendingBytes += bytes.length;
    if (this.pendingBytes <= MAX_LINE_BYTES) this.pending.push(bytes);
    else this.pending = [];
  }

  private endLine(terminator: number): void {
    this.offset += this.pendingBytes + terminator;
    if (this.pendingBytes > MAX_LINE_BYTES) {
      this.lines.push({ problem: `is longer than ${MAX_LINE_BYTES} bytes` });
    } else {
      const text = Buffer.concat(this.pending)
        .toString("utf8")
        .replace(/^\uFEFF/, "")
        .trim();
      if (text !== "") this.lines.push(text);
      this.lineBytes += this.pendingBytes;
    }
    this.pending = [];
    this.pendingBytes = 0;
  }
}

/** A mark of how the file begins: another one under the same name begins differently. */
export async function headOf({ path, size }: DroppedFile): Promise<string> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, Math.min(size, HEAD_BYTES), 0);
    const end = buffer.subarray(0, bytesRead).indexOf(NEWLINE);
    // Only the first line counts: it does not change while more lines are added.
    return sha256(buffer.subarray(0, end < 0 ? bytesRead : end)).slice(0, 16);
  } finally {
    await handle.close();
  }
}
