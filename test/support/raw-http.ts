import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Bytes to send, or an action between them. */
export type Step = string | (() => Promise<unknown>);

/**
 * Runs the steps in sequence and reads responses until there are `wanted` or the server closes the connection. Bytes are
 * sent only when the server had time to receive the previous ones.
 */
export function talk(port: number, steps: Step | readonly Step[], wanted = 1): Promise<readonly RawReply[]> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect(port, "127.0.0.1");
    socket.setNoDelay(true);
    const go = async () => {
      for (const step of [steps].flat()) {
        if (typeof step === "string") socket.write(step, "latin1");
        else await step();
        await pause(20);
      }
    };
    socket.on("connect", () => go().catch(reject));
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (readReplies(received).length >= wanted) socket.destroy();
    });
    // A server that refuses may close while we still send; its earlier responses count.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
    socket.on("close", () => resolve(readReplies(received)));
  });
}

/** Returns the complete responses at the start of the received bytes. */
function readReplies(received: Buffer): readonly RawReply[] {
  const replies: RawReply[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return replies;
    const [statusLine = "", ...lines] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    const length = status === 304 || status === 100 ? 0 : Number(headers["content-length"] ?? 0);
    if (rest.length < end + 4 + length) return replies;
    replies.push({ status, headers, body: rest.subarray(end + 4, end + 4 + length).toString() });
    rest = rest.subarray(end + 4 + length);
  }
}
