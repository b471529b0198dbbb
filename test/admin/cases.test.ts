import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findStaleTexts } from "../../src/transfer/rebuild.ts";
import { aThreat, givenCase, givenThreats } from "../support/given.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { type Browser, givenMember } from "../support/signed-in.ts";

let service: TestService;
let domain: TestDomain;
let analyst: Browser;
beforeAll(async () => {
  service = await startTestService();
  domain = await service.givenDomain();
  analyst = await givenMember(service, domain, "analyst");
});
afterAll(() => service.stop());

const later = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1_000);
};

const at = (caseId: string, path = "") => `/domains/${domain.domainId}/cases/${caseId}${path}`;
const post = (path: string, payload: object) => analyst.ask(path, { method: "POST", payload });
const move = (caseId: string, state: string) => post(at(caseId, "/transition"), { state });
const read = async (caseId: string) => (await analyst.ask(at(caseId, "?include=state,verdict"))).body;

async function givenCaseWithEvents() {
  const threats = [aThreat(), aThreat()];
  await givenThreats(domain.db, threats);
  return givenCase(domain.db, { eventIds: threats.map(({ eventId }) => eventId) });
}

describe("a case", () => {
  it("moves forward through its states, may skip some, and never moves back by itself", async () => {
    const { caseId } = await givenCase(domain.db);
    for (const state of ["pending_investigation", "investigating", "investigating", "closed"]) {
      expect((await move(caseId, state)).body).toMatchObject({ case_id: caseId, state });
      expect(await read(caseId)).toMatchObject({ state });
    }
    expect((await read(caseId))["closed_at"]).toBe(service.clock.now.toISOString());
    const refused = await move(caseId, "investigating");
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error: "invalid_transition", state: "closed", allowed: [] });
    const { caseId: other } = await givenCase(domain.db, { state: "investigating" });
    expect((await move(other, "discover")).body).toMatchObject({ allowed: ["enforced", "closed"] });
  });

  it("is reopened for investigation, which undoes the effects of its verdict and keeps it in the history", async () => {
    const { caseId } = await givenCaseWithEvents();
    const flags = async () =>
      ((await read(caseId))["events"] as unknown as { flagged: boolean; safe: boolean }[]).map((event) => [
        event.flagged,
        event.safe,
      ]);
    const before = await flags();
    expect((await post(at(caseId, "/reopen"), {})).status).toBe(409);
    expect((await post(at(caseId, "/verdict"), { outcome: "SAFE", comment: "travel" })).status).toBe(200);
    expect(await flags()).toEqual([
      [false, true],
      [false, true],
    ]);
    later(5);
    expect((await post(at(caseId, "/reopen"), { comment: "wrong key" })).body).toMatchObject({
      state: "investigating",
    });
    expect(await read(caseId)).toMatchObject({ state: "investigating", closed_at: null });
    expect(await flags()).toEqual(before);
    later(5);
    expect((await post(at(caseId, "/verdict"), { outcome: "TRUE_POSITIVE" })).status).toBe(200);
    expect(await read(caseId)).toMatchObject({ state: "enforced", verdict: { outcome: "TRUE_POSITIVE" } });
    const { body } = await analyst.ask(at(caseId, "/history"));
    const by = { kind: "account", name: expect.stringMatching(/@northwind\.example$/) };
    expect(body["items"]).toMatchObject([
      { kind: "verdict", outcome: "TRUE_POSITIVE", state_before: "investigating", state_after: "enforced", by },
      { kind: "transition", state_before: "closed", state_after: "investigating", comment: "wrong key", by },
      { kind: "verdict", outcome: "SAFE", state_before: "discover", state_after: "closed", comment: "travel", by },
    ]);
    expect(await findStaleTexts(domain.db)).toEqual([]);
  });

  it("withdraws what a verdict taught about detectors when it is reopened", async () => {
    const { caseId } = await givenCaseWithEvents();
    const feedback = () =>
      domain.db.query("select 1 from detector_feedback where domain_id = $1 and case_id = $2", [caseId]);
    await domain.db.execute(
      `insert into detector_feedback (domain_id, case_id, detector, subject, confirmed, decided_at)
       values ($1, $2, 'rare_country', 'x', false, now())`,
      [caseId],
    );
    await move(caseId, "closed");
    expect(await feedback()).toHaveLength(1);
    await post(at(caseId, "/reopen"), {});
    expect(await feedback()).toEqual([]);
  });

  it("has notes with their author, the newest first, as text exactly as it was written", async () => {
    const { caseId } = await givenCase(domain.db);
    const text = '<script>alert(1)</script> "\u202e" 🦊';
    expect((await post(at(caseId, "/notes"), { text })).body).toMatchObject({ text, by: { kind: "account" } });
    later(1);
    expect((await post(at(caseId, "/notes"), { text: "second" })).status).toBe(200);
    const { body } = await analyst.ask(at(caseId, "/notes"));
    expect((body["items"] as unknown as { text: string }[]).map((note) => note.text)).toEqual(["second", text]);
    expect((await analyst.ask(at(caseId, "/history"))).body["items"]).toMatchObject([
      { kind: "note", comment: "second" },
      { kind: "note", comment: text },
    ]);
    for (const wrong of ["", "x".repeat(2_001), "a\u0000b", "\ud800"]) {
      expect((await post(at(caseId, "/notes"), { text: wrong })).status).toBe(400);
    }
  });

  it("names similar cases with what they have in common, the most similar first", async () => {
    const fresh = await service.givenDomain();
    const member = await givenMember(service, fresh, "viewer");
    const given = async (title: string, userEmail: string, threatType: "sabotage" | "account_compromise") => {
      const threat = aThreat({ title, userEmail });
      await givenThreats(fresh.db, [threat]);
      return (await givenCase(fresh.db, { userEmail, threatType, eventIds: [threat.eventId] })).caseId;
    };
    const own = await given("A", "maya@northwind.example", "sabotage");
    const both = await given("A", "maya@northwind.example", "sabotage");
    const title = await given("A", "jon@northwind.example", "sabotage");
    const user = await given("B", "maya@northwind.example", "account_compromise");
    await given("B", "jon@northwind.example", "account_compromise");
    const { body } = await member.ask(`/domains/${fresh.domainId}/cases/${own}/similar`);
    expect(body["items"]).toMatchObject([
      { case_id: both, is_same_user: true, shared_titles: 1 },
      { case_id: user, is_same_user: true, shared_titles: 0 },
      { case_id: title, is_same_user: false, shared_titles: 1 },
    ]);
    expect(body["items"]).toHaveLength(3);
  });

  it("of no domain is not found by any of the operations", async () => {
    const missing = "018f2f6e-0000-7000-8000-00000000dead";
    const replies = [
      await move(missing, "closed"),
      await post(at(missing, "/reopen"), {}),
      await post(at(missing, "/notes"), { text: "x" }),
      ...(await Promise.all(["/history", "/notes", "/similar"].map((path) => analyst.ask(at(missing, path))))),
    ];
    for (const { status, body } of replies) expect([status, body["error"]]).toEqual([404, "case_not_found"]);
  });
});

