import { SessionError } from "./session-error.ts";

/** The status in ReadyForQuery: idle, in a transaction, or in a failed transaction. */
export type TransactionStatus = "I" | "T" | "E";

/** The first packet of a connection. */
export type Opening =
  | { readonly kind: "encryption" }
  | { readonly kind: "cancel" }
  | { readonly kind: "start"; readonly parameters: ReadonlyMap<string, string> };

/** Messages that get one response together, and the type of the last of them. */
export interface Unit {
  readonly bytes: Buffer;
  readonly closedBy: number;
}

export const TERMINATE = 0x58;
export const QUERY = 0x51;
const HEADER_BYTES = 5;
const MAX_OPENING_BYTES = 10_000;
const FIRST_BYTES = 4_096;
const KEPT_BYTES = 1 << 20;
const CANCEL_REQUEST = 80_877_102;
const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;

/** Query, Sync, Flush, FunctionCall and Terminate: the backend responds to these and buffers all others. */
const CLOSERS: ReadonlySet<number> = new Set([QUERY, 0x53, 0x48, 0x46, TERMINATE]);

/** AuthenticationOk and ReadyForQuery: all that `pg` waits for. */
export const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
export const NO_ENCRYPTION = Buffer.from("N");
export const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

/** Splits the bytes of one client into units, in linear time however small the chunks are. */
export class UnitReader {
  #buffer = Buffer.alloc(FIRST_BYTES);
  #start = 0;
  #scanned = 0;
  #end = 0;

  push(chunk: Buffer): void {
    if (this.#end + chunk.length > this.#buffer.length) this.#makeRoom(chunk.length);
    chunk.copy(this.#buffer, this.#end);
    this.#end += chunk.length;
  }

  nextOpening(): Opening | undefined {
    const size = this.#end - this.#start;
    if (size < 8) return undefined;
    const length = this.#buffer.readInt32BE(this.#start);
    if (length < 8 || length > MAX_OPENING_BYTES) throw new SessionError("08P01", "invalid length of startup packet");
    if (size < length) return undefined;
    return readOpening(this.#take(this.#start + length));
  }

  nextUnit(): Unit | undefined {
    while (this.#end - this.#scanned >= HEADER_BYTES) {
      const end = messageEnd(this.#buffer, this.#scanned);
      if (end > this.#end) return undefined;
      const closedBy = this.#buffer[this.#scanned] ?? 0;
      this.#scanned = end;
      if (CLOSERS.has(closedBy)) return { bytes: this.#take(end), closedBy };
    }
    return undefined;
  }

  #take(end: number): Buffer {
    const taken = Buffer.from(this.#buffer.subarray(this.#start, end));
    this.#start = end;
    this.#scanned = end;
    if (this.#start === this.#end) this.#reset();
    return taken;
  }

  #reset(): void {
    this.#start = 0;
    this.#scanned = 0;
    this.#end = 0;
    // One large import must not hold its memory for the rest of the session.
    if (this.#buffer.length > KEPT_BYTES) this.#buffer = Buffer.alloc(FIRST_BYTES);
  }

  #makeRoom(more: number): void {
    const live = this.#buffer.subarray(this.#start, this.#end);
    const roomy = Buffer.alloc(Math.max(FIRST_BYTES, (live.length + more) * 2));
    live.copy(roomy);
    this.#buffer = roomy;
    this.#scanned -= this.#start;
    this.#start = 0;
    this.#end = live.length;
  }
}

/** Returns the end of the message that starts at `start`. */
export function messageEnd(buffer: Buffer, start: number): number {
  const length = buffer.readInt32BE(start + 1);
  if (length < 4) throw new SessionError("08P01", "invalid message length");
  return start + 1 + length;
}

function readOpening(packet: Buffer): Opening {
  const code = packet.readInt32BE(4);
  if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: "encryption" };
  if (code === CANCEL_REQUEST) return { kind: "cancel" };
  const words = packet.toString("utf8", 8).split("\0");
  const parameters = new Map<string, string>();
  for (let at = 0; at + 1 < words.length && words[at] !== ""; at += 2) {
    parameters.set(words[at] ?? "", words[at + 1] ?? "");
  }
  return { kind: "start", parameters };
}

/** Returns the status in the ReadyForQuery that ends a response; undefined when there is none. */
export function readyStatus(answer: Uint8Array): TransactionStatus | undefined {
  const at = answer.length - 6;
  const isReady = at >= 0 && answer[at] === 0x5a && answer[at + 4] === 5 && answer[at + 1] === 0;
  if (!isReady || answer[at + 2] !== 0 || answer[at + 3] !== 0) return undefined;
  if (answer[at + 5] === 0x49) return "I";
  return answer[at + 5] === 0x45 ? "E" : "T";
}

export function queryMessage(sql: string): Buffer {
  return message(QUERY, Buffer.from(`${sql}\0`));
}

export function closeStatementMessage(name: string): Buffer {
  return message(0x43, Buffer.from(`S${name}\0`));
}

/** Encodes the ErrorResponse that ends the session of a client in another process. */
export function fatalMessage(error: SessionError): Buffer {
  return message(0x45, Buffer.from(`SFATAL\0VFATAL\0C${error.code}\0M${error.message}\0\0`));
}

export function message(type: number, body: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = type;
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}
