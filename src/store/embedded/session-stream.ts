import { Duplex } from "node:stream";
import type { Session, Transport } from "./session.ts";

/** A session of this process behind the socket interface that `pg` expects. */
export class SessionStream extends Duplex {
  readonly #session: Session;

  constructor(openSession: (transport: Transport) => Session) {
    super();
    this.#session = openSession({
      send: (bytes) => void this.push(bytes),
      fail: (error) => void this.destroy(error),
      end: () => void this.push(null),
    });
  }

  connect(): this {
    process.nextTick(() => this.emit("connect"));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#session.feed(chunk);
    done();
  }

  override _writev(writes: { readonly chunk: Buffer }[], done: () => void): void {
    this.#session.feed(Buffer.concat(writes.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: () => void): void {
    this.#session.finish();
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#session.finish();
    done(error);
  }
}