describe("the triage queue", () => {
  it("is filtered by state and type together, in pages", async () => {
    const fresh = await service.givenDomain();
    const member = await givenMember(service, fresh, "viewer");
    const given = async (threatType: "sabotage" | "account_compromise", state: "discover" | "investigating") =>
      (await givenCase(fresh.db, { state, threatType })).caseId;
    const wanted = [await given("sabotage", "discover"), await given("sabotage", "discover")];
    wanted.push(await given("sabotage", "discover"));
    await given("sabotage", "investigating");
    await given("account_compromise", "discover");
    const found: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = `threat_type=sabotage&state=discover&page_size=2${cursor && `&next_cursor=${cursor}`}`;
      const { body } = await member.ask(`/domains/${fresh.domainId}/cases?${query}`);
      found.push(...(body["items"] as unknown as { case_id: string }[]).map((item) => item.case_id));
      cursor = body["next_cursor"] as unknown as string | null;
    }
    expect(found.sort()).toEqual(wanted.sort());
  });

  it("shows a new case to a conditional request, which is free as long as nothing changed", async () => {
    const list = `/domains/${domain.domainId}/cases?page_size=1`;
    const first = await analyst.ask(list);
    const headers = { "if-none-match": String(first.headers["etag"]) };
    const unchanged = await analyst.ask(list, { headers });
    expect([unchanged.status, unchanged.text]).toEqual([304, ""]);
    later(1);
    const { caseId } = await givenCase(domain.db, { createdAt: service.clock.now, updatedAt: service.clock.now });
    const changed = await analyst.ask(list, { headers });
    expect(changed.status).toBe(200);
    expect(changed.body["items"]).toMatchObject([{ case_id: caseId }]);
  });
});
