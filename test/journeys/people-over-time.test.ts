import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import type { Fields } from "../../src/model/fields.ts";
import { judgeDue } from "../../src/pipeline/correlate/correlate-subjects.ts";
import type { DetectorSet } from "../../src/pipeline/detect/detector-set.ts";
import { processBatch } from "../../src/pipeline/schedule/process-batch.ts";
import { findStaleTexts } from "../../src/transfer/rebuild.ts";
import { testDetectors } from "../support/detectors.ts";
import { aThreat, givenCase, givenThreats } from "../support/given.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

const NOW = new Date("2026-11-02T10:00:00.000Z").getTime();
const MINUTE_MS = 60_000;
const ZOE = "11111111-2222-4333-8444-555555555555";
const YAN = "11111111-2222-4333-8444-666666666666";

/** One finding with a high score for each wrong password. */
const detectors: DetectorSet = {
  look: (...given) => {
    const { seen, findings } = testDetectors.look(...given);
    return { seen, findings: findings.map((finding) => ({ ...finding, severity: "critical" as const })) };
  },
  stateful: [],
  supersession: new Map(),
};

let service: TestService;
let domain: TestDomain;
let minute = 0;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  domain = await service.givenDomain();
});

/** Delivers a wrong password of a person a few minutes after the last one, detects it and judges the person. */
async function wrongPassword(who: Fields, table = "SigninLogs"): Promise<void> {
  minute += 10;
  service.clock.now = new Date(NOW + minute * MINUTE_MS);
  const row = { TimeGenerated: service.clock.now, ResultType: "50126", Id: `${minute}`, ...who };
  const reply = await domain.ask(`${INGEST_BASE_PATH}/tables/${table}`, { method: "POST", payload: [row] });
  expect(reply.body).toMatchObject({ accepted: 1 });
  while ((await processBatch(domain.db, () => service.clock.now, detectors)).rows > 0);
  service.clock.now = new Date(service.clock.now.getTime() + 6 * MINUTE_MS);
  await judgeDue(domain.db, () => service.clock.now);
}

const named = (UserPrincipalName: string, UserId?: string): Fields => ({
  UserPrincipalName,
  ...(UserId && { UserId }),
});

async function sendUsers(method: "PUT" | "PATCH", ...users: readonly Fields[]): Promise<void> {
  service.clock.now = new Date(service.clock.now.getTime() + MINUTE_MS);
  const reply = await domain.ask(`${INGEST_BASE_PATH}/directory/users`, { method, payload: users });
  expect(reply.body).toMatchObject({ rejected: [] });
}

/** Returns the items of a list, newest first or by id. */
async function list(path: string): Promise<readonly Fields[]> {
  const { status, body } = await domain.ask(path);
  expect(status).toBe(200);
  return (body["items"] ?? body["data"]) as unknown as readonly Fields[];
}

const idsOf = (items: readonly Fields[], id: string): readonly unknown[] => items.map((item) => item[id]);
const byEmail = async (email: string) => ({
  cases: idsOf(await list(`/cases?email=${email}`), "case_id"),
  threats: idsOf(await list(`/threats?email=${email}`), "event_id"),
});

describe("a person who appears in rows before the directory has them", () => {
  it("becomes one user with one case, under any name, if the directory has their object id", async () => {
    await wrongPassword(named("zoe@z.example", ZOE));
    const [before] = await list("/users");
    await sendUsers("PUT", { id: ZOE.toUpperCase(), userPrincipalName: "zoe.new@z.example", displayName: "Zoe N" });
    await wrongPassword(named("zoe.new@z.example", ZOE));
    await wrongPassword(named("zoe@z.example"));
    expect(await list("/users")).toMatchObject([
      { tuid: before?.["tuid"], external_id: ZOE, user_principal_name: "zoe.new@z.example", name: "Zoe N" },
    ]);
    const cases = await list("/cases");
    expect(cases).toMatchObject([{ events: [{}, {}, {}] }]);
    expect(new Set(idsOf(await list("/threats"), "tuid"))).toEqual(new Set([before?.["tuid"]]));
  });

  it.each<[string, Fields, string, Fields]>([
    ["the object id alone", { UserId: ZOE }, "SigninLogs", { userPrincipalName: "z@z.example" }],
    ["the principal name", named("zoe@z.example"), "SigninLogs", { userPrincipalName: "Zoe@Z.example" }],
    [
      "another address",
      named("zoe@z.example"),
      "SigninLogs",
      { userPrincipalName: "z@z.example", otherMails: ["Zoe@Z.example"] },
    ],
    [
      "the account name of a Windows domain",
      { SourceUserName: "CORP\\zoe" },
      "CommonSecurityLog",
      { userPrincipalName: "z@z.example", onPremisesSamAccountName: "zoe", onPremisesDomainName: "corp.example" },
    ],
  ])("is matched by %s", async (_sign, who, table, fields) => {
    await wrongPassword(who, table);
    const [before] = await list("/users");
    expect(before).toMatchObject({ name: null });
    await sendUsers("PUT", { id: ZOE, displayName: "Zoe", ...fields });
    expect(await list("/users")).toMatchObject([{ tuid: before?.["tuid"], external_id: ZOE, name: "Zoe" }]);
  });

  it("with two names becomes the user that the directory names, and the other user is merged into it", async () => {
    await wrongPassword(named("zoe@z.example", ZOE));
    await wrongPassword(named("zoe.new@z.example", ZOE));
    const before = await list("/users");
    const tuidOf = (upn: string) => before.find((user) => user["user_principal_name"] === upn)?.["tuid"];
    await sendUsers("PUT", { id: ZOE, userPrincipalName: "zoe.new@z.example", displayName: "Zoe N" });
    await wrongPassword(named("zoe@z.example", ZOE));
    const users = await list("/users");
    expect(users.filter((user) => user["is_active"])).toMatchObject([
      { tuid: tuidOf("zoe.new@z.example"), name: "Zoe N" },
    ]);
    expect(users.filter((user) => !user["is_active"])).toMatchObject([{ tuid: tuidOf("zoe@z.example"), name: null }]);
    const events = (await list("/cases")).map((found) => [found["user_name"], (found["events"] as unknown[]).length]);
    expect(events.sort()).toEqual([
      [null, 1],
      ["Zoe N", 2],
    ]);
  });

  it("is not matched by an address that several people have, or with another object id", async () => {
    await wrongPassword(named("team@z.example"));
    await wrongPassword(named("old@z.example", "11111111-2222-4333-8444-777777777777"));
    await sendUsers(
      "PUT",
      {
        id: ZOE,
        userPrincipalName: "zoe@z.example",
        displayName: "Zoe",
        otherMails: ["team@z.example", "old@z.example"],
      },
      { id: YAN, userPrincipalName: "yan@z.example", displayName: "Yan", otherMails: ["team@z.example"] },
    );
    const names = (await list("/users")).map((user) => [user["user_principal_name"], user["name"]]);
    expect(names.sort()).toEqual([
      ["old@z.example", null],
      ["team@z.example", null],
      ["yan@z.example", "Yan"],
      ["zoe@z.example", "Zoe"],
    ]);
  });
});

