import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { givenHistory } from "../../../test/support/case-findings.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { DAY, type Found, givenFindings, HOUR, judgeAll, NOW, readMadeCases } from "../../../test/support/judged.ts";
import { submitVerdict } from "../../actions/submit-verdict.ts";
import { newId } from "../../runtime/ids.ts";
import { listDecisions } from "../../store/cases/judge.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { readVersions } from "../../store/domains/versions.ts";
import { findStaleTexts } from "../../transfer/rebuild.ts";
import { correlateSubjects } from "./correlate-subjects.ts";

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
const close = (state = "closed") => db.execute("update cases set state = $2 where domain_id = $1", [state]);
const shown = async () => (await readMadeCases(db)).map(({ events }) => events);
const at = (time: number) => () => new Date(time);

describe("correlateSubjects", () => {
  const join = (now = NOW) => db.transaction((tx) => correlateSubjects(tx, at(now), [maya]));
  const givenOpenCase = async (): Promise<string> => {
    const [first] = await givenFindings(db, [{ subject: maya, at: NOW - 3 * HOUR, severity: "critical", ...LINKED }]);
    await judgeAll(db);
    return first as string;
  };

  test("a new finding that something links joins the open case, and its brief mentions it", async () => {
    const first = await givenOpenCase();
    const [before] = await readMadeCases(db);
    const late: Found = {
      subject: maya,
      at: NOW + HOUR,
      detector: "wipe",
      severity: "high",
      type: "sabotage",
      ...LINKED,
    };
    const [joined] = await givenFindings(db, [late], NOW + HOUR);
    expect(await join(NOW + HOUR)).toBe(1);
    const [after] = await readMadeCases(db);
    expect(after).toMatchObject({
      case_id: before?.case_id,
      events: [first, joined],
      threat_type: "sabotage",
      created_at: before?.created_at,
      updated_at: new Date(NOW + HOUR),
    });
    expect(after?.threat_brief).toMatch(/2 threats in 4 h/);
    expect(await judgeAll(db, NOW + 2 * HOUR)).toBe(0);
    const decisions = await listDecisions(db, maya);
    expect(decisions.map(({ findings }) => findings)).toEqual([1, 2]);
    expect(decisions[1]?.reasons[0]).toBe("The case was created earlier and stays a case.");
  });

  test("a finding that nothing links does not join, and is judged on its own", async () => {
    const first = await givenOpenCase();
    const [far] = await givenFindings(db, [
      { subject: maya, at: NOW - 8 * HOUR, severity: "critical", detector: "far" },
    ]);
    expect(await join()).toBe(0);
    expect(await judgeAll(db)).toBe(1);
    expect(await shown()).toEqual([[far], [first]]);
  });

  test("a finding that links two open cases joins the nearest one, and both stay", async () => {
    const found = (hours: number, detector: string, object: string): Found => ({
      subject: maya,
      at: NOW - hours * HOUR,
      severity: "critical",
      detector,
      facts: { address: `192.0.2.${hours}`, object },
    });
    const ids = await givenFindings(db, [found(30, "a", "Owner"), found(10, "b", "Reader")]);
    expect(await judgeAll(db)).toBe(2);
    const between = { ...found(12, "c", "Owner"), facts: { account: "oid:1", object: "Owner", address: "192.0.2.10" } };
    const [bridge] = await givenFindings(db, [between]);
    expect(await join()).toBe(1);
    expect(await judgeAll(db)).toBe(0);
    expect(await shown()).toEqual([[ids[0]], [bridge, ids[1]]]);
  });

  test.each(["closed", "enforced"])("nothing joins a %s case: later findings make a new one", async (state) => {
    const first = await givenOpenCase();
    await close(state);
    const [late] = await givenFindings(db, [{ subject: maya, at: NOW - 2 * HOUR, severity: "critical", ...LINKED }]);
    expect(await join()).toBe(0);
    expect(await judgeAll(db)).toBe(1);
    expect((await shown()).flat().sort()).toEqual([first, late].sort());
    expect((await readMadeCases(db)).map((made) => made.state).sort()).toEqual([state, "discover"].sort());
  });

  test("the threat type stays once a case is being worked on; its text is still updated", async () => {
    await givenOpenCase();
    await close("investigating");
    await givenFindings(db, [
      { subject: maya, at: NOW, detector: "wipe", severity: "high", type: "sabotage", ...LINKED },
    ]);
    expect(await join()).toBe(1);
    const [made] = await readMadeCases(db);
    expect(made).toMatchObject({ threat_type: "account_compromise", state: "investigating" });
    expect(made?.threat_brief).toMatch(/2 threats/);
  });

  test("a case shows at most 200 events, the strongest; the brief counts the rest", async () => {
    await givenOpenCase();
    const weak = Array.from({ length: 230 }, (_, n) => ({
      subject: maya,
      at: NOW - HOUR + n,
      detector: `d${n}`,
      severity: "low" as const,
      ...LINKED,
    }));
    await givenFindings(db, weak);
    await join();
    const [full] = await readMadeCases(db);
    expect(full?.events).toHaveLength(200);
    expect(full?.threat_brief).toMatch(/231 threats \(31 more than are shown\)/);
    const [strong] = await givenFindings(db, [
      { subject: maya, at: NOW, detector: "x", severity: "critical", ...LINKED },
    ]);
    await join();
    const [after] = await readMadeCases(db);
    expect(after?.events).toHaveLength(200);
    expect(after?.events.at(-1)).toBe(strong);
    expect(after?.threat_brief).toMatch(/232 threats \(32 more than are shown\)/);
    expect(await judgeAll(db)).toBe(0);
  });

  test("an event with a verdict stays in its case when more than 200 stronger ones join", async () => {
    await givenOpenCase();
    const noise = (severity: Found["severity"], start: number) =>
      Array.from({ length: 12 }, (_, n) => ({ subject: maya, at: start + n, detector: "noise", severity, ...LINKED }));
    const [touched] = await givenFindings(db, noise("low", NOW - 2 * HOUR));
    await join();
    const [made] = await readMadeCases(db);
    const request = { outcome: "ESCALATED", comment: null, eventIds: [String(touched)], ifMatch: undefined } as const;
    const ctx = { clock: at(NOW), actor: { kind: "api_key" as const, id: "k" } };
    await db.transaction((tx) => submitVerdict(ctx, tx, { caseId: String(made?.case_id), ...request }));
    const stronger = await givenFindings(db, noise("medium", NOW - HOUR));
    await join();
    expect((await shown())[0]?.slice(1)).toEqual([touched, ...stronger.slice(0, 10)]);
    expect(await findStaleTexts(db)).toEqual([]);
  });

  test("a verdict changes the flags of the events that the case shows, not of those that it only counts", async () => {
    const found = Array.from({ length: 45 }, (_, n) => ({
      subject: maya,
      at: NOW - 2 * HOUR + n,
      detector: n % 2 === 0 ? "spray" : "forwarding",
      type: n % 2 === 0 ? ("account_compromise" as const) : ("data_exfiltration" as const),
      severity: "high" as const,
      ...LINKED,
    }));
    await givenFindings(db, found);
    await judgeAll(db);
    const [made] = await readMadeCases(db);
    expect(made?.events).toHaveLength(20);
    const request = { outcome: "SAFE", comment: null, eventIds: [], ifMatch: undefined } as const;
    const ctx = { clock: at(NOW), actor: { kind: "api_key" as const, id: "k" } };
    await db.transaction((tx) => submitVerdict(ctx, tx, { caseId: String(made?.case_id), ...request }));
    const safe = await db.query<{ event_id: string }>(
      "select event_id from threats where domain_id = $1 and safe and not flagged order by event_id",
    );
    expect(safe.map(({ event_id }) => event_id)).toEqual([...(made?.events ?? [])].sort());
    expect(await judgeAll(db)).toBe(0);
  });

  test("findings that are unchanged leave the case unchanged", async () => {
    await givenOpenCase();
    const [before, versions] = [await readMadeCases(db), await readVersions(db)];
    expect(await join(NOW + HOUR)).toBe(0);
    expect([await readMadeCases(db), await readVersions(db)]).toEqual([before, versions]);
  });

  test("the time of a case never goes back, and a reader who asks for what is newer sees every change", async () => {
    await givenFindings(db, [{ subject: maya, at: NOW - 20 * DAY, severity: "critical", ...LINKED }]);
    await judgeAll(db);
    const updates = async () => (await readMadeCases(db)).map((made) => made.updated_at.getTime());
    expect(await updates()).toEqual([NOW + HOUR / 2]);
    await givenFindings(db, [{ subject: maya, at: NOW - 18 * DAY, severity: "low", ...LINKED }]);
    await join(NOW + HOUR);
    expect(await updates()).toEqual([NOW + HOUR]);
    await givenFindings(db, [{ subject: maya, at: NOW - 19 * DAY, severity: "low", ...LINKED }]);
    await join(NOW);
    expect(await updates()).toEqual([NOW + HOUR]);
  });
});
