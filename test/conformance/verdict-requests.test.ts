import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listVerdicts } from "../../src/store/cases/verdicts.ts";
import { advanceClock } from "../support/advance-clock.ts";
import { aThreat, givenCase, givenThreat, givenThreats } from "../support/given.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";
import { etagOf, judge, readCase } from "../support/verdicts.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const EMOJI = "\u{1f9ff}";

/** Returns the status, code and field of an error. */
const refusal = ({ status, body }: TestReply): readonly unknown[] => [status, body["error"], body["field"]];

async function expectUntouched(domain: TestDomain, caseId: string, etag: string): Promise<void> {
  expect(await etagOf(domain, caseId)).toBe(etag);
  expect(await listVerdicts(domain.db, caseId)).toEqual([]);
}

describe("outcome", () => {
  it("outcome is required and is one of the upper-case values", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const etag = await etagOf(domain, caseId);
    expect(refusal(await judge(domain, caseId, {}))).toEqual([400, "invalid_body", "outcome"]);
    for (const outcome of ["safe", "Safe", "SAFE ", "", "CLOSED", null, true, 1, ["SAFE"], ["SAFE", "DUPLICATE"], {}]) {
      const reply = await judge(domain, caseId, { outcome });
      expect([outcome, ...refusal(reply)]).toEqual([outcome, 400, "invalid_body", "outcome"]);
    }
    const { body } = await judge(domain, caseId, { outcome: "safe" });
    expect(body["allowed"]).toEqual(["SAFE", "TRUE_POSITIVE", "FALSE_POSITIVE", "DUPLICATE", "ESCALATED"]);
    await expectUntouched(domain, caseId, etag);
  });
});

describe("the body", () => {
  it("an unknown body field is 400 and nothing is applied", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const etag = await etagOf(domain, caseId);
    for (const field of ["verdict", "Outcome", "eventIds", "case_id", "processed_at"]) {
      const reply = await judge(domain, caseId, { outcome: "SAFE", [field]: "x" });
      expect(refusal(reply)).toEqual([400, "invalid_body", field]);
    }
    await expectUntouched(domain, caseId, etag);
  });

  it("a body that is not a JSON object is 400, another media type 415, more than 64 KiB 413", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const etag = await etagOf(domain, caseId);
    for (const text of ["", "{", "SAFE", '{"outcome":"SAFE","outcome":"SAFE"}', '{"outcome":"SAFE",}']) {
      expect([text, ...refusal(await judge(domain, caseId, text)).slice(0, 2)]).toEqual([text, 400, "invalid_json"]);
    }
    for (const text of ["null", "[]", '"SAFE"', "1"]) {
      expect([text, ...refusal(await judge(domain, caseId, text)).slice(0, 2)]).toEqual([text, 400, "invalid_body"]);
    }
    const text = JSON.stringify({ outcome: "SAFE" });
    const plain = await judge(domain, caseId, text, { "content-type": "text/plain" });
    expect(refusal(plain).slice(0, 2)).toEqual([415, "unsupported_media_type"]);
    const large = await judge(domain, caseId, `{"outcome":"SAFE"${" ".repeat(65_536)}}`);
    expect(refusal(large).slice(0, 2)).toEqual([413, "payload_too_large"]);
    await expectUntouched(domain, caseId, etag);
  });
});

describe("comment", () => {
  it("a comment has at most 2000 Unicode code points, not UTF-16 units", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const accepted = [EMOJI.repeat(2_000), "x".repeat(2_000), "e\u0301".repeat(1_000)];
    for (const comment of accepted) {
      expect((await judge(domain, caseId, { outcome: "SAFE", comment })).status).toBe(200);
    }
    for (const comment of [EMOJI.repeat(2_001), "x".repeat(2_001), `${"e\u0301".repeat(1_000)}x`]) {
      expect(refusal(await judge(domain, caseId, { outcome: "SAFE", comment }))).toEqual([
        400,
        "invalid_body",
        "comment",
      ]);
    }
    expect((await readCase(domain, caseId)).verdict?.comments).toEqual(accepted);
  });

  it("a comment is stored exactly as sent", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const comments = [
      ' "quoted" \\ {} [] \t\r\n ',
      "\u2028\u0001\u007f",
      "ﬁ é é",
      "'; drop table verdicts; --",
      "$1 %s \\u0041",
    ];
    for (const comment of comments)
      expect((await judge(domain, caseId, { outcome: "SAFE", comment })).status).toBe(200);
    expect((await readCase(domain, caseId)).verdict?.comments).toEqual(comments);
  });

  it("null and the empty string mean no comment", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const first = await judge(domain, caseId, { outcome: "SAFE" });
    advanceClock(service);
    for (const comment of [null, ""]) {
      expect((await judge(domain, caseId, { outcome: "SAFE", comment })).text).toBe(first.text);
    }
    expect((await readCase(domain, caseId)).verdict?.comments).toEqual([]);
  });

  it("a comment that is not a string, or cannot be stored, is 400", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const etag = await etagOf(domain, caseId);
    for (const comment of [1, true, ["x"], {}]) {
      expect(refusal(await judge(domain, caseId, { outcome: "SAFE", comment }))).toEqual([
        400,
        "invalid_body",
        "comment",
      ]);
    }
    for (const escaped of ["\\u0000", "\\ud83d"]) {
      const reply = await judge(domain, caseId, `{"outcome":"SAFE","comment":"${escaped}"}`);
      expect(refusal(reply).slice(0, 2)).toEqual([400, "invalid_json"]);
    }
    await expectUntouched(domain, caseId, etag);
  });
});

