import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testDetectors } from "../../../test/support/detectors.ts";
import { type DeliveredRow, deliver } from "../../../test/support/row-sets.ts";
import type { FindingFacts } from "../../model/finding-facts.ts";
import { readAddressUse } from "../../store/activity/address-use.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import type { DetectorSet } from "../detect/detector-set.ts";
import { processBatch } from "../schedule/process-batch.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");
const TODAY = Math.floor(NOW.getTime() / 86_400_000);

let opened: TestDatabase;
let db: DomainHandle;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
});

const FAILED = { ResultType: "50126", UserPrincipalName: "omar@northwind.example" };

const signIn = (minute: number, more: Record<string, unknown> = {}): DeliveredRow => ({
  table: "SigninLogs",
  columns: {
    TimeGenerated: new Date(NOW.getTime() - minute * 60_000).toISOString(),
    UserPrincipalName: "maya@northwind.example",
    AppDisplayName: "Mail",
    ResultType: "50126",
    IPAddress: "203.0.113.9",
    ...more,
  },
});

async function run(rows: readonly DeliveredRow[], limit: number, detectors: DetectorSet = testDetectors) {
  await deliver(db, rows, NOW);
  while ((await processBatch(db, () => NOW, detectors, { limit })).rows > 0);
}

/** Reports every row. */
const everyRow: DetectorSet = {
  ...testDetectors,
  stateful: [],
  look: (row, actor, onProblem) => {
    const { seen } = testDetectors.look(row, actor, onProblem);
    const [example] = testDetectors.look({ ...row, fields: FAILED }, actor, onProblem).findings;
    const rows = [{ table: row.table, rowId: row.rowId, at: row.at }];
    return { seen, findings: example ? [{ ...example, rows, at: row.at }] : [] };
  },
};

const stored = async () =>
  (
    await db.query<{ detector: string; subject: string | null; facts: string; precision: number | null }>(
      "select detector, subject, facts, precision from threat_findings where domain_id = $1 order by detector, at",
    )
  ).map(({ facts, ...row }) => ({ ...row, facts: JSON.parse(facts) as FindingFacts }));

it("stores what the triggering row states, the same whether it is in this batch or in an earlier one", async () => {
  const rows = [1, 2, 3, 4].map((minute) => signIn(minute));
  await run(rows, 1_000);
  const together = await stored();
  expect(together.length).toBeGreaterThan(4);
  expect(together[0]?.facts).toMatchObject({ address: "203.0.113.9", act: "sign_in", application: "Mail" });
  db = await opened.addDomain();
  await run(rows, 1);
  const subjects = (found: typeof together) => found.map(({ subject: _subject, ...row }) => row);
  expect(subjects(await stored())).toEqual(subjects(together));
});

it("stores the precision and the number that a detector states", async () => {
  const stating: DetectorSet = {
    ...testDetectors,
    stateful: [],
    look: (...given) => {
      const { seen, findings } = testDetectors.look(...given);
      const stated = findings.map((one) => ({ ...one, count: 7, detector: { ...one.detector, precision: 0.7 } }));
      return { seen, findings: stated };
    },
  };
  await run([signIn(1)], 10, stating);
  expect(await stored()).toMatchObject([{ precision: 0.7, facts: { count: 7 } }]);
});

it("a finding without an actor is about the machine or address in its row, and is queued to be judged", async () => {
  const anonymous: DetectorSet = {
    ...testDetectors,
    stateful: [],
    look: (...given) => {
      const { seen, findings } = testDetectors.look(...given);
      return { seen, findings: findings.map((one) => ({ ...one, actor: null })) };
    },
  };
  await run([signIn(1)], 10, anonymous);
  expect(await stored()).toMatchObject([{ subject: "ip:203.0.113.9" }]);
  expect(await db.query("select subject from judge_queue where domain_id = $1")).toEqual([
    { subject: "ip:203.0.113.9" },
  ]);
});

it("queues the account that an act of another concerns", async () => {
  const columns = {
    TimeGenerated: NOW.toISOString(),
    OperationName: "Reset user password",
    Result: "success",
    InitiatedBy: { user: { userPrincipalName: "omar@northwind.example" } },
    TargetResources: [{ type: "User", userPrincipalName: "maya@northwind.example" }],
  };
  await run([{ table: "AuditLogs", columns }], 10, everyRow);
  const [stated] = await stored();
  expect(stated?.facts).toMatchObject({ act: "password.reset", account: "upn:maya@northwind.example" });
  expect(await db.query("select subject from judge_queue where domain_id = $1")).toHaveLength(2);
});

it("counts the people who act successfully from an address, not those who fail", async () => {
  const from = (user: string, ResultType: string) =>
    signIn(1, { UserPrincipalName: `${user}@northwind.example`, ResultType });
  await run([from("maya", "0"), from("omar", "0"), from("lee", "50126")], 10);
  expect(await readAddressUse(db, ["203.0.113.9", "192.0.2.1"], ["upn:maya@northwind.example"], TODAY)).toEqual([
    { address: "203.0.113.9", people: 2, programs: 0, days: 1, firstDay: TODAY },
  ]);
  expect(await readAddressUse(db, ["203.0.113.9"], ["upn:lee@northwind.example"], TODAY + 1)).toEqual([]);
});

it("counts a person once, whether rows have the address or only the object id, and programs apart", async () => {
  const maya = "00000000-0000-4000-8000-00000000000a";
  const program = "00000000-0000-4000-8000-00000000000b";
  const at = { TimeGenerated: NOW.toISOString(), IPAddress: "203.0.113.9" };
  const call = (UserId: string, ServicePrincipalId: string): DeliveredRow => ({
    table: "MicrosoftGraphActivityLogs",
    columns: {
      ...at,
      UserId,
      ServicePrincipalId,
      AppId: "00000000-0000-4000-8000-00000000000c",
      RequestMethod: "GET",
      RequestUri: "https://graph.microsoft.com/v1.0/me",
      ResponseStatusCode: 200,
    },
  });
  const other = "00000000-0000-4000-8000-00000000000d";
  await run([signIn(1, { UserId: maya, ResultType: "0" }), call(maya, ""), call(other, ""), call("", program)], 10);
  expect(await readAddressUse(db, ["203.0.113.9"], [`oid:${program}`], TODAY)).toEqual([
    { address: "203.0.113.9", people: 2, programs: 1, days: 1, firstDay: TODAY },
  ]);
});

it("queues the application that an act gives a credential, whichever of its ids the row names", async () => {
  const columns = {
    TimeGenerated: NOW.toISOString(),
    OperationName: "Add service principal credentials",
    Result: "success",
    InitiatedBy: { user: { userPrincipalName: "omar@northwind.example" } },
    TargetResources: [{ type: "ServicePrincipal", id: "00000000-0000-4000-8000-00000000000b", displayName: "Backup" }],
  };
  await run([{ table: "AuditLogs", columns }], 10, everyRow);
  const [stated] = await stored();
  expect(stated?.facts).toMatchObject({ act: "credential.added", account: "app:00000000-0000-4000-8000-00000000000b" });
  const queued = await db.query<{ subject: string }>("select subject from judge_queue where domain_id = $1");
  expect(queued.map(({ subject }) => subject)).toContain("oid:00000000-0000-4000-8000-00000000000b");
});
