import { PgStream } from "./pg-stream.ts";
import type { Session, Transport } from "./session.ts";

/** A session of this thread. */
export class SessionStream extends PgStream {
  readonly #session: Session;

  constructor(openSession: (transport: Transport) => Session) {
    super();
    this.#session = openSession({
      send: (bytes) => void this.push(bytes),
      fail: (error) => void this.destroy(error),
      end: () => void this.push(null),
    });
  }

  protected override send(bytes: Buffer): void {
    this.#session.feed(bytes);
  }

  protected override leave(): void {
    this.#session.finish();
  }
}
