import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { analyzeDomain } from "../../pipeline/analyze/analyze-domain.ts";
import { newId } from "../../runtime/ids.ts";
import { recordFactsChange } from "../../store/analysis/analysis-changes.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { addDomain } from "../../store/domains/domains.ts";
import { describeAnalysis } from "./check-analysis.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");
const LATER = new Date("2026-10-10T12:00:30.000Z");
const INTERVAL_MS = 900_000;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

async function givenDomain(name: string): Promise<DomainHandle> {
  const domainId = newId();
  await addDomain(opened.database, { domainId, name, createdAt: NOW });
  return opened.database.forDomain(domainId);
}

const change = (db: DomainHandle): Promise<void> =>
  db.transaction((tx) => recordFactsChange(tx, { at: NOW, newestEventAt: NOW }));

const describe = () => describeAnalysis({ database: opened.database, now: LATER, intervalMs: INTERVAL_MS });

const analyze = (db: DomainHandle, error?: string) =>
  analyzeDomain(
    {
      database: opened.database,
      clock: () => NOW,
      chance: () => 1,
      phases: [{ name: "test", run: () => (error ? Promise.reject(new Error(error)) : Promise.resolve()) }],
    },
    db.domainId,
  ).catch(() => undefined);

it("doctor describes the last run, when the next is due, and a failure with what to do about it", async () => {
  const [acme, borel] = [await givenDomain("acme"), await givenDomain("borel")];
  expect(await describe()).toBe("no domain has data, or its first analysis is running");
  await change(acme);
  expect(await describe()).toBe("acme not analyzed yet, due since 2026-10-10T12:00:00.000Z");
  await analyze(acme);
  const finished = "acme for 2026-10-10, finished at 2026-10-10T12:00:00.000Z";
  expect(await describe()).toBe(`${finished}, next when its data changes`);
  await change(acme);
  expect(await describe()).toBe(`${finished}, next at 2026-10-10T12:15:00.000Z`);
  await change(borel);
  await analyze(borel, "no space");
  const failed = "borel for 2026-10-10, failed at 2026-10-10T12:00:00.000Z in the phase 'test': no space";
  expect(await describe()).toEqual({
    warning: `${failed}, next at 2026-10-10T12:01:00.000Z; ${finished}, next at 2026-10-10T12:15:00.000Z. Run parapet analyze --domain borel to see the failure`,
  });
  expect(await describeAnalysis({ database: opened.database, now: LATER, intervalMs: undefined })).toMatchObject({
    warning: expect.stringMatching(/^PARAPET_ANALYSIS_INTERVAL is off here; /) as string,
  });
});
