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
import { ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import type { FindingFacts } from "../../model/finding-facts.ts";
import { newId } from "../../runtime/ids.ts";
import { saveActorAddresses } from "../../store/activity/address-use.ts";
import { listDecisions } from "../../store/cases/judge.ts";
import type { DomainHandle } from "../../store/database/database.ts";

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
const TODAY = Math.floor(NOW / DAY);
const shown = async () => (await readMadeCases(db)).map(({ events }) => events);
/** The highest score of a subject among all decisions. */
const scoreOf = async (subject: string) => Math.max(...(await listDecisions(db, subject)).map(({ score }) => score));
const at = (time: number) => () => new Date(time);

describe("what the judge knows", () => {
  test("a credential that somebody added to an application counts when the application is judged", async () => {
    const id = "00000000-0000-4000-8000-00000000000b";
    const subject = `oid:${id}`;
    const place: Found = { subject, at: NOW - HOUR, severity: "low", detector: "app_new_place" };
    const added: Found = {
      subject: maya,
      at: NOW - 2 * HOUR,
      severity: "high",
      detector: "audit_app_credential_added",
      tactic: "persistence",
      type: "privilege_escalation",
      facts: { act: "credential.added", account: `app:${id}` },
    };
    await givenFindings(db, [place]);
    await judgeAll(db);
    const alone = await scoreOf(subject);
    await givenFindings(db, [added, { ...place, at: NOW - HOUR + MINUTE }]);
    await judgeAll(db);
    expect(await scoreOf(subject)).toBeGreaterThan(alone);
  });

  test("a roll-out of a VPN, where everybody signs in from a new place, weighs less than one person there", async () => {
    const people = Array.from({ length: 20 }, () => newId());
    const address = "198.51.100.7";
    await db.transaction((tx) =>
      saveActorAddresses(
        tx,
        people.map((_, n) => ({ address, actorKey: `upn:u${n}@northwind.example`, firstDay: TODAY, lastDay: TODAY })),
      ),
    );
    const chain = (subject: string, facts: FindingFacts): Found[] => [
      { subject, at: NOW - 2 * HOUR, severity: "high", detector: "travel", facts: { ...facts, act: "sign_in" } },
      { subject, at: NOW - HOUR, severity: "medium", detector: "download", type: "data_exfiltration", facts },
    ];
    await givenFindings(db, [
      ...people.flatMap((subject) => chain(subject, { address })),
      ...chain(maya, LINKED.facts),
    ]);
    await judgeAll(db);
    const alone = await scoreOf(maya);
    expect(alone).toBeGreaterThanOrEqual(CORRELATION.promoteScore);
    for (const subject of people) expect(await scoreOf(subject)).toBeLessThan(alone);
  });

  test("a finding that many others had on earlier days weighs less, and not because they have it on that day", async () => {
    const [early, late, jon] = [newId(), newId(), newId()];
    const had = (subject: string, time: number, detector: string): Found => ({
      subject,
      at: time,
      severity: "medium",
      detector,
    });
    const people = Array.from({ length: 20 }, () => newId());
    await givenFindings(db, [had(early, NOW - HOUR, "never_before"), had(jon, NOW - HOUR, "had_today")]);
    await givenFindings(
      db,
      people.flatMap((subject) => [
        had(subject, NOW - 2 * DAY, "had_before"),
        had(subject, NOW - 2 * HOUR, "had_today"),
      ]),
    );
    await givenFindings(db, [had(late, NOW - HOUR, "had_before")]);
    await judgeAll(db);
    expect(await scoreOf(late)).toBeLessThan(await scoreOf(early));
    expect(await scoreOf(jon)).toBe(await scoreOf(early));
  });

  test("what other subjects do on that day or later does not change the decision about an attack", async () => {
    const attack: Found[] = [
      { subject: maya, at: NOW - 3 * HOUR, severity: "high", detector: "travel", ...LINKED },
      { subject: maya, at: NOW - 2 * HOUR, severity: "critical", detector: "forwarding", ...LINKED },
    ];
    const others = Array.from({ length: 40 }, (_, n): Found => {
      const [subject, detector] = [newId(), ["travel", "forwarding", "ordinary"][n % 3] ?? ""];
      const time = NOW - (n % 2 === 0 ? 4 * HOUR : -(n % 5) * HOUR);
      return { subject, at: time, severity: "medium", detector, facts: { address: `198.51.100.${n}` } };
    });
    await givenFindings(db, attack);
    await judgeAll(db);
    const decided = async () =>
      (await listDecisions(db, maya)).map(({ score, reasons, findings }) => [score, reasons, findings]);
    const [expected, events] = [await decided(), (await shown())[0]];
    db = await opened.addDomain();
    await givenHistory(db, NOW - DAY);
    await givenFindings(db, [...others, ...attack]);
    await judgeAll(db, NOW + DAY);
    expect(await decided()).toEqual(expected);
    expect(await shown()).toContainEqual(events);
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
    await givenHistory(db, NOW - DAY);
    await givenFindings(db, [6, 5, 4, 3, 2].flatMap(night), NOW - 40 * DAY);
    await givenFindings(db, night(0));
    expect(await judgeAll(db)).toBe(0);
  });

  test("an act of another on an account is evidence about the account, and stays with who did it", async () => {
    const jon = newId();
    const account = "upn:maya@northwind.example";
    await db.execute("insert into identity_aliases (domain_id, alias, kind, subject) values ($1, $2, 'user', $3)", [
      account,
      maya,
    ]);
    const enabled = { subject: newId(), detector: "enabled", tactic: "persistence", facts: { account } } as const;
    const own = (subject: string): Found => ({ subject, at: NOW - HOUR, severity: "medium", detector: "dormant" });
    await givenFindings(db, [{ ...enabled, at: NOW - 3 * HOUR, severity: "high" }, own(maya), own(jon)]);
    await judgeAll(db);
    expect(await scoreOf(maya)).toBeGreaterThan(await scoreOf(jon));
    expect((await listDecisions(db, maya)).map(({ findings }) => findings)).toEqual([1]);
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
    expect(await scoreOf(maya)).toBeGreaterThan(await scoreOf("app:other"));
  });

  test("rights for a guest weigh more", async () => {
    const grant = (subject: string, account: string): Found => ({
      subject,
      at: NOW - HOUR,
      severity: "medium",
      facts: { act: "role.added", account },
    });
    await givenFindings(db, [
      grant(maya, "upn:eve_partner.example#ext#@northwind.example"),
      grant("app:other", "upn:omar@northwind.example"),
    ]);
    await judgeAll(db);
    expect(await scoreOf(maya)).toBeGreaterThan(await scoreOf("app:other"));
  });
});
