import { afterAll, beforeAll, expect, it } from "vitest";
import {
  deliverDays,
  deliverObjects,
  type OwnDay,
  readResults,
  serviceId,
  serviceObject,
  userId,
  userObject,
} from "../../../test/support/changing-organization.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { nameId, newId } from "../../runtime/ids.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { addDomain } from "../../store/domains/domains.ts";
import { readDrift } from "../../store/people/drift.ts";
import { nuidOf } from "../../store/people/listed-nhi.ts";
import { findNhi, readNhiDetails } from "../../store/people/nhi.ts";
import { analyzeDomain } from "./analyze-domain.ts";

const DAY_MS = 86_400_000;
const DAY = 20_000;
const at = (day: number, hour = 3): Date => new Date(day * DAY_MS + hour * 3_600_000);
const GRAPH = "00000003-0000-0000-c000-000000000000";
const ROLE_WRITE = "9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const assignment = (id: string, principalId: string, appRoleId: string) => ({
  id,
  principalId,
  resourceId: GRAPH,
  resourceDisplayName: "Microsoft Graph",
  appRoleId,
});
const READ = assignment("a-1", serviceId(0), "df021288-bdef-4463-88db-98f22de89214");
const WRITE = assignment("a-2", serviceId(0), ROLE_WRITE);
const role = (id: string, roleDefinitionId: string) => ({ id, principalId: userId(1), roleDefinitionId });

const daysOf = (kind: OwnDay["kind"], place: number): readonly OwnDay[] =>
  Array.from({ length: 60 }, (_, ago) => ({
    kind,
    place,
    day: DAY - 1 - ago,
    uses:
      kind === "user"
        ? [["application", `app-${place % 2}`, `App ${place % 2}`, 5]]
        : [["operation", "Export", "Export", 4]],
  }));

async function givenOrganization(): Promise<DomainHandle> {
  const domainId = newId();
  await addDomain(opened.database, { domainId, name: domainId, createdAt: at(DAY) });
  const db = opened.database.forDomain(domainId);
  await deliverObjects(
    db,
    "users",
    [0, 1, 2, 3, 4, 5].map((place) => userObject(place)),
    at(DAY),
  );
  await deliverObjects(
    db,
    "service-principals",
    [0, 1, 2].map((place) => serviceObject(place)),
    at(DAY),
  );
  await deliverObjects(db, "owners", [{ id: serviceId(0), owners: [{ id: userId(2) }] }], at(DAY));
  await deliverObjects(db, "app-role-assignments", [READ], at(DAY));
  await deliverObjects(db, "role-assignments", [role("r-1", "88d8e3e3-8f55-4a1e-953a-9b9898b8876b")], at(DAY));
  await deliverDays(
    db,
    [0, 1, 2, 3, 4, 5].flatMap((place) => daysOf("user", place)),
  );
  await deliverDays(
    db,
    [0, 1, 2].flatMap((place) => daysOf("service", place)),
  );
  return db;
}

const analyze = (db: DomainHandle, day: number, hour = 3) =>
  analyzeDomain({ database: opened.database, clock: () => at(day, hour), chance: () => 1 }, db.domainId, {
    asOf: at(day),
  });

it("drift that a run finds is in the personas of the same run, and a second run changes nothing", async () => {
  const db = await givenOrganization();
  await analyze(db, DAY);
  await deliverObjects(db, "app-role-assignments", [READ, WRITE], at(DAY, 6));
  await deliverObjects(
    db,
    "role-assignments",
    [role("r-1", "88d8e3e3-8f55-4a1e-953a-9b9898b8876b"), role("r-2", "62e90394-69f5-4237-9190-012177145e10")],
    at(DAY, 6),
  );
  await analyze(db, DAY + 1);
  await analyze(db, DAY + 2);
  const found = await readResults(db);
  const events = (await readDrift(db, undefined, 100)).map(({ item }) => item);
  const service = await findNhi(db, nuidOf(db.domainId, `oid:${serviceId(0)}`));
  const shown = JSON.parse(service?.detail ?? "null") as { readonly drift: { readonly open: readonly object[] } };
  const tuid = events.find((event) => event.tuid !== null)?.tuid;
  const [persona] = await db.query<{ wire: string }>(
    "select wire from persona_details where domain_id = $1 and tuid = $2",
    [tuid],
  );
  expect(events.length).toBeGreaterThan(1);
  expect(shown.drift.open).toHaveLength(events.filter((event) => event.tuid === null).length);
  // The event has the name of the steward, who is found by the analysis of the identity.
  expect(events.find((event) => event.tuid === null)?.user.name).toBe("User 2");
  expect(JSON.parse(persona?.wire ?? "null")).toMatchObject({
    generated_at: at(DAY + 2, 0).toISOString(),
    risk_lens: { anomaly_count: events.filter((event) => event.tuid === tuid).length },
  });
  await analyze(db, DAY + 2, 5);
  expect(await readResults(db)).toEqual(found);
});

it("users and non-human identities are generated at their evaluation day", async () => {
  const db = await givenOrganization();
  await analyze(db, DAY);
  const users = await db.query<{ wire: string }>("select wire from persona_details where domain_id = $1");
  const services = await readNhiDetails(db, undefined, 100);
  const times = [...users, ...services].map(({ wire }) => (JSON.parse(wire) as { generated_at: string }).generated_at);
  expect([...new Set(times)]).toEqual([at(DAY, 0).toISOString()]);
  await analyze(db, DAY + 1);
  const later = await db.query<{ wire: string }>(
    "select wire from persona_details where domain_id = $1 union all select wire from nhi_details where domain_id = $1",
  );
  expect(new Set(later.map(({ wire }) => (JSON.parse(wire) as { generated_at: string }).generated_at))).toEqual(
    new Set([at(DAY + 1, 0).toISOString()]),
  );
});

it("the group of a user is set before drift compares with it", async () => {
  const db = await givenOrganization();
  await analyze(db, DAY);
  const groups = await db.query<{ group_guid: string }>(
    "select distinct group_guid from users where domain_id = $1 order by group_guid",
  );
  const expected = ["engineering", "finance"].map((name) => nameId(db.domainId, `group:${name}`));
  expect(groups.map(({ group_guid }) => group_guid)).toEqual(expected.sort());
});

it("a run computes only what depends on facts that changed", async () => {
  const db = await givenOrganization();
  const computed = async (day: number, hour: number) => {
    const counts: Readonly<Record<string, number>> = (await analyze(db, day, hour))?.counts ?? {};
    return ["nhi_computed", "personas_computed", "drift_days"].map((name) => counts[name] ?? 0);
  };
  expect(await computed(DAY, 3)).toEqual([3, 6, 30]);
  // Activity of the evaluation day itself is not in any window.
  await deliverDays(db, [{ kind: "service", place: 1, day: DAY, uses: [["operation", "Export", "Export", 4]] }]);
  expect(await computed(DAY, 4)).toEqual([0, 0, 0]);
  // The last day before the evaluation day is in the windows of that day alone.
  await deliverDays(db, [{ kind: "service", place: 1, day: DAY - 1, uses: [["operation", "Sync", "Sync", 4]] }]);
  const [late] = await computed(DAY, 5);
  expect(late).toBe(1);
  // User 2 owns service 0.
  await deliverObjects(db, "users", [0, 1, 2, 3, 4, 5].map(renamed), at(DAY, 6));
  expect(await computed(DAY, 6)).toEqual([1, 6, 0]);
  expect(await computed(DAY + 1, 3)).toEqual([3, 6, 1]);
});

const renamed = (place: number) => userObject(place, place === 2 ? { displayName: "Maya Ito" } : {});
