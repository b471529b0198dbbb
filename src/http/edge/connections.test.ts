import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { type ConnectionLimits, type Connections, createConnections } from "./connections.ts";

const LIMITS: ConnectionLimits = { maxConnections: 100, maxPipelined: 4, stallMs: 1_000 };
const GET = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

interface Served {
  readonly connections: Connections;
  readonly asked: ServerResponse[];
  /** Returns the number of requests that Node.js has passed on, whether handled or not. */
  parsed(): number;
  /** Opens a connection; `received` collects everything the server sends on it. */
  dial(): Promise<{ readonly socket: Socket; received: string; readonly closed: Promise<void> }>;
}

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function serve(
  limits: Partial<ConnectionLimits>,
  listener: (request: IncomingMessage, response: ServerResponse) => void = () => undefined,
): Promise<Served> {
  const connections = createConnections({ ...LIMITS, ...limits }, () => "anyone");
  const asked: ServerResponse[] = [];
  let parsed = 0;
  const server = createServer(
    connections.inTurn((request, response) => {
      asked.push(response);
      listener(request, response);
    }),
  );
  server.on("request", () => parsed++);
  connections.watch(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const dial = async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    const dialed = { socket, received: "", closed };
    socket.on("data", (bytes) => {
      dialed.received += bytes.toString("latin1");
    });
    cleanups.push(() => socket.destroy());
    await once(socket, "connect");
    return dialed;
  };
  return { connections, asked, parsed: () => parsed, dial };
}

it("requests of one connection are handled one at a time and answered in order", async () => {
  const { asked, dial } = await serve({});
  const client = await dial();
  client.socket.write(GET.repeat(3));
  await eventually(() => expect(asked).toHaveLength(1));
  await sleep(50);
  expect(asked).toHaveLength(1);
  for (const [at, body] of ["one", "two", "three"].entries()) {
    await eventually(() => expect(asked).toHaveLength(at + 1));
    asked[at]?.end(body);
  }
  await eventually(() => expect(client.received).toMatch(/one.*two.*three/s));
});

it("requests of different connections do not wait for each other", async () => {
  const { asked, dial } = await serve({});
  for (const client of [await dial(), await dial()]) client.socket.write(GET);
  await eventually(() => expect(asked).toHaveLength(2));
});

it("a connection with more unanswered requests than allowed is closed, and its other requests are ignored", async () => {
  const { asked, connections, dial, parsed } = await serve({ maxPipelined: 4 });
  const within = await dial();
  within.socket.write(GET.repeat(4));
  await eventually(() => expect(asked).toHaveLength(1));
  const [first] = asked;
  expect(connections.unanswered(first?.req.socket as Socket)).toHaveLength(4);
  const over = await dial();
  over.socket.write(GET.repeat(1_500));
  await over.closed;
  expect(asked).toHaveLength(2);
  expect(parsed()).toBe(4 + 5);
  expect([within.socket.closed, over.received]).toEqual([false, ""]);
});

it("requests waiting on a connection that is reset are never handled, and the response in progress emits close", async () => {
  const { asked, connections, dial } = await serve({ maxPipelined: 40 });
  const client = await dial();
  client.socket.write(GET.repeat(40));
  await eventually(() => expect(asked).toHaveLength(1));
  const [response = expect.fail("no request")] = asked;
  const { socket } = response.req;
  const ended = once(response, "close");
  client.socket.resetAndDestroy();
  await ended;
  await sleep(50);
  expect(asked).toHaveLength(1);
  expect(connections.unanswered(socket)).toEqual([]);
});

it("above the limit a new connection closes the one that has been idle longest; busy ones stay open", async () => {
  const { asked, dial } = await serve({ maxConnections: 3 });
  const busy = await dial();
  busy.socket.write(GET);
  await eventually(() => expect(asked).toHaveLength(1));
  const [idle, younger] = [await dial(), await dial()];
  const newest = await dial();
  await idle.closed;
  newest.socket.write(GET);
  await eventually(() => expect(asked).toHaveLength(2));
  expect([busy, younger, newest].map(({ socket }) => socket.closed)).toEqual([false, false, false]);
});

it("a new connection is refused when every other one is busy", async () => {
  const { asked, dial } = await serve({ maxConnections: 2 });
  for (const client of [await dial(), await dial()]) client.socket.write(GET);
  await eventually(() => expect(asked).toHaveLength(2));
  await (await dial()).closed;
});

const PORTION = 1_048_576;
const BODY = Buffer.alloc(16 * PORTION, "x");

it("a client that reads none of its response is disconnected, however much it sends", async () => {
  const { dial } = await serve({ maxPipelined: 1_000 }, (_request, response) => response.end(BODY));
  const client = await dial();
  client.socket.pause().write(GET);
  const trickle = setInterval(() => client.socket.write(GET), 100);
  await client.closed;
  clearInterval(trickle);
});

it("a client that reads slowly is served to the end", async () => {
  const { dial } = await serve({ stallMs: 1_000 }, (_request, response) => response.end(BODY));
  const client = await dial();
  client.socket.write(GET);
  // Measured in bytes: how much one read returns depends on the machine.
  let pauseAt = PORTION;
  client.socket.on("data", () => {
    if (client.received.length < pauseAt) return;
    pauseAt += PORTION;
    client.socket.pause();
    setTimeout(() => client.socket.resume(), 200);
  });
  const startedAt = performance.now();
  await eventually(() => expect(client.received.length).toBeGreaterThan(BODY.length));
  expect(performance.now() - startedAt).toBeGreaterThan(2_000);
  expect(client.socket.closed).toBe(false);
});
