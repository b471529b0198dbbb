import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { findProgram } from "./find-program.ts";
import { type Missing, onFreePort, type Service, startServer } from "./server-process.ts";

/** Starts a temporary Redis (or Valkey) below `folder`, or uses the server of PARAPET_TEST_REDIS_URL. */
export async function startRedis(folder: string): Promise<Service | Missing> {
  const given = process.env["PARAPET_TEST_REDIS_URL"];
  if (given) return { url: given, stop: async () => undefined };

  const program = findProgram(["redis-server", "valkey-server"]);
  if (!program) {
    return { missing: "no redis-server or valkey-server found; install one, or set PARAPET_TEST_REDIS_URL" };
  }
  const home = join(folder, "redis");
  mkdirSync(home, { mode: 0o700 });
  return onFreePort((port) => startOn(program, home, port));
}

async function startOn(program: string, home: string, port: number): Promise<Service> {
  const stop = await startServer({
    name: "Redis",
    command: program,
    args: ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", home],
    cwd: home,
    stopSignal: "SIGTERM",
    isReady: () => answersPing(port),
  });
  return { url: `redis://127.0.0.1:${port}`, stop };
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    const settle = (ready: boolean): void => {
      socket.destroy();
      resolve(ready);
    };
    socket.setTimeout(1_000, () => settle(false));
    socket.once("error", () => settle(false));
    socket.once("data", (reply) => settle(reply.toString().startsWith("+PONG")));
  });
}
