import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { TEST_ACTOR } from "../../../../test/support/actor.ts";
import { openTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { deliver } from "../../../../test/support/row-sets.ts";
import { runCommand } from "../../../../test/support/run-command.ts";
import { createDomain } from "../../../actions/create-domain.ts";
import { judgeDue } from "../../../pipeline/correlate/correlate-subjects.ts";
import { createDomainDetectors, createInstalledDetectors } from "../../../pipeline/rules/installed-detectors.ts";
import { processBatch } from "../../../pipeline/schedule/process-batch.ts";
import { systemClock } from "../../../runtime/clock.ts";
import { newId } from "../../../runtime/ids.ts";
import type { DomainHandle } from "../../../store/database/database.ts";
import { addRuleSwitch } from "../../../store/rules/rule-switches.ts";

const NOW = new Date("2026-11-15T12:00:00.000Z");
const MINUTE_MS = 60_000;

const ruleFor = (app: string, level: string): string => `title: A sign-in to ${app}
logsource: { product: azure, service: signinlogs }
detection:
  selection: { AppDisplayName: ${app} }
  condition: selection
level: ${level}
tags: [attack.initial-access]
parapet: { threat_type: account_compromise }
`;

const COUNTED = `title: A sign-in to Counted
name: counted_sign_in
logsource: { product: azure, service: signinlogs }
detection:
  selection: { AppDisplayName: Counted }
  condition: selection
level: low
parapet: { threat_type: account_compromise, generate: false }
---
title: Several sign-ins to Counted
name: several_counted
correlation:
  type: event_count
  rules: [counted_sign_in]
  group-by: [UserPrincipalName]
  timespan: 1h
  condition: { gte: 3 }
level: medium
tags: [attack.initial-access]
parapet: { threat_type: account_compromise }
`;

let opened: TestDatabase;
let folder: string;
let dataDir: string;
let detectorsFor: ReturnType<typeof createDomainDetectors>;
let db: DomainHandle;
let domain: string;

beforeAll(async () => {
  opened = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
  dataDir = opened.dataDir ?? folder;
  await mkdir(join(dataDir, "rules"), { recursive: true });
  await writeFile(join(dataDir, "rules", "odd.yml"), ruleFor("Odd", "high"));
  await writeFile(join(dataDir, "rules", "worst.yml"), ruleFor("Worst", "critical"));
  await writeFile(join(dataDir, "rules", "worst_too.yml"), ruleFor("Worst", "medium"));
  await writeFile(join(dataDir, "rules", "counted_sign_in.yml"), COUNTED);
  const log = { warn: (facts: object) => expect(facts).toEqual({}) };
  const source = createInstalledDetectors({ database: opened.database, rulesFolder: join(dataDir, "rules"), log });
  detectorsFor = createDomainDetectors(opened.database, source);
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  domain = `d${newId()}`;
  db = opened.database.forDomain(
    await createDomain({ database: opened.database, clock: systemClock, actor: TEST_ACTOR }, domain),
  );
});

/** Delivers sign-ins to applications, with the name of the application as id, and runs the detectors. */
async function givenSignIns(...apps: readonly string[]): Promise<void> {
  const rows = apps.map((app, place) => ({
    table: "SigninLogs" as const,
    columns: {
      TimeGenerated: new Date(NOW.getTime() - (60 - place) * MINUTE_MS).toISOString(),
      UserPrincipalName: "maya.ito@northwind.example",
      AppDisplayName: app,
      ResultType: "0",
      Id: `${place}`,
      _ItemId: `${app}-${place}`,
    },
  }));
  await deliver(db, rows, NOW);
  const detectors = await detectorsFor({ domainId: db.domainId, name: domain });
  while ((await processBatch(db, () => NOW, detectors)).rows > 0);
}

const judgeAll = () => judgeDue(db, () => new Date(NOW.getTime() + 60 * MINUTE_MS));

async function explain(...words: readonly string[]) {
  const env = { PARAPET_DATABASE_URL: opened.databaseUrl, PARAPET_DATA_DIR: dataDir };
  const { code, stdout, stderr } = await runCommand(["cases", "explain", "--domain", domain, ...words], env);
  return { code, stdout, notes: stderr.split("\n").filter(Boolean) };
}

async function explainJson(id: string) {
  const { stdout } = await explain(id, "--json");
  return JSON.parse(stdout) as { rules: object[]; signals: { detector: string }[]; events: object[] };
}

test("an event in no case has the decision against one, with each piece of evidence and the reasons", async () => {
  await givenSignIns("Odd");
  await judgeAll();
  const { rules, events } = await explainJson("Odd-0");
  expect(rules).toMatchObject([{ rule: "odd", title: "A sign-in to Odd", severity: "high", outcome: "event" }]);
  expect(events).toMatchObject([
    {
      detector: "odd",
      title: "A sign-in to Odd",
      user: "maya.ito@northwind.example",
      case_id: null,
      no_case: "not_promoted",
      due_at: null,
      decision: {
        promoted: false,
        required_score: 0.6,
        findings: 1,
        evidence: [{ detector: "odd", severity: "high", precision: 0.3 }],
        reasons: [expect.stringContaining("is below the required 0.60"), expect.stringContaining("A sign-in to Odd")],
      },
    },
  ]);
});

test("an event in a case names the case and the decision that made it, in JSON and in text", async () => {
  await givenSignIns("Worst");
  await judgeAll();
  const { events } = await explainJson("Worst-0");
  const [made] = await db.query<{ case_id: string }>("select case_id from cases where domain_id = $1");
  const inCase = { case_id: made?.case_id, case_state: "discover", no_case: null, decision: { promoted: true } };
  expect(events).toMatchObject([inCase, inCase]);
  const { code, stdout, notes } = await explain("Worst-0");
  expect([code, notes]).toEqual([0, []]);
  expect(stdout).toMatch(/^SigninLogs Worst-0, 2026-11-15T11:00:00.000Z, by maya.ito@northwind.example\n/);
  expect(stdout).toContain("  worst_too (medium, A sign-in to Worst): made an event\n");
  expect(stdout.split(`In case ${made?.case_id} (discover)`)).toHaveLength(3);
});

test("a subject that waits to be judged, and a replaced event, have no decision", async () => {
  await givenSignIns("Odd");
  const { events } = await explainJson("Odd-0");
  expect(events).toMatchObject([
    { no_case: "waiting", due_at: expect.stringMatching(/^2026-11-15T11:05/), decision: null },
  ]);
  await db.execute("update threat_findings set superseded = true where domain_id = $1");
  expect((await explainJson("Odd-0")).events).toMatchObject([{ no_case: "superseded", due_at: null, decision: null }]);
});

test("a rule that makes no events, and what counts its matches below the threshold, are listed", async () => {
  await givenSignIns("Counted", "Counted");
  const { rules, signals, events } = await explainJson("Counted-1");
  expect(rules).toMatchObject([{ rule: "counted_sign_in", title: null, outcome: "counted" }]);
  expect(events).toEqual([]);
  expect(signals.find(({ detector }) => detector === "several_counted")).toMatchObject({
    title: "Several sign-ins to Counted",
    stored: 2,
    outcome: "no_event",
    other_events: [],
  });
});

test("a behavior shows how many rows it has of how many it needs", async () => {
  await givenSignIns("Mail");
  const { signals } = await explainJson("Mail-0");
  expect(signals.find(({ detector }) => detector === "brute_force")).toMatchObject({
    supporting: true,
    stored: 0,
    fewest: expect.any(Number),
    outcome: "no_event",
  });
});

test("a detector that the domain switched off is the reason why there is no event", async () => {
  const by = { reason: "known", switchedBy: "operator:dana", switchedAt: NOW };
  await db.transaction((tx) => addRuleSwitch(tx, { detector: "odd", ...by }));
  await givenSignIns("Odd");
  const { rules, events } = await explainJson("Odd-0");
  expect([rules, events]).toMatchObject([[{ rule: "odd", outcome: "off" }], []]);
});

test("an id without a row is reported, and the other rows are explained", async () => {
  await givenSignIns("Mail");
  const { code, stdout, notes } = await explain("Mail-0", "other");
  expect([code, notes]).toEqual([
    1,
    ["There is no row 'other' in any table of this domain; its retention may be over (parapet retention show)."],
  ]);
  expect(stdout).toMatch(/^SigninLogs Mail-0, /);
});
