import { afterAll, beforeAll, expect, it } from "vitest";
import { submitVerdict } from "../../src/actions/submit-verdict.ts";
import { processBatch } from "../../src/pipeline/schedule/process-batch.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { findStaleTexts } from "../../src/transfer/rebuild.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { testDetectors } from "../support/detectors.ts";
import { givenCase } from "../support/given.ts";
import { HOUR, judgeAll, NOW, readMadeCases, runFindings } from "../support/judged.ts";
import { type DeliveredRow, deliver } from "../support/row-sets.ts";

// The embedded engine has one connection, on which transactions never overlap.
const ROUNDS = 60;
const at = new Date(NOW);

let opened: TestDatabase;
let db: DomainHandle;
beforeAll(async () => {
  opened = await openTestDatabase();
  db = await opened.addDomain();
});
afterAll(() => opened.close());

/** Three sign-ins within seconds, which the test detectors report as a burst. */
const burst = (upn: string, time: number, itemId: string): readonly DeliveredRow[] =>
  [0, 1, 2].map((n) => ({
    table: "SigninLogs",
    columns: {
      _ItemId: `${itemId}-${n}`,
      TimeGenerated: new Date(time + n * 1_000).toISOString(),
      UserPrincipalName: upn,
      AppDisplayName: `App ${n}`,
    },
  }));

const processAll = () => processBatch(db, () => at, testDetectors);

async function judge(caseId: string, comment: string): Promise<void> {
  const ctx = { clock: () => at, actor: { kind: "api_key" as const, id: "k" } };
  const request = { caseId, outcome: "ESCALATED", comment, eventIds: [], ifMatch: undefined } as const;
  await db.transaction((tx) => submitVerdict(ctx, tx, request));
}

async function eventsOf(upn: string): Promise<{ readonly tuid: string; readonly eventIds: readonly string[] }> {
  const rows = await db.query<{ tuid: string; event_id: string }>(
    "select tuid, event_id from threats where domain_id = $1 and user_email = $2 and removed_at is null",
    [upn],
  );
  return { tuid: rows[0]?.tuid ?? "", eventIds: rows.map(({ event_id }) => event_id) };
}

it(`a batch and verdicts on the cases it changes never deadlock (${ROUNDS} rounds)`, async () => {
  const [renamed, growing] = ["renamed@x.example", "growing@x.example"];
  await deliver(db, [...burst(renamed, NOW - HOUR, "z"), ...burst(growing, NOW - HOUR, "y")], at);
  await processAll();
  const { eventIds } = await eventsOf(renamed);
  expect(eventIds.length).toBeGreaterThan(0);
  const { caseId: renamedCase } = await givenCase(db, { eventIds });
  const { tuid } = await eventsOf(growing);
  await runFindings(db, [{ subject: tuid, at: NOW - HOUR, severity: "critical" }]);
  await judgeAll(db);
  const growingCase = (await readMadeCases(db)).find(({ case_id }) => case_id !== renamedCase)?.case_id ?? "";
  const before = (await readMadeCases(db)).find(({ case_id }) => case_id === growingCase)?.events.length ?? 0;
  for (let round = 1; round <= ROUNDS; round++) {
    // The same rows under smaller ids change the events of one case, and new rows add events to the other.
    await deliver(db, burst(renamed, NOW - HOUR, `a${String(ROUNDS - round).padStart(3, "0")}`), at);
    await deliver(db, burst(growing, NOW - (round + 2) * HOUR, `g${round}`), at);
    await Promise.all([
      processAll(),
      judge(growingCase, `${round} growing`),
      judge(renamedCase, `${round} renamed`),
      judge(growingCase, `${round} growing again`),
    ]);
  }
  const grown = (await readMadeCases(db)).find(({ case_id }) => case_id === growingCase);
  expect(grown?.events.length ?? 0).toBeGreaterThan(before);
  expect(await findStaleTexts(db)).toEqual([]);
});
