import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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
import { submitVerdict } from "../../actions/submit-verdict.ts";
import { ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import { newId } from "../../runtime/ids.ts";
import { saveActorAddresses } from "../../store/activity/address-use.ts";
import { listDecisions } from "../../store/cases/judge.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { readVersions } from "../../store/domains/versions.ts";
import { findStaleTexts } from "../../transfer/rebuild.ts";
import { correlateSubjects, judgeDue } from "./correlate-subjects.ts";

let opened: TestDatabase;
let db: DomainHandle;
const maya = newId();

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
});

const TODAY = Math.floor(NOW / DAY);
const close = (state = "closed") => db.execute("update cases set state = $2 where domain_id = $1", [state]);
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

  test("a credential that somebody added to an application counts when the application is judged", async () => {
    const id = "00000000-0000-4000-8000-00000000000b";
    const subject = `oid:${id}`;
    const place: Found = { subject, at: NOW - HOUR, severity: "high", detector: "app_new_place" };
    const added: Found = {
      subject: maya,
      at: NOW - 2 * HOUR,
      severity: "medium",
      detector: "audit_app_credential_added",
      tactic: "persistence",
      type: "privilege_escalation",
      facts: { act: "credential.added", account: `app:${id}` },
    };
    await givenFindings(db, [place]);
    expect(await judgeAll(db)).toBe(0);
    await givenFindings(db, [added, { ...place, at: NOW - HOUR + MINUTE }]);
    expect(await judgeAll(db)).toBe(1);
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

  test("a roll-out of a VPN, where everybody signs in from a new place, makes no case", async () => {
    const people = Array.from({ length: 20 }, () => newId());
    const address = "198.51.100.7";
    await db.transaction((tx) =>
      saveActorAddresses(
        tx,
        people.map((_, n) => ({ address, actorKey: `upn:u${n}@northwind.example`, firstDay: TODAY, lastDay: TODAY })),
      ),
    );
    const findings = people.flatMap((subject): Found[] => [
      { subject, at: NOW - 2 * HOUR, severity: "high", detector: "travel", facts: { address, act: "sign_in" } },
      {
        subject,
        at: NOW - HOUR,
        severity: "medium",
        detector: "download",
        type: "data_exfiltration",
        facts: { address },
      },
    ]);
    await givenFindings(db, findings);
    expect(await judgeAll(db)).toBe(0);
    const alone = findings.slice(0, 2).map((each) => ({ ...each, subject: maya, facts: { address: "192.0.2.66" } }));
    await givenFindings(db, alone);
    expect(await judgeAll(db)).toBe(1);
  });

  test("a finding that many people had on earlier days adds nothing, unless it became a case or all had it on one day", async () => {
    const people = Array.from({ length: 6 }, () => newId());
    const hadBy = (subjects: readonly string[], time: number): Found[] =>
      subjects.map((subject) => ({ subject, at: time, severity: "medium", detector: "old_protocol" }));
    const chain = (subject: string): Found[] => [
      ...hadBy([subject], NOW - 2 * HOUR),
      { subject, at: NOW - HOUR, severity: "high", detector: "forwarding", type: "data_exfiltration" },
    ];
    const everybody =
      "select $1, 'upn:u' || n, 'user', '{}', $2::int, $2::int from generate_series(1, 12) as numbers (n)";
    const columns = "(domain_id, actor_key, kind, keys, first_day, last_day)";
    await db.execute(`insert into activity_actors ${columns} ${everybody}`, [TODAY]);
    await givenFindings(db, [...hadBy(people, NOW - HOUR), ...chain(newId())]);
    expect(await judgeAll(db)).toBe(1);
    await givenFindings(db, [...hadBy(people, NOW - 2 * DAY), ...chain(maya)]);
    expect(await judgeAll(db)).toBe(0);
    expect(await listDecisions(db, maya)).toMatchObject([{ promoted: false, score: 0.3, findings: 2 }]);
  });

  test("what a service does every night makes no case", async () => {
    const facts = { network: "net:192.0.2.0/24" };
    const night = (days: number): Found[] => [
      { subject: "app:deploy", at: NOW - days * DAY, severity: "high", detector: "deleted", type: "sabotage", facts },
      { subject: "app:deploy", at: NOW - days * DAY + 1, severity: "medium", detector: "keys", facts },
    ];
    await givenFindings(db, night(0));
    expect(await judgeAll(db)).toBe(1);
    db = await opened.addDomain();
    await givenFindings(db, [6, 5, 4, 3, 2].flatMap(night), NOW - 40 * DAY);
    await givenFindings(db, night(0));
    expect(await judgeAll(db)).toBe(0);
  });

  test("an act of another on an account is evidence about the account, and stays with who did it", async () => {
    await givenFindings(db, [{ subject: maya, at: NOW - 2 * HOUR, severity: "medium", detector: "dormant" }]);
    expect(await judgeAll(db)).toBe(0);
    await db.execute("insert into identity_aliases (domain_id, alias, kind, subject) values ($1, $2, 'user', $3)", [
      "upn:maya@northwind.example",
      maya,
    ]);
    const account = "upn:maya@northwind.example";
    const enabled = { subject: newId(), detector: "enabled", tactic: "persistence", facts: { account } } as const;
    await givenFindings(db, [{ ...enabled, at: NOW - 3 * HOUR, severity: "high" }]);
    await givenFindings(db, [{ subject: maya, at: NOW - HOUR, severity: "low", detector: "again" }]);
    expect(await judgeAll(db)).toBe(1);
    const [made] = await readMadeCases(db);
    expect(made?.events).toHaveLength(2);
  });

  test("a person without a known name is shown by the identifier used in rows", async () => {
    await givenFindings(db, [{ subject: maya, at: NOW - HOUR, severity: "critical", key: "sam:corp\\mito" }]);
    await judgeAll(db);
    const [made] = await readMadeCases(db);
    expect(made).toMatchObject({ user_email: null, user_name: null });
    expect(made?.threat_brief).toMatch(/^Account corp\\mito: 1 threat/);
  });

  test("findings with too low a score make no case, and the decision is stored with its reasons", async () => {
    await givenFindings(db, [{ subject: maya, at: NOW - HOUR, severity: "medium" }]);
    expect(await judgeAll(db)).toBe(0);
    expect(await shown()).toEqual([]);
    expect(await listDecisions(db, maya)).toMatchObject([
      { promoted: false, score: 0.1, findings: 1, judgeVersion: 6, reasons: [expect.stringMatching(/below/), {}] },
    ]);
    await givenFindings(db, [
      { subject: maya, at: NOW - 2 * HOUR, severity: "medium", detector: "b", tactic: "persistence" },
      { subject: maya, at: NOW - 3 * HOUR, severity: "medium", detector: "c", tactic: "collection" },
    ]);
    expect(await judgeAll(db)).toBe(1);
    const decisions = await listDecisions(db, maya);
    expect(decisions.map(({ promoted }) => promoted).sort()).toEqual([false, true]);
    const [made] = await readMadeCases(db);
    expect(decisions.find(({ promoted }) => promoted)?.candidateId).toBe(made?.case_id);
  });

  test("findings about a subject with a directory role weigh more", async () => {
    const principalId = newId();
    await db.execute("insert into identity_aliases (domain_id, alias, kind, subject) values ($1, $2, 'user', $3)", [
      `oid:${principalId}`,
      maya,
    ]);
    const value = { id: "a", principalId: principalId.toUpperCase(), roleDefinitionId: newId() };
    await ingestDirectory(db, at(NOW), { kind: "role-assignments", lines: [{ line: 1, value }] });
    await givenFindings(db, [
      { subject: maya, at: NOW - HOUR, severity: "medium" },
      { subject: "app:other", at: NOW - HOUR, severity: "medium" },
    ]);
    await judgeAll(db);
    expect((await listDecisions(db, maya)).map(({ score }) => score)).toEqual([0.1346]);
    expect((await listDecisions(db, "app:other")).map(({ score }) => score)).toEqual([0.1]);
  });

  test("findings of severity none never make a case, but join one", async () => {
    const [context] = await givenFindings(db, [{ subject: maya, at: NOW - HOUR, severity: "none", detector: "hours" }]);
    expect(await judgeAll(db)).toBe(0);
    const [cause] = await givenFindings(db, [{ subject: maya, at: NOW - 2 * HOUR, severity: "critical" }]);
    expect(await judgeAll(db)).toBe(1);
    expect(await shown()).toEqual([[cause, context]]);
  });

  test("findings more than 7 days apart become separate cases", async () => {
    const ids = await givenFindings(db, [
      { subject: maya, at: NOW - 20 * DAY, severity: "critical" },
      { subject: maya, at: NOW - 10 * DAY, severity: "critical" },
    ]);
    expect(await judgeAll(db)).toBe(2);
    expect(await shown()).toEqual(ids.map((id) => [id]));
  });

  test("a case from old rows is created at the event that made it one, and updated when the service recorded it", async () => {
    const tactics = ["initial_access", "persistence", "privilege_escalation", "exfiltration"];
    const chain = tactics.map((tactic, day) => ({
      subject: maya,
      at: NOW - (20 - day) * DAY,
      severity: "medium" as const,
      detector: tactic,
      tactic,
    }));
    await givenFindings(db, chain);
    await judgeAll(db);
    expect(await readMadeCases(db)).toMatchObject([
      { created_at: new Date(NOW - 19 * DAY), updated_at: new Date(NOW + HOUR / 2) },
    ]);
  });

  test("a candidate is judged again for 30 days and no longer", async () => {
    await givenFindings(db, [{ subject: maya, at: NOW - HOUR, severity: "medium" }]);
    await judgeAll(db);
    const later = NOW + 31 * DAY;
    const next = {
      subject: maya,
      at: NOW - HOUR,
      severity: "medium",
      detector: "next",
      tactic: "persistence",
    } as const;
    await givenFindings(db, [next], later);
    expect(await judgeAll(db, later)).toBe(0);
    await givenFindings(db, [{ subject: maya, at: NOW - HOUR, severity: "medium", detector: "again" }], later);
    expect(await judgeAll(db, later)).toBe(1);
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

describe("correlateSubjects", () => {
  const join = (now = NOW) => db.transaction((tx) => correlateSubjects(tx, at(now), [maya]));
  const givenOpenCase = async (): Promise<string> => {
    const [first] = await givenFindings(db, [{ subject: maya, at: NOW - 3 * HOUR, severity: "critical" }]);
    await judgeAll(db);
    return first as string;
  };

  test("a new finding in reach joins the open case, and its brief mentions it", async () => {
    const first = await givenOpenCase();
    const [before] = await readMadeCases(db);
    const late: Found = { subject: maya, at: NOW + HOUR, detector: "wipe", severity: "high", type: "sabotage" };
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

  test("a finding out of reach does not join, and is judged on its own", async () => {
    const first = await givenOpenCase();
    const [far] = await givenFindings(db, [{ subject: maya, at: NOW - 8 * DAY, severity: "critical" }]);
    expect(await join()).toBe(0);
    expect(await judgeAll(db)).toBe(1);
    expect(await shown()).toEqual([[far], [first]]);
  });

  test.each(["closed", "enforced"])("nothing joins a %s case: later findings make a new one", async (state) => {
    const first = await givenOpenCase();
    await close(state);
    const [late] = await givenFindings(db, [{ subject: maya, at: NOW - 2 * HOUR, severity: "critical" }]);
    expect(await join()).toBe(0);
    expect(await judgeAll(db)).toBe(1);
    expect((await shown()).flat().sort()).toEqual([first, late].sort());
    expect((await readMadeCases(db)).map((made) => made.state).sort()).toEqual([state, "discover"].sort());
  });

  test("the threat type stays once a case is being worked on; its text is still updated", async () => {
    await givenOpenCase();
    await close("investigating");
    await givenFindings(db, [{ subject: maya, at: NOW, detector: "wipe", severity: "high", type: "sabotage" }]);
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
    }));
    await givenFindings(db, weak);
    await join();
    const [full] = await readMadeCases(db);
    expect(full?.events).toHaveLength(200);
    expect(full?.threat_brief).toMatch(/231 threats \(31 more than are shown\)/);
    const [strong] = await givenFindings(db, [{ subject: maya, at: NOW, detector: "x", severity: "critical" }]);
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
      Array.from({ length: 12 }, (_, n) => ({ subject: maya, at: start + n, detector: "noise", severity }));
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
    await givenFindings(db, [{ subject: maya, at: NOW - 20 * DAY, severity: "critical" }]);
    await judgeAll(db);
    const updates = async () => (await readMadeCases(db)).map((made) => made.updated_at.getTime());
    expect(await updates()).toEqual([NOW + HOUR / 2]);
    await givenFindings(db, [{ subject: maya, at: NOW - 18 * DAY, severity: "low" }]);
    await join(NOW + HOUR);
    expect(await updates()).toEqual([NOW + HOUR]);
    await givenFindings(db, [{ subject: maya, at: NOW - 19 * DAY, severity: "low" }]);
    await join(NOW);
    expect(await updates()).toEqual([NOW + HOUR]);
  });
});
