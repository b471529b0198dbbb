import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { NotReadyError, ParapetError } from "../../src/client/client-error.ts";
import { givenCase, givenThreat, givenUser } from "../support/given.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("against the real service", () => {
  let service: TestService;
  let baseUrl: string;
  beforeAll(async () => {
    service = await startTestService();
    baseUrl = await service.service.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => service.stop());

  it("a walk yields every item of every page exactly once", async () => {
    const domain = await service.givenDomain();
    const made = [];
    for (let i = 0; i < 7; i++) made.push((await givenThreat(domain.db)).eventId);
    const client = createClient({ baseUrl, apiKey: domain.key });
    const seen = [];
    for await (const threat of client.walk("listThreats", { page_size: 3 })) seen.push(threat.event_id);
    expect(seen.sort()).toEqual(made.sort());
    const sizes = [];
    for await (const page of client.walk("listThreats", { page_size: 3 }).pages()) sizes.push(page.data.length);
    expect(sizes).toEqual([3, 3, 1]);
  });

  it("a base URL may include the path of the API, and a verdict reads back through the typed methods", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const client = createClient({ baseUrl: `${baseUrl}/api/v1/external/`, apiKey: domain.key });
    const reply = await client.submitVerdict({ params: { case_id: caseId }, body: { outcome: "ESCALATED" } });
    expect(reply.resolved).toBe(false);
    const found = await client.getCase({ params: { case_id: caseId }, query: { include: ["state", "verdict"] } });
    expect([found.state, found.verdict?.outcome]).toEqual(["investigating", "ESCALATED"]);
  });

  it("an error response is thrown with its code, status, request id and body", async () => {
    const domain = await service.givenDomain();
    const client = createClient({ baseUrl, apiKey: domain.key });
    const error = await client.getPersona({ params: { tuid: crypto.randomUUID() } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ParapetError);
    expect(error).toMatchObject({ status: 404, error: "user_not_found", requestId: expect.any(String) });
  });

  it("a resource that is not ready is thrown as NotReadyError", async () => {
    const domain = await service.givenDomain({ ready: false });
    const user = await givenUser(domain.db);
    const client = createClient({ baseUrl, apiKey: domain.key });
    const error = await client.getPersona({ params: { tuid: user.tuid } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotReadyError);
    expect(error).toMatchObject({ resource: "personas", daysUntilReady: 7 });
  });
});

describe("against a service that is busy", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  /** Answers the given statuses in turn, then 200. */
  async function givenBusyService(
    answers: readonly { status: number; retryAfter?: string }[],
  ): Promise<{ url: string; asked: () => number }> {
    let asked = 0;
    server = createServer((_request, response) => {
      const answer = answers[asked++];
      if (!answer) return void response.end(JSON.stringify({ next_cursor: null, items: [] }));
      if (answer.status === 0) return void response.destroy();
      response.writeHead(answer.status, answer.retryAfter ? { "retry-after": answer.retryAfter } : {});
      response.end(JSON.stringify({ error: "rate_limited", message: "Busy.", request_id: "r" }));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server?.once("listening", resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
  }

  it("429 and 503 are retried after their Retry-After", async () => {
    const busy = await givenBusyService([
      { status: 429, retryAfter: "7" },
      { status: 503, retryAfter: "2" },
    ]);
    const waits: number[] = [];
    const client = createClient({ baseUrl: busy.url, apiKey: "k", wait: async (ms) => void waits.push(ms) });
    expect((await client.listUsers({})).items).toEqual([]);
    expect(waits).toEqual([7_000, 2_000]);
  });

  it("a Retry-After longer than maxWaitMs is thrown at once", async () => {
    const busy = await givenBusyService([{ status: 429, retryAfter: "3600" }]);
    const client = createClient({ baseUrl: busy.url, apiKey: "k", wait: async () => undefined });
    await expect(client.listUsers({})).rejects.toMatchObject({ status: 429, error: "rate_limited" });
    expect(busy.asked()).toBe(1);
  });

  it("a lost connection is retried for a read and for a verdict with an idempotency key, never for a verdict without one", async () => {
    const input = { params: { case_id: crypto.randomUUID() }, body: { outcome: "SAFE" } } as const;
    const wait = async () => undefined;
    const first = await givenBusyService([{ status: 0 }]);
    await createClient({ baseUrl: first.url, apiKey: "k", wait }).listUsers({});
    expect(first.asked()).toBe(2);
    server?.close();
    const second = await givenBusyService([{ status: 0 }]);
    await createClient({ baseUrl: second.url, apiKey: "k", wait }).submitVerdict({
      ...input,
      headers: { "idempotency-key": "x" },
    });
    expect(second.asked()).toBe(2);
    server?.close();
    const third = await givenBusyService([{ status: 0 }]);
    await expect(createClient({ baseUrl: third.url, apiKey: "k", wait }).submitVerdict(input)).rejects.toThrow();
    expect(third.asked()).toBe(1);
  });
});