describe("event_ids", () => {
  it("event_ids has at most 200 ids", async () => {
    const domain = await service.givenDomain();
    const events = Array.from({ length: 200 }, () => aThreat());
    await givenThreats(domain.db, events);
    const eventIds = events.map(({ eventId }) => eventId);
    const { caseId } = await givenCase(domain.db, { eventIds });
    const refused = await judge(domain, caseId, { outcome: "SAFE", event_ids: [...eventIds, eventIds[0]] });
    expect(refusal(refused)).toEqual([400, "invalid_body", "event_ids"]);
    expect((await judge(domain, caseId, { outcome: "SAFE", event_ids: eventIds })).status).toBe(200);
    expect((await readCase(domain, caseId)).verdict?.event_ids).toEqual(eventIds);
  });

  it("duplicates are collapsed case-insensitively", async () => {
    const domain = await service.givenDomain();
    const { caseId, eventIds } = await givenCase(domain.db);
    const [eventId = ""] = eventIds;
    const first = await judge(domain, caseId, {
      outcome: "SAFE",
      event_ids: [eventId, eventId.toUpperCase(), eventId],
    });
    expect(first.status).toBe(200);
    expect((await readCase(domain, caseId)).verdict?.event_ids).toEqual([eventId]);
    advanceClock(service);
    expect((await judge(domain, caseId, { outcome: "SAFE", event_ids: [eventId] })).text).toBe(first.text);
  });

  it("[] and null mean every event", async () => {
    const domain = await service.givenDomain();
    for (const event_ids of [[], null]) {
      const { caseId } = await givenCase(domain.db);
      const first = await judge(domain, caseId, { outcome: "SAFE", event_ids });
      expect((await readCase(domain, caseId)).events.map(({ safe }) => safe)).toEqual([true, true]);
      advanceClock(service);
      expect((await judge(domain, caseId, { outcome: "SAFE" })).text).toBe(first.text);
    }
  });

  it("an id not attached to this case is 422 event_not_in_case listing them, and nothing is applied", async () => {
    const [domain, other] = [await service.givenDomain(), await service.givenDomain()];
    const { caseId, eventIds } = await givenCase(domain.db);
    const etag = await etagOf(domain, caseId);
    const unattached = (await givenThreat(domain.db)).eventId;
    const ofAnotherCase = (await givenCase(domain.db)).eventIds[0];
    const ofAnotherDomain = (await givenCase(other.db)).eventIds[0];
    const unknown = randomUUID();
    const foreign = [unattached, ofAnotherCase, ofAnotherDomain, unknown];
    const reply = await judge(domain, caseId, { outcome: "SAFE", event_ids: [...foreign, ...eventIds] });
    expect(refusal(reply).slice(0, 2)).toEqual([422, "event_not_in_case"]);
    expect(reply.body["event_ids"]).toEqual(foreign);
    for (const eventId of foreign) {
      const alone = await judge(domain, caseId, { outcome: "SAFE", event_ids: [eventId] });
      expect([alone.status, alone.body["event_ids"]]).toEqual([422, [eventId]]);
    }
    await expectUntouched(domain, caseId, etag);
  });

  it("event_ids that is not a list of UUIDs is 400", async () => {
    const domain = await service.givenDomain();
    const { caseId, eventIds } = await givenCase(domain.db);
    const etag = await etagOf(domain, caseId);
    for (const event_ids of ["x", eventIds[0], {}, 1, [1], [null], ["not-a-uuid"], [eventIds[0], ""], [[]]]) {
      const reply = await judge(domain, caseId, { outcome: "SAFE", event_ids });
      expect(refusal(reply).slice(0, 2)).toEqual([400, "invalid_body"]);
      expect(String(reply.body["field"])).toMatch(/^event_ids/);
    }
    await expectUntouched(domain, caseId, etag);
  });
});

