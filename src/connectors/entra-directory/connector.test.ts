import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GraphVendor, startGraph } from "../../../test/support/vendors/graph.ts";
import { CLIENT_SECRET } from "../../../test/support/vendors/log-analytics.ts";
import { createStillWorld, pullAll, type StillWorld } from "../../../test/support/vendors/vendor-server.ts";
import type { DirectoryKind } from "../../model/directory-kind.ts";
import type { Json, PulledPage } from "../connector.ts";
import { readSettings } from "../read-settings.ts";
import { entraDirectoryConnector } from "./connector.ts";

let vendor: GraphVendor;
let world: StillWorld;

const DELTAS = ["users", "groups", "servicePrincipals", "oauth2PermissionGrants"];
const LISTS = ["roleDefinitions", "roleAssignments", "roleEligibilityScheduleInstances"];

beforeEach(async () => {
  vendor = await startGraph();
  for (const path of DELTAS) vendor.changes.set(path, []);
  for (const path of LISTS) vendor.lists.set(`roleManagement/directory/${path}`, []);
  for (const path of ["applications", "servicePrincipals"]) vendor.lists.set(path, []);
  world = createStillWorld("2026-11-15T12:00:00.000Z");
});
afterEach(() => vendor.close());

async function pull(cursor?: Json, settings: Readonly<Record<string, string>> = {}) {
  const given = readSettings(entraDirectoryConnector, { ...vendor.settings, ...settings });
  const source = entraDirectoryConnector.open(given, world);
  try {
    return await pullAll(source, cursor);
  } finally {
    source.close();
  }
}

const batchesOf = (pages: readonly PulledPage[], kind: DirectoryKind) =>
  pages.flatMap(({ directory }) => directory.filter((batch) => batch.kind === kind));
const objectsOf = (pages: readonly PulledPage[], kind: DirectoryKind) =>
  batchesOf(pages, kind).flatMap(({ objects }) => objects);
const idsOf = (pages: readonly PulledPage[], kind: DirectoryKind) => objectsOf(pages, kind).map(({ id }) => id);
const user = (n: number) => ({ id: `u${n}`, userPrincipalName: `user${n}@northwind.example`, accountEnabled: true });

describe("changes", () => {
  test("the first poll reads everything, later ones the changes", async () => {
    vendor.changes.get("users")?.push(user(1), user(2), user(3));
    const first = await pull();
    expect(idsOf(first.pages, "users")).toEqual(["u1", "u2", "u3"]);
    expect(batchesOf(first.pages, "users").map(({ walk }) => walk)).toEqual([
      { first: true, last: false },
      { first: false, last: true },
    ]);
    vendor.changes.get("users")?.push({ id: "u1", "@removed": { reason: "changed" } }, user(4));
    const second = await pull(first.cursor);
    expect(objectsOf(second.pages, "users")).toEqual([{ id: "u1", "@removed": { reason: "changed" } }, user(4)]);
    expect(batchesOf(second.pages, "users")[0]?.walk).toBeUndefined();
    expect(objectsOf((await pull(second.cursor)).pages, "users")).toEqual([]);
  });

  test("users have the id of their manager, and agents the type of their object", async () => {
    vendor.changes
      .get("users")
      ?.push(
        { ...user(1), "manager@delta": [{ "@odata.type": "#microsoft.graph.user", id: "u2" }] },
        { ...user(2), "manager@delta": [{ id: "u3", "@removed": { reason: "deleted" } }] },
      );
    vendor.changes
      .get("servicePrincipals")
      ?.push({ id: "sp1", "@odata.type": "#microsoft.graph.agentIdentity", notes: "x" });
    const { pages } = await pull();
    expect(objectsOf(pages, "users")).toEqual([
      { ...user(1), managerId: "u2" },
      { ...user(2), managerId: null },
    ]);
    expect(objectsOf(pages, "service-principals")).toEqual([{ id: "sp1", objectType: "agentIdentity", notes: "x" }]);
  });

  test("an interrupted poll resumes in the middle of the walk", async () => {
    vendor.changes.get("users")?.push(...[1, 2, 3, 4, 5].map(user));
    const { pages } = await pull();
    const rest = await pull(pages[0]?.cursor);
    expect(idsOf(rest.pages, "users")).toEqual(["u3", "u4", "u5"]);
    expect(batchesOf(rest.pages, "users").map(({ walk }) => walk)).toEqual([
      { first: false, last: false },
      { first: false, last: true },
    ]);
  });

  test("410 restarts the walk, at the start of a poll and in the middle of one", async () => {
    vendor.changes.get("users")?.push(user(1), user(2), user(3));
    const first = await pull();
    vendor.forgetPositions();
    const again = await pull(first.cursor);
    expect(idsOf(again.pages, "users")).toEqual(["u1", "u2", "u3"]);
    expect(batchesOf(again.pages, "users")[0]?.walk).toEqual({ first: true, last: false });
    vendor.forgetPositions();
    vendor.disturb("users/delta", { status: 400, body: { error: { code: "Directory_ExpiredPageToken" } } });
    expect(idsOf((await pull(again.pages[0]?.cursor)).pages, "users")).toEqual(["u1", "u2", "u3"]);
  });

  test("groups have their members, including removed ones", async () => {
    vendor.changes.get("groups")?.push(
      {
        id: "g1",
        displayName: "Admins",
        "members@delta": [
          { "@odata.type": "#microsoft.graph.user", id: "u1" },
          { "@odata.type": "#microsoft.graph.servicePrincipal", id: "sp1", "@removed": { reason: "deleted" } },
        ],
      },
      { id: "g1", "members@delta": [{ "@odata.type": "#microsoft.graph.group", id: "g2" }] },
    );
    const { pages } = await pull();
    expect(objectsOf(pages, "groups")).toEqual([{ id: "g1", displayName: "Admins" }]);
    expect(objectsOf(pages, "memberships")).toEqual([
      { groupId: "g1", memberId: "u1", memberType: "User" },
      { groupId: "g1", memberId: "sp1", memberType: "ServicePrincipal", "@removed": { reason: "deleted" } },
      { groupId: "g1", memberId: "g2", memberType: "Group" },
    ]);
  });
});

