import { afterAll, beforeAll, expect, it } from "vitest";
import { TEST_ACTOR } from "../../../test/support/actor.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testDetectors } from "../../../test/support/detectors.ts";
import { deliver } from "../../../test/support/row-sets.ts";
import { endException } from "../../actions/rules/end-exception.ts";
import { exceptEntity } from "../../actions/rules/except-entity.ts";
import { switchRule } from "../../actions/rules/switch-rule.ts";
import { MINUTE_MS } from "../../analysis/detect/stateful-detector.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { createRuleSettingsSource } from "../rules/rule-settings-source.ts";
import { processBatch } from "../schedule/process-batch.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");
const START = NOW.getTime() - 3_600_000;
const LATER = new Date(NOW.getTime() + 24 * 3_600_000);

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

let minutes = 0;

/** Delivers failed sign-ins of one person a minute apart and processes them with the settings of the domain. */
async function signIns(db: DomainHandle, user: string, count = 1, at = NOW): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    minutes += 1;
    return {
      table: "SigninLogs" as const,
      columns: {
        TimeGenerated: new Date(START + minutes * MINUTE_MS).toISOString(),
        UserPrincipalName: `${user}@northwind.example`,
        AppDisplayName: "Mail",
        ResultType: "50126",
        _ItemId: `item-${minutes}`,
      },
    };
  });
  await deliver(db, rows, at);
  const settings = await createRuleSettingsSource(opened.database)(db.domainId);
  while ((await processBatch(db, () => at, { ...testDetectors, settings })).rows > 0);
}

async function events(db: DomainHandle, slug: string): Promise<readonly string[]> {
  const rows = await db.query<{ user_email: string; summary: string }>(
    `select user_email, summary from threats where domain_id = $1 and subcategory[1] = $2 and removed_at is null
     order by user_email, summary`,
    [slug],
  );
  return rows.map(({ user_email, summary }) => `${user_email.split("@")[0]}: ${summary}`);
}

const context = (db: DomainHandle, at = NOW) => ({ db, clock: () => at, actor: TEST_ACTOR });
const turn = (db: DomainHandle, detector: string, enabled: boolean) =>
  switchRule(context(db), { detector, enabled, reason: "a test" });

it("a rule that is off reports nothing of the rows processed while it is off, in this domain only", async () => {
  minutes = 0;
  const [mine, other] = [await opened.addDomain(), await opened.addDomain()];
  await signIns(mine, "maya");
  expect(await turn(mine, "test_rule", false)).toBe(true);
  expect(await turn(mine, "test_rule", false)).toBe(false);
  await signIns(mine, "lee");
  await signIns(other, "lee");
  expect(await events(mine, "test_rule")).toEqual(["maya: a wrong password"]);
  expect(await events(other, "test_rule")).toEqual(["lee: a wrong password"]);
  expect(await turn(mine, "test_rule", true)).toBe(true);
  await signIns(mine, "ada");
  expect(await events(mine, "test_rule")).toEqual(["ada: a wrong password", "maya: a wrong password"]);
});

it("a stateful detector that is off keeps its memory and its events, and continues with both when it is on", async () => {
  minutes = 0;
  const db = await opened.addDomain();
  await signIns(db, "maya", 3);
  expect(await events(db, "test_burst")).toEqual(["maya: 3 in ten minutes"]);
  await turn(db, "test_burst", false);
  await signIns(db, "maya", 2);
  await signIns(db, "lee", 2);
  expect(await events(db, "test_burst")).toEqual(["maya: 3 in ten minutes"]);
  await turn(db, "test_burst", true);
  await signIns(db, "lee", 1);
  expect(await events(db, "test_burst")).toEqual(["lee: 3 in ten minutes", "maya: 3 in ten minutes"]);
});

it("an exception silences one detector about one entity until it ends or expires", async () => {
  minutes = 0;
  const [mine, other] = [await opened.addDomain(), await opened.addDomain()];
  const entity = "maya@northwind.example";
  const made = await exceptEntity(context(mine), {
    detector: "test_rule",
    entity,
    reason: "a test",
    expiresAt: LATER,
  });
  for (const db of [mine, other]) {
    await signIns(db, "maya", 3);
    await signIns(db, "lee");
  }
  expect(await events(mine, "test_rule")).toEqual(["lee: a wrong password"]);
  expect(await events(mine, "test_burst")).toEqual(["maya: 3 in ten minutes"]);
  expect(await events(other, "test_rule")).toHaveLength(4);
  await signIns(mine, "maya", 1, LATER);
  expect(await events(mine, "test_rule")).toEqual(["lee: a wrong password", "maya: a wrong password"]);
  await endException(context(mine), made.exceptionId);
  await signIns(mine, "maya");
  expect(await events(mine, "test_rule")).toHaveLength(3);
});

it("an event that exists is neither changed nor withdrawn by an exception, as long as its rows support it", async () => {
  minutes = 0;
  const db = await opened.addDomain();
  await signIns(db, "maya", 3);
  const request = { detector: "test_burst", entity: "maya@northwind.example", reason: "a test", expiresAt: null };
  await exceptEntity(context(db), request);
  await signIns(db, "maya", 3);
  expect(await events(db, "test_burst")).toEqual(["maya: 3 in ten minutes"]);
});

it("settings are read again exactly when they changed, also by a process that did not change them", async () => {
  const db = await opened.addDomain();
  const settingsOf = createRuleSettingsSource(opened.database);
  const before = await settingsOf(db.domainId);
  expect(await settingsOf(db.domainId)).toBe(before);
  await turn(db, "test_rule", false);
  const after = await settingsOf(db.domainId);
  expect([[...before.off], [...after.off]]).toEqual([[], ["test_rule"]]);
  expect(await settingsOf(db.domainId)).toBe(after);
});

it("making the same exception again replaces reason and expiry and keeps its id", async () => {
  const db = await opened.addDomain();
  const request = { detector: "test_rule", entity: "maya@northwind.example", reason: "first", expiresAt: LATER };
  const first = await exceptEntity(context(db), request);
  const second = await exceptEntity(context(db), { ...request, reason: "second", expiresAt: null });
  expect(second).toMatchObject({ exceptionId: first.exceptionId, reason: "second", expiresAt: null });
});
