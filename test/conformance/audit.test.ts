import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicEndpoints } from "../../src/contract/endpoints.ts";
import { ingestEndpoints } from "../../src/contract/ingest.ts";
import { createChainVerifier } from "../../src/store/audit/audit-chain.ts";
import { findAuditEntries, findHead, readAuditEntries } from "../../src/store/audit/audit-entries.ts";
import { givenCase } from "../support/given.ts";
import { keyIdOf } from "../support/key-text.ts";
import { startSecondService } from "../support/second-service.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { judge } from "../support/verdicts.ts";

const LIMITS = { read: 100_000, write: 100_000, windowMs: 60_000, domainFactor: 5 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ limits: LIMITS });
});
afterAll(() => service.stop());

const actionsOf = async ({ db }: TestDomain) =>
  (await findAuditEntries(db, { limit: 100 })).map(({ action }) => action);

describe("every endpoint that writes", () => {
  /** What each one records. Deliveries are data, not decisions: docs/decisions/0023-audit-log.md. */
  const WRITING: Readonly<Record<string, readonly string[]>> = {
    submitVerdict: ["case.verdict"],
    deliverRows: [],
    replaceDirectory: [],
    changeDirectory: [],
  };

  it("is listed here with what it records", () => {
    const writing = Object.entries({ ...publicEndpoints, ...ingestEndpoints })
      .filter(([, { method }]) => method !== "GET")
      .map(([name]) => name);
    expect(writing.sort()).toEqual(Object.keys(WRITING).sort());
  });

  it("records what is listed and nothing else", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const before = await actionsOf(domain);
    const lines = { "content-type": "application/x-ndjson" };
    const json = { "content-type": "application/json" };
    const calls = {
      submitVerdict: () => judge(domain, caseId, { outcome: "SAFE" }),
      deliverRows: () =>
        domain.ask("/api/v1/ingest/tables/Syslog", {
          method: "POST",
          headers: lines,
          payload: '{"SyslogMessage":"x"}',
        }),
      replaceDirectory: () =>
        domain.ask("/api/v1/ingest/directory/users", { method: "PUT", headers: json, payload: '{"value":[]}' }),
      changeDirectory: () =>
        domain.ask("/api/v1/ingest/directory/users", { method: "PATCH", headers: json, payload: '{"value":[]}' }),
    };
    let expected = before;
    for (const [name, call] of Object.entries(calls)) {
      expect([name, (await call()).status]).toEqual([name, 200]);
      expected = [...(WRITING[name] ?? []), ...expected];
      expect([name, await actionsOf(domain)]).toEqual([name, expected]);
    }
  });
});

describe("the entry of a verdict", () => {
  it("names the API key and the address of the caller behind trusted proxies", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const proxied = await startSecondService(service, { server: { trustedProxies: ["192.0.2.0/24"] } });
    const path = `/cases/${caseId}/verdict`;
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const options = { method: "POST", payload: { outcome: "SAFE" }, headers, key: domain.key } as const;
    expect((await proxied.ask(path, { ...options, address: "192.0.2.1" })).status).toBe(200);
    await proxied.stop();
    const [entry] = await findAuditEntries(domain.db, { limit: 1 });
    expect(entry).toMatchObject({
      action: "case.verdict",
      actor: { kind: "api_key", id: keyIdOf(domain.key), origin: "203.0.113.9" },
      target: { kind: "case", id: caseId },
      recordedAt: service.clock.now,
    });
  });

  it("is written for each accepted change, and for no replay, repetition or refusal", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const outcomes = async () =>
      (await findAuditEntries(domain.db, { action: "case.verdict", limit: 100 })).map(
        ({ after }) => after?.["outcome"],
      );
    const key = { "idempotency-key": "k" };
    await judge(domain, caseId, { outcome: "SAFE" }, key);
    await judge(domain, caseId, { outcome: "SAFE" }, key);
    await judge(domain, caseId, { outcome: "SAFE" });
    await judge(domain, caseId, { outcome: "TRUE_POSITIVE" }, { "if-match": '"stale"' });
    await judge(domain, caseId, { outcome: "TRUE_POSITIVE", event_ids: [caseId] });
    expect(await outcomes()).toEqual(["SAFE"]);
    await judge(domain, caseId, { outcome: "TRUE_POSITIVE" });
    await judge(domain, caseId, { outcome: "TRUE_POSITIVE", comment: "more" });
    expect(await outcomes()).toEqual(["TRUE_POSITIVE", "TRUE_POSITIVE", "SAFE"]);
  });

  it("joins one chain without a gap when many verdicts of a domain arrive at once", async () => {
    const domain = await service.givenDomain();
    const cases = await Promise.all(Array.from({ length: 24 }, () => givenCase(domain.db)));
    const statuses = await Promise.all(
      cases.map(async ({ caseId }) => (await judge(domain, caseId, { outcome: "ESCALATED" })).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const verifier = createChainVerifier();
    const broken = [];
    for await (const entry of readAuditEntries(domain.db)) broken.push(...[verifier.check(entry)].filter(Boolean));
    expect(broken).toEqual([]);
    expect(await findHead(domain.db)).toEqual(verifier.head());
    expect((await findAuditEntries(domain.db, { action: "case.verdict", limit: 100 })).length).toBe(24);
  });
});
