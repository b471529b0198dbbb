import fc from "fast-check";
import { buildDirectoryAccess, type DirectoryAccess } from "../../src/analysis/access/access-model.ts";
import { createDirectoryBuilder } from "../../src/analysis/access/directory-builder.ts";
import { DIRECTORY_KINDS, type DirectoryKind } from "../../src/model/directory-kind.ts";
import type { Fields } from "../../src/model/fields.ts";

/** The objects of a directory: by kind, then by id. */
export type PlantedDirectory = Readonly<Record<DirectoryKind, ReadonlyMap<string, Fields>>>;

const SIZE = { users: 5, services: 5, groups: 4, resources: 3 };
const ids = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}`);
const USERS = ids("u", SIZE.users);
const SERVICES = ids("s", SIZE.services);
const GROUPS = ids("g", SIZE.groups);
const IDENTITIES = [...USERS, ...SERVICES];
const PRINCIPALS = [...IDENTITIES, ...GROUPS];
const RESOURCES = [
  "/subscriptions/a/resourcegroups/r/vm0",
  "/subscriptions/a/resourcegroups/q/vm1",
  "/subscriptions/b/resourcegroups/r/vm2",
];
const SCOPES = ["/", "/subscriptions/a", "/subscriptions/a/resourcegroups/r", RESOURCES[1] ?? "", "/subscriptions/b"];

/** Roles of every tier, with and without a capability. */
const ROLES = [
  "62e90394-69f5-4237-9190-012177145e10",
  "729827e3-9c14-49f7-bb1b-9608f156bbb8",
  "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3",
  "fdd7a751-b60b-444a-984c-02652fe8fa1c",
  "69091246-20e8-4a56-aa4d-066075b2a7a8",
  "69091246-20e8-4a56-aa4d-066075b2a7a8",
  "f2ef992c-3afb-46b9-b7cf-a126ee74c451",
  "88d8e3e3-8f55-4a1e-953a-9b9898b8876b",
];
const PERMISSIONS = [
  "9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8",
  "1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9",
  "810c84a8-4a9e-49e6-bf7d-12d183f40d01",
  "df021288-bdef-4463-88db-98f22de89214",
];
const AZURE_ROLES = ["Owner", "Contributor", "Virtual Machine Contributor", "Reader", "Key Vault Secrets User"];

const one = <T>(values: readonly T[]) => fc.constantFrom(...values);
const some = (kind: string, arbitrary: fc.Arbitrary<Fields>, max: number) =>
  fc.array(arbitrary, { maxLength: max }).map((list) => new Map(list.map((fields, n) => [`${kind}${n}`, fields])));
const sometimes = fc.boolean();
const rarely = fc.integer({ min: 0, max: 5 }).map((n) => n === 0);

const users = fc
  .tuple(...USERS.map(() => rarely))
  .map(
    (disabled) =>
      new Map(USERS.map((id, n): [string, Fields] => [id, { displayName: id, accountEnabled: !disabled[n] }])),
  );
const services = fc.tuple(...SERVICES.map(() => fc.tuple(rarely, sometimes))).map((drawn) => {
  const made = SERVICES.map((id, n): [string, Fields] => [
    id,
    {
      appId: `app-${id}`,
      displayName: id,
      accountEnabled: !drawn[n]?.[0],
      servicePrincipalType: drawn[n]?.[1] ? "ManagedIdentity" : "Application",
    },
  ]);
  return new Map<string, Fields>([...made, ["graph", { appId: "00000003-0000-0000-c000-000000000000" }]]);
});
const groups = fc
  .tuple(...GROUPS.map(() => fc.tuple(sometimes, sometimes)))
  .map(
    (drawn) =>
      new Map(
        GROUPS.map((id, n): [string, Fields] => [
          id,
          { displayName: id, isAssignableToRole: drawn[n]?.[0], groupTypes: drawn[n]?.[1] ? ["Unified"] : [] },
        ]),
      ),
  );
const pairs = (from: readonly string[], to: readonly string[], max: number) =>
  fc.array(fc.tuple(one(from), one(to)), { maxLength: max });

const roleOf = fc.record({
  principalId: one(PRINCIPALS),
  roleDefinitionId: one(ROLES),
  directoryScopeId: one(["/", "/", "/", "/administrativeUnits/x"]),
});

/** Directories with random links between a few identities, so that paths of every length occur. */
export const plantedDirectory: fc.Arbitrary<PlantedDirectory> = fc.record({
  users,
  groups,
  memberships: pairs(GROUPS, PRINCIPALS, 8).map(
    (list) => new Map(list.map(([group, member]) => [`${group}/${member}`, {}])),
  ),
  "directory-roles": fc.constant(new Map<string, Fields>()),
  "role-assignments": some("ra", roleOf, 2),
  "role-eligibilities": some(
    "re",
    fc.tuple(roleOf, sometimes).map(([role, requiresApproval]) => ({ ...role, requiresApproval })),
    2,
  ),
  "service-principals": services,
  "app-role-assignments": some(
    "ar",
    fc.record({ principalId: one(SERVICES), resourceId: fc.constant("graph"), appRoleId: one(PERMISSIONS) }),
    3,
  ),
  "delegated-grants": some(
    "dg",
    fc.record({
      clientId: one(SERVICES),
      resourceId: fc.constant("graph"),
      scope: one(["User.Read", "Group.ReadWrite.All", "Files.Read.All"]),
      consentType: one(["AllPrincipals", "Principal"]),
      principalId: one(USERS),
    }),
    1,
  ),
  credentials: pairs(SERVICES, SERVICES, 2).map(
    (list) =>
      new Map(
        list.map(([holder, subject]) => [
          `${holder}/fic-${subject}`,
          { objectId: holder, keyId: `fic-${subject}`, type: "federated", subject },
        ]),
      ),
  ),
  owners: pairs([...SERVICES, ...GROUPS], IDENTITIES, 6).map(
    (list) => new Map(list.map(([target, ownerId]) => [`${target}/${ownerId}`, { objectId: target, ownerId }])),
  ),
  "azure-role-assignments": some(
    "az",
    fc.record({
      principalId: one(PRINCIPALS),
      roleName: one(AZURE_ROLES),
      scope: one(SCOPES),
      eligible: sometimes,
      requiresApproval: rarely,
    }),
    3,
  ),
  "azure-resources": fc
    .tuple(...RESOURCES.map(() => one([null, ...SERVICES])))
    .map(
      (hosted) => new Map(RESOURCES.map((id, n): [string, Fields] => [id, { identity: { principalId: hosted[n] } }])),
    ),
});

/** Builds the models of a planted directory. */
export function modelsOf(directory: PlantedDirectory): DirectoryAccess {
  const builder = createDirectoryBuilder();
  for (const kind of DIRECTORY_KINDS) {
    for (const [id, document] of [...directory[kind]].sort(([a], [b]) => (a < b ? -1 : 1)))
      builder.add(kind, id, document);
  }
  return buildDirectoryAccess(builder.build(new Set(DIRECTORY_KINDS)));
}

export const identitiesOf = (directory: PlantedDirectory): readonly string[] => [
  ...directory.users.keys(),
  ...directory["service-principals"].keys(),
];
