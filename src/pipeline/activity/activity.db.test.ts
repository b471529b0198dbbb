import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { APP_ID, activityRows, activitySet, SERVICE_ID, USER_ID } from "../../../test/support/activity-rows.ts";
import { anyDelivery, inReverse } from "../../../test/support/any-delivery.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testDetectors } from "../../../test/support/detectors.ts";
import { isKilled, killedAt } from "../../../test/support/killed-process.ts";
import { type DeliveredRow, deliver, forgetRows } from "../../../test/support/row-sets.ts";
import { storedRows } from "../../../test/support/stored-rows.ts";
import { ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import { encodeDay } from "../../model/activity/day-codec.ts";
import { actorOf } from "../../model/rows/row-actor.ts";
import { newId } from "../../runtime/ids.ts";
import { readActivity } from "../../store/activity/activity-days.ts";
import { readActiveIdentities } from "../../store/activity/actors.ts";
import { readDirectoryChanges } from "../../store/activity/directory-changes.ts";
import { readSources } from "../../store/activity/sources.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { provisionalTuid } from "../../store/people/identities.ts";
import { contentName } from "../../store/rows/row-content.ts";
import { findRowIds } from "../../store/rows/row-ids.ts";
import { processBatch } from "../schedule/process-batch.ts";
import { collectActivity } from "./collect-activity.ts";
import { createKnownActivity, type KnownActivity } from "./known-activity.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");
const clock = (): Date => NOW;
const DAY_MS = 86_400_000;
const START = NOW.getTime() - 20 * DAY_MS;
const FIRST_DAY = Math.floor(START / DAY_MS);
const END_DAY = FIRST_DAY + 30;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

async function drain(db: DomainHandle, limit = 1_000, knownActivity = createKnownActivity()): Promise<void> {
  while ((await processBatch(db, clock, testDetectors, { limit, knownActivity })).rows > 0);
}

async function receive(
  db: DomainHandle,
  rows: readonly DeliveredRow[],
  limit?: number,
  knownActivity?: KnownActivity,
): Promise<void> {
  await deliver(db, rows, NOW);
  await drain(db, limit, knownActivity);
}

describe("the activity of rows", () => {
  const rows = activityRows(60, START);
  const domainId = newId();
  let expected: readonly string[];

  const emptied = async (): Promise<DomainHandle> => {
    const db = opened.database.forDomain(domainId);
    await forgetRows(db);
    return db;
  };

  beforeAll(async () => {
    const db = await opened.addDomain(domainId);
    await receive(db, rows);
    expected = await activitySet(db);
  });

  it("includes days, values, actors, sources and changes of the directory", () => {
    for (const kind of ["day", "value", "actor", "source", "change"]) {
      expect(expected.filter((line) => line.startsWith(`${kind} `)).length).toBeGreaterThan(1);
    }
  });

  it("does not depend on their order, on duplicates, on how they are delivered, or on the size of batches", async () => {
    await fc.assert(
      fc.asyncProperty(anyDelivery(rows), fc.integer({ min: 1, max: 100 }), async ({ parts, limit }, cached) => {
        const db = await emptied();
        const known = createKnownActivity(cached);
        for (const part of parts) await receive(db, part, limit, known);
        expect(await activitySet(db)).toEqual(expected);
      }),
      { numRuns: 4, examples: [[inReverse(rows), 1_000]] },
    );
  });

  it("is the same when the process is killed at any statement and processing is resumed", async () => {
    let killed = 1;
    for (let wasKilled = true; wasKilled; killed += 2) {
      const db = await emptied();
      await deliver(db, rows, NOW);
      wasKilled = await processBatch(killedAt(killed).handle(db), clock, testDetectors).then(() => false, isKilled);
      if (wasKilled) expect(await activitySet(db)).toEqual([]);
      await drain(db);
      expect(await activitySet(db)).toEqual(expected);
    }
    expect(killed).toBeGreaterThan(15);
  });

  it("equals the days computed again from the stored rows", async () => {
    const db = await emptied();
    await receive(db, rows, 7);
    const again = await collectActivity(domainId, await storedRows(db), actorOf, (_, error) => {
      throw error;
    });
    const lines = again.days.map(
      ({ actorKey, day, facts }) => `day ${actorKey} ${day} ${Buffer.from(encodeDay(facts)).toString("hex")}`,
    );
    expect(lines.sort()).toEqual(expected.filter((line) => line.startsWith("day ")).sort());
  });
});

