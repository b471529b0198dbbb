import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { Agent, get, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { createInstallation, type Installation, type Running } from "../support/installation.ts";

let installation: Installation;
/** Of the installation that starts for the first time. */
let key: string | undefined;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.remove());

interface Answer {
  /** 0 if the request failed without a response. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly reason?: string | undefined;
}

/** Sends a request over the agent's connections; a lost connection has status 0 and a reason. */
function ask(server: Running, path: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve) => {
    const request = get(server.address + path, { agent, headers: { "x-api-key": key ?? "" } }, (response) => {
      response.resume();
      response.once("close", () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    request.once("error", (error: NodeJS.ErrnoException) =>
      resolve({ status: 0, headers: {}, reason: error.code ?? error.message }),
    );
  });
}

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly reqId?: string;
  readonly route?: string;
  readonly port?: number;
}

const logOf = (server: Running): readonly LogLine[] =>
  server
    .stdout()
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LogLine);

async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(20);
  }
}

describe("an installation, from its first start on", { shuffle: false }, () => {
  let fresh: Installation;
  beforeAll(async () => {
    fresh = await createInstallation();
  });
  afterAll(() => fresh.remove());

  test("a first start in an empty folder prints its address and serves health, reference, metrics and keys", async () => {
    const server = await fresh.start(["serve"]);
    const own = `Parapet listens on ${server.address} (reference: ${server.address}/docs, metrics: `;
    expect(server.stderr()).toMatch(/metrics: http:\/\/127\.0\.0\.1:\d+\/metrics\)\n$/);
    expect(server.stderr().startsWith(own)).toBe(true);
    const textOf = async (path: string) => (await fetch(server.address + path)).text();
    expect(await textOf("/healthz")).toBe("ok\n");
    expect(await textOf("/readyz")).toBe("ready\n");
    expect(await textOf("/docs")).toContain("<html");

    const { mode } = await stat(join(fresh.dataDir, "secret"));
    expect((mode & 0o777).toString(8)).toBe("600");
    expect((await fresh.run(["domain", "create", "northwind"])).code).toBe(0);
    key = (await fresh.run(["key", "create", "--domain", "northwind"])).stdout.trim();
    const reply = await fetch(`${server.address}${BASE_PATH}/whoami`, { headers: { "x-api-key": key } });
    expect(reply.status).toBe(200);

    const reqId = reply.headers.get("x-request-id");
    const line = await until(() => logOf(server).find((entry) => entry.reqId === reqId));
    expect(line).toMatchObject({ route: `${BASE_PATH}/whoami`, status: 200, method: "GET" });
    expect(server.stdout()).not.toContain(key);
    const port = logOf(server).find(({ msg }) => msg === "metrics on 127.0.0.1")?.port;
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain("http_server_request_duration_seconds");
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);

    server.signal("SIGKILL");
    await server.ended;
  });

  test("after kill -9 it starts with the same secret, and drains on SIGTERM without a failed request", async () => {
    const secret = await readFile(join(fresh.dataDir, "secret"), "utf8");
    const server = await fresh.start(["serve"], { PARAPET_DRAIN_MS: "4000" });
    expect(await readFile(join(fresh.dataDir, "secret"), "utf8")).toBe(secret);

    const agent = new Agent({ keepAlive: true });
    const answers: Answer[] = [];
    let ready = true;
    const client = async () => {
      while (ready) {
        answers.push(await ask(server, `${BASE_PATH}/whoami`, agent));
        await sleep(50);
      }
    };
    const clients = Promise.all(Array.from({ length: 8 }, client));
    await until(() => (answers.length >= 40 ? true : undefined));
    const before = answers.length;
    server.signal("SIGTERM");
    const refusal = await until(async () => {
      const answer = await ask(server, "/readyz", agent);
      return answer.status === 200 ? undefined : answer;
    });
    expect(refusal).toMatchObject({ status: 503, headers: { connection: "close", "retry-after": "1" } });
    const late = await ask(server, `${BASE_PATH}/whoami`, agent);
    expect(late).toMatchObject({ status: 200, headers: { connection: "close" } });
    // Clients notice with some delay and continue to send requests.
    await until(() => (answers.length >= before + 24 ? true : undefined));
    ready = false;
    await clients;
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await server.ended).toMatchObject({ code: 0 });
    const log = logOf(server);
    expect(log.find(({ msg }) => msg === "stopping")).toMatchObject({ signal: "SIGTERM", drain_ms: 4000 });
    expect(log.at(-1)).toMatchObject({ msg: "stopped" });
    agent.destroy();
  });

  test("a second signal ends it at once", async () => {
    const server = await fresh.start(["serve"], { PARAPET_DRAIN_MS: "600000" });
    const agent = new Agent();
    expect((await ask(server, `${BASE_PATH}/whoami`, agent)).status).toBe(200);
    server.signal("SIGTERM");
    await until(async () => ((await ask(server, "/readyz", agent)).status === 503 ? true : undefined));
    server.signal("SIGTERM");
    expect(await server.ended).toMatchObject({ code: 1 });
  });
});

