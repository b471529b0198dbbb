import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** Decompresses a stream if it starts with the two signature bytes of gzip, else returns its bytes as they are. */
export async function* unpackStream(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  const chunks = source[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < 2) {
    const { done, value } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const whole = concat(start, chunks);
  if (start[0] !== 0x1f || start[1] !== 0x8b) return yield* whole;
  // An error of either stream is thrown where the decompressed stream is read.
  yield* pipeline(Readable.from(whole), createGunzip(), () => undefined) as AsyncIterable<Buffer>;
}

async function* concat(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void, void> {
  if (start.length > 0) yield start;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
