import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveCases } from "../../src/store/cases/cases.ts";
import { listVerdicts } from "../../src/store/cases/verdicts.ts";
import { lockThreats } from "../../src/store/threats/threats.ts";
import { findStaleTexts } from "../../src/transfer/rebuild.ts";
import { advanceClock } from "../support/advance-clock.ts";
import { aThreat, givenCase, givenThreat, givenThreats } from "../support/given.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { UNLIMITED } from "../support/unlimited.ts";
import { OUTCOME_TABLE, OUTCOMES, type Outcome, STATES, type State } from "../support/verdict-model.ts";
import { etagOf, judge, readCase } from "../support/verdicts.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ limits: UNLIMITED });
});
afterAll(() => service.stop());

const keyIdOf = (key: string): string | undefined => key.split("_")[1];
const flagsOf = (found: { readonly events: readonly { readonly flagged: boolean; readonly safe: boolean }[] }) =>
  found.events.map(({ flagged, safe }) => (safe ? "safe" : flagged ? "flagged" : "neither"));

describe("the outcome table", () => {
  for (const outcome of OUTCOMES) {
    const row = OUTCOME_TABLE[outcome];
    it(`${outcome} makes a case ${row.state}, resolved ${row.resolved}, from every state`, async () => {
      const domain = await service.givenDomain();
      for (const state of STATES) await expectRow(domain, outcome, state);
    });
  }

  async function expectRow(domain: TestDomain, outcome: Outcome, state: State): Promise<void> {
    const row = OUTCOME_TABLE[outcome];
    const events = [aThreat(), aThreat({ flagged: false, safe: true }), aThreat({ flagged: false, safe: false })];
    await givenThreats(domain.db, events);
    const eventIds = events.map(({ eventId }) => eventId);
    const closedAt = state === "closed" ? new Date("2026-11-01T12:00:00.000Z") : null;
    const { caseId } = await givenCase(domain.db, { state, closedAt, eventIds });
    const now = advanceClock(service);
    const reply = await judge(domain, caseId, { outcome });
    const verdict = { outcome, resolved: row.resolved, processed_at: now };
    expect([reply.status, reply.body]).toEqual([200, { success: true, case_id: caseId, ...verdict }]);
    const found = await readCase(domain, caseId);
    expect([state, found.state, found.closed_at]).toEqual([state, row.state, row.closes ? now : null]);
    expect(found.verdict).toEqual({ ...verdict, comments: [], event_ids: [] });
    const marks = events.map(({ flagged, safe }) => row.events ?? { flagged, safe });
    const stored = await lockThreats(domain.db, eventIds);
    expect(found.events.map(({ flagged, safe }) => ({ flagged, safe }))).toEqual(marks);
    expect(eventIds.map((id) => stored.get(id))).toMatchObject(marks);
  }

  it("the response has exactly the specified fields in the specified order", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const now = advanceClock(service);
    const reply = await judge(domain, caseId, { outcome: "SAFE" });
    expect(reply.text).toBe(
      `{"success":true,"case_id":"${caseId}","outcome":"SAFE","resolved":true,"processed_at":"${now}"}`,
    );
    expect(reply.headers["cache-control"]).toBe("no-store");
  });

  it("an event starts flagged, and is never both flagged and safe", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    expect(flagsOf(await readCase(domain, caseId))).toEqual(["flagged", "flagged"]);
    for (const outcome of ["SAFE", "ESCALATED", "FALSE_POSITIVE", "TRUE_POSITIVE"]) {
      await judge(domain, caseId, { outcome });
      for (const { flagged, safe } of (await readCase(domain, caseId)).events) expect(flagged).toBe(!safe);
    }
  });

  it("a verdict advances updated_at, so that updated_after matches the case", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const now = advanceClock(service);
    expect((await domain.ask(`/cases?updated_after=${now}`)).body["items"]).toEqual([]);
    await judge(domain, caseId, { outcome: "ESCALATED" });
    expect((await readCase(domain, caseId)).updated_at).toBe(now);
    expect((await domain.ask(`/cases?updated_after=${now}`)).text).toContain(caseId);
  });

  it("a verdict moves the case between the lists of its states", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const listed = async (state: string) => (await domain.ask(`/cases?state=${state}`)).text.includes(caseId);
    expect([await listed("discover"), await listed("enforced")]).toEqual([true, false]);
    await judge(domain, caseId, { outcome: "TRUE_POSITIVE" });
    expect([await listed("discover"), await listed("enforced")]).toEqual([false, true]);
  });

  it("a verdict works on a case of 200 events, with and without event_ids", async () => {
    const domain = await service.givenDomain();
    const events = Array.from({ length: 200 }, () => aThreat());
    await givenThreats(domain.db, events);
    const eventIds = events.map(({ eventId }) => eventId);
    const { caseId } = await givenCase(domain.db, { eventIds });
    expect((await judge(domain, caseId, { outcome: "SAFE", event_ids: eventIds })).status).toBe(200);
    expect(new Set(flagsOf(await readCase(domain, caseId)))).toEqual(new Set(["safe"]));
    expect((await judge(domain, caseId, { outcome: "ESCALATED" })).status).toBe(200);
    const found = await readCase(domain, caseId);
    expect([found.events.length, new Set(flagsOf(found))]).toEqual([200, new Set(["flagged"])]);
  });

  it("a verdict works on a case without events", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db, { eventIds: [] });
    expect((await judge(domain, caseId, { outcome: "SAFE" })).status).toBe(200);
    expect(await readCase(domain, caseId)).toMatchObject({ state: "closed", events: [] });
  });
});