describe("a person who is renamed in the directory", () => {
  const bob = { id: ZOE, userPrincipalName: "bob@acme.example", displayName: "Bob" };

  it("is found by the new address at once, in cases and threats, and a person who gets the old address is not", async () => {
    await sendUsers("PUT", bob);
    await wrongPassword(named("bob@acme.example"));
    const found = await byEmail("bob@acme.example");
    expect([found.cases.length, found.threats.length]).toEqual([1, 1]);
    await sendUsers("PATCH", { id: ZOE, userPrincipalName: "bobby@acme.example" });
    expect(await byEmail("bobby@acme.example")).toEqual(found);
    expect(await byEmail("bob@acme.example")).toEqual({ cases: [], threats: [] });
    await sendUsers("PATCH", { id: YAN, userPrincipalName: "bob@acme.example" });
    expect(await byEmail("bob@acme.example")).toEqual({ cases: [], threats: [] });
  });

  it("has the new name in every event and case, which updates the case", async () => {
    await wrongPassword(named("bob@acme.example"));
    await domain.ask(`/cases/${(await list("/cases"))[0]?.["case_id"]}/verdict`, {
      method: "POST",
      payload: { outcome: "DUPLICATE" },
    });
    await wrongPassword(named("bob@acme.example"));
    await sendUsers("PUT", bob);
    const other = await givenCase(domain.db, { userEmail: "ann@acme.example", userName: "Ann", eventIds: [] });
    service.clock.now = new Date(service.clock.now.getTime() + MINUTE_MS);
    const who = { user_name: "Robert", user_email: "robert@acme.example" };
    await sendUsers("PATCH", { id: ZOE, displayName: "Robert", mail: "robert@acme.example" });
    const cases = await list("/cases?email=robert@acme.example&include=state,verdict");
    const updated = { ...who, updated_at: service.clock.now.toISOString(), events: [who] };
    expect(cases).toMatchObject([updated, { ...updated, state: "closed", verdict: { outcome: "DUPLICATE" } }]);
    expect(await list("/threats?email=bob@acme.example")).toMatchObject([who, who]);
    expect(idsOf(await list("/cases?email=ann@acme.example"), "case_id")).toEqual([other.caseId]);
    expect(await findStaleTexts(domain.db)).toEqual([]);
  });

  it("has the new name in all events, however many there are", async () => {
    await sendUsers("PUT", bob);
    const [user] = await list("/users");
    const shared = { tuid: String(user?.["tuid"]), userName: "Bob" };
    const events = Array.from({ length: 1_050 }, (_, n) =>
      aThreat({ ...shared, createdAt: new Date(NOW + Math.floor(n / 3)) }),
    );
    await givenThreats(domain.db, events);
    await sendUsers("PATCH", { id: ZOE, displayName: "Robert" });
    const rows = await domain.db.query("select distinct user_name, user_email from threats where domain_id = $1");
    expect(rows).toEqual([{ user_name: "Robert", user_email: "bob@acme.example" }]);
    expect(await findStaleTexts(domain.db)).toEqual([]);
  });

  it("has the new name in an event that is evaluated again from stored hits", async () => {
    await sendUsers("PUT", bob);
    const signIn = (minutesAgo: number) => ({
      TimeGenerated: new Date(service.clock.now.getTime() - minutesAgo * MINUTE_MS),
      ...named("bob@acme.example"),
      Id: `burst-${minutesAgo}`,
    });
    const rows = [12, 11, 10, 9].map(signIn);
    const send = async (sent: readonly Fields[]) => {
      await domain.ask(`${INGEST_BASE_PATH}/tables/SigninLogs`, { method: "POST", payload: sent });
      while ((await processBatch(domain.db, () => service.clock.now, testDetectors)).rows > 0);
      return list("/threats");
    };
    expect(await send(rows.filter((_, n) => n !== 1))).toMatchObject([{ user_name: "Bob" }]);
    await sendUsers("PATCH", { id: ZOE, displayName: "Robert" });
    const [before] = await list("/threats");
    const [after] = await send(rows);
    expect(after?.["source_event_ids"]).not.toEqual(before?.["source_event_ids"]);
    expect(after).toMatchObject({ event_id: before?.["event_id"], user_name: "Robert" });
  });
});
