import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
    expect((error as ParapetError).headers.get("x-ratelimit-limit")).toBe("1000");
  });

  it("a result with its response has status, headers, request id, entity tag and rate limit", async () => {
    const domain = await service.givenDomain();
    const client = createClient({ baseUrl, apiKey: domain.key });
    const received = await client.withResponse.listUsers();
    expect(received).toMatchObject({ status: 200, notModified: false, data: { next_cursor: null, items: [] } });
    expect(received.requestId).toBe(received.headers.get("x-request-id"));
    expect(received.etag).toMatch(/^".+"$/);
    expect(received.rateLimit).toEqual({ limit: 1_000, remaining: 999, resetAt: expect.any(Number) });
    expect(received.data).toEqual(await client.listUsers());
  });

  it("a conditional read of unchanged data is not modified and costs nothing; of changed data it has the data", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const client = createClient({ baseUrl, apiKey: domain.key });
    const input = { params: { case_id: caseId }, query: { include: ["state"] } } as const;
    const { etag, rateLimit } = await client.withResponse.getCase(input);
    const again = await client.withResponse.getCase(input, { ifNoneMatch: etag });
    expect(again).toMatchObject({
      status: 304,
      notModified: true,
      etag,
      rateLimit: { remaining: rateLimit?.remaining },
    });
    expect(again.data).toBeUndefined();
    await client.submitVerdict({ params: input.params, body: { outcome: "SAFE" } });
    const changed = await client.withResponse.getCase(input, { ifNoneMatch: etag });
    expect(changed.notModified ? undefined : changed.data.state).toBe("closed");
    expect(changed.etag).not.toBe(etag);
  });

  it("the entity tag of a case guards a verdict: one on a case that has changed is refused with 412", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const client = createClient({ baseUrl, apiKey: domain.key });
    const params = { case_id: caseId };
    const { etag } = await client.withResponse.getCase({ params });
    await client.submitVerdict({ params, body: { outcome: "ESCALATED" } });
    const late = client.submitVerdict({ params, body: { outcome: "SAFE" }, headers: { "if-match": etag } });
    await expect(late).rejects.toMatchObject({ status: 412, error: "precondition_failed" });
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
