import type { FileHandle } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { sha256 } from "../../runtime/hashing.ts";
import { type LinePosition, LineSplitter, type RawLine } from "../../runtime/line-splitter.ts";
import type { DroppedFile } from "./find-files.ts";
import { openInside } from "./open-inside.ts";

const MAX_LINES = 2_000;
const MAX_BYTES = 4 * 1_048_576;
const HEAD_BYTES = 1_024;
const NEWLINE = 0x0a;

/** Lines of a file, and the position after them in its decompressed bytes. */
export interface LineBatch {
  readonly lines: readonly RawLine[];
  readonly position: LinePosition;
  readonly problem?: string;
  /** Whether to retry although the file did not change, because it could not be opened. */
  readonly retry?: boolean;
}

/**
 * Yields the complete lines of a file from a position up to its size at listing time. With `finished` the last line
 * counts as complete even without a line end.
 */
export async function* readLines(file: DroppedFile, from: LinePosition, finished: boolean): AsyncGenerator<LineBatch> {
  const splitter = new LineSplitter(from);
  let [lines, start]: [RawLine[], number] = [[], from.bytes];
  let failure: Pick<LineBatch, "problem" | "retry"> | undefined;
  let handle: FileHandle | undefined;
  try {
    handle = await openFile(file);
    for await (const chunk of bytesOf(handle, file, from.bytes)) {
      lines.push(...splitter.push(chunk));
      const { position } = splitter;
      if (lines.length < MAX_LINES && position.bytes - start < MAX_BYTES) continue;
      yield { lines, position };
      [lines, start] = [[], position.bytes];
    }
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    // A compressed file may still be growing: its complete lines are used, and it is read again once it has changed.
    failure = code === "Z_BUF_ERROR" ? {} : { problem: "cannot be read", retry: !code.startsWith("Z_") };
  } finally {
    await handle?.close();
  }
  if (!failure && (file.packed || finished)) lines.push(...splitter.end());
  yield { lines, position: splitter.position, ...failure };
}

/** Opens a file; throws if another file has its name since the folder was listed. */
async function openFile({ folder, name, device, inode }: DroppedFile): Promise<FileHandle> {
  const { handle } = await openInside(folder, name);
  const found = await handle.stat();
  if (found.isFile() && found.dev === device && found.ino === inode) return handle;
  await handle.close();
  throw new Error("another file has taken the name");
}

async function* bytesOf(handle: FileHandle, { packed, size }: DroppedFile, offset: number): AsyncGenerator<Buffer> {
  if (size === 0) return;
  if (!packed) {
    if (offset < size) yield* handle.createReadStream({ start: offset, end: size - 1, autoClose: false });
    return;
  }
  const source = handle.createReadStream({ start: 0, end: size - 1, autoClose: false });
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

/** Returns a digest of the file's first line, which differs if another file was put under the same name. */
export async function headOf(file: DroppedFile): Promise<string> {
  const { size } = file;
  const handle = await openFile(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, Math.min(size, HEAD_BYTES), 0);
    const end = buffer.subarray(0, bytesRead).indexOf(NEWLINE);
    // The first line does not change while more lines are appended.
    return sha256(buffer.subarray(0, end < 0 ? bytesRead : end)).slice(0, 16);
  } finally {
    await handle.close();
  }
}
