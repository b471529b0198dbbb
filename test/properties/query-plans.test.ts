import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { CASE_INCLUDES } from "../../src/model/case.ts";
import { SEVERITIES, SOURCE_TABLES } from "../../src/model/vocabulary.ts";
import { countCases, countCreatedCases, countWaitingCases } from "../../src/store/cases/case-figures.ts";
import { listCases, saveCases } from "../../src/store/cases/cases.ts";
import type { DomainDb } from "../../src/store/database/database.ts";
import { countDrift, listDrift, saveDrift } from "../../src/store/people/drift.ts";
import { listNhi, saveNhi } from "../../src/store/people/nhi.ts";
import { findAddressees, listUsers, saveUsers } from "../../src/store/people/users.ts";
import { listThreats, saveThreats } from "../../src/store/threats/threats.ts";
import { IS_COMPLETE } from "../support/complete-run.ts";
import { aCase, aDrift, aNhi, aThreat, aUser } from "../support/given.ts";
import { captureQueries, type Effort, effortOf, OCCASIONS, type Occasion } from "../support/plans.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

/** Enough rows to distinguish a scan from a lookup, and more where there is time for them. */
const LARGE =
  IS_COMPLETE && inject("engine") === "postgres"
    ? { threats: 20_000, people: 8_000 }
    : { threats: 6_000, people: 5_500 };
const SMALL = { threats: 300, people: 100 };
const LIMIT = 50;
/** The page and one more row, one lookup for each, and some for the cursor and the subjects. */
const FEW_ROWS = 3 * LIMIT + 20;
/** Eight trigrams of a term are counted up to 5,000 each, and the matches of a short term are collected. */
const MANY_PIECES = 40_000 + FEW_ROWS;
/** A small domain may be read completely. */
const OWN_ROWS = SMALL.threats + FEW_ROWS;
const TABLES = ["threats", "threat_categories", "cases", "users", "user_addresses", "nhi", "drift"];
/** One row of each for each case of a page. */
const CASE_TABLES = ["correlated_cases", "judge_decisions"];

let service: TestService;
let large: TestDomain;
const small: TestDomain[] = [];

beforeAll(async () => {
  service = await startTestService();
  large = await service.givenDomain();
  await fill(large, LARGE);
  for (let index = 0; index < 5; index++) {
    const domain = await service.givenDomain();
    await fill(domain, SMALL);
    small.push(domain);
  }
  await service.database.exclusively((run) => run("analyze"));
});
afterAll(() => service.stop());

const START = Date.UTC(2026, 9, 1);
const BATCH = 1_000;
const SOURCES = Object.keys(SOURCE_TABLES);
const FIRST_NAMES = ["Maya", "Jon", "Ada", "Li", "Noor", "Ivan", "Zoë", "Kofi", "Aiko", "Lena"];

/** Returns an id derived from a number; ids of consecutive numbers are far apart, like random ids. */
const idOf = (kind: string, index: number): string =>
  `${((index * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, "0")}-${kind}-4000-8000-${index.toString(16).padStart(12, "0")}`;
const personAt = (index: number): string => idOf("0001", index);
const addressAt = (index: number): string => `person.${index}@northwind.example`;
const eventAt = (index: number): string => idOf("0002", index);
const caseAt = (index: number): string => idOf("0003", index);
const robotAt = (index: number): string => idOf("0004", index);
const changeAt = (index: number): string => idOf("0005", index);
/** Every three items share a time. */
const momentAt = (index: number): Date => new Date(START + Math.floor(index / 3) * 1_000);

/** Saves `count` items, a thousand per transaction. */
async function fillTable<T>(
  { db }: TestDomain,
  count: number,
  itemAt: (index: number) => T,
  save: (tx: DomainDb, items: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) => itemAt(from + offset));
    await db.transaction((tx) => save(tx, items));
  }
}

async function fill(domain: TestDomain, { threats, people }: typeof LARGE): Promise<void> {
  await fillTable(domain, people, aPerson, (tx, users) => saveUsers(tx, users, new Date(START)));
  await fillTable(domain, threats, anEvent, (tx, events) => saveThreats(tx, events, new Date(START)));
  await fillTable(domain, threats, aMatter, (tx, cases) => saveCases(tx, cases, new Date(START)));
  for (const table of ["cases", "threats"]) {
    await domain.db.execute(`update ${table} set changed_at = created_at where domain_id = $1`);
  }
  await fillTable(domain, people / 2, aRobot, saveNhi);
  await fillTable(domain, threats, aChange, saveDrift);
  await fillDecisions(domain);
}