describe("readers of activity", () => {
  const person = { id: USER_ID, userPrincipalName: "maya.new@northwind.example", displayName: "Maya Ito" };
  const service = { id: SERVICE_ID, appId: APP_ID, displayName: "Sync", servicePrincipalType: "Application" };

  it("merge the days of all keys of an identity, whenever the directory is delivered", async () => {
    const results = [];
    for (const isDirectoryFirst of [true, false]) {
      const domainId = newId();
      const db = await opened.addDomain(domainId);
      const directory = async () => {
        await ingestDirectory(db, clock, { kind: "users", lines: [{ line: 1, value: person }] });
        await ingestDirectory(db, clock, { kind: "service-principals", lines: [{ line: 1, value: service }] });
      };
      if (isDirectoryFirst) await directory();
      const rows = activityRows(40, START);
      const byId = rows.map(({ table, columns: { UserPrincipalName, ...columns } }) => ({ table, columns }));
      await receive(db, [...rows.slice(0, 20), ...byId.slice(20)]);
      if (!isDirectoryFirst) await directory();
      const identities = await readActiveIdentities(db);
      const [user] = [...identities.values()].filter(({ kind }) => kind === "user");
      expect(user?.keys).toEqual([`oid:${USER_ID}`, "upn:maya.ito@northwind.example"]);
      expect(identities.get(`oid:${SERVICE_ID}`)).toMatchObject({ kind: "service", keys: [`oid:${SERVICE_ID}`] });
      const wanted = [...identities.values()].map(({ subject, keys }) => ({ id: subject, keys }));
      const days = await readActivity(db, wanted, FIRST_DAY, END_DAY);
      const ofUser = days.get(user?.subject ?? "") ?? [];
      expect(ofUser.map(({ day }) => day)).toEqual([...ofUser.map(({ day }) => day)].sort((a, b) => a - b));
      results.push(JSON.stringify(ofUser));
    }
    expect(results[0]?.length).toBeGreaterThan(1_000);
    expect(results[1]).toBe(results[0]);
  });

  it("return what was used, with a row as evidence", async () => {
    const db = await opened.addDomain();
    await receive(db, activityRows(25, START));
    const id = provisionalTuid(db.domainId, "upn:maya.ito@northwind.example");
    const identity = (await readActiveIdentities(db)).get(id);
    const found = await readActivity(db, [{ id, keys: identity?.keys ?? [] }], FIRST_DAY, END_DAY);
    const days = found.get(id) ?? [];
    expect(days.reduce((sum, day) => sum + day.events, 0)).toBe(15);
    expect([identity?.firstDay, identity?.lastDay]).toEqual([days[0]?.day, days.at(-1)?.day]);
    const uses = days.flatMap((day) => day.uses);
    const application = uses.find((use) => use.key === APP_ID);
    expect(application).toMatchObject({ dimension: "application", label: "Payroll" });
    expect(uses.map(({ key }) => key)).toContain("site:northwind.sharepoint.com/sites/site0");
    const refs = uses.map(({ sample }) => sample);
    const ids = await findRowIds(db, refs);
    expect(refs.map((ref) => ids.get(contentName(ref)))).not.toContain(undefined);
    expect(await readActivity(db, [{ id, keys: identity?.keys ?? [] }], END_DAY, END_DAY + 9)).toEqual(new Map());
  });

  it("return the tables that were delivered, with their days", async () => {
    const db = await opened.addDomain();
    await receive(db, activityRows(25, START));
    const sources = await readSources(db, END_DAY);
    expect(sources.get("SigninLogs")).toEqual({ firstDay: FIRST_DAY, lastDay: FIRST_DAY + 4, rows: 5 });
    expect(sources.has("Syslog")).toBe(false);
  });

  it.each(["0001-01-01T00:00:00Z", "2020-02-29T12:00:00Z", "9999-12-31T23:59:59Z"])(
    "do not make a table cover the time since a single row of %s",
    async (at) => {
      const db = await opened.addDomain();
      await receive(db, activityRows(25, START));
      const [stray] = activityRows(1, new Date(at).getTime());
      await receive(db, stray ? [stray] : []);
      const sources = await readSources(db, END_DAY);
      expect(sources.get("SigninLogs")).toEqual({ firstDay: FIRST_DAY, lastDay: FIRST_DAY + 4, rows: 6 });
    },
  );

  it("return changes of the directory by target and time", async () => {
    const db = await opened.addDomain();
    await receive(db, activityRows(25, START));
    const changes = await readDirectoryChanges(db);
    expect(changes.map(({ change }) => change)).toEqual(
      [3, 8, 13, 18, 23].map((n) => (n % 2 === 0 ? "role_added" : "role_removed")),
    );
    const [first, second] = changes;
    expect(first).toMatchObject({
      by: "upn:maya.ito@northwind.example",
      target: "upn:guest3@northwind.example",
      objectId: "62e90394-69f5-4237-9190-012177145e10",
      objectName: "Global Administrator",
    });
    expect(await readDirectoryChanges(db, { targets: ["upn:guest3@northwind.example"] })).toEqual([first]);
    expect(await readDirectoryChanges(db, { from: second?.at ?? NOW })).toEqual(changes.slice(1));
    expect(await readDirectoryChanges(db, { to: second?.at ?? NOW })).toEqual([first]);
  });

  it("return one change for the start and the end of an operation, none if it failed, whichever arrives first", async () => {
    const step = (minute: number, ActivityStatusValue: string, CorrelationId: string): DeliveredRow => ({
      table: "AzureActivity",
      columns: {
        TimeGenerated: new Date(START + minute * 60_000).toISOString(),
        _ItemId: `step-${minute}`,
        OperationNameValue: "Microsoft.Authorization/roleAssignments/write",
        _ResourceId: "/subscriptions/s1/providers/microsoft.authorization/roleassignments/a1",
        Caller: "maya.ito@northwind.example",
        ActivityStatusValue,
        CorrelationId,
        Properties_d: { requestbody: { Properties: { PrincipalId: SERVICE_ID } } },
      },
    });
    const steps = [
      ...[step(0, "Start", "c1"), step(1, "Success", "c1"), step(9, "Start", "c2")],
      ...[step(20, "Start", "c3"), step(21, "Failure", "c3")],
    ];
    for (const rows of [steps, [...steps].reverse()]) {
      const db = await opened.addDomain();
      await receive(db, rows, 1);
      const changes = await readDirectoryChanges(db, { targets: [`oid:${SERVICE_ID}`] });
      expect(changes.map(({ at }) => at.getTime() - START)).toEqual([60_000, 9 * 60_000]);
    }
  });
});
