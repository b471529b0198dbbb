import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createStillWorld,
  type StillWorld,
  startVendor,
  type VendorReply,
  type VendorServer,
} from "../../../test/support/vendors/vendor-server.ts";
import { ConnectorProblem } from "../connector-problem.ts";
import { createTokenCredentials } from "./client-credentials.ts";
import { type Client, type ClientLimits, createHttpClient } from "./http-client.ts";
import { createPageGuard } from "./page-guard.ts";

const NOW = "2026-11-15T12:00:00.000Z";
let vendor: VendorServer;
let usual: VendorReply;
let world: StillWorld;
let clients: Client[];

beforeEach(async () => {
  usual = { body: { fine: true } };
  vendor = await startVendor(() => usual);
  world = createStillWorld(NOW);
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.close();
  await vendor.close();
});

function ask(path: string, limits: Partial<ClientLimits> = {}, inWorld = world) {
  const client = createHttpClient(inWorld, limits);
  clients.push(client);
  return client.ask({ url: new URL(path, vendor.address) });
}

const textOf = async (path: string, limits?: Partial<ClientLimits>): Promise<string> =>
  (await ask(path, limits)).body.toString();

describe("addresses", () => {
  test("an internal address is refused before anything is sent", async () => {
    const unallowed = createStillWorld(NOW, []);
    await expect(ask("/", {}, unallowed)).rejects.toMatchObject({ kind: "address_refused" });
    const port = new URL(vendor.address).port;
    for (const host of ["localhost", "[::1]", "[::ffff:127.0.0.1]", "0x7f000001", "2130706433", "127.1"]) {
      await expect(ask(`http://${host}:${port}/`, {}, unallowed)).rejects.toMatchObject({ kind: "address_refused" });
      await expect(ask(`https://${host}:${port}/`, {}, unallowed)).rejects.toMatchObject({ kind: "address_refused" });
    }
    expect(vendor.asked).toHaveLength(0);
    expect(unallowed.slept).toEqual([]);
  });

  test("a name that resolves to an allowed address is reached", async () => {
    const { port } = new URL(vendor.address);
    expect((await ask(`http://localhost:${port}/`)).status).toBe(200);
  });

  test("only addresses that an operator allowed may be reached unencrypted", async () => {
    await expect(ask("http://93.184.216.34/")).rejects.toThrow(/unencrypted/);
    await expect(ask("file:///etc/passwd")).rejects.toMatchObject({ kind: "bad_settings" });
    await expect(ask("http://user:word@127.0.0.1/")).rejects.toMatchObject({ kind: "bad_settings" });
  });
});

describe("redirects", () => {
  test.each([
    "http://169.254.169.254/latest/meta-data",
    "http://127.0.0.2:1/",
    "https://login.example/",
    "//evil.example",
  ])("to another host is not followed: %s", async (location) => {
    usual = { status: 302, headers: { location } };
    await expect(ask("/")).rejects.toMatchObject({ kind: "refused" });
    expect(vendor.asked).toHaveLength(1);
  });

  test("on the same host is followed, but at most 3 times", async () => {
    vendor.disturb("/old", { status: 307, headers: { location: "/new" } });
    expect((await ask("/old")).status).toBe(200);
    usual = { status: 302, headers: { location: "/again" } };
    await expect(ask("/again")).rejects.toThrow(/more than 3 times/);
  });
});

