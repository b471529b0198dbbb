import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readFeedback } from "../../src/store/cases/judge.ts";
import { countPending } from "../../src/store/rows/pending-rows.ts";
import { eventually } from "../support/eventually.ts";
import { givenCase, givenUser } from "../support/given.ts";
import { givenFindings } from "../support/judged.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";
import { type Browser, givenMember } from "../support/signed-in.ts";

const OWN_RULE = `title: Our own
id: 5f2b0a52-4a8e-4b1e-9d55-0b4f6f5f0c01
description: A test.
logsource: { product: azure, service: signinlogs }
detection: { selection: { AppDisplayName: Payroll }, condition: selection }
falsepositives: [Payday.]
level: low
tags: [attack.initial-access, attack.t1078]
`;

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parapet-rules-"));
  service = await startTestService({ rulesFolder: folder });
  service.service.start();
  // Compiling the shipped rules for the first time takes seconds, which belong to no test.
  const domain = await service.givenDomain();
  const viewer = await givenMember(service, domain, "viewer");
  while ((await viewer.ask(`/domains/${domain.domainId}/rule-packs`)).status !== 200) await sleep(100);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

let domain: TestDomain;
let admin: Browser;
let viewer: Browser;
beforeEach(async () => {
  service.clock.now = new Date("2026-11-02T10:00:00.000Z");
  domain = await service.givenDomain();
  [admin, viewer] = [await givenMember(service, domain, "admin"), await givenMember(service, domain, "viewer")];
});

const path = (rest: string) => `/domains/${domain.domainId}${rest}`;
const read = async (rest: string) => {
  const reply = await viewer.ask(path(rest));
  expect(reply.status).toBe(200);
  return reply.body as unknown as Answer;
};
const turn = (name: string, state: "on" | "off", reason = "Too noisy."): Promise<TestReply> =>
  admin.ask(path(`/rules/${name}/state`), { method: "PUT", payload: { state, reason } });
const except = (payload: object): Promise<TestReply> =>
  admin.ask(path("/rule-exceptions"), { method: "POST", payload });

type Item = Readonly<Record<string, unknown>> & { readonly name: string; readonly exception_id: string };
interface Answer {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
  readonly total: number;
}

/** Gives the domain rules of its own, and returns once the service has read them. */
async function give(own: Readonly<Record<string, string>>, seen: () => Promise<void>): Promise<void> {
  for (const [name, text] of Object.entries(own)) {
    const file = join(folder, domain.name, name);
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(file, text);
  }
  await eventually(seen);
}

const hasOwnRule = async () => void (await read("/rules/own"));

/** Delivers a sign-in that was stopped at a consent prompt, and waits until the worker has processed it. */
async function refusedConsent(): Promise<void> {
  const time = service.clock.now.toISOString();
  const row = { TimeGenerated: time, ResultType: "90094", UserPrincipalName: "maya@northwind.example", Id: time };
  service.clock.now = new Date(service.clock.now.getTime() + 60_000);
  expect((await domain.ask("/api/v1/ingest/tables/SigninLogs", { method: "POST", payload: [row] })).status).toBe(200);
  while ((await countPending(domain.db, 1)) > 0) await sleep(20);
}

const eventCount = async () =>
  (
    await domain.db.query(
      "select 1 from threats where domain_id = $1 and subcategory[1] = 'signin_consent_needed_refused'",
    )
  ).length;

const entries = async () => {
  const owner = await givenMember(service, domain, "owner");
  const { items } = (await owner.ask(path("/audit"))).body as unknown as Answer;
  return items.filter(({ action }) => String(action).startsWith("rule."));
};

describe("the packs", () => {
  it("count what is loaded, refused and off, in this domain only", async () => {
    const broken = OWN_RULE.replace("AppDisplayName", "AppDisplayName|near");
    await give({ "own.yml": OWN_RULE, "broken.yml": broken }, hasOwnRule);
    await turn("own", "off");
    const { items } = await read("/rule-packs");
    expect(items.map(({ pack }) => pack)).toEqual(["shipped", "behaviors", "installation", "domain"]);
    expect(items[3]).toEqual({ pack: "domain", loaded: 1, off: 1, refused: 1 });
    expect(items[0]).toMatchObject({ off: 0, refused: 0 });
    expect(Number(items[0]?.["loaded"])).toBeGreaterThan(300);
    const other = await service.givenDomain();
    const theirs = await givenMember(service, other, "viewer");
    const { body } = await theirs.ask(`/domains/${other.domainId}/rule-packs`);
    expect((body as unknown as Answer).items[3]).toEqual({ pack: "domain", loaded: 0, off: 0, refused: 0 });
  });
});

