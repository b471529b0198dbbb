import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { submitVerdict } from "../../src/actions/submit-verdict.ts";
import { findAnswer, forgetAnswers, saveAnswer } from "../../src/store/cases/idempotency-keys.ts";
import { listVerdicts, saveVerdicts, type VerdictRecord } from "../../src/store/cases/verdicts.ts";
import { findStaleTexts, rebuildDomain } from "../../src/transfer/rebuild.ts";
import { advanceClock } from "../support/advance-clock.ts";
import { isCluster } from "../support/cluster.ts";
import { givenCase } from "../support/given.ts";
import { importRecords } from "../support/import-records.ts";
import { captureQueries, effortOf } from "../support/plans.ts";
import { idOf, verdictRecord } from "../support/records.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { UNLIMITED } from "../support/unlimited.ts";
import { judge, readCase } from "../support/verdicts.ts";

const SHOWN = 20;
const MIGRATION = new URL("../../src/store/migrations/202611151650_bound_verdicts.sql", import.meta.url);

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ limits: UNLIMITED });
});
afterAll(() => service.stop());

async function addComments(domain: TestDomain, caseId: string, comments: readonly string[]): Promise<void> {
  for (const comment of comments) {
    advanceClock(service, 1_000);
    expect((await judge(domain, caseId, { outcome: "SAFE", comment })).status).toBe(200);
  }
}

const commentsUpTo = (count: number): string[] => Array.from({ length: count }, (_, index) => `comment ${index + 1}`);

it("a case shows the last 20 comments of the current verdict and the number of earlier ones; the history has all", async () => {
  const domain = await service.givenDomain();
  const { caseId } = await givenCase(domain.db);
  const comments = commentsUpTo(SHOWN + 5);
  const first = new Date(service.clock.now.getTime() + 1_000).toISOString();
  await addComments(domain, caseId, comments.slice(0, SHOWN));
  expect((await readCase(domain, caseId)).verdict).toEqual({
    outcome: "SAFE",
    resolved: true,
    comments: comments.slice(0, SHOWN),
    event_ids: [],
    processed_at: first,
  });
  await addComments(domain, caseId, comments.slice(SHOWN));
  expect((await readCase(domain, caseId)).verdict).toEqual({
    outcome: "SAFE",
    resolved: true,
    comments: comments.slice(-SHOWN),
    comments_omitted: 5,
    event_ids: [],
    processed_at: first,
  });
  expect((await listVerdicts(domain.db, caseId)).map(({ comment }) => comment)).toEqual(comments);
  expect(await findStaleTexts(domain.db)).toEqual([]);
});

it("a repeated verdict returns its first processed_at, however long ago it was within the current verdict", async () => {
  const domain = await service.givenDomain();
  const { caseId } = await givenCase(domain.db);
  await judge(domain, caseId, { outcome: "ESCALATED", comment: "comment 1" });
  const first = new Date(service.clock.now.getTime() + 1_000).toISOString();
  await addComments(domain, caseId, commentsUpTo(SHOWN + 10));
  advanceClock(service);
  const again = await judge(domain, caseId, { outcome: "SAFE", comment: "comment 1" });
  expect(again.body["processed_at"]).toBe(first);
  const now = advanceClock(service);
  expect((await judge(domain, caseId, { outcome: "ESCALATED", comment: "comment 1" })).body["processed_at"]).toBe(now);
});

it("events named one by one by 200 verdicts are all in the current verdict", async () => {
  const domain = await service.givenDomain();
  const { caseId, eventIds } = await givenCase(domain.db);
  await judge(domain, caseId, { outcome: "SAFE", event_ids: [eventIds[1]] });
  await addComments(domain, caseId, commentsUpTo(SHOWN + 1));
  advanceClock(service);
  await judge(domain, caseId, { outcome: "SAFE", event_ids: [eventIds[0]] });
  expect((await readCase(domain, caseId)).verdict?.event_ids).toEqual([eventIds[1], eventIds[0]]);
});

it("a text stored before the bound existed is bounded by the next verdict and by a rebuild", async () => {
  const domain = await service.givenDomain();
  const [judged, rebuilt] = [await givenCase(domain.db), await givenCase(domain.db)];
  const comments = commentsUpTo(SHOWN + 2);
  for (const { caseId } of [judged, rebuilt]) {
    await addComments(domain, caseId, comments);
    const { verdict } = await readCase(domain, caseId);
    const { comments_omitted: _omitted, ...unbounded } = { ...verdict, comments, comments_omitted: undefined };
    await domain.db.execute("update cases set verdict = $2 where domain_id = $1 and case_id = $3", [
      JSON.stringify(unbounded),
      caseId,
    ]);
  }
  await addComments(domain, judged.caseId, ["one more"]);
  expect(await findStaleTexts(domain.db)).toEqual([{ table: "cases", id: rebuilt.caseId }]);
  expect(await rebuildDomain(domain.db, () => service.clock.now)).toMatchObject({ changed: 1 });
  for (const [{ caseId }, omitted] of [[judged, 3] as const, [rebuilt, 2] as const]) {
    const { verdict } = await readCase(domain, caseId);
    expect([verdict?.comments.length, verdict]).toEqual([
      SHOWN,
      expect.objectContaining({ comments_omitted: omitted }),
    ]);
  }
});