const aPerson = (index: number) =>
  aUser({
    tuid: personAt(index),
    name: `${FIRST_NAMES[index % 10]} ${index % 400 === 0 ? "Quist" : "Person"} ${index}`,
    userPrincipalName: addressAt(index),
  });

/** Most events belong to few users, one category and one source, as in real data. */
const anEvent = (index: number) =>
  aThreat({
    eventId: eventAt(index),
    createdAt: momentAt(index),
    category: categoryAt(index),
    source: index % 3 === 0 ? (SOURCES[index % SOURCES.length] ?? "") : "entra_signin",
    severity: index % 400 === 0 ? "critical" : (SEVERITIES[index % 4] ?? "low"),
    ...(index % 7 === 0
      ? { tuid: null, userEmail: addressAt(index % 60) }
      : { tuid: personAt((index * index) % 97), userEmail: null }),
  });

function categoryAt(index: number): readonly string[] {
  if (index % 2 === 0) return ["initial_access", "T1078"];
  return index % 1_000 === 1 ? ["impact"] : ["collection"];
}

const aMatter = (index: number) => ({
  item: aCase({
    caseId: caseAt(index),
    createdAt: momentAt(index),
    updatedAt: momentAt(index),
    userEmail: addressAt(index % 50),
    state: index % 3 === 0 ? "closed" : "discover",
    closedAt: index % 3 === 0 ? momentAt(index) : null,
    threatType: index % 500 === 0 ? "sabotage" : "account_compromise",
  }),
  verdict: null,
  events: [aThreat({ tuid: personAt(index % 50), userEmail: addressAt(index % 50) })],
});

const aRobot = (index: number) =>
  aNhi({
    nuid: robotAt(index),
    displayName: `${index % 100 === 0 ? "quartz" : "payroll"}-job-${index}`,
    status: index % 10 === 0 ? "dormant" : "active",
    principalId: null,
    appId: null,
  });

const aChange = (index: number) =>
  aDrift({
    driftId: changeAt(index),
    detectedAt: index % 50 === 0 ? null : momentAt(index),
    tuid: personAt((index * index) % 97),
    computator: index % 500 === 0 ? "working_hours" : "application_set",
    timePeriod: index % 2 === 0 ? "7d" : "30d",
  });

/** Makes every case one that was judged several times. */
async function fillDecisions({ db }: TestDomain): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(
      `insert into correlated_cases (domain_id, case_id, subject, first_event_at, last_event_at, digest)
       select $1, case_id, coalesce(user_email, ''), created_at, created_at, '' from cases where domain_id = $1`,
    );
    await tx.execute(
      `insert into judge_decisions (domain_id, candidate_id, digest, subject, judge_version, decided_at, promoted, score,
         findings, first_event_at, last_event_at, inputs, reasons)
       select $1, case_id, round::text, coalesce(user_email, ''), 1, created_at + round * interval '1 minute', true, 0.5,
         round, created_at, created_at, '[]', array['seen often']
       from cases cross join generate_series(1, 4) as round where domain_id = $1`,
    );
  });
}

type Shape = readonly [name: string, list: (db: DomainDb, size: typeof LARGE) => Promise<unknown>];

async function byEmail(db: DomainDb, email: string, after?: string): Promise<unknown> {
  const { tuids, addresses } = await findAddressees(db, email);
  return listThreats(db, { limit, subjects: [...tuids, ...addresses], after });
}

const include = CASE_INCLUDES;
const limit = LIMIT;
const casesByEmail = async (db: DomainDb, email: string, after?: string): Promise<unknown> =>
  listCases(db, { limit, include, addressees: await findAddressees(db, email), after });