describe("scope", () => {
  it("only events in event_ids change; the state applies to the whole case", async () => {
    const domain = await service.givenDomain();
    const { caseId, eventIds } = await givenCase(domain.db);
    await judge(domain, caseId, { outcome: "SAFE", event_ids: [eventIds[1]] });
    const found = await readCase(domain, caseId);
    expect([found.state, flagsOf(found)]).toEqual(["closed", ["flagged", "safe"]]);
    expect(found.verdict?.event_ids).toEqual([eventIds[1]]);
  });

  it("an event shared by two cases has the same flags in both, and both are updated", async () => {
    const domain = await service.givenDomain();
    const shared = await givenThreat(domain.db);
    const own = await givenThreat(domain.db);
    const judged = await givenCase(domain.db, { eventIds: [shared.eventId] });
    const other = await givenCase(domain.db, { eventIds: [own.eventId, shared.eventId] });
    const before = await etagOf(domain, other.caseId);
    const now = advanceClock(service);
    await judge(domain, judged.caseId, { outcome: "FALSE_POSITIVE" });
    const found = await readCase(domain, other.caseId);
    expect([found.state, found.verdict, flagsOf(found)]).toEqual(["discover", null, ["flagged", "safe"]]);
    expect(found.updated_at).toBe(now);
    expect(await etagOf(domain, other.caseId)).not.toBe(before);
    expect((await domain.ask(`/cases?updated_after=${now}`)).body["items"]).toHaveLength(2);
    expect(await findStaleTexts(domain.db)).toEqual([]);
  });

  it("a verdict that does not apply to a shared event leaves the effect of another case's verdict on it", async () => {
    const domain = await service.givenDomain();
    const [shared, own] = [await givenThreat(domain.db), await givenThreat(domain.db)];
    const first = await givenCase(domain.db, { eventIds: [shared.eventId, own.eventId] });
    const second = await givenCase(domain.db, { eventIds: [shared.eventId] });
    await judge(domain, first.caseId, { outcome: "DUPLICATE" });
    await judge(domain, second.caseId, { outcome: "SAFE" });
    await judge(domain, first.caseId, { outcome: "ESCALATED", event_ids: [own.eventId] });
    expect(flagsOf(await readCase(domain, second.caseId))).toEqual(["safe"]);
    expect(flagsOf(await readCase(domain, first.caseId))).toEqual(["safe", "flagged"]);
  });

  it("concurrent verdicts on cases that share events are all applied", async () => {
    const domain = await service.givenDomain();
    const events = [aThreat(), aThreat(), aThreat()];
    await givenThreats(domain.db, events);
    const eventIds = events.map(({ eventId }) => eventId);
    const cases = [];
    for (let n = 0; n < 3; n++)
      cases.push(await givenCase(domain.db, { eventIds: n === 1 ? eventIds.toReversed() : eventIds }));
    for (let round = 0; round < 4; round++) {
      const outcomes = round % 2 === 0 ? ["SAFE", "ESCALATED"] : ["TRUE_POSITIVE", "FALSE_POSITIVE"];
      const replies = await Promise.all(
        cases.flatMap(({ caseId }) =>
          outcomes.map((outcome) => judge(domain, caseId, { outcome, comment: `${round}` })),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    }
    const shown = await Promise.all(cases.map(({ caseId }) => readCase(domain, caseId)));
    const marks = shown.map((found) => new Map(found.events.map((event) => [event.event_id, event.safe])));
    for (const eventId of eventIds) expect(new Set(marks.map((mark) => mark.get(eventId))).size).toBe(1);
    expect(await findStaleTexts(domain.db)).toEqual([]);
  });
});

describe("the same outcome again", () => {
  it("an identical body returns the first result with its processed_at, and changes nothing", async () => {
    const domain = await service.givenDomain();
    const { caseId, eventIds } = await givenCase(domain.db);
    const body = { outcome: "SAFE", comment: "known travel", event_ids: [...eventIds] };
    const first = await judge(domain, caseId, body);
    const etag = await etagOf(domain, caseId);
    advanceClock(service);
    const again = await judge(domain, caseId, { ...body, event_ids: eventIds.toReversed() });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers["idempotency-replayed"]).toBeUndefined();
    expect(await etagOf(domain, caseId)).toBe(etag);
    expect(await listVerdicts(domain.db, caseId)).toHaveLength(1);
  });

  it("an identical body from another key returns the first result too", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const first = await judge(domain, caseId, { outcome: "SAFE" });
    advanceClock(service);
    const key = await domain.anotherKey();
    const again = await judge({ ask: (path, options) => service.ask(path, { ...options, key }) }, caseId, {
      outcome: "SAFE",
    });
    expect(again.text).toBe(first.text);
    expect(await listVerdicts(domain.db, caseId)).toHaveLength(1);
  });

  it("a new comment is appended and leaves state and closed_at unchanged", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const closed = advanceClock(service);
    await judge(domain, caseId, { outcome: "SAFE", comment: "first" });
    const appended = advanceClock(service);
    const reply = await judge(domain, caseId, { outcome: "SAFE", comment: "second" });
    expect(reply.body).toMatchObject({ resolved: true, processed_at: appended });
    const found = await readCase(domain, caseId);
    expect(found).toMatchObject({ state: "closed", closed_at: closed, updated_at: appended });
    expect(found.verdict).toMatchObject({ comments: ["first", "second"], processed_at: closed });
    advanceClock(service);
    expect((await judge(domain, caseId, { outcome: "SAFE", comment: "first" })).body["processed_at"]).toBe(closed);
  });

  it("new events are added and the effect on the earlier ones is kept", async () => {
    const domain = await service.givenDomain();
    const { caseId, eventIds } = await givenCase(domain.db);
    await judge(domain, caseId, { outcome: "FALSE_POSITIVE", event_ids: [eventIds[1]] });
    advanceClock(service);
    await judge(domain, caseId, { outcome: "FALSE_POSITIVE", event_ids: [eventIds[0]] });
    const found = await readCase(domain, caseId);
    expect(flagsOf(found)).toEqual(["safe", "safe"]);
    expect(found.verdict?.event_ids).toEqual([eventIds[1], eventIds[0]]);
  });

  it("a hundred concurrent identical bodies change the case once and return one processed_at", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    await domain.ask("/whoami");
    const replies = await Promise.all(Array.from({ length: 100 }, () => judge(domain, caseId, { outcome: "SAFE" })));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await listVerdicts(domain.db, caseId)).toHaveLength(1);
  });
});

