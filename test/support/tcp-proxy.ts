import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy between a client and a server that simulates network failures. */
export interface TcpProxy {
  /** The address of the server through the proxy. */
  readonly url: string;
  /** The number of open connections that forward bytes. */
  readonly live: () => number;
  /** Drops all bytes on the open connections without closing them; new ones work. */
  silence(): void;
  /** Drops all bytes on all connections, including new ones. */
  freeze(): void;
  /** Lets new connections work again. */
  thaw(): void;
  close(): Promise<void>;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const live = new Set<Pair>();
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const pair = { near, far };
    live.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("data", (chunk) => live.has(pair) && to.write(chunk));
      from.on("close", () => {
        sockets.delete(from);
        if (live.delete(pair)) to.destroy();
      });
    }
    if (isFrozen) live.delete(pair);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    live: () => live.size,
    silence: () => live.clear(),
    freeze: () => {
      isFrozen = true;
      live.clear();
    },
    thaw: () => {
      isFrozen = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
