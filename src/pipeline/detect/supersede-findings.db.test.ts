import { afterAll, beforeAll, expect, it } from "vitest";
import { TEST_ACTOR } from "../../../test/support/actor.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { givenCase } from "../../../test/support/given.ts";
import { createDomain } from "../../actions/create-domain.ts";
import { DAY_MS } from "../../analysis/detect/stateful-detector.ts";
import { supersessionOf } from "../../analysis/detect/supersede.ts";
import type { DetectorFacts, Finding } from "../../model/finding.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { Severity } from "../../model/vocabulary.ts";
import { systemClock } from "../../runtime/clock.ts";
import { newId } from "../../runtime/ids.ts";
import { readFreeFindings } from "../../store/cases/correlated-cases.ts";
import { readEventLines, readFlaggedRows } from "../../store/cases/evaluation.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { listThreats } from "../../store/threats/threats.ts";
import { storeFindings } from "./store-findings.ts";

const AT = Date.parse("2026-11-10T00:00:00.000Z");
const NOW = new Date("2026-11-10T01:00:00.000Z");
const ROWS = { sign: newId(), enabled: newId() };

const ana: Actor = {
  kind: "user",
  key: "upn:ana@ours.test",
  keys: ["upn:ana@ours.test"],
  upn: "ana@ours.test",
  name: null,
  subject: "upn:ana@ours.test",
  tuid: null,
  email: null,
};

const factsOf = (slug: string): DetectorFacts => ({
  slug,
  major: 1,
  title: slug,
  severity: "medium",
  tactics: ["initial_access"],
  techniques: ["T1078"],
  threatType: "account_compromise",
  signal: "core_iam",
  ...(slug === "broad" && { supersedes: ["narrow"] }),
});

function aFinding(slug: string, rows: readonly string[], severity: Severity = "medium"): Finding {
  return {
    detector: factsOf(slug),
    key: slug,
    at: AT,
    severity,
    title: slug,
    summary: slug,
    actor: ana,
    rows: rows.map((rowId) => ({ table: "SigninLogs", rowId, at: AT })),
    platformEventId: null,
  };
}

const narrow = aFinding("narrow", [ROWS.sign]);
const broad = aFinding("broad", [ROWS.sign, ROWS.enabled]);
const supersession = supersessionOf(["broad", "narrow"].map(factsOf));
const RANGE = { detector: "broad", major: 1, group: "g", first: AT, last: AT };

interface Batch {
  readonly single?: readonly Finding[];
  readonly periods?: readonly (readonly Finding[])[];
}

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.close());

async function givenDomain(): Promise<DomainHandle> {
  return opened.database.forDomain(
    await createDomain({ database: opened.database, clock: systemClock, actor: TEST_ACTOR }, `d${newId()}`),
  );
}

const storing = (
  db: DomainHandle,
  single: readonly Finding[],
  periods: readonly (readonly Finding[])[] = [],
  now = NOW,
) =>
  db.transaction((tx) =>
    storeFindings(tx, {
      single,
      evaluated: periods.map((findings) => ({
        range: RANGE,
        findings: findings.map((finding) => ({ ...finding, period: AT })),
      })),
      receivedAt: () => NOW,
      supersession,
      now,
    }),
  );

const visible = async (db: DomainHandle): Promise<readonly string[]> =>
  (await readEventLines(db)).map((line) => (JSON.parse(line) as string[])[9] ?? "").sort();

const free = async (db: DomainHandle): Promise<readonly string[]> =>
  (await readFreeFindings(db, ana.subject, new Date(0), 10)).map(({ detector }) => detector);

it("shows only the event with all of the evidence, whichever is stored first", async () => {
  const [first, second] = [{ single: [narrow] }, { periods: [[broad]] }];
  for (const batches of [[first, second], [second, first], [{ ...first, ...second }]]) {
    const db = await givenDomain();
    for (const { single = [], periods = [] } of batches as readonly Batch[]) await storing(db, single, periods);
    expect(await visible(db)).toEqual(["broad"]);
    expect(await free(db)).toEqual(["broad"]);
    expect(await readFlaggedRows(db)).toHaveLength(2);
  }
});

it("shows the other one again when the event that replaced it is gone, or has other evidence", async () => {
  const db = await givenDomain();
  await storing(db, [narrow], [[broad]]);
  const changed = await storing(db, [], [[aFinding("broad", [ROWS.enabled])]]);
  expect(changed.subjects.map(({ subject }) => subject)).toEqual([ana.subject]);
  expect(await visible(db)).toEqual(["broad", "narrow"]);
  await storing(db, [], [[broad]]);
  expect(await visible(db)).toEqual(["broad"]);
  await storing(db, [], [[]]);
  expect(await visible(db)).toEqual(["narrow"]);
  expect(await free(db)).toEqual(["narrow"]);
});

it("counts an event that is shown again as changed then, so that a reader of changes gets it", async () => {
  const db = await givenDomain();
  await storing(db, [narrow], [[broad]]);
  const later = new Date(NOW.getTime() + DAY_MS);
  await storing(db, [], [[]], later);
  expect(await listThreats(db, { updatedAfter: later, limit: 10 })).toMatchObject({ items: [expect.any(String)] });
});

it("keeps a superseded event hidden when it is found again", async () => {
  const db = await givenDomain();
  await storing(db, [narrow], [[broad]]);
  await storing(db, [{ ...narrow, summary: "in other words" }]);
  expect(await visible(db)).toEqual(["broad"]);
});

it("never hides an event that is more severe, or that belongs to a case", async () => {
  const severe = await givenDomain();
  await storing(severe, [{ ...narrow, severity: "high" }], [[broad]]);
  expect(await visible(severe)).toEqual(["broad", "narrow"]);
  const db = await givenDomain();
  await storing(db, [narrow]);
  const [line = "[]"] = await readEventLines(db);
  await givenCase(db, { eventIds: [(JSON.parse(line) as string[])[0] ?? ""] });
  await storing(db, [], [[broad]]);
  expect(await visible(db)).toEqual(["broad", "narrow"]);
});

it("compares findings of one period in the same way as those of several", async () => {
  const db = await givenDomain();
  const later = { ...RANGE, first: AT + DAY_MS, last: AT + DAY_MS };
  await storing(db, [narrow], [[broad]]);
  await db.transaction((tx) =>
    storeFindings(tx, {
      single: [],
      evaluated: [{ range: later, findings: [{ ...broad, key: "later", at: AT + DAY_MS, period: AT + DAY_MS }] }],
      receivedAt: () => NOW,
      supersession,
      now: NOW,
    }),
  );
  await storing(db, [], [[]]);
  // The finding of the later period still contains the row.
  expect(await visible(db)).toEqual(["broad"]);
});
