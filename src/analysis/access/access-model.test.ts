import { describe, expect, test } from "vitest";
import { DIRECTORY_KINDS, type DirectoryKind } from "../../model/directory-kind.ts";
import type { Fields } from "../../model/fields.ts";
import { buildDirectoryAccess } from "./access-model.ts";
import { createDirectoryBuilder } from "./directory-builder.ts";

const GLOBAL_ADMIN = "62e90394-69f5-4237-9190-012177145e10";
const GLOBAL_READER = "f2ef992c-3afb-46b9-b7cf-a126ee74c451";
const HELPDESK = "729827e3-9c14-49f7-bb1b-9608f156bbb8";
const TEAMS_ADMIN = "69091246-20e8-4a56-aa4d-066075b2a7a8";
const GRAPH = "00000003-0000-0000-c000-000000000000";
const MAIL_READ = "810c84a8-4a9e-49e6-bf7d-12d183f40d01";
const ROLE_MANAGEMENT = "9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8";
const CONTRIBUTOR = "b24988ac-6180-42a0-ab88-20f7382dd24c";
const SUBSCRIPTION = "/subscriptions/s1";
const VM = `${SUBSCRIPTION}/resourcegroups/hr/providers/microsoft.compute/virtualmachines/batch`;

type Objects = Partial<Record<DirectoryKind, Readonly<Record<string, Fields>>>>;

function build(objects: Objects) {
  const builder = createDirectoryBuilder();
  for (const kind of DIRECTORY_KINDS) {
    const entries = Object.entries(objects[kind] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [id, document] of entries) builder.add(kind, id, document);
  }
  return buildDirectoryAccess(builder.build(new Set(DIRECTORY_KINDS)));
}

const user = (name: string): Fields => ({ displayName: name, userPrincipalName: `${name}@northwind.example` });
const role = (principalId: string, roleDefinitionId: string, more: Fields = {}): Fields => ({
  principalId,
  roleDefinitionId,
  directoryScopeId: "/",
  ...more,
});
const entitlementsOf = (objects: Objects, id: string) =>
  build(objects)
    .access.entitlementsOf(id)
    .map(({ key, source, state, tier }) => [key, source, state, tier]);

