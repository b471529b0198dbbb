import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listVerdicts } from "../../src/store/cases/verdicts.ts";
import { advanceClock } from "../support/advance-clock.ts";
import { givenCase } from "../support/given.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";
import { UNLIMITED } from "../support/unlimited.ts";
import { etagOf, judge, readCase } from "../support/verdicts.ts";

const HOUR_MS = 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ limits: UNLIMITED });
});
afterAll(() => service.stop());

const withKey = (idempotencyKey: string) => ({ "idempotency-key": idempotencyKey });
const isReplay = (reply: TestReply): boolean => reply.headers["idempotency-replayed"] === "true";
const refusal = ({ status, body }: TestReply): readonly unknown[] => [status, body["error"]];

/** A second API key of the same domain. */
const asking = (key: string): Pick<TestDomain, "ask"> => ({
  ask: (path, options) => service.ask(path, { ...options, key }),
});

describe("a replay", () => {
  it("a replay returns the stored status and body, with Idempotency-Replayed: true", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const first = await judge(domain, caseId, { outcome: "SAFE", comment: "ok" }, withKey("k"));
    expect([first.status, isReplay(first)]).toEqual([200, false]);
    advanceClock(service);
    const again = await judge(domain, caseId, { outcome: "SAFE", comment: "ok" }, withKey("k"));
    expect([again.status, again.text, again.headers["idempotency-replayed"]]).toEqual([200, first.text, "true"]);
    expect(again.headers["content-type"]).toBe(first.headers["content-type"]);
    expect(await listVerdicts(domain.db, caseId)).toHaveLength(1);
  });

  it("a replay does not re-apply a verdict that was replaced in the meantime", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const first = await judge(domain, caseId, { outcome: "SAFE" }, withKey("k"));
    advanceClock(service);
    await judge(domain, caseId, { outcome: "ESCALATED" });
    const etag = await etagOf(domain, caseId);
    const again = await judge(domain, caseId, { outcome: "SAFE" }, withKey("k"));
    expect([again.text, isReplay(again)]).toEqual([first.text, true]);
    expect([await etagOf(domain, caseId), (await readCase(domain, caseId)).state]).toEqual([etag, "investigating"]);
  });

  it("a replay returns the stored response even if the verdict itself made If-Match stale", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const headers = { ...withKey("k"), "if-match": await etagOf(domain, caseId) };
    const first = await judge(domain, caseId, { outcome: "SAFE" }, headers);
    const again = await judge(domain, caseId, { outcome: "SAFE" }, headers);
    expect([again.status, again.text, isReplay(again)]).toEqual([200, first.text, true]);
  });

  it("payloads are compared by content, not by formatting", async () => {
    const domain = await service.givenDomain();
    const { caseId, eventIds } = await givenCase(domain.db);
    const [one = "", two = ""] = eventIds;
    const first = await judge(domain, caseId, { outcome: "SAFE", event_ids: [one, two] }, withKey("k"));
    const same = [
      { event_ids: [one, two], outcome: "SAFE" },
      { outcome: "SAFE", comment: null, event_ids: [two, one] },
      { outcome: "SAFE", comment: "", event_ids: [one.toUpperCase(), two, one] },
      `\n{ "outcome" : "\\u0053AFE", "event_ids": ["${one}", "${two}"] }\n`,
    ];
    for (const payload of same) {
      const again = await judge(domain, caseId, payload, withKey("k"));
      expect([again.text, isReplay(again)]).toEqual([first.text, true]);
    }
  });

  it("a different payload with the same key is 422 idempotency_key_reused, and nothing is applied", async () => {
    const domain = await service.givenDomain();
    const { caseId, eventIds } = await givenCase(domain.db);
    const other = await givenCase(domain.db);
    await judge(domain, caseId, { outcome: "SAFE" }, withKey("k"));
    const etag = await etagOf(domain, caseId);
    const changed = [
      { outcome: "ESCALATED" },
      { outcome: "SAFE", comment: "x" },
      { outcome: "SAFE", event_ids: [eventIds[0]] },
    ];
    for (const payload of changed) {
      expect(refusal(await judge(domain, caseId, payload, withKey("k")))).toEqual([422, "idempotency_key_reused"]);
    }
    const elsewhere = await judge(domain, other.caseId, { outcome: "SAFE" }, withKey("k"));
    expect(refusal(elsewhere)).toEqual([422, "idempotency_key_reused"]);
    expect(await etagOf(domain, caseId)).toBe(etag);
    expect(await listVerdicts(domain.db, other.caseId)).toEqual([]);
  });

  it("a rejected verdict is not stored: the corrected one can use the same key", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const refused = [
      await judge(domain, randomUUID(), { outcome: "SAFE" }, withKey("k")),
      await judge(domain, caseId, { outcome: "SAFE" }, { ...withKey("k"), "if-match": '"stale"' }),
      await judge(domain, caseId, { outcome: "SAFE", event_ids: [randomUUID()] }, withKey("k")),
      await judge(domain, caseId, { outcome: "nonsense" }, withKey("k")),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 412, 422, 400]);
    const applied = await judge(domain, caseId, { outcome: "SAFE" }, withKey("k"));
    expect([applied.status, isReplay(applied)]).toEqual([200, false]);
  });
});