const LISTED: readonly Shape[] = [
  ["threats: first page", (db) => listThreats(db, { limit })],
  ["threats: deep page", (db, { threats }) => listThreats(db, { limit, after: eventAt(threats / 10) })],
  ["threats: last page", (db) => listThreats(db, { limit, after: eventAt(2) })],
  ["threats: tuid", (db) => listThreats(db, { limit, subjects: [personAt(1)] })],
  [
    "threats: tuid, deep page",
    (db, { threats }) => listThreats(db, { limit, subjects: [personAt(1)], after: eventAt(threats / 2) }),
  ],
  ["threats: e-mail", (db) => byEmail(db, addressAt(1))],
  ["threats: e-mail, deep page", (db, { threats }) => byEmail(db, addressAt(1), eventAt(threats / 2))],
  ["threats: e-mail unknown", (db) => byEmail(db, "nobody@northwind.example")],
  ["threats: tuid unknown", (db) => listThreats(db, { limit, subjects: [idOf("ffff", 1)] })],
  ["threats: common category", (db) => listThreats(db, { limit, category: "initial_access" })],
  [
    "threats: common category, deep page",
    (db, { threats }) => listThreats(db, { limit, category: "T1078", after: eventAt(threats / 10) }),
  ],
  ["threats: rare category", (db) => listThreats(db, { limit, category: "impact" })],
  ["threats: unknown category", (db) => listThreats(db, { limit, category: "nothing" })],
  ["threats: common source", (db) => listThreats(db, { limit, source: "entra_signin" })],
  [
    "threats: common source, deep page",
    (db, { threats }) => listThreats(db, { limit, source: "entra_signin", after: eventAt(threats / 10) }),
  ],
  ["threats: rare source", (db) => listThreats(db, { limit, source: "cef" })],
  ["threats: unknown source", (db) => listThreats(db, { limit, source: "nothing" })],
  ["threats: common severity", (db) => listThreats(db, { limit, severity: "medium" })],
  [
    "threats: rare severity, deep page",
    (db, { threats }) => listThreats(db, { limit, severity: "critical", after: eventAt(threats / 2) }),
  ],
  ["threats: updated lately", (db, { threats }) => listThreats(db, { limit, updatedAfter: momentAt(threats - 9) })],
  [
    "threats: updated lately, tuid",
    (db, { threats }) => listThreats(db, { limit, updatedAfter: momentAt(threats - 9), subjects: [personAt(1)] }),
  ],
  [
    "threats: updated lately, category",
    (db, { threats }) => listThreats(db, { limit, updatedAfter: momentAt(threats - 9), category: "initial_access" }),
  ],
  ["threats: window", (db) => listThreats(db, { limit, createdAfter: momentAt(90), createdBefore: momentAt(120) })],
  ["cases: first page", (db) => listCases(db, { limit, include })],
  ["cases: deep page", (db, { threats }) => listCases(db, { limit, include, after: caseAt(threats / 10) })],
  ["cases: state", (db) => listCases(db, { limit, include, state: "closed" })],
  [
    "cases: state, deep page",
    (db, { threats }) => listCases(db, { limit, include, state: "discover", after: caseAt(threats / 10) }),
  ],
  ["cases: rare type", (db) => listCases(db, { limit, include, threatType: "sabotage" })],
  ["cases: e-mail", (db) => casesByEmail(db, addressAt(3))],
  ["cases: e-mail, deep page", (db, { threats }) => casesByEmail(db, addressAt(3), caseAt(threats / 10))],
  ["cases: window", (db) => listCases(db, { limit, include, createdAfter: momentAt(30), createdBefore: momentAt(60) })],
  ["users: first page", (db) => listUsers(db, { limit })],
  ["users: deep page", (db) => listUsers(db, { limit, after: personAt(7) })],
  ["users: updated lately", (db) => listUsers(db, { limit, updatedAfter: new Date("2026-11-20T00:00:00Z") })],
  [
    "cases: recently updated",
    (db, { threats }) => listCases(db, { limit, include, updatedAfter: momentAt(threats - 9) }),
  ],
  ["nhi: first page", (db) => listNhi(db, { limit })],
  ["nhi: deep page", (db) => listNhi(db, { limit, after: robotAt(7) })],
  ["nhi: status", (db) => listNhi(db, { limit, status: "dormant" })],
  ["nhi: unknown class", (db) => listNhi(db, { limit, classes: ["ai_agent", "oauth_app"] })],
  ["nhi: provider, deep page", (db) => listNhi(db, { limit, providers: ["entra", "aws"], after: robotAt(7) })],
  ["drift: first page", (db) => listDrift(db, { limit })],
  ["drift: deep page", (db, { threats }) => listDrift(db, { limit, after: changeAt(threats / 10 + 1) })],
  ["drift: events without a time", (db) => listDrift(db, { limit, after: changeAt(0) })],
  ["drift: tuid", (db) => listDrift(db, { limit, tuid: personAt(1) })],
  ["drift: tuid unknown", (db) => listDrift(db, { limit, tuid: idOf("ffff", 1) })],
  ["drift: rare computator", (db) => listDrift(db, { limit, computator: "working_hours" })],
  ["drift: unknown computator", (db) => listDrift(db, { limit, computator: "nothing" })],
  ["drift: period", (db) => listDrift(db, { limit, timePeriod: "30d" })],
  ["drift: unknown period", (db) => listDrift(db, { limit, timePeriod: "180d" })],
  ["drift: recently detected", (db, { threats }) => listDrift(db, { limit, detectedAfter: momentAt(threats - 9) })],
  ["nhi: without persona", (db) => listNhi(db, { limit, hasPersona: false })],
];

