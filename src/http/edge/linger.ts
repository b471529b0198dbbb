import type { Socket } from "node:net";
import { finished, type Readable } from "node:stream";

/** How long the rest of a refused body is read after the response. */
const LINGER_MS = 1_000;

/**
 * Makes the connection close after its last response only when the client stops sending, or after a second. A connection
 * that is closed while bytes arrive is reset, and a client that is still sending would see that instead of the response.
 */
export function lingerAfterResponse(socket: Socket, body: Readable): void {
  // Node.js calls it when the last response of a connection has been written.
  socket.destroySoon = () => {
    const close = (): void => {
      clearTimeout(timer);
      socket.destroy();
    };
    const timer = setTimeout(close, LINGER_MS).unref();
    socket.once("close", () => clearTimeout(timer));
    finished(body, close);
    body.resume();
    socket.end();
  };
}