describe("lists", () => {
  test("roles, role assignments, grants and service principals are passed on unchanged", async () => {
    vendor.lists.get("roleManagement/directory/roleDefinitions")?.push({ id: "r1", displayName: "Global Reader" });
    const assignment = { id: "a1", principalId: "u1", roleDefinitionId: "r1", directoryScopeId: "/" };
    vendor.lists.get("roleManagement/directory/roleAssignments")?.push(assignment);
    vendor.lists.get("roleManagement/directory/roleEligibilityScheduleInstances")?.push({ ...assignment, id: "e1" });
    vendor.changes.get("oauth2PermissionGrants")?.push({ id: "o1", clientId: "sp1", scope: "Mail.Read" });
    vendor.changes
      .get("servicePrincipals")
      ?.push({ id: "sp1", appId: "app1", "@odata.type": "#x", keyCredentials: [{ key: "x" }] });
    const { pages } = await pull();
    expect(idsOf(pages, "directory-roles")).toEqual(["r1"]);
    expect(objectsOf(pages, "role-assignments")).toEqual([assignment]);
    expect(idsOf(pages, "role-eligibilities")).toEqual(["e1"]);
    expect(idsOf(pages, "delegated-grants")).toEqual(["o1"]);
    expect(objectsOf(pages, "service-principals")).toEqual([{ id: "sp1", appId: "app1" }]);
  });

  test("credentials are separate objects, never with a value", async () => {
    const times = { startDateTime: "2026-01-01T00:00:00Z", endDateTime: "2027-01-01T00:00:00Z" };
    vendor.lists.get("applications")?.push({
      id: "ap1",
      appId: "app1",
      passwordCredentials: [{ keyId: "k1", hint: "abc", secretText: "value", displayName: "ci", ...times }],
      keyCredentials: [{ keyId: "k2", key: "value", usage: "Verify", customKeyIdentifier: "A1", ...times }],
    });
    const federated = { id: "k3", name: "main", issuer: "https://token.example", subject: "repo:x:ref:main" };
    vendor.lists.set("applications/ap1/federatedIdentityCredentials", [federated]);
    const credentials = objectsOf((await pull()).pages, "credentials");
    expect(credentials).toMatchObject([
      { applicationId: "ap1", appId: "app1", keyId: "k1", type: "password", displayName: "ci", ...times },
      { applicationId: "ap1", keyId: "k2", type: "certificate", thumbprint: "A1" },
      { applicationId: "ap1", appId: "app1", keyId: "k3", type: "federated", subject: "repo:x:ref:main" },
    ]);
    expect(JSON.stringify(credentials)).not.toMatch(/value|abc/);
  });

  test("owners and app role assignments are requested in batches, every page of them", async () => {
    const principals = Array.from({ length: 5 }, (_, n) => ({ id: `sp${n}`, appId: `app${n}` }));
    vendor.lists.get("servicePrincipals")?.push(...principals);
    for (const { id } of principals.slice(1)) {
      const assignments = [1, 2, 3].map((n) => ({ id: `${id}-${n}`, principalId: `u${n}`, resourceId: id }));
      vendor.lists.set(`servicePrincipals/${id}/appRoleAssignedTo`, assignments);
      vendor.lists.set(`servicePrincipals/${id}/owners`, [{ id: "u1", "@odata.type": "#microsoft.graph.user" }]);
    }
    vendor.lists.get("applications")?.push({ id: "ap1", appId: "app1" });
    vendor.lists.set("applications/ap1/owners", [{ id: "u2", "@odata.type": "#microsoft.graph.user" }]);
    const { pages } = await pull();
    expect(idsOf(pages, "app-role-assignments")).toHaveLength(12);
    expect(objectsOf(pages, "owners")).toHaveLength(5);
    expect(objectsOf(pages, "owners").at(-1)).toEqual({
      applicationId: "ap1",
      appId: "app1",
      ownerId: "u2",
      ownerType: "User",
    });
    const walks = batchesOf(pages, "owners").map(({ walk }) => walk);
    expect(walks[0]?.first).toBe(true);
    expect(walks.filter((walk) => walk?.last)).toHaveLength(1);
    expect(walks.at(-1)?.last).toBe(true);
  });

  test("lists are read again when their interval has passed", async () => {
    const { cursor } = await pull();
    expect(batchesOf((await pull(cursor)).pages, "role-assignments")).toEqual([]);
    world.now = new Date("2026-11-15T13:00:01.000Z");
    expect(batchesOf((await pull(cursor)).pages, "role-assignments")).toHaveLength(1);
    expect(batchesOf((await pull(cursor)).pages, "owners")).toEqual([]);
  });
});

