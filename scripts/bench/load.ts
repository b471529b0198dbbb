import { connect, type Socket } from "node:net";

export interface Target {
  readonly port: number;
  readonly path: string;
  readonly key?: string;
}

/**
 * Requests one page repeatedly on several connections and returns pages per second. It reads sockets itself and counts
 * bytes, so that the load generator uses as little CPU as possible.
 */
export async function pagesPerSecond(target: Target, connections: number, seconds: number): Promise<number> {
  const state = { pages: 0, stop: false };
  const started = performance.now();
  const workers = Array.from({ length: connections }, () => requestRepeatedly(target, state));
  setTimeout(() => {
    state.stop = true;
  }, seconds * 1_000);
  await Promise.all(workers);
  return state.pages / ((performance.now() - started) / 1_000);
}

function requestRepeatedly({ port, path, key }: Target, state: { pages: number; stop: boolean }): Promise<void> {
  const lines = [`GET ${path} HTTP/1.1`, "host: 127.0.0.1", ...(key ? [`x-api-key: ${key}`] : []), "", ""];
  const request = Buffer.from(lines.join("\r\n"));
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1", () => socket.write(request));
    const completesResponse = responseReader();
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("data", (chunk: Buffer) => {
      if (!completesResponse(chunk)) return;
      state.pages++;
      if (!state.stop) return void socket.write(request);
      socket.destroy();
      resolve();
    });
  });
}

/** Returns a function that is true for the chunk that completes a response. Requests are not pipelined. */
function responseReader(): (chunk: Buffer) => boolean {
  let head = "";
  let missing: number | undefined;
  return (chunk) => {
    if (missing === undefined) {
      head += chunk.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return false;
      missing = bodyLength(head.slice(0, end)) - (head.length - end - 4);
    } else missing -= chunk.length;
    if (missing > 0) return false;
    head = "";
    missing = undefined;
    return true;
  };
}

function bodyLength(head: string): number {
  if (!head.startsWith("HTTP/1.1 200")) throw new Error(`the server answered ${head.split("\r\n")[0]}`);
  return Number(/content-length: (\d+)/i.exec(head)?.[1]);
}
