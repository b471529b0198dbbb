import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** The bytes of a stream that has no name to tell whether it is packed: gzip is known by its first two bytes. */
export async function* unpackStream(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  const chunks = source[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < 2) {
    const { done, value } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const whole = rejoined(start, chunks);
  if (start[0] !== 0x1f || start[1] !== 0x8b) return yield* whole;
  // A failure of either end surfaces where the unpacked stream is read.
  yield* pipeline(Readable.from(whole), createGunzip(), () => undefined) as AsyncIterable<Buffer>;
}

async function* rejoined(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void, void> {
  if (start.length > 0) yield start;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