describe("entitlements", () => {
  test("a directory role has its tier, and is listed once with its strongest state", () => {
    const objects: Objects = {
      users: { ada: user("Ada") },
      "role-assignments": { ra: role("ada", GLOBAL_ADMIN, { assignmentType: "Activated" }) },
      "role-eligibilities": {
        re: role("ADA", GLOBAL_ADMIN),
        rf: role("ada", GLOBAL_READER, { requiresApproval: true }),
      },
    };
    expect(entitlementsOf(objects, "ada")).toEqual([
      [`role:${GLOBAL_ADMIN}@/`, "pim_active", "active", 0],
      [`role:${GLOBAL_READER}@/`, "pim_eligible", "eligible_with_approval", 1],
    ]);
  });

  test("a role in an administrative unit is one tier lower than in the tenant", () => {
    const assignment = role("ada", GLOBAL_ADMIN, { directoryScopeId: "/administrativeUnits/AU1" });
    expect(entitlementsOf({ users: { ada: user("Ada") }, "role-assignments": { ra: assignment } }, "ada")).toEqual([
      [`role:${GLOBAL_ADMIN}@/administrativeunits/au1`, "direct", "active", 1],
    ]);
  });

  test("groups give what they are granted, nested groups and cycles included", () => {
    const objects: Objects = {
      users: { ada: user("Ada") },
      groups: { g1: { displayName: "One" }, g2: { displayName: "Two", isAssignableToRole: true } },
      memberships: { "g1/ada": {}, "g1/g2": {}, "g2/g1": {}, "gone/ada": {} },
      "role-assignments": { ra: role("g2", GLOBAL_ADMIN) },
    };
    const { access, directory } = build(objects);
    expect(directory.groupsOf("ada").map(({ displayName }) => displayName)).toEqual(["One", "Two"]);
    expect(
      access.entitlementsOf("ada").map(({ key, source, tier, evidence }) => [key, source, tier, evidence]),
    ).toEqual([
      ["group:g1", "direct", 0, { kind: "memberships", objectId: "g1/ada" }],
      ["group:g2", "direct", 0, { kind: "memberships", objectId: "g2/g1" }],
      [`role:${GLOBAL_ADMIN}@/`, "group:Two", 0, { kind: "role-assignments", objectId: "ra" }],
    ]);
    expect(access.reachOf("ada")).toMatchObject({ reachesControlPlane: true, isDirect: true, blastRadius: "critical" });
  });

  test("application permissions are named by the tables, by the API's own roles, or by their ids", () => {
    const assigned = (appRoleId: string): Fields => ({ principalId: "sp", resourceId: "graph", appRoleId });
    const objects: Objects = {
      "service-principals": {
        sp: { appId: "app1", displayName: "Mailer" },
        graph: { appId: GRAPH, displayName: "Microsoft Graph", appRoles: [{ id: "own", value: "Reports.Read.All" }] },
      },
      "app-role-assignments": { a: assigned(MAIL_READ), b: assigned("own"), c: assigned("nobody-knows") },
    };
    const found = build(objects).access.entitlementsOf("sp");
    expect(found.map(({ name, kind, tier, resource }) => [name, kind, tier, resource])).toEqual([
      ["Mail.Read", "app_permission", 1, "Microsoft Graph"],
      ["nobody-knows", "app_permission", 2, "Microsoft Graph"],
      ["Reports.Read.All", "app_permission", 2, "Microsoft Graph"],
    ]);
  });

  test("a grant for one user is never more privileged than that user; one for all users keeps its tier", () => {
    const grant = (more: Fields): Fields => ({
      clientId: "sp",
      resourceId: "graph",
      scope: "Group.ReadWrite.All",
      ...more,
    });
    const objects = (more: Fields): Objects => ({
      users: { ada: user("Ada"), ben: user("Ben") },
      "service-principals": { sp: { appId: "app1", displayName: "Client" }, graph: { appId: GRAPH } },
      "role-assignments": { ra: role("ada", GLOBAL_ADMIN) },
      "delegated-grants": { g: grant(more) },
    });
    const tierOf = (more: Fields) => build(objects(more)).access.entitlementsOf("sp")[0]?.tier;
    expect(tierOf({ consentType: "AllPrincipals" })).toBe(0);
    expect(tierOf({ consentType: "Principal", principalId: "ada" })).toBe(0);
    expect(tierOf({ consentType: "Principal", principalId: "ben" })).toBe(2);
    const consent = build(objects({ consentType: "Principal", principalId: "ben" })).access;
    expect(consent.entitlementsOf("ben")).toMatchObject([{ name: "Group.ReadWrite.All for Client", tier: 2 }]);
    expect(consent.reachOf("ben")).toMatchObject({ blastRadius: "minimal", reachesControlPlane: false });
  });

  test.each([
    ["/", 0, "azure:root"],
    ["/providers/Microsoft.Management/managementGroups/m", 0, "azure:management_group"],
    [SUBSCRIPTION, 0, "azure:subscription"],
    [`${SUBSCRIPTION}/resourceGroups/hr/`, 1, "azure:resource_group"],
    [VM, 2, "azure:resource"],
  ])("an Azure role in the scope %s is in tier %i", (scope, tier, source) => {
    const assignment = { principalId: "ada", roleDefinitionId: `/x/roleDefinitions/${CONTRIBUTOR}`, scope };
    const objects: Objects = { users: { ada: user("Ada") }, "azure-role-assignments": { z: assignment } };
    expect(build(objects).access.entitlementsOf("ada")).toMatchObject([{ name: "Contributor", tier, source }]);
  });

  test("an owner of a privileged application is privileged", () => {
    const objects: Objects = {
      users: { ada: user("Ada") },
      "service-principals": { sp: { appId: "app1", displayName: "Mailer" }, graph: { appId: GRAPH } },
      "app-role-assignments": { a: { principalId: "sp", resourceId: "graph", appRoleId: MAIL_READ } },
      owners: { "ap1/ada": { applicationId: "ap1", appId: "app1", ownerId: "ada" } },
    };
    const { access, directory } = build(objects);
    expect(access.entitlementsOf("ada")).toMatchObject([
      { key: "owner:sp", source: "owner:Mailer", isPrivileged: true },
    ]);
    expect(directory.ownersOf("sp")).toMatchObject([{ ownerId: "ada", relation: "app_owner" }]);
    expect(directory.ownedBy("ada")).toMatchObject([{ objectId: "sp" }]);
  });

  test("what one of several owners holds rests on the record of that owner", () => {
    const { access } = build({
      users: { ada: user("Ada"), ben: user("Ben") },
      "service-principals": { sp: { appId: "app1", displayName: "Mailer" } },
      owners: {
        "sp/ada": { servicePrincipalId: "sp", ownerId: "ada" },
        "sp/ben": { servicePrincipalId: "sp", ownerId: "ben" },
      },
    });
    for (const id of ["ada", "ben"]) {
      expect(access.entitlementsOf(id)).toMatchObject([{ evidence: { kind: "owners", objectId: `sp/${id}` } }]);
    }
  });
});

