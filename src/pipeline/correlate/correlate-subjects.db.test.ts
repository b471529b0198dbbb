import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { givenHistory } from "../../../test/support/case-findings.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import {
  DAY,
  type Found,
  givenFindings,
  HOUR,
  judgeAll,
  MINUTE,
  NOW,
  readMadeCases,
} from "../../../test/support/judged.ts";
import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import { newId } from "../../runtime/ids.ts";
import { listDecisions } from "../../store/cases/judge.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { readVersions } from "../../store/domains/versions.ts";
import { findStaleTexts } from "../../transfer/rebuild.ts";
import { judgeDue } from "./correlate-subjects.ts";

let opened: TestDatabase;
let db: DomainHandle;
const maya = newId();

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
  await givenHistory(db, NOW - DAY);
});

/** Findings from this address, which nobody used before, belong together. */
const LINKED = { facts: { address: "192.0.2.66" } };
const shown = async () => (await readMadeCases(db)).map(({ events }) => events);
const at = (time: number) => () => new Date(time);

describe("judgeDue", () => {
  test("creates a case from findings with a sufficient score, 5 minutes after the last of them", async () => {
    const findings: Found[] = [
      { subject: maya, at: NOW - 10 * MINUTE, detector: "rare_country", severity: "medium" },
      { subject: maya, at: NOW - 5 * MINUTE, detector: "forwarding", severity: "high", type: "data_exfiltration" },
    ];
    const ids = await givenFindings(db, findings);
    const before = await readVersions(db);
    expect(await judgeDue(db, at(NOW - 1))).toBe(0);
    expect(await judgeDue(db, at(NOW))).toBe(1);
    expect(await readMadeCases(db)).toMatchObject([
      {
        state: "discover",
        user_email: "maya.ito@northwind.example",
        user_name: "Maya Ito",
        threat_type: "data_exfiltration",
        created_at: new Date(NOW),
        updated_at: new Date(NOW),
        closed_at: null,
        events: ids,
      },
    ]);
    const versions = await readVersions(db);
    expect(Number(versions.cases)).toBe(Number(before.cases) + 1);
    expect(await judgeDue(db, at(NOW + HOUR))).toBe(0);
    expect(await readVersions(db)).toEqual(versions);
    expect(await findStaleTexts(db)).toEqual([]);
  });

  test("waits while rows are pending, but never longer than 30 minutes after the first finding was recorded", async () => {
    await givenFindings(db, [{ subject: maya, at: NOW - HOUR, severity: "critical" }]);
    await db.execute(
      `insert into pending_blocks (domain_id, first_at, table_name, day, block, next_slot, rows)
       values ($1, now(), 'Syslog', 0, 0, 0, 1)`,
    );
    expect(await judgeDue(db, at(NOW + 29 * MINUTE))).toBe(0);
    expect(await judgeDue(db, at(NOW + 30 * MINUTE))).toBe(1);
  });

  test("a case about a non-human identity has neither user name nor address", async () => {
    await givenFindings(db, [{ subject: "app:4f2c", at: NOW - HOUR, severity: "critical" }]);
    await judgeAll(db);
    const [made] = await readMadeCases(db);
    expect(made).toMatchObject({ user_email: null, user_name: null });
    expect(made?.threat_brief).toMatch(/^Application payroll-export: 1 threat/);
  });

  test.each([
    ["ip:203.0.113.9", "Address 203.0.113.9: 1 threat", "which accounts it reached"],
    ["host:web01", "Machine web01: 1 threat", "isolate the machine"],
    ["org:all", "Organization all: 1 threat", "list the accounts"],
  ])("a case about %s shows its name and what to check first", async (subject, start, check) => {
    await givenFindings(db, [{ subject, at: NOW - HOUR, severity: "critical" }]);
    expect(await judgeAll(db)).toBe(1);
    const [made] = await readMadeCases(db);
    expect(made).toMatchObject({ user_email: null, user_name: null });
    expect(made?.threat_brief.startsWith(start)).toBe(true);
    expect(made?.threat_brief).toContain(check);
  });

  test("a person without a known name is shown by the identifier used in rows", async () => {
    await givenFindings(db, [{ subject: maya, at: NOW - HOUR, severity: "critical", key: "sam:corp\\mito" }]);
    await judgeAll(db);
    const [made] = await readMadeCases(db);
    expect(made).toMatchObject({ user_email: null, user_name: null });
    expect(made?.threat_brief).toMatch(/^Account corp\\mito: 1 threat/);
  });

  test("findings with too low a score make no case, and the decision is stored with its reasons", async () => {
    db = await opened.addDomain();
    await givenFindings(db, [{ subject: maya, at: NOW - HOUR, severity: "medium" }]);
    expect(await judgeAll(db)).toBe(0);
    expect(await shown()).toEqual([]);
    const [refused] = await listDecisions(db, maya);
    expect(refused).toMatchObject({ promoted: false, findings: 1, judgeVersion: CORRELATION.judgeVersion });
    expect(refused?.score).toBeLessThan(CORRELATION.promoteScore);
    expect(refused?.reasons[0]).toMatch(/below/);
    await givenFindings(db, [
      { subject: maya, at: NOW - 2 * HOUR, severity: "critical", detector: "b", tactic: "persistence" },
      { subject: maya, at: NOW - 3 * HOUR, severity: "critical", detector: "c", tactic: "collection" },
    ]);
    expect(await judgeAll(db)).toBe(1);
    const decisions = await listDecisions(db, maya);
    expect(decisions.map(({ promoted }) => promoted).sort()).toEqual([false, true]);
    const [made] = await readMadeCases(db);
    expect(decisions.find(({ promoted }) => promoted)?.candidateId).toBe(made?.case_id);
  });

  test("findings of severity none never make a case, but join one that they fall into", async () => {
    const [context] = await givenFindings(db, [{ subject: maya, at: NOW - HOUR, severity: "none", detector: "hours" }]);
    expect(await judgeAll(db)).toBe(0);
    const [cause, effect] = await givenFindings(db, [
      { subject: maya, at: NOW - 2 * HOUR, severity: "critical", ...LINKED },
      { subject: maya, at: NOW - HOUR / 2, severity: "high", detector: "wipe", ...LINKED },
    ]);
    expect(await judgeAll(db)).toBe(1);
    expect(await shown()).toEqual([[cause, context, effect]]);
  });

  test("findings that nothing links become separate cases, and linked ones one case", async () => {
    const found = (days: number, detector: string, address: string): Found => ({
      subject: maya,
      at: NOW - days * DAY,
      severity: "critical",
      detector,
      facts: { address },
    });
    const ids = await givenFindings(db, [
      found(3, "a", "192.0.2.1"),
      found(2.5, "b", "192.0.2.2"),
      found(1, "c", "192.0.2.1"),
    ]);
    expect(await judgeAll(db)).toBe(2);
    expect(await shown()).toEqual([[ids[0], ids[2]], [ids[1]]]);
  });

  test("a case from old rows is created at the event that made it one, and updated when the service recorded it", async () => {
    const chain = [0, 1, 2].map((day): Found => {
      const isFirst = day === 0;
      const facts = { ...LINKED.facts, ...(isFirst ? { isMultiFactor: true } : {}) };
      const severity = isFirst ? "low" : "critical";
      return { subject: maya, at: NOW - (20 - day) * DAY, severity, detector: `d${day}`, facts };
    });
    await givenFindings(db, chain);
    await judgeAll(db);
    expect(await readMadeCases(db)).toMatchObject([
      { created_at: new Date(NOW - 19 * DAY), updated_at: new Date(NOW + HOUR / 2) },
    ]);
  });

  test("a candidate is judged again for 30 days and no longer", async () => {
    db = await opened.addDomain();
    const found = (detector: string): Found => ({ subject: maya, at: NOW - HOUR, severity: "low", detector });
    await givenFindings(db, [found("first")]);
    await judgeAll(db);
    const later = NOW + 31 * DAY;
    await givenFindings(db, [found("next")], later);
    await judgeAll(db, later);
    await givenFindings(db, [found("again")], later);
    await judgeAll(db, later);
    expect((await listDecisions(db, maya)).map(({ findings }) => findings).sort()).toEqual([1, 1, 2]);
  });

  test("two concurrent judges create each case once", async () => {
    const subjects = Array.from({ length: 8 }, () => newId());
    await givenFindings(
      db,
      subjects.map((subject) => ({ subject, at: NOW - HOUR, severity: "critical" })),
    );
    const made = await Promise.all([1, 2, 3].map(() => judgeAll(db)));
    const rest = await judgeAll(db);
    expect(made.reduce((sum, each) => sum + each, rest)).toBe(8);
    expect(await readMadeCases(db)).toHaveLength(8);
  });

  test("a subject that fails is reported after the others, and retried later", async () => {
    const bad = "app:bad";
    const good = newId();
    await givenFindings(db, [
      { subject: bad, at: NOW - 2 * HOUR, severity: "critical" },
      { subject: good, at: NOW - HOUR, severity: "critical" },
    ]);
    const [threat] = await db.query<object>("delete from threats where domain_id = $1 and tuid is null returning *");
    await expect(judgeAll(db)).rejects.toThrow();
    expect(await readMadeCases(db)).toHaveLength(1);
    expect(await judgeAll(db)).toBe(0);
    await db.execute("insert into threats select * from json_populate_record(null::threats, $2) where domain_id = $1", [
      JSON.stringify(threat),
    ]);
    expect(await judgeAll(db, NOW + HOUR)).toBe(1);
  });
});
