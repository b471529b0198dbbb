import type { IncomingMessage } from "node:http";

/** Returns whether the client has disconnected: its connection is closed, or ended within the request. */
export function isDisconnected({ socket, errored }: IncomingMessage): boolean {
  return socket.destroyed || Boolean(errored);
}
