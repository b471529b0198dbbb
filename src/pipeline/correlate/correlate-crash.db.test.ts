import { afterAll, beforeAll, expect, test } from "vitest";
import { givenHistory, shuffled } from "../../../test/support/case-findings.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import {
  DAY,
  type Found,
  HOUR,
  judgeAll,
  type MadeCase,
  NOW,
  readMadeCases,
  runFindings,
} from "../../../test/support/judged.ts";
import { isKilled, killedAt, neverKilled } from "../../../test/support/killed-process.ts";
import { isWrite } from "../../../test/support/watched-database.ts";
import { newId } from "../../runtime/ids.ts";
import { listDecisions } from "../../store/cases/judge.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { findStaleTexts } from "../../transfer/rebuild.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** A domain in which it is known what is usual. */
async function givenDomain(): Promise<DomainHandle> {
  const db = await opened.addDomain();
  await givenHistory(db, NOW - 70 * DAY);
  return db;
}

const [maya, jon] = [newId(), newId()];
/** Findings from this address, which nobody used before, belong together. */
const LINKED = { facts: { address: "192.0.2.66" } };
const FIRST: readonly Found[] = [
  { subject: maya, at: NOW - 3 * HOUR, severity: "critical", ...LINKED },
  { subject: maya, at: NOW - 2 * HOUR, severity: "none", detector: "hours" },
  { subject: jon, at: NOW - 4 * DAY, severity: "medium", ...LINKED },
];
const SECOND: readonly Found[] = [
  { subject: maya, at: NOW - HOUR, severity: "medium", detector: "forwarding", type: "data_exfiltration", ...LINKED },
  { subject: jon, at: NOW - 3 * DAY, severity: "high", detector: "forwarding", type: "data_exfiltration", ...LINKED },
];

/** Everything that correlation stores, without the ids of the domain. */
async function readAll(db: DomainHandle): Promise<unknown> {
  const cases = (await readMadeCases(db)).map(contentOf);
  const decisions = await Promise.all([maya, jon].map((subject) => listDecisions(db, subject)));
  const taken = await db.query("select event_id from case_findings where domain_id = $1 order by event_id");
  const queued = await db.query("select subject from judge_queue where domain_id = $1 order by subject");
  return {
    cases,
    decisions: decisions.map((own) => own.map(({ candidateId: _id, ...decision }) => decision)),
    taken,
    queued,
  };
}

const contentOf = ({ case_id: _id, wire: _wire, etag: _etag, ...content }: MadeCase) => content;

const STEPS: readonly ((db: DomainHandle) => Promise<unknown>)[] = [
  (db) => judgeAll(db),
  (db) => runFindings(db, SECOND),
  (db) => judgeAll(db),
];

test("a process killed at any statement and restarted creates the same cases, none lost and none twice", async () => {
  const whole = await givenDomain();
  // Dying during a read is the same as dying before the next write.
  const counted = neverKilled(isWrite);
  await runFindings(whole, FIRST);
  for (const step of STEPS) await step(counted.handle(whole));
  const expected = await readAll(whole);
  expect((await readMadeCases(whole)).map(({ events }) => events.length)).toEqual([2, 3]);
  for (let write = 1; write <= counted.used(); write++) {
    const db = await givenDomain();
    await runFindings(db, FIRST);
    let process = killedAt(write, isWrite).handle(db);
    for (const step of STEPS) {
      await step(process).catch(async (error: Error) => {
        expect(isKilled(error)).toBe(true);
        process = db;
        await step(process);
      });
    }
    expect([write, await readAll(db)]).toEqual([write, expected]);
  }
  expect(await findStaleTexts(whole)).toEqual([]);
});

test("the same findings give the same cases in any order and any batches, also if they are found again", async () => {
  const findings = Array.from({ length: 40 }, (_, n) => ({
    subject: n % 3 === 0 ? maya : jon,
    at: NOW - ((n * 29) % 60) * DAY - n * HOUR,
    severity: (["low", "medium", "critical", "none"] as const)[n % 4] ?? "low",
    detector: `d${n % 7}`,
    tactic: `t${n % 5}`,
    type: n % 2 === 0 ? ("account_compromise" as const) : ("sabotage" as const),
  }));
  const made: unknown[] = [];
  for (let seed = 0; seed < 4; seed++) {
    const db = await givenDomain();
    const mixed = shuffled(findings, seed);
    for (let start = 0; start < mixed.length; start += 5 + seed * 4) {
      await runFindings(db, mixed.slice(start, start + 5 + seed * 4));
    }
    // What is found again has the same id.
    if (seed === 3) await runFindings(db, mixed);
    await judgeAll(db);
    made.push(await readAll(db));
  }
  expect(made.slice(1)).toEqual(made.slice(0, -1));
  expect((made[0] as { cases: unknown[] }).cases.length).toBeGreaterThan(2);
});

test("one incident judged while it is still arriving stays one case with the same events, in any order", async () => {
  const overview: readonly Found[] = [0, 2, 4, 6].map((day, n) => ({
    subject: maya,
    at: NOW - 20 * DAY + day * DAY,
    severity: n === 1 ? "critical" : "medium",
    detector: `d${n}`,
    tactic: `t${n}`,
    ...LINKED,
  }));
  const made: unknown[] = [];
  for (const order of [
    [0, 1, 2, 3],
    [1, 0, 2, 3],
    [3, 2, 1, 0],
    [2, 1, 3, 0],
  ]) {
    const db = await givenDomain();
    for (const index of order) {
      await runFindings(db, [overview[index] as Found]);
      await judgeAll(db);
    }
    made.push(
      (await readMadeCases(db)).map(({ threat_brief, threat_type, events }) => [threat_brief, threat_type, events]),
    );
  }
  expect(made[0]).toHaveLength(1);
  expect(made.slice(1)).toEqual(made.slice(0, -1));
});

test("a case with many repeated findings shows the same events whenever they join, and counts them all", async () => {
  const cause: Found = { subject: maya, at: NOW - 20 * DAY, severity: "critical", detector: "cause", ...LINKED };
  const repeats = Array.from({ length: 45 }, (_, n) => ({
    subject: maya,
    at: NOW - 19 * DAY + n * HOUR,
    severity: n % 9 === 8 ? ("medium" as const) : ("low" as const),
    detector: "noise",
    ...LINKED,
  }));
  const made: unknown[] = [];
  for (const step of [45, 20, 7]) {
    const db = await givenDomain();
    const mixed = shuffled(repeats, step);
    await runFindings(db, [cause, ...(step === 45 ? mixed : [])]);
    await judgeAll(db);
    if (step < 45) {
      for (let start = 0; start < 45; start += step) await runFindings(db, mixed.slice(start, start + step));
    }
    const [found] = await readMadeCases(db);
    expect(found?.threat_brief).toMatch(/46 threats \(35 more than are shown\) in 3 days.*noise found \(45 times\)/);
    made.push([found?.threat_brief, found?.events]);
  }
  expect(made.slice(1)).toEqual(made.slice(0, -1));
});