describe("the control plane", () => {
  const tierZeroApp: Objects = {
    users: { ada: user("Ada"), ben: user("Ben") },
    "service-principals": { sp: { appId: "app1", displayName: "Grants" }, graph: { appId: GRAPH } },
    "app-role-assignments": { a: { principalId: "sp", resourceId: "graph", appRoleId: ROLE_MANAGEMENT } },
    owners: { "sp/ada": { servicePrincipalId: "sp", ownerId: "ada" } },
  };

  test("the owner of an application with a tier 0 permission reaches it with one edge", () => {
    const { access } = build(tierZeroApp);
    expect(access.reachOf("sp")).toMatchObject({ reachesControlPlane: true, isDirect: true, path: [] });
    expect(access.reachOf("ada")).toMatchObject({
      reachesControlPlane: true,
      isDirect: false,
      blastRadius: "critical",
      tier: 0,
      path: [
        { edge: "Owns", to: "Grants" },
        { edge: "HasRole", to: "RoleManagement.ReadWrite.Directory" },
      ],
    });
    expect(access.reachOf("ben")).toMatchObject({ reachesControlPlane: false, tier: 2, path: [] });
  });

  test("a role that resets passwords reaches the control plane only through an unprotected user who does", () => {
    const assignment = { principalId: "sp", resourceId: "graph", appRoleId: ROLE_MANAGEMENT };
    const objects = (owners: Objects["owners"] = {}): Objects => ({
      users: { ada: user("Ada"), ben: user("Ben"), eve: user("Eve") },
      "service-principals": { graph: { appId: GRAPH }, sp: { displayName: "roles" } },
      "app-role-assignments": { as: assignment },
      "role-assignments": { ra: role("ada", HELPDESK), rb: role("eve", GLOBAL_ADMIN) },
      owners,
    });
    expect(build(objects()).access.reachOf("ada")).toMatchObject({ reachesControlPlane: false, tier: 1 });
    const owned = build(objects({ ow: { servicePrincipalId: "sp", ownerId: "ben" } })).access.reachOf("ada");
    expect(owned).toMatchObject({ reachesControlPlane: true, tier: 0, isDirect: false, blastRadius: "high" });
    expect(owned.path.map(({ edge }) => edge)).toEqual(["HasRole", "ResetPassword", "Owns", "HasRole"]);
  });

  test("a disabled application cannot be taken over", () => {
    const services = { ...tierZeroApp["service-principals"], sp: { appId: "app1", accountEnabled: false } };
    const { access } = build({ ...tierZeroApp, "service-principals": services });
    expect(access.reachOf("ada").reachesControlPlane).toBe(false);
  });

  test("an eligible role counts, one that needs an approval does not", () => {
    const reach = (more: Fields) =>
      build({
        users: { ada: user("Ada") },
        "role-eligibilities": { re: role("ada", GLOBAL_ADMIN, more) },
      }).access.reachOf("ada");
    expect(reach({})).toMatchObject({ reachesControlPlane: true, blastRadius: "critical" });
    expect(reach({ requiresApproval: true })).toMatchObject({
      reachesControlPlane: false,
      blastRadius: "low",
      tier: 2,
    });
  });

  test("a group that needs an approval for its role does not make its members reach the control plane", () => {
    const { access } = build({
      users: { ada: user("Ada") },
      groups: { g: { displayName: "Admins", isAssignableToRole: true } },
      memberships: { "g/ada": {} },
      "role-eligibilities": { re: role("g", GLOBAL_ADMIN, { requiresApproval: true }) },
    });
    expect(access.reachOf("ada")).toMatchObject({ reachesControlPlane: false, blastRadius: "low" });
  });

  test("a contributor of a subscription reaches the control plane only through an identity", () => {
    const assignment = { principalId: "ada", roleDefinitionId: CONTRIBUTOR, scope: SUBSCRIPTION };
    const { access } = build({ users: { ada: user("Ada") }, "azure-role-assignments": { z: assignment } });
    expect(access.reachOf("ada")).toMatchObject({
      reachesControlPlane: false,
      blastRadius: "high",
      tier: 0,
      isDirect: true,
    });
  });

  test("a contributor of a machine reaches what the machine's identity holds", () => {
    const { access } = build({
      users: { ada: user("Ada") },
      "service-principals": {
        mi: { appId: "app2", displayName: "batch", servicePrincipalType: "ManagedIdentity" },
        graph: { appId: GRAPH },
      },
      "app-role-assignments": { a: { principalId: "mi", resourceId: "graph", appRoleId: ROLE_MANAGEMENT } },
      "azure-resources": { [VM]: { identity: { principalId: "MI" } } },
      "azure-role-assignments": { z: { principalId: "ada", roleDefinitionId: CONTRIBUTOR, scope: VM } },
    });
    expect(access.entitlementsOf("ada")).toMatchObject([{ tier: 0 }]);
    expect(access.reachOf("ada")).toMatchObject({ reachesControlPlane: true, blastRadius: "high", share: 3 / 4 });
  });

  test("an administrator of Microsoft 365 groups reaches what such a group holds, unless it can be assigned to roles", () => {
    const objects = (group: Fields): Objects => ({
      users: { ada: user("Ada") },
      groups: { g: { displayName: "Crew", groupTypes: ["Unified"], ...group } },
      "role-assignments": { ra: role("ada", TEAMS_ADMIN) },
      "azure-role-assignments": { z: { principalId: "g", roleName: "Owner", scope: SUBSCRIPTION } },
    });
    expect(build(objects({})).access.reachOf("ada")).toMatchObject({
      reachesControlPlane: true,
      path: [
        { edge: "HasRole", to: "any Microsoft 365 group" },
        { edge: "AddMember", to: "Crew" },
        { edge: "HasRole", to: "Owner" },
      ],
    });
    expect(build(objects({ isAssignableToRole: true })).access.reachOf("ada").reachesControlPlane).toBe(false);
  });
});