describe("a different outcome", () => {
  it("a different outcome replaces the effects of the earlier one", async () => {
    const domain = await service.givenDomain();
    const { caseId, eventIds } = await givenCase(domain.db);
    await judge(domain, caseId, { outcome: "SAFE", comment: "was benign" });
    const now = advanceClock(service);
    const reply = await judge(domain, caseId, { outcome: "TRUE_POSITIVE", event_ids: [eventIds[0]] });
    expect(reply.body).toMatchObject({ outcome: "TRUE_POSITIVE", resolved: true, processed_at: now });
    const found = await readCase(domain, caseId);
    expect([found.state, found.closed_at, flagsOf(found)]).toEqual(["enforced", null, ["flagged", "flagged"]]);
    expect(found.verdict).toMatchObject({ outcome: "TRUE_POSITIVE", comments: [], event_ids: [eventIds[0]] });
  });

  it("DUPLICATE after SAFE restores the flags of the events", async () => {
    const domain = await service.givenDomain();
    const events = [aThreat(), aThreat({ flagged: false, safe: false }), aThreat({ flagged: false, safe: true })];
    await givenThreats(domain.db, events);
    const { caseId } = await givenCase(domain.db, { eventIds: events.map(({ eventId }) => eventId) });
    for (const outcome of ["SAFE", "ESCALATED", "DUPLICATE"]) await judge(domain, caseId, { outcome });
    expect(flagsOf(await readCase(domain, caseId))).toEqual(["flagged", "neither", "safe"]);
  });

  it("SAFE and FALSE_POSITIVE are different outcomes, although both mark events safe", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    await judge(domain, caseId, { outcome: "SAFE" });
    const now = advanceClock(service);
    await judge(domain, caseId, { outcome: "FALSE_POSITIVE" });
    const found = await readCase(domain, caseId);
    expect([found.state, found.closed_at, found.verdict?.outcome]).toEqual(["closed", now, "FALSE_POSITIVE"]);
  });

  it("the history has both verdicts, each with the key that submitted it", async () => {
    const domain = await service.givenDomain();
    const { caseId, eventIds } = await givenCase(domain.db);
    const key = await domain.anotherKey();
    const at = advanceClock(service);
    await judge(domain, caseId, { outcome: "SAFE", comment: "benign", event_ids: [eventIds[0]] });
    const then = advanceClock(service);
    await judge({ ask: (path, options) => service.ask(path, { ...options, key }) }, caseId, { outcome: "ESCALATED" });
    const history = await listVerdicts(domain.db, caseId);
    expect(history.map(({ verdictId: _id, ...verdict }) => verdict)).toEqual([
      {
        caseId,
        outcome: "SAFE",
        comment: "benign",
        eventIds: [eventIds[0]],
        submittedBy: `api_key:${keyIdOf(domain.key)}`,
        stateBefore: "discover",
        stateAfter: "closed",
        processedAt: new Date(at),
      },
      {
        caseId,
        outcome: "ESCALATED",
        comment: null,
        eventIds: [],
        submittedBy: `api_key:${keyIdOf(key)}`,
        stateBefore: "closed",
        stateAfter: "investigating",
        processedAt: new Date(then),
      },
    ]);
  });

  it("the same body after a different outcome is a new verdict, not the old result", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const times = [];
    for (const outcome of ["SAFE", "ESCALATED", "SAFE"]) {
      times.push(advanceClock(service));
      expect((await judge(domain, caseId, { outcome })).body["processed_at"]).toBe(times.at(-1));
    }
    expect((await readCase(domain, caseId)).closed_at).toBe(times[2]);
    expect(await listVerdicts(domain.db, caseId)).toHaveLength(3);
  });

  it("the last verdict wins even if the clock went back", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    await judge(domain, caseId, { outcome: "SAFE" });
    const first = await readCase(domain, caseId);
    advanceClock(service, -3_600_000);
    await judge(domain, caseId, { outcome: "ESCALATED", comment: "later" });
    advanceClock(service, -3_600_000);
    const { body } = await judge(domain, caseId, { outcome: "TRUE_POSITIVE" });
    const found = await readCase(domain, caseId);
    expect([found.state, found.verdict?.outcome, found.verdict?.comments]).toEqual(["enforced", "TRUE_POSITIVE", []]);
    expect(found.updated_at > first.updated_at).toBe(true);
    expect((await judge(domain, caseId, { outcome: "TRUE_POSITIVE" })).body).toEqual(body);
    const history = await listVerdicts(domain.db, caseId);
    expect(history.map(({ outcome }) => outcome)).toEqual(["SAFE", "ESCALATED", "TRUE_POSITIVE"]);
    expect(await findStaleTexts(domain.db)).toEqual([]);
    advanceClock(service, 7_200_000);
  });

  it("a verdict submitted again after the case was reopened is applied again", async () => {
    const domain = await service.givenDomain();
    const { caseId, eventIds, ...item } = await givenCase(domain.db);
    await judge(domain, caseId, { outcome: "SAFE", comment: "benign" });
    const [threats, closed] = [await lockThreats(domain.db, eventIds), await readCase(domain, caseId)];
    await reopen(domain, { ...item, caseId }, [...threats.values()], JSON.stringify(closed.verdict));
    const now = advanceClock(service);
    const again = await judge(domain, caseId, { outcome: "SAFE", comment: "benign" });
    const found = await readCase(domain, caseId);
    expect([found.state, found.closed_at, again.body["processed_at"]]).toEqual(["closed", now, now]);
    expect(found.verdict).toMatchObject({ comments: ["benign"], processed_at: now });
    advanceClock(service);
    expect((await judge(domain, caseId, { outcome: "SAFE", comment: "benign" })).text).toBe(again.text);
    expect(await listVerdicts(domain.db, caseId)).toHaveLength(2);
  });
});

