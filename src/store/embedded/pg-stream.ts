import { Duplex } from "node:stream";

/** A session of the embedded engine behind the socket interface that `pg` expects. */
export abstract class PgStream extends Duplex {
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
    this.send(chunk);
    done();
  }

  override _writev(writes: { readonly chunk: Buffer }[], done: () => void): void {
    this.send(Buffer.concat(writes.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: () => void): void {
    this.leave();
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.leave();
    done(error);
  }

  /** Sends bytes of the client to the engine. */
  protected abstract send(bytes: Buffer): void;

  /** Ends the session; may be called more than once. */
  protected abstract leave(): void;
}