describe("the list of rules", () => {
  it("has every rule once, by name, page by page", async () => {
    const names: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Answer = await read(`/rules?page_size=200${cursor && `&next_cursor=${cursor}`}`);
      names.push(...page.items.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    expect(names).toEqual([...new Set(names)].sort());
    const { items } = await read("/rule-packs");
    expect(names).toHaveLength(items.reduce((sum, { loaded }) => sum + Number(loaded), 0));
  });

  it("is filtered by pack, kind, severity, state, table and text", async () => {
    await turn("impossible_travel", "off");
    const namesOf = async (query: string) => (await read(`/rules?${query}`)).items.map(({ name }) => name);
    expect(await namesOf("state=off")).toEqual(["impossible_travel"]);
    expect(await namesOf("search=impossible")).toContain("impossible_travel");
    expect(await namesOf("search=T1621")).toContain("mfa_fatigue");
    expect(await namesOf("pack=shipped&search=impossible_travel")).toEqual([]);
    const { items } = await read("/rules?table=Syslog&kind=rule&severity=high&page_size=200");
    expect(items.length).toBeGreaterThan(0);
    expect(
      items.every(
        ({ tables, kind, severity }) => `${kind} ${severity}` === "rule high" && `${tables}`.includes("Syslog"),
      ),
    ).toBe(true);
  });

  it("counts the findings of the last 30 days", async () => {
    const now = service.clock.now.getTime();
    const found = (days: number) => ({
      subject: "app:one",
      severity: "low" as const,
      detector: "rare_country",
      at: now - days * 86_400_000,
    });
    await givenFindings(domain.db, [found(1), found(2), found(31)], now);
    const { items } = await read("/rules?search=rare_country");
    expect(items).toMatchObject([{ name: "rare_country", findings_30_days: 2 }]);
  });
});

describe("a rule", () => {
  it("has its documentation and the text of its file", async () => {
    await give({ "own.yml": OWN_RULE }, hasOwnRule);
    expect(await read("/rules/own")).toMatchObject({
      kind: "rule",
      pack: "domain",
      description: "A test.",
      false_positives: ["Payday."],
      missing_tables: ["SigninLogs"],
      file: { path: `${domain.name}/own.yml`, text: OWN_RULE },
      switched: null,
    });
  });

  it("states what it cannot see in the rows of its log source", async () => {
    const detection = "{ s: [{ Image|endswith: a.exe }, { OriginalFileName: a }], condition: s }";
    const logsource = "{ product: windows, category: process_creation }";
    await give({ "own.yml": `title: Own\nlogsource: ${logsource}\ndetection: ${detection}\n` }, hasOwnRule);
    expect(await read("/rules/own")).toMatchObject({
      tables: ["SecurityEvent"],
      cannot_see: ["SecurityEvent has no OriginalFileName: alternatives that need it never match"],
    });
  });

  it("that counts others names them, and a behavior has its thresholds in this domain", async () => {
    await give({ "behaviors.yml": "brute_force: { failures: 90 }\n" }, async () => {
      expect(await read("/rules/brute_force")).toMatchObject({
        settings: expect.arrayContaining([{ name: "failures", value: 90 }]),
      });
    });
    const { items } = await read("/rules?kind=correlation&page_size=1");
    const correlation = await read(`/rules/${items[0]?.name}`);
    expect(correlation).toMatchObject({
      counts: [expect.any(String)],
      file: { text: expect.stringContaining("correlation:") },
    });
    expect(await read("/rules/brute_force")).toMatchObject({
      file: null,
      why: expect.stringContaining("wrong passwords"),
    });
  });

  it("of another domain is not found", async () => {
    await give({ "own.yml": OWN_RULE }, hasOwnRule);
    const other = await service.givenDomain();
    const theirs = await givenMember(service, other, "admin");
    const reply = await theirs.ask(`/domains/${other.domainId}/rules/own`);
    expect([reply.status, reply.body["error"]]).toEqual([404, "rule_not_found"]);
  });
});

describe("a switch", () => {
  it("stops new events and keeps the old ones, and is recorded with its reason", async () => {
    await refusedConsent();
    expect((await turn("signin_consent_needed_refused", "off")).status).toBe(200);
    await refusedConsent();
    expect(await eventCount()).toBe(1);
    expect(await read("/rules/signin_consent_needed_refused")).toMatchObject({
      state: "off",
      switched: { reason: "Too noisy.", by: { kind: "account", name: expect.stringContaining("@") } },
    });
    await turn("signin_consent_needed_refused", "on", "Tuned.");
    await refusedConsent();
    expect(await eventCount()).toBe(2);
    expect(await entries()).toMatchObject([
      {
        action: "rule.enable",
        target: { kind: "rule", id: "signin_consent_needed_refused" },
        after: { reason: "Tuned." },
      },
      { action: "rule.disable", before: { enabled: true }, after: { enabled: false, reason: "Too noisy." } },
    ]);
  });

  it("that changes nothing is not recorded", async () => {
    expect((await turn("impossible_travel", "on")).status).toBe(200);
    expect(await entries()).toEqual([]);
  });

  it("needs a reason and a rule that exists", async () => {
    expect((await turn("impossible_travel", "off", "  ")).body).toMatchObject({
      error: "invalid_body",
      field: "reason",
    });
    expect((await turn("nothing", "off")).body["error"]).toBe("rule_not_found");
    const without = await admin.ask(path("/rules/impossible_travel/state"), {
      method: "PUT",
      payload: { state: "off" },
    });
    expect(without.status).toBe(400);
  });
});

describe("an exception", () => {
  const REQUEST = {
    rule: "signin_consent_needed_refused",
    entity: " Maya@Northwind.example ",
    reason: "Tests.",
    expires_at: null,
  };

  it("stops events about the entity until it is ended, and is recorded", async () => {
    expect((await except(REQUEST)).status).toBe(200);
    await refusedConsent();
    expect(await eventCount()).toBe(0);
    const { items } = await read("/rule-exceptions?rule=signin_consent_needed_refused");
    expect(items).toMatchObject([
      { origin: "member", entity: "maya@northwind.example", reason: "Tests.", is_expired: false },
    ]);
    const { exception_id } = items[0] as Item;
    expect((await admin.ask(path(`/rule-exceptions/${exception_id}`), { method: "DELETE" })).status).toBe(200);
    await refusedConsent();
    expect(await eventCount()).toBe(1);
    expect((await entries()).map(({ action }) => action)).toEqual(["rule.end_exception", "rule.except"]);
    const again = await admin.ask(path(`/rule-exceptions/${exception_id}`), { method: "DELETE" });
    expect(again.body["error"]).toBe("exception_not_found");
  });

  it("expires at its time and is then listed as expired", async () => {
    await except({ ...REQUEST, expires_at: "2026-11-02T11:00:00Z" });
    expect(await read("/rules/signin_consent_needed_refused")).toMatchObject({ exceptions: 1 });
    service.clock.now = new Date("2026-11-02T11:00:00.000Z");
    await refusedConsent();
    expect(await eventCount()).toBe(1);
    const viewerLater = await givenMember(service, domain, "viewer");
    const { items } = (await viewerLater.ask(path("/rule-exceptions"))).body as unknown as Answer;
    expect(items).toMatchObject([{ is_expired: true }]);
  });

  it("needs a rule that exists, an entity, a reason and an expiry in the future", async () => {
    expect((await except({ ...REQUEST, rule: "nothing" })).body["error"]).toBe("rule_not_found");
    const titled = await except({ ...REQUEST, rule: "Impossible travel between sign-ins" });
    expect(titled.body).toMatchObject({
      error: "rule_not_found",
      message: expect.stringContaining("its name is impossible_travel"),
    });
    expect((await except({ ...REQUEST, entity: "  " })).body).toMatchObject({ error: "invalid_body", field: "entity" });
    expect((await except({ ...REQUEST, reason: " " })).body).toMatchObject({ error: "invalid_body", field: "reason" });
    const past = await except({ ...REQUEST, expires_at: "2026-11-02T09:00:00Z" });
    expect(past.body).toMatchObject({ error: "invalid_body", field: "expires_at" });
  });

  it("that a verdict left is listed with its case and can be ended, while the verdict stays", async () => {
    const { tuid } = await givenUser(domain.db);
    const [eventId = ""] = await givenFindings(
      domain.db,
      [{ subject: tuid, at: service.clock.now.getTime(), severity: "low", detector: "rare_country" }],
      service.clock.now.getTime(),
    );
    const { caseId } = await givenCase(domain.db, { eventIds: [eventId] });
    await domain.ask(`/cases/${caseId}/verdict`, { method: "POST", payload: { outcome: "SAFE" } });
    const { items } = await read("/rule-exceptions");
    expect(items).toMatchObject([
      {
        origin: "verdict",
        rule: "rare_country",
        entity: tuid,
        case_id: caseId,
        expires_at: "2026-12-02T10:00:00.000Z",
      },
    ]);
    const { exception_id } = items[0] as Item;
    expect((await admin.ask(path(`/rule-exceptions/${exception_id}`), { method: "DELETE" })).status).toBe(200);
    expect((await read("/rule-exceptions")).items).toEqual([]);
    const feedback = await readFeedback(domain.db, ["rare_country"]);
    expect(feedback).toMatchObject([{ subject: tuid, confirmed: false, isEnded: true }]);
    expect((await entries())[0]).toMatchObject({ action: "rule.end_exception", before: { subject: tuid } });
  });
});

describe("refused rules", () => {
  it("are listed with file and reason", async () => {
    const broken = OWN_RULE.replace("AppDisplayName", "AppDisplayName|near");
    await give({ "broken.yml": broken }, async () => {
      expect((await read("/refused-rules")).total).toBe(1);
    });
    const { total, items } = await read("/refused-rules");
    expect(total).toBe(1);
    expect(items).toMatchObject([
      {
        pack: "domain",
        path: `${domain.name}/broken.yml`,
        reason: expect.stringContaining("near"),
        is_earlier_used: false,
      },
    ]);
  });
});