const searchUsers = (search: string, after?: string) => (db: DomainDb) => listUsers(db, { limit, search, after });
const searchNhi = (search: string, after?: string) => (db: DomainDb) => listNhi(db, { limit, search, after });
const SEARCHED: readonly Shape[] = [
  ["users: rare term", searchUsers("quist")],
  ["users: common term", searchUsers("person")],
  ["users: common term, deep page", searchUsers("person", personAt(7))],
  ["users: term of everyone, long", searchUsers("northwind.example")],
  ["users: term of 256 characters", searchUsers(`person.${"northwind.example ".repeat(20)}`.slice(0, 256))],
  ["users: term of nobody", searchUsers("qqq")],
  ["users: two letters, rare", searchUsers("qu")],
  ["users: two letters, common", searchUsers("pe")],
  ["users: two letters, common, deep page", searchUsers("pe", personAt(7))],
  ["users: one letter, rare", searchUsers("q")],
  ["users: one letter, common", searchUsers("e")],
  ["users: one letter, common, deep page", searchUsers("e", personAt(7))],
  ["nhi: common term", searchNhi("payroll")],
  ["nhi: common term, deep page", searchNhi("payroll", robotAt(7))],
  ["nhi: rare term", searchNhi("quartz")],
  ["nhi: two letters", searchNhi("qu")],
  ["nhi: one letter", searchNhi("y")],
];

const COUNTED = 200;
const FIGURES: readonly Shape[] = [
  ["cases by state", (db) => countCases(db, COUNTED)],
  ["cases by day", (db) => countCreatedCases(db, new Date(START), COUNTED)],
  ["waiting cases", (db) => countWaitingCases(db, "discover", [momentAt(60)], COUNTED)],
  ["recent drift", (db) => countDrift(db, momentAt(60), COUNTED)],
];

async function effortsOf(domain: TestDomain, [, list]: Shape, size: typeof LARGE, occasion: Occasion) {
  const efforts: Effort[] = [];
  for (const sent of await captureQueries(domain.db, (db) => list(db, size))) {
    efforts.push(await effortOf(service.database, domain.domainId, sent, occasion));
  }
  return efforts;
}

/** Returns the number of rows of one table that all statements of a request read. */
const rowsOf = (efforts: readonly Effort[], table: string): number =>
  efforts.reduce((sum, effort) => sum + (effort.rowsOf[table] ?? 0), 0);

describe.each(OCCASIONS)("%s", (occasion) => {
  it.each([...LISTED, ...SEARCHED])(
    "only indexes are used, and no more than a page of items is read: %s",
    async (...shape) => {
      const efforts = await effortsOf(large, shape, LARGE, occasion);
      const scans = efforts.flatMap((effort) => effort.scans);
      expect(scans.filter((scan) => /^(Bitmap )?Index/.test(scan))).not.toEqual([]);
      expect(scans.filter((scan) => scan.startsWith("Seq Scan"))).toEqual([]);
      const read = TABLES.reduce((sum, table) => sum + rowsOf(efforts, table), 0);
      expect(read, JSON.stringify(efforts)).toBeLessThanOrEqual(FEW_ROWS);
      for (const table of CASE_TABLES) expect(rowsOf(efforts, table), table).toBeLessThanOrEqual(FEW_ROWS);
      // The bound applies however long or common the search term is.
      expect(rowsOf(efforts, "search_grams")).toBeLessThanOrEqual(MANY_PIECES);
    },
  );
});

describe.each(OCCASIONS)("%s", (occasion) => {
  it.each(FIGURES)(
    "only indexes are used, and no more items of a state are read than are counted: %s",
    async (...shape) => {
      const efforts = await effortsOf(large, shape, LARGE, occasion);
      expect(efforts.flatMap(({ scans }) => scans).filter((scan) => scan.startsWith("Seq Scan"))).toEqual([]);
      const read = TABLES.reduce((sum, table) => sum + rowsOf(efforts, table), 0);
      expect(read, JSON.stringify(efforts)).toBeGreaterThan(0);
      // The cases of this test have two states.
      expect(read, JSON.stringify(efforts)).toBeLessThanOrEqual(2 * COUNTED + 1);
    },
  );
});

it.each([...LISTED, ...SEARCHED, ...FIGURES])(
  "a small domain next to a large one reads only its own rows: %s",
  async (...shape) => {
    const efforts = await effortsOf(small[2] as TestDomain, shape, SMALL, "when settled");
    expect(efforts.flatMap(({ scans }) => scans).filter((scan) => scan.startsWith("Seq Scan"))).toEqual([]);
    for (const table of TABLES) expect(rowsOf(efforts, table), table).toBeLessThanOrEqual(OWN_ROWS);
  },
);