describe("failures of Graph", () => {
  test("an expired token is renewed, and throttled requests are retried", async () => {
    vendor.changes.get("users")?.push(...[1, 2, 3, 4, 5].map(user));
    vendor.disturb("users/delta", { status: 429, headers: { "retry-after": "8" } }, { status: 503 }, { status: 500 });
    const source = entraDirectoryConnector.open(readSettings(entraDirectoryConnector, vendor.settings), world);
    const ids: unknown[] = [];
    for await (const page of source.pull(undefined)) {
      ids.push(...idsOf([page], "users"));
      vendor.expireTokens();
    }
    source.close();
    expect(ids).toHaveLength(5);
    expect(world.slept).toEqual([8_000, 1_500, 3_000]);
    expect(vendor.tokens).toBeGreaterThan(3);
  });

  test("a throttled request of a batch is repeated on its own", async () => {
    vendor.lists.get("servicePrincipals")?.push({ id: "sp1" });
    vendor.lists.set("servicePrincipals/sp1/appRoleAssignedTo", [{ id: "a1" }]);
    vendor.lists.set("servicePrincipals/sp1/owners", []);
    vendor.disturb("$batch", { body: { responses: [{ id: "0", status: 429 }] } });
    expect(idsOf((await pull()).pages, "app-role-assignments")).toEqual(["a1"]);
  });

  test("a part without permission is noted and stops nothing", async () => {
    vendor.changes.get("users")?.push(user(1));
    vendor.disturb("roleEligibility", { status: 403, body: { error: { code: "Authorization_RequestDenied" } } });
    vendor.disturb("roleAssignments", { status: 400, body: { error: { code: "AadPremiumLicenseRequired" } } });
    const { pages } = await pull();
    expect(idsOf(pages, "users")).toEqual(["u1"]);
    expect(pages.at(-1)?.notes).toEqual([
      "role assignments: not read (AadPremiumLicenseRequired)",
      "eligible role assignments: not read (Authorization_RequestDenied)",
    ]);
  });

  test("an app without any permission is a problem", async () => {
    vendor.disturb("/v1.0/", ...Array.from({ length: 10 }, () => ({ status: 403 })));
    await expect(pull()).rejects.toMatchObject({ kind: "not_permitted" });
  });

  test("a page loop is a problem, and so is a link to another host", async () => {
    const loop = { "@odata.nextLink": `${vendor.address}/v1.0/users/delta?$skiptoken=1` };
    vendor.disturb("users/delta", ...[1, 2, 3].map(() => ({ body: { value: [], ...loop } })));
    await expect(pull()).rejects.toMatchObject({ kind: "page_loop" });
    vendor.disturb("users/delta", { body: { value: [], "@odata.nextLink": "http://169.254.169.254/x" } });
    await expect(pull()).rejects.toMatchObject({ kind: "refused" });
    const leaving = { stages: { users: { next: "https://graph.evil.example/v1.0/users/delta?$skiptoken=1" } } };
    await expect(pull(leaving)).rejects.toMatchObject({ kind: "refused" });
  });

  test.each([
    ["no list", { value: {} }],
    ["no objects", { value: ["x"] }],
    ["no id", { value: [{ displayName: "x" }], "@odata.deltaLink": "/x" }],
    ["no link", { value: [] }],
    ["both links", { value: [], "@odata.deltaLink": "/x", "@odata.nextLink": "/y" }],
    ["an invalid link", { value: [], "@odata.nextLink": 7 }],
    ["no JSON", "<html>"],
  ])("a malformed page is a problem: %s", async (_what, body) => {
    vendor.disturb("users/delta", { body });
    await expect(pull()).rejects.toMatchObject({ kind: "malformed" });
  });

  test("the problem of a refused secret does not contain the secret", async () => {
    const failed = await pull(undefined, { client_secret: "another~secret" }).catch((error: Error) => error);
    expect(failed).toMatchObject({ kind: "bad_credentials" });
    expect(`${failed} ${JSON.stringify(failed)}`).not.toContain("another~secret");
    expect(`${failed} ${JSON.stringify(failed)}`).not.toContain(CLIENT_SECRET);
  });
});
