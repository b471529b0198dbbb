import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import type { DirectoryKind } from "../../model/directory-kind.ts";
import type { Fields } from "../../model/fields.ts";
import { createTimeSlice } from "../../runtime/time-slice.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { loadDirectory } from "./load-directory.ts";

const NOW = new Date("2026-03-10T12:00:00.000Z");
const GLOBAL_ADMIN = "62e90394-69f5-4237-9190-012177145e10";
let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const USERS = Array.from({ length: 8 }, (_, n) => ({
  id: `user-${n}`,
  userPrincipalName: `user${n}@northwind.example`,
  displayName: `User ${n}`,
  department: "Finance",
  manager: { id: "USER-0", displayName: "User 0" },
}));

const GROUPS = Array.from({ length: 1_001 }, (_, n) => ({ id: `group-${n}`, isAssignableToRole: true }));

const OBJECTS: readonly (readonly [DirectoryKind, readonly Fields[]])[] = [
  ["users", USERS],
  ["groups", GROUPS],
  ["memberships", [{ id: "group-999", members: USERS.slice(0, 3).map(({ id }) => ({ id })) }]],
  [
    "role-assignments",
    [{ id: "ra-1", principalId: "group-999", roleDefinitionId: GLOBAL_ADMIN, directoryScopeId: "/" }],
  ],
  ["service-principals", [{ id: "service-1", appId: "app-1", displayName: "Sync" }]],
  ["owners", [{ id: "service-1", owners: [{ id: "user-5" }] }]],
  ["credentials", [{ id: "service-1", passwordCredentials: [{ keyId: "k1", endDateTime: "2027-01-01T00:00:00Z" }] }]],
];

async function deliver(db: DomainHandle, objects: typeof OBJECTS): Promise<void> {
  for (const [kind, values] of objects) {
    const lines = values.map((value, index) => ({ line: index + 1, value }));
    await ingestDirectory(db, () => NOW, { kind, lines, walk: { first: true, last: true } });
  }
}

const described = async (db: DomainHandle) => {
  const { directory, access } = await loadDirectory(db, createTimeSlice());
  return {
    delivered: [...directory.delivered].sort(),
    users: directory.users,
    groups: directory.groups,
    credentials: directory.credentialsOf("service-1"),
    owned: directory.ownedBy("user-5").map(({ displayName }) => displayName),
    entitlements: directory.users.map(({ objectId }) => access.entitlementsOf(objectId)),
    reach: directory.users.map(({ objectId }) => access.reachOf(objectId)),
  };
};

it("reads every page of the stored directory, whatever the order of delivery", async () => {
  const [one, other] = [await opened.addDomain(), await opened.addDomain()];
  await deliver(one, OBJECTS);
  await deliver(other, [...OBJECTS].reverse());
  await deliver(other, OBJECTS.slice(0, 1));
  const found = await described(one);
  expect(found.groups).toHaveLength(1_001);
  expect(found.users[0]).toMatchObject({ objectId: "user-0", managerId: "user-0", department: "Finance" });
  expect(found.reach.filter(({ reachesControlPlane }) => reachesControlPlane)).toHaveLength(3);
  expect(found.owned).toEqual(["Sync"]);
  expect(found.credentials).toMatchObject([{ keyId: "k1", type: "client_secret" }]);
  expect(found.delivered).toEqual(OBJECTS.map(([kind]) => kind).sort());
  expect(await described(other)).toEqual(found);
});
