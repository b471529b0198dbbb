import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { givenNhi, givenUser } from "../../../test/support/given.ts";
import { type AnalyzedResource, assessReadiness, type Readiness } from "../../model/readiness.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { markReady, readReadiness, recordDelivery } from "../../store/domains/readiness.ts";
import type { AnalysisPhase } from "./analysis-run.ts";
import { analyzeDomain } from "./analyze-domain.ts";

const NOW = new Date("2026-10-20T12:00:00.000Z");
const DAY_MS = 86_400_000;
const BUILT: readonly AnalyzedResource[] = ["personas", "nhi", "nhi-clusters"];
const PHASES: readonly AnalysisPhase[] = BUILT.map((builds) => ({ name: builds, builds, run: async () => undefined }));

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** Records rows of this many days. */
const givenHistory = (db: DomainHandle, days: number): Promise<void> =>
  db.transaction(async (tx) => {
    const first = new Date(NOW.getTime() - days * DAY_MS);
    await tx.runAll([recordDelivery(tx, BUILT, { first, newest: NOW, at: NOW })]);
  });

const analyze = (db: DomainHandle, phases = PHASES, isStopped = () => false) =>
  analyzeDomain({ database: opened.database, clock: () => NOW, chance: () => 1, phases }, db.domainId, { isStopped });

async function readinessOf(db: DomainHandle): Promise<ReadonlyMap<string, Readiness>> {
  return new Map((await readReadiness(db)).map((facts) => [facts.resource, assessReadiness(facts)]));
}

const readyIn = async (db: DomainHandle): Promise<readonly string[]> =>
  [...(await readinessOf(db)).values()].filter(({ ready }) => ready).map(({ resource }) => resource);

it("a resource is ready after the first run with enough history, and no earlier", async () => {
  const db = await opened.addDomain();
  await givenUser(db);
  await givenNhi(db);
  await givenHistory(db, 6);
  await analyze(db);
  expect((await readinessOf(db)).get("personas")).toMatchObject({ ready: false, daysUntilReady: 1 });
  await givenHistory(db, 7);
  expect((await readinessOf(db)).get("personas")).toMatchObject({
    ready: false,
    daysUntilReady: 0,
    details: "the first build of personas has not finished yet",
  });
  await analyze(db);
  expect(await readyIn(db)).toEqual(["personas", "nhi"]);
});

it("a run without identities, or one that was stopped, builds nothing", async () => {
  const db = await opened.addDomain();
  await givenHistory(db, 30);
  await analyze(db);
  expect((await readinessOf(db)).get("nhi")?.details).toContain("which no source has delivered yet");
  expect(await readyIn(db)).toEqual([]);
  await givenUser(db);
  await analyze(db, PHASES, () => true);
  expect(await readyIn(db)).toEqual([]);
  await analyze(db);
  expect(await readyIn(db)).toEqual(["personas"]);
});

it("clusters are ready with 14 days and 5 NHI personas, and stay ready when personas are removed", async () => {
  const db = await opened.addDomain();
  await givenHistory(db, 14);
  for (let n = 0; n < 4; n++) await givenNhi(db, { hasPersona: true });
  await analyze(db);
  expect((await readinessOf(db)).get("nhi-clusters")).toMatchObject({
    ready: false,
    details: "NHI clusters need 5 NHI personas; the domain has 4",
  });
  await givenNhi(db, { hasPersona: true });
  await analyze(db);
  expect(await readyIn(db)).toEqual(["nhi", "nhi-clusters"]);
  await db.execute("update nhi set has_persona = false where domain_id = $1");
  await analyze(db);
  expect(await readyIn(db)).toEqual(["nhi", "nhi-clusters"]);
});

it("imported records make a resource ready without history, and a run leaves it ready", async () => {
  const db = await opened.addDomain();
  await db.transaction((tx) => markReady(tx, ["personas"], NOW));
  expect(await readyIn(db)).toEqual(["personas"]);
  await analyze(db);
  expect(await readyIn(db)).toEqual(["personas"]);
});