describe("bounded responses", () => {
  test("a response that is too large is refused, compressed or not", async () => {
    usual = { flood: 4 * 1_048_576 };
    await expect(ask("/", { maxBytes: 1_048_576 })).rejects.toMatchObject({ kind: "too_large" });
    usual = { headers: { "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(50 * 1_048_576)) };
    await expect(ask("/", { maxBytes: 1_048_576 })).rejects.toMatchObject({ kind: "too_large" });
  });

  test("a response that does not arrive times out", async () => {
    usual = { silent: true };
    await expect(ask("/", { timeoutMs: 50 })).rejects.toMatchObject({ kind: "too_slow" });
  });

  test("a compressed response is decompressed; a truncated or corrupt one is retried", async () => {
    usual = { headers: { "content-encoding": "gzip" }, body: gzipSync('{"packed":1}') };
    vendor.disturb("/", { cut: true }, { headers: { "content-encoding": "gzip" }, body: "no gzip" });
    expect(await textOf("/")).toBe('{"packed":1}');
    expect(vendor.asked).toHaveLength(3);
  });

  test("stopping the poll aborts the running request", async () => {
    usual = { silent: true };
    const stop = new AbortController();
    const asked = ask("/", {}, { ...world, signal: stop.signal } as StillWorld);
    stop.abort();
    await expect(asked).rejects.toThrow(/stopped/);
  });
});

describe("retries", () => {
  test("Retry-After is respected, in seconds and as a date", async () => {
    vendor.disturb(
      "/",
      { status: 429, headers: { "retry-after": "3" } },
      { status: 503, headers: { "retry-after": "Sun, 15 Nov 2026 12:00:10 GMT" } },
    );
    expect((await ask("/")).status).toBe(200);
    expect(world.slept).toEqual([3_000, 7_000]);
  });

  test("a Retry-After above the limit is thrown, with the delay", async () => {
    usual = { status: 429, headers: { "retry-after": "900" } };
    await expect(ask("/")).rejects.toMatchObject({ kind: "busy", retryAfterMs: 900_000 });
    expect(world.slept).toEqual([]);
  });

  test("without Retry-After the client waits for the reset of the rate limit", async () => {
    const reset = String(Date.parse(NOW) / 1_000 + 20);
    vendor.disturb("/", { status: 429, headers: { "x-rate-limit-reset": reset } });
    await ask("/");
    expect(world.slept).toEqual([20_000]);
  });

  test("a server that keeps failing is retried a limited number of times", async () => {
    usual = { status: 500, body: { error: { code: "generalException" } } };
    await expect(ask("/", { attempts: 3 })).rejects.toMatchObject({
      kind: "busy",
      status: 500,
      code: "generalException",
    });
    expect(vendor.asked).toHaveLength(3);
    expect(world.slept).toEqual([750, 1_500]);
  });

  test("while somebody waits, a closed port, a server without TLS and an unknown host are reported at once, and another failure is retried once", async () => {
    const impatient = { ...createStillWorld(NOW), isImpatient: true as const };
    const { slept } = impatient;
    const { port } = new URL(vendor.address);
    const closed = await startVendor(() => usual);
    await closed.close();
    for (const [url, code] of [
      [closed.address, "ECONNREFUSED"],
      [`https://127.0.0.1:${port}/`, "EPROTO|ERR_SSL_\\w+"],
    ] as const) {
      const reason = expect.stringMatching(new RegExp(`cannot be reached \\((${code})\\)$`));
      await expect(ask(url, {}, impatient)).rejects.toMatchObject({ kind: "unreachable", message: reason });
    }
    expect(slept).toEqual([]);
    // A machine without a network reports that the name server does not answer, which is temporary.
    await expect(ask("https://parapet.invalid/", {}, impatient)).rejects.toMatchObject({ kind: "unreachable" });
    expect(slept.length).toBeLessThanOrEqual(1);
    slept.length = 0;
    usual = { status: 500 };
    await expect(ask("/", {}, impatient)).rejects.toMatchObject({ kind: "busy" });
    expect([vendor.asked.length, slept.length]).toEqual([2, 1]);
  });

  test("without anybody waiting, a closed port is retried", async () => {
    const closed = await startVendor(() => usual);
    await closed.close();
    await expect(ask(closed.address, { attempts: 3 })).rejects.toMatchObject({ kind: "unreachable" });
    expect(world.slept).toEqual([750, 1_500]);
  });

  test("a permanent failure is not retried", async () => {
    for (const [status, kind] of [
      [403, "not_permitted"],
      [404, "refused"],
      [401, "bad_credentials"],
    ] as const) {
      usual = { status };
      await expect(ask("/")).rejects.toMatchObject({ kind, status });
    }
    expect(vendor.asked).toHaveLength(3);
  });

  test("an error code is quoted only if it is a plain word", async () => {
    usual = { status: 400, body: { error: { code: "token=abc def" } } };
    const failed = (await ask("/?sig=hidden").catch((error: unknown) => error)) as ConnectorProblem;
    expect(failed).toBeInstanceOf(ConnectorProblem);
    expect(failed.message).not.toMatch(/hidden|abc/);
  });
});

describe("tokens", () => {
  const credentialsOf = (client: Client) =>
    createTokenCredentials(client, world, { url: new URL("/token", vendor.address), form: () => ({ secret: "s" }) });

  test("a token is renewed before it expires", async () => {
    usual = { body: { access_token: "abc", expires_in: 3_600 } };
    const client = createHttpClient(world);
    clients.push(client);
    const credentials = credentialsOf(client);
    expect(await credentials.authorization(false)).toBe("Bearer abc");
    await credentials.authorization(false);
    expect(vendor.asked).toHaveLength(1);
    world.now = new Date("2026-11-15T12:58:30.000Z");
    await credentials.authorization(false);
    expect(vendor.asked).toHaveLength(2);
  });

  test("a token endpoint that keeps failing is asked as often as any other address, not once for each attempt of the request", async () => {
    usual = { status: 500 };
    const client = createHttpClient(world, { attempts: 3 });
    clients.push(client);
    const url = new URL("/", vendor.address);
    await expect(client.ask({ url, credentials: credentialsOf(client) })).rejects.toMatchObject({ kind: "busy" });
    expect(vendor.asked.map((request) => request.url.pathname)).toEqual(["/token", "/token", "/token"]);
  });

  test.each([{ access_token: "two\r\nlines", expires_in: 60 }, { access_token: 7 }, { token: "abc" }, "text", []])(
    "an invalid token response is a problem",
    async (body) => {
      usual = { body };
      const client = createHttpClient(world);
      clients.push(client);
      await expect(credentialsOf(client).authorization(false)).rejects.toMatchObject({ kind: "malformed" });
    },
  );
});

test("a walk over pages stays on its host, visits no page twice and is bounded", () => {
  const base = new URL("https://graph.example/v1.0/users");
  const guard = createPageGuard(base, 3);
  expect(guard.next("https://graph.example/v1.0/users?a=1").search).toBe("?a=1");
  expect(() => guard.next("https://graph.example/v1.0/users?a=1")).toThrow(/read already/);
  for (const link of [
    "http://graph.example/v1.0/users",
    "https://graph.example:444/",
    "https://other.example/",
    "//x",
  ]) {
    expect(() => guard.next(link)).toThrow(/another host/);
  }
  guard.next("/b");
  guard.next("/c");
  expect(() => guard.next("/d")).toThrow(/more than 3 pages/);
  expect(() => guard.next(`/${"x".repeat(20_000)}`)).toThrow(/longer than/);
});