describe("scope and lifetime of a key", () => {
  it("Idempotency-Key is per API key", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const colleague = asking(await domain.anotherKey());
    await judge(domain, caseId, { outcome: "SAFE" }, withKey("k"));
    const other = await judge(colleague, caseId, { outcome: "ESCALATED" }, withKey("k"));
    expect([other.status, isReplay(other)]).toEqual([200, false]);
    expect(isReplay(await judge(domain, caseId, { outcome: "SAFE" }, withKey("k")))).toBe(true);
    expect(isReplay(await judge(colleague, caseId, { outcome: "ESCALATED" }, withKey("k")))).toBe(true);
  });

  it("two domains can use the same key", async () => {
    for (const outcome of ["SAFE", "ESCALATED"]) {
      const domain = await service.givenDomain();
      const { caseId } = await givenCase(domain.db);
      const reply = await judge(domain, caseId, { outcome }, withKey("the same"));
      expect([reply.status, isReplay(reply)]).toEqual([200, false]);
    }
  });

  it("a response is stored for 24 h; after that the key can be reused", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    await judge(domain, caseId, { outcome: "SAFE" }, withKey("k"));
    advanceClock(service, 24 * HOUR_MS - 1);
    expect(isReplay(await judge(domain, caseId, { outcome: "SAFE" }, withKey("k")))).toBe(true);
    expect((await judge(domain, caseId, { outcome: "ESCALATED" }, withKey("k"))).status).toBe(422);
    advanceClock(service, 2);
    const fresh = await judge(domain, caseId, { outcome: "ESCALATED" }, withKey("k"));
    expect([fresh.status, isReplay(fresh)]).toEqual([200, false]);
    advanceClock(service, 23 * HOUR_MS);
    expect(isReplay(await judge(domain, caseId, { outcome: "ESCALATED" }, withKey("k")))).toBe(true);
  });

  it("a key has 1 to 255 characters and is compared exactly", async () => {
    const domain = await service.givenDomain();
    const accepted = ["x", "x".repeat(255), "X", "a b", "a  b", "'\"\\;--", "\u00e9"];
    for (const key of accepted) {
      const { caseId } = await givenCase(domain.db);
      const reply = await judge(domain, caseId, { outcome: "SAFE" }, withKey(key));
      expect([key, reply.status, isReplay(reply)]).toEqual([key, 200, false]);
      expect(isReplay(await judge(domain, caseId, { outcome: "SAFE" }, withKey(key)))).toBe(true);
    }
    for (const key of ["", "x".repeat(256)]) {
      const { caseId } = await givenCase(domain.db);
      const reply = await judge(domain, caseId, { outcome: "SAFE" }, withKey(key));
      expect([...refusal(reply), reply.body["param"]]).toEqual([400, "invalid_parameter", "idempotency-key"]);
      expect(await listVerdicts(domain.db, caseId)).toEqual([]);
    }
  });
});

describe("concurrent requests", () => {
  it("of concurrent requests with one key, all but the first are 409 with Retry-After: 1", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    await domain.ask("/whoami");
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => judge(domain, caseId, { outcome: "SAFE" }, withKey("k"))),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const reply of refused) {
      expect([...refusal(reply), reply.headers["retry-after"]]).toEqual([409, "idempotency_in_progress", "1"]);
    }
    expect(isReplay(await judge(domain, caseId, { outcome: "SAFE" }, withKey("k")))).toBe(true);
    expect(await listVerdicts(domain.db, caseId)).toHaveLength(1);
  });

  it("a hundred parallel requests with one key make one state change, and every 200 has the same body", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    await domain.ask("/whoami");
    const body = { outcome: "TRUE_POSITIVE", comment: "once" };
    const replies = await Promise.all(Array.from({ length: 100 }, () => judge(domain, caseId, body, withKey("k"))));
    const applied = replies.filter(({ status }) => status === 200);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(new Set(applied.map(({ text }) => text)).size).toBe(1);
    expect(applied.filter((reply) => !isReplay(reply))).toHaveLength(1);
    expect(await listVerdicts(domain.db, caseId)).toHaveLength(1);
    expect((await readCase(domain, caseId)).verdict?.comments).toEqual(["once"]);
  });

  it("requests with different keys do not affect each other", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    await domain.ask("/whoami");
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        judge(domain, caseId, { outcome: "SAFE", comment: `${n}` }, withKey(`k${n}`)),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(await listVerdicts(domain.db, caseId)).toHaveLength(20);
  });
});