type CaseToReopen = Parameters<typeof saveCases>[1][number];

/** Reopens a closed case, as an import does. */
async function reopen(
  { db }: TestDomain,
  item: Omit<CaseToReopen["item"], "state" | "closedAt">,
  events: CaseToReopen["events"],
  verdict: string,
): Promise<void> {
  const reopened = { ...item, state: "investigating", closedAt: null, updatedAt: service.clock.now } as const;
  expect(await db.transaction((tx) => saveCases(tx, [{ item: reopened, verdict, events }], service.clock.now))).toBe(1);
}

describe("the case of a verdict", () => {
  it("an unknown case is 404 case_not_found, and a case of another domain gets the same response, byte for byte", async () => {
    const [domain, other] = [await service.givenDomain(), await service.givenDomain()];
    const { caseId } = await givenCase(other.db);
    const bare = (text: string) => text.replace(/"request_id":"[^"]*"/, "");
    const unknown = await judge(domain, randomUUID(), { outcome: "SAFE" });
    const foreign = await judge(domain, caseId, { outcome: "SAFE" });
    expect([unknown.status, unknown.body["error"]]).toEqual([404, "case_not_found"]);
    expect([foreign.status, bare(foreign.text)]).toEqual([404, bare(unknown.text)]);
    expect((await readCase(other, caseId)).state).toBe("discover");
  });

  it("a case id in upper case is the same case; one that is not a UUID is 400", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const reply = await judge(domain, caseId.toUpperCase(), { outcome: "SAFE" });
    expect([reply.status, reply.body["case_id"]]).toEqual([200, caseId]);
    const refused = await judge(domain, "not-a-uuid", { outcome: "SAFE" });
    expect([refused.status, refused.body["error"], refused.body["param"]]).toEqual([
      400,
      "invalid_parameter",
      "case_id",
    ]);
  });

  it("while cases are not ready a verdict is 423, and nothing is applied", async () => {
    const domain = await service.givenDomain({ ready: false });
    const { caseId } = await givenCase(domain.db);
    const reply = await judge(domain, caseId, { outcome: "SAFE" });
    expect([reply.status, reply.body["error"], reply.body["resource"]]).toEqual([423, "resource_not_ready", "cases"]);
    expect(await listVerdicts(domain.db, caseId)).toEqual([]);
  });

  it("a key without cases:verdict is 403 and applies nothing", async () => {
    const domain = await service.givenDomain();
    const { caseId } = await givenCase(domain.db);
    const key = await domain.anotherKey({ scopes: ["cases:read"] });
    const reply = await service.ask(`/cases/${caseId}/verdict`, { method: "POST", key, payload: { outcome: "SAFE" } });
    expect([reply.status, reply.body["required_scope"]]).toEqual([403, "cases:verdict"]);
    expect(await listVerdicts(domain.db, caseId)).toEqual([]);
  });
});