describe("If-Match", () => {
  it("a verdict with the current ETag is applied, and one with a stale ETag is 412", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const etag = await etagOf(domain, caseId);
    expect((await judge(domain, caseId, { outcome: "SAFE" }, { "if-match": etag })).status).toBe(200);
    advanceClock(service);
    const stale = await judge(domain, caseId, { outcome: "ESCALATED" }, { "if-match": etag });
    expect(refusal(stale).slice(0, 2)).toEqual([412, "precondition_failed"]);
    expect((await readCase(domain, caseId)).state).toBe("closed");
    const fresh = await etagOf(domain, caseId);
    expect((await judge(domain, caseId, { outcome: "ESCALATED" }, { "if-match": fresh })).status).toBe(200);
  });

  it("the ETag of every variant of the case matches, also of compressed ones", async () => {
    const domain = await service.givenDomain();
    for (const query of [
      "",
      "?include=state",
      "?include=verdict",
      "?include=state,verdict",
      "?include=verdict,state",
    ]) {
      for (const encoding of ["identity", "gzip", "br"]) {
        const { caseId } = await givenCase(domain.db, { threatBrief: "long ".repeat(500) });
        const reply = await domain.ask(`/cases/${caseId}${query}`, { headers: { "accept-encoding": encoding } });
        const etag = String(reply.headers["etag"]);
        expect((await judge(domain, caseId, { outcome: "SAFE" }, { "if-match": etag })).status).toBe(200);
        expect((await judge(domain, caseId, { outcome: "ESCALATED" }, { "if-match": etag })).status).toBe(412);
      }
    }
  });

  it("* matches any version of an existing case, but not an unknown case", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    expect((await judge(domain, caseId, { outcome: "SAFE" }, { "if-match": "*" })).status).toBe(200);
    expect((await judge(domain, randomUUID(), { outcome: "SAFE" }, { "if-match": "*" })).status).toBe(404);
  });

  it("one matching ETag of several is enough", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const etag = await etagOf(domain, caseId);
    const none = await judge(domain, caseId, { outcome: "SAFE" }, { "if-match": '"a", "b"' });
    expect(none.status).toBe(412);
    const one = await judge(domain, caseId, { outcome: "SAFE" }, { "if-match": `"a", ${etag} ,"b"` });
    expect(one.status).toBe(200);
  });

  it("an ETag of another case, of the list or of nothing is 412", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const other = await givenCase(domain.db);
    const list = String((await domain.ask("/cases")).headers["etag"]);
    for (const tag of [await etagOf(domain, other.caseId), list, '""', '"*"x']) {
      expect((await judge(domain, caseId, { outcome: "SAFE" }, { "if-match": tag })).status).toBe(412);
    }
    expect(await listVerdicts(domain.db, caseId)).toEqual([]);
  });

  it("every change makes the ETag stale: a comment, or a verdict on a shared event", async () => {
    const domain = await service.givenDomain();
    const shared = await givenThreat(domain.db);
    const { caseId } = await givenCase(domain.db, { eventIds: [shared.eventId] });
    const other = await givenCase(domain.db, { eventIds: [shared.eventId] });
    await judge(domain, caseId, { outcome: "ESCALATED" });
    const stale = [await etagOf(domain, caseId)];
    await judge(domain, caseId, { outcome: "ESCALATED", comment: "more" });
    stale.push(await etagOf(domain, caseId));
    await judge(domain, other.caseId, { outcome: "SAFE" });
    for (const tag of stale) {
      expect((await judge(domain, caseId, { outcome: "SAFE" }, { "if-match": tag })).status).toBe(412);
    }
  });

  it("of two concurrent verdicts with the same ETag exactly one is applied", async () => {
    const domain = await service.givenDomain();
    for (let round = 0; round < 5; round++) {
      const { caseId } = await givenCase(domain.db);
      const headers = { "if-match": await etagOf(domain, caseId) };
      const replies = await Promise.all(
        ["SAFE", "ESCALATED", "TRUE_POSITIVE"].map((outcome) => judge(domain, caseId, { outcome }, headers)),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
      const [applied] = await listVerdicts(domain.db, caseId);
      expect(applied?.outcome).toBe(replies.find(({ status }) => status === 200)?.body["outcome"]);
    }
  });
});
