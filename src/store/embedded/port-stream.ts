import type { MessagePort } from "node:worker_threads";
import { PgStream } from "./pg-stream.ts";
import { SessionError } from "./session-error.ts";

/** What the engine sends through the port: bytes of the protocol, or the reason why it ended the session. */
export type PortMessage = Uint8Array | { readonly code: string; readonly message: string };

/** A session of another thread than the engine's. A port serves one session. */
export class PortStream extends PgStream {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on("message", (message: PortMessage) => this.#receive(message));
    port.on("close", () => void this.push(null));
  }

  protected override send(bytes: Buffer): void {
    // A copy with its own buffer is transferred to the other thread instead of being copied again.
    const own = new Uint8Array(bytes);
    this.#port.postMessage(own, [own.buffer]);
  }

  protected override leave(): void {
    this.#port.close();
  }

  #receive(message: PortMessage): void {
    if (message instanceof Uint8Array) this.push(Buffer.from(message.buffer, message.byteOffset, message.byteLength));
    else this.destroy(new SessionError(message.code, message.message));
  }
}