describe("the blast radius", () => {
  const holding = (roleDefinitionId: string, more: Fields = {}) =>
    build({
      users: { ada: user("Ada") },
      "role-assignments": { ra: role("ada", roleDefinitionId, more) },
    }).access.reachOf("ada").blastRadius;

  test("follows the list of levels", () => {
    expect(holding(GLOBAL_ADMIN)).toBe("critical");
    expect(holding(TEAMS_ADMIN)).toBe("high");
    expect(holding(GLOBAL_READER)).toBe("moderate");
    expect(holding(GLOBAL_ADMIN, { directoryScopeId: "/administrativeUnits/a" })).toBe("moderate");
    expect(holding("88d8e3e3-8f55-4a1e-953a-9b9898b8876b")).toBe("low");
    expect(build({ users: { ada: user("Ada") } }).access.reachOf("ada").blastRadius).toBe("minimal");
  });

  test("is high when a quarter of all identities can be taken over", () => {
    const owners = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`sp${n}/ada`, { servicePrincipalId: `sp${n}`, ownerId: "ada" }]),
      );
    const services = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`sp${n}`, { appId: `a${n}` }]));
    const reach = (count: number) =>
      build({ users: { ada: user("Ada") }, "service-principals": services, owners: owners(count) }).access.reachOf(
        "ada",
      );
    expect([reach(25).blastRadius, reach(25).share]).toEqual(["high", 0.25]);
    expect(reach(24).blastRadius).toBe("moderate");
    expect(reach(4).blastRadius).toBe("low");
  });
});
