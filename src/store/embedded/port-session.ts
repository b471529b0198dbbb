import type { MessagePort } from "node:worker_threads";
import type { PortMessage } from "./port-stream.ts";
import type { Session, Transport } from "./session.ts";

/** Serves the session of another thread; it ends when the other end of the port is closed or its thread has ended. */
export function servePort(port: MessagePort, openSession: (transport: Transport) => Session): void {
  const session = openSession({
    send: (bytes) => post(port, bytes),
    fail: ({ code, message }) => {
      post(port, { code, message });
      port.close();
    },
    end: () => port.close(),
  });
  port.on("message", (bytes: Uint8Array) => session.feed(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
  port.on("close", () => session.finish());
}

/** Transfers bytes that have a buffer of their own, and copies others. */
function post(port: MessagePort, message: PortMessage): void {
  const isOwner = message instanceof Uint8Array && message.byteLength === message.buffer.byteLength;
  port.postMessage(message, isOwner ? [message.buffer as ArrayBuffer] : []);
}
