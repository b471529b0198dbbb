import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type ClientOptions, createClient } from "../../src/client/client.ts";
import { NotReadyError } from "../../src/client/client-error.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface Reply {
  /** 0 closes the connection without a response. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface BusyService {
  readonly url: string;
  readonly received: readonly IncomingHttpHeaders[];
}

/** Sends the given replies in turn, then an empty page with 200. */
async function givenService(...replies: readonly Reply[]): Promise<BusyService> {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    sendReply(response, replies[received.length - 1] ?? { status: 200 });
  }).listen(0, "127.0.0.1");
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

function sendReply(response: ServerResponse, { status, headers = {}, body }: Reply): void {
  if (status === 0) return void response.destroy();
  const fallback = status === 200 ? { next_cursor: null, items: [] } : { error: "busy", message: "Busy." };
  response.writeHead(status, headers).end(body ?? JSON.stringify(fallback));
}

/** A client that records its waits instead of waiting. */
function givenClient(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  return { client: createClient({ baseUrl, apiKey: "k", wait, ...options }), waits };
}

const retryAfter = (seconds: number) => ({ "retry-after": String(seconds) });
const VERDICT = { params: { case_id: crypto.randomUUID() }, body: { outcome: "SAFE" } } as const;

describe("a retry", () => {
  it("follows 429 and 503 after their Retry-After", async () => {
    const replies = [429, 503].map((status, at) => ({ status, headers: retryAfter(7 - at) }));
    const service = await givenService(...replies);
    const { client, waits } = givenClient(service.url);
    expect((await client.listUsers()).items).toEqual([]);
    expect(waits).toEqual([7_000, 6_000]);
  });

  it("backs off exponentially if there is no Retry-After, and ends after the given number", async () => {
    const service = await givenService(...Array.from({ length: 9 }, () => ({ status: 503 })));
    const { client, waits } = givenClient(service.url, { retries: 3 });
    await expect(client.listUsers()).rejects.toMatchObject({ status: 503 });
    expect(waits).toEqual([250, 500, 1_000]);
    expect(service.received).toHaveLength(4);
  });

  it("does not follow a Retry-After longer than maxWaitMs: the response is thrown at once", async () => {
    const service = await givenService({ status: 429, headers: retryAfter(61) });
    const { client } = givenClient(service.url);
    await expect(client.listUsers()).rejects.toMatchObject({ status: 429, error: "busy", retryAfterMs: 61_000 });
    expect(service.received).toHaveLength(1);
  });

  it("does not follow 423: the error has the time after which the resource may be ready", async () => {
    const service = await givenService({ status: 423, headers: retryAfter(5) });
    const { client } = givenClient(service.url);
    const error = await client.listUsers().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotReadyError);
    expect(error).toMatchObject({ retryAfterMs: 5_000 });
    expect(service.received).toHaveLength(1);
  });

  it("is what the README describes", async () => {
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    const described =
      /The client retries after (\d+) and (\d+) as `Retry-After` asks,[^.]* and throws a (\d+) at once/.exec(readme);
    const [first, second, thrown] = (described ?? []).slice(1).map(Number);
    const service = await givenService(...[first, second, thrown].map((status = 0) => ({ status })));
    const { client } = givenClient(service.url, { retries: 2 });
    await expect(client.listUsers()).rejects.toMatchObject({ status: thrown });
    expect(service.received).toHaveLength(3);
  });

  it("does not follow an error that waiting cannot change", async () => {
    const service = await givenService({ status: 400 }, { status: 409 }, { status: 423 }, { status: 500 });
    const { client } = givenClient(service.url);
    for (const status of [400, 409, 423, 500]) await expect(client.listUsers()).rejects.toMatchObject({ status });
    expect(service.received).toHaveLength(4);
  });

  it("of a verdict has the idempotency key of the first attempt, whether given or generated", async () => {
    const service = await givenService({ status: 0 }, { status: 503 }, { status: 200 }, { status: 0 });
    const { client } = givenClient(service.url);
    await client.submitVerdict(VERDICT);
    await client.submitVerdict({ ...VERDICT, headers: { "idempotency-key": "mine" } });
    const keys = service.received.map((headers) => headers["idempotency-key"]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys).toEqual([keys[0], keys[0], keys[0], "mine", "mine"]);
    await client.submitVerdict(VERDICT);
    expect(service.received.at(-1)?.["idempotency-key"]).not.toBe(keys[0]);
  });

  it("of a verdict waits while the first attempt is still being processed", async () => {
    const body = JSON.stringify({ error: "idempotency_in_progress", message: "Wait." });
    const service = await givenService({ status: 0 }, { status: 409, headers: retryAfter(1), body });
    const { client, waits } = givenClient(service.url);
    await client.submitVerdict(VERDICT);
    expect(waits).toEqual([250, 1_000]);
  });

  it("ends when the signal is aborted during the wait", async () => {
    const service = await givenService({ status: 429, headers: retryAfter(50) });
    const client = createClient({ baseUrl: service.url, apiKey: "k" });
    const controller = new AbortController();
    const call = client.listUsers({}, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("no longer needed")), 100);
    await expect(call).rejects.toThrow("no longer needed");
    expect(service.received).toHaveLength(1);
  });
});

describe("a response that is not of the API", () => {
  it("a redirect is not followed, so that the key is sent to no other address", async () => {
    const other = await givenService();
    const service = await givenService({ status: 302, headers: { location: `${other.url}/api/v1/external/users` } });
    await expect(givenClient(service.url).client.listUsers()).rejects.toMatchObject({
      status: 302,
      error: "unexpected_redirect",
    });
    expect(other.received).toEqual([]);
  });

  it("a body that is not JSON is an error that names baseUrl, and is not retried", async () => {
    const service = await givenService({ status: 200, body: "<html>" });
    await expect(givenClient(service.url).client.listUsers()).rejects.toThrow(/invalid_response.*baseUrl/);
    expect(service.received).toHaveLength(1);
  });

  it("an error page of a proxy is an error with its status", async () => {
    const service = await givenService({ status: 403, body: "<html>" });
    await expect(givenClient(service.url).client.listUsers()).rejects.toMatchObject({ status: 403, error: "unknown" });
  });
});

describe("what a client is created with", () => {
  it.each([undefined, "", " \n"])("a missing key (%j) is refused with the remedy", (apiKey) => {
    expect(() => createClient({ baseUrl: "http://127.0.0.1", apiKey })).toThrow(/apiKey is missing.*key create/);
  });

  it("a key that cannot be sent is refused without being quoted", () => {
    const create = () => createClient({ baseUrl: "http://127.0.0.1", apiKey: "ppt_a\nb" });
    expect(create).toThrow(/apiKey/);
    expect(create).not.toThrow(/ppt_/);
  });

  it.each(["", "/api", "localhost:8080", "ftp://127.0.0.1"])(
    "a base URL '%s' is refused with an example",
    (baseUrl) => {
      expect(() => createClient({ baseUrl, apiKey: "k" })).toThrow(/baseUrl.*such as http:/);
    },
  );

  it.each(["", ".", ".."])("a path parameter '%s' is refused: it would address another operation", async (id) => {
    const { client } = givenClient("http://127.0.0.1");
    await expect(client.getIntegration({ params: { connector_type: id } })).rejects.toThrow(/params.connector_type/);
  });
});