it("a long imported history gives the case the same verdict", async () => {
  const domain = await service.givenDomain();
  const { caseId } = await givenCase(domain.db, { state: "closed", closedAt: new Date("2026-11-01T09:00:00.000Z") });
  const records = Array.from({ length: 1_201 }, (_, index) =>
    verdictRecord(index + 1, {
      verdict_id: idOf(index + 1),
      case_id: caseId,
      outcome: index === 0 ? "ESCALATED" : "SAFE",
      comment: `imported ${index}`,
      state_before: "closed",
      state_after: "closed",
      processed_at: new Date(Date.UTC(2026, 9, 1) + index * 1_000).toISOString(),
    }),
  );
  await importRecords(domain, { verdicts: records });
  expect((await readCase(domain, caseId)).verdict).toMatchObject({
    outcome: "SAFE",
    comments: Array.from({ length: SHOWN }, (_, index) => `imported ${1_181 + index}`),
    comments_omitted: 1_180,
    processed_at: "2026-10-01T00:00:01.000Z",
  });
  expect(await findStaleTexts(domain.db)).toEqual([]);
});

it("a verdict reads no more of a history of 3,000 than of a short one", async () => {
  const domain = await service.givenDomain();
  const { caseId } = await givenCase(domain.db, { state: "closed", closedAt: new Date("2026-11-01T09:00:00.000Z") });
  await judge(domain, caseId, { outcome: "SAFE", comment: "first" });
  const history = Array.from({ length: 3_000 }, (_, index) => aVerdict(caseId, index));
  await domain.db.transaction((tx) => saveVerdicts(tx, history));
  await service.database.exclusively((run) => run("analyze verdicts"));
  const ctx = { clock: () => service.clock.now, actor: { kind: "api_key", id: "k" } } as const;
  const request = { caseId, outcome: "SAFE", comment: "last", eventIds: [], ifMatch: undefined } as const;
  const sent = await domain.db.transaction((tx) => captureQueries(tx, (noted) => submitVerdict(ctx, noted, request)));
  const reading = sent.filter(({ text }) => /from verdicts/.test(text));
  expect(reading.length).toBeGreaterThan(0);
  for (const statement of reading) {
    const { rowsOf } = await effortOf(service.database, domain.domainId, statement, "when settled");
    expect(rowsOf["verdicts"] ?? 0, statement.text).toBeLessThanOrEqual(1);
  }
});

function aVerdict(caseId: string, index: number): VerdictRecord {
  return {
    verdictId: idOf(10_000 + index),
    caseId,
    outcome: "SAFE",
    comment: index % 2 === 0 ? `line 1\nline ${index} "é" \\` : null,
    eventIds: index % 3 === 0 ? [idOf(index + 1), idOf(7), idOf(7)] : [],
    submittedBy: "api_key:test",
    stateBefore: "closed",
    stateAfter: "closed",
    processedAt: new Date(service.clock.now.getTime() + index),
  };
}

// No database is distributed before this migration: `parapet distribute` came later and applies it first.
it.skipIf(isCluster())("the migration gives a stored verdict the digest that the store looks it up by", async () => {
  const domain = await service.givenDomain();
  const { caseId } = await givenCase(domain.db);
  await domain.db.transaction((tx) =>
    saveVerdicts(
      tx,
      Array.from({ length: 7 }, (_, index) => ({ ...aVerdict(caseId, index), verdictId: idOf(50_000 + index) })),
    ),
  );
  const digests = () =>
    domain.db.query("select verdict_id, content_digest from verdicts where domain_id = $1 order by verdict_id");
  const before = await digests();
  await domain.db.execute("update verdicts set content_digest = '' where domain_id = $1");
  const update = /^update verdicts[^;]+;/m.exec(readFileSync(MIGRATION, "utf8"))?.[0] ?? "";
  const statement = update.replace("said_digest", "content_digest");
  await service.database.exclusively((run) => run(statement));
  expect(await digests()).toEqual(before);
});

it("expired idempotency responses are removed, however many there are", async () => {
  const domain = await service.givenDomain();
  const at = service.clock.now;
  const answer = { requestDigest: "d", status: 200, body: "{}" };
  await domain.db.transaction(async (tx) => {
    for (let n = 0; n < 2_100; n++) await saveAnswer(tx, "key", `old ${n}`, { ...answer, at });
    await saveAnswer(tx, "key", "young", { ...answer, at: new Date(at.getTime() + 1) });
  });
  expect(await forgetAnswers(domain.db, new Date(at.getTime() + 1))).toBe(2_100);
  expect(await findAnswer(domain.db, "key", "young", at)).toEqual(answer);
});
