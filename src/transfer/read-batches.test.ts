import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestFolder, type TestFolder } from "../../test/support/records.ts";
import type { RawLine } from "../runtime/line-splitter.ts";
import { readBatches, UnreadableFile } from "./read-batches.ts";
import { unpackStream } from "./unpack-stream.ts";

const MIB = 1024 * 1024;
let folder: TestFolder;

beforeEach(async () => {
  folder = await createTestFolder();
});
afterEach(() => folder.remove());

async function read(file: string, content: string | Uint8Array, limits = { lines: 1_000, bytes: 4 * MIB }) {
  await folder.write(file, content);
  const batches: (readonly RawLine[])[] = [];
  for await (const batch of readBatches(join(folder.path, file), limits)) batches.push(batch);
  return batches;
}

test("standard input is decompressed when it is gzip, however it is split into chunks", async () => {
  const unpacked = async (bytes: Buffer, size: number) => {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    );
    const found: Buffer[] = [];
    for await (const chunk of unpackStream(Readable.from(chunks))) found.push(chunk);
    return Buffer.concat(found).toString();
  };
  const text = "1\n2\n".repeat(1_000);
  const packed = gzipSync(text);
  for (const size of [1, 1_000]) {
    expect(await unpacked(packed, size)).toBe(text);
    expect(await unpacked(Buffer.from(text), size)).toBe(text);
  }
  expect(await unpacked(Buffer.from(""), 1)).toBe("");
  await expect(unpacked(packed.subarray(0, 20), 7)).rejects.toThrow();
});

describe("readBatches", () => {
  test("skips empty lines but counts them", async () => {
    expect(await read("a.ndjson", '\n{"a":1}\r\n  \n{"b":2}')).toEqual([
      [
        { number: 2, text: '{"a":1}\r' },
        { number: 4, text: '{"b":2}' },
      ],
    ]);
  });

  test("only a line feed ends a line, and a byte order mark is skipped", async () => {
    expect(await read("a.ndjson", '\uFEFF"a\u2028b\u0085c"\n')).toEqual([[{ number: 1, text: '"a\u2028b\u0085c"' }]]);
  });

  test("a batch ends at its number of lines or its size, whichever comes first", async () => {
    const sizes = async (limits: { lines: number; bytes: number }) =>
      (await read("a.ndjson", "aaaa\n".repeat(5), limits)).map((batch) => batch.length);
    expect(await sizes({ lines: 2, bytes: 100 })).toEqual([2, 2, 1]);
    expect(await sizes({ lines: 100, bytes: 12 })).toEqual([3, 2]);
  });

  test("a line of more than 1 MiB is a problem, the lines around it are read", async () => {
    const longest = "x".repeat(MIB);
    const [batch] = await read("a.ndjson", `1\n${longest}\n${longest}x\n${"y".repeat(5 * MIB)}\n2\n`);
    expect(batch).toEqual([
      { number: 1, text: "1" },
      { number: 2, text: longest },
      { number: 3, problem: "is longer than 1048576 bytes" },
      { number: 4, problem: "is longer than 1048576 bytes" },
      { number: 5, text: "2" },
    ]);
  });

  test("a line that is not UTF-8 is a problem, the lines around it are read", async () => {
    const content = Buffer.concat([Buffer.from("1\n"), Buffer.from([0x22, 0xff, 0x22, 0x0a]), Buffer.from("2\n")]);
    expect(await read("a.ndjson", content)).toEqual([
      [
        { number: 1, text: "1" },
        { number: 2, problem: "is not valid UTF-8" },
        { number: 3, text: "2" },
      ],
    ]);
  });

  test("a character that spans two chunks is decoded correctly", async () => {
    const line = `"${"é".repeat(400_000)}"`;
    const batches = await read("a.ndjson", `"x"\n${line}\n`);
    expect(batches.flat().at(-1)).toEqual({ number: 2, text: line });
  });

  test("a file whose name ends in .gz is decompressed, and a truncated one is unreadable", async () => {
    const packed = gzipSync("1\n2\n".repeat(1_000));
    expect((await read("a.ndjson.gz", packed)).flat()).toHaveLength(2_000);
    await expect(read("b.ndjson.gz", packed.subarray(0, 20))).rejects.toThrow(UnreadableFile);
    await expect(read("c.ndjson.gz", "plain text")).rejects.toThrow(UnreadableFile);
  });

  test("a missing file is unreadable", async () => {
    const reading = readBatches(join(folder.path, "none.ndjson"), { lines: 1, bytes: 1 }).next();
    await expect(reading).rejects.toThrow(UnreadableFile);
  });
});