test("a client that never completes its request does not delay shutdown, and the exit code is 0", async () => {
  const server = await installation.start(["serve"], { PARAPET_DRAIN_MS: "0" });
  const socket = connect(Number(new URL(server.address).port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write("GET /healthz HTTP/1.1\r\nHost: parapet\r\n");
  const trickle = setInterval(() => socket.write("X-More: 1\r\n"), 500);
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  server.signal("SIGTERM");
  expect(await server.ended).toMatchObject({ code: 0 });
  clearInterval(trickle);
  socket.destroy();
});

test("a metrics port in use makes it exit with 1 and one line that names the setting", async () => {
  const occupant = createServer().listen(0, "127.0.0.1");
  await once(occupant, "listening");
  const { port } = occupant.address() as AddressInfo;
  const { code, stderr } = await installation.run(["serve"], { PARAPET_METRICS_PORT: String(port) });
  occupant.close();
  expect([code, stderr]).toEqual([
    1,
    `parapet: the metrics port ${port} on 127.0.0.1 is taken by another process (EADDRINUSE); choose another one with PARAPET_METRICS_PORT\n`,
  ]);
});

test("the usual metrics port in use makes it take a free one, with a warning that names the setting, unless one is set", async () => {
  const occupant = createServer().listen(9464, "127.0.0.1");
  // If another process has it, it is in use as well.
  await once(occupant, "listening").catch(() => undefined);
  const server = await installation.start(["serve"], { PARAPET_METRICS_PORT: "" });
  occupant.close();
  expect(server.stderr()).toMatch(/^warning: the usual metrics port 9464 .*Choose a port with PARAPET_METRICS_PORT$/m);
  const [, metrics = ""] = /metrics: (\S+)\)/.exec(server.stderr()) ?? [];
  expect(new URL(metrics).port).not.toBe("9464");
  expect(await (await fetch(metrics)).text()).toContain("parapet_build_info");
  server.signal("SIGKILL");
  await server.ended;
});

test("a port in use makes it exit with 1 and one line", async () => {
  const occupant = createServer().listen(0, "127.0.0.1");
  await once(occupant, "listening");
  const { port } = occupant.address() as AddressInfo;
  // Reconnecting to an unreachable Redis must not keep a process alive that could not start.
  const env = { PARAPET_REDIS_URL: "redis://127.0.0.1:1" };
  const { code, stderr } = await installation.run(["serve", "--port", String(port)], env);
  occupant.close();
  expect(code).toBe(1);
  expect(stderr).toBe(
    `parapet: port ${port} on 127.0.0.1 is taken by another process (EADDRINUSE); choose another one with --port or PARAPET_PORT\n`,
  );
});
