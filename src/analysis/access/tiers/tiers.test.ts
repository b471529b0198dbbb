import { describe, expect, test } from "vitest";
import { classifyAzureActions, classifyDirectoryActions } from "./action-rules.ts";
import { AZURE_ROLES } from "./azure-roles.ts";
import { DIRECTORY_ROLES } from "./directory-roles.ts";
import { GRAPH_PERMISSIONS } from "./graph-permissions.ts";
import { OTHER_PERMISSIONS } from "./other-permissions.ts";
import { classifyPermission, classifyScope } from "./permission-rules.ts";
import { PRIVILEGE_CLASSES } from "./privilege-classes.ts";
import {
  classifyAzureRoleName,
  classifyDirectoryRoleName,
  findAzureRole,
  findDirectoryRole,
  findPermissionValue,
} from "./tiers.ts";

const GRAPH = "00000003-0000-0000-c000-000000000000";
const linesOf = (table: string) => table.trim().split("\n");
const valuesOf = (table: string) => table.split(/\s+/).flatMap((entry) => entry.split("=")[1] ?? []);

describe("the tables", () => {
  test.each([
    ["directory roles", DIRECTORY_ROLES, findDirectoryRole, 145, 23],
    ["Azure roles", AZURE_ROLES, findAzureRole, 140, 64],
  ])("%s have an id, a tier and a class with a label", (_name, table, find, count, tierZero) => {
    const roles = linesOf(table).map((line) => find(line.split(" ")[0] ?? ""));
    expect(roles).toHaveLength(count);
    expect(
      roles.every((role) => role && role.name !== "" && Object.hasOwn(PRIVILEGE_CLASSES, role.privilegeClass)),
    ).toBe(true);
    expect(roles.filter((role) => role?.tier === 0)).toHaveLength(tierZero);
  });

  test.each([
    "Authentication Administrator",
    "Directory Writers",
    "Groups Administrator",
    "Helpdesk Administrator",
    "Password Administrator",
  ])("a role that is barred from administrators and their groups is not in tier 0: %s", (name) => {
    expect(findDirectoryRole(name)?.tier).toBe(1);
  });

  test("roles are found by id and by name, whatever the case", () => {
    const admin = { name: "Global Administrator", tier: 0, privilegeClass: "tenant_admin", isMarked: true };
    expect(findDirectoryRole("62E90394-69f5-4237-9190-012177145e10")).toMatchObject(admin);
    expect(findDirectoryRole("global administrator")).toMatchObject(admin);
    expect(findAzureRole("Contributor")).toMatchObject({ tier: 0, privilegeClass: "cloud_owner_no_grant" });
    expect(findAzureRole("no such role")).toBeUndefined();
  });

  test("permissions of an API are found by the application id of the API and their own id", () => {
    expect(findPermissionValue(GRAPH, "810C84A8-4a9e-49e6-bf7d-12d183f40d01")).toBe("Mail.Read");
    expect(findPermissionValue("00000002-0000-0ff1-ce00-000000000000", "dc890d15-9560-4a4c-9b7f-a736ec74ec40")).toBe(
      "full_access_as_app",
    );
    expect(findPermissionValue(GRAPH, "dc890d15-9560-4a4c-9b7f-a736ec74ec40")).toBeUndefined();
  });

  test("the tier of every listed permission follows from its value", () => {
    const values = [...valuesOf(GRAPH_PERMISSIONS), ...valuesOf(OTHER_PERMISSIONS)];
    const counts = [0, 1, 2].map((tier) => values.filter((value) => classifyPermission(value).tier === tier).length);
    expect(counts).toEqual([55, 452, 355]);
  });
});

describe("rules", () => {
  test.each([
    ["RoleManagement.ReadWrite.Directory", 0, "grant_role"],
    ["Application.ReadWrite.All", 0, "control_app_credential"],
    ["Mail.Send", 1, "mail_content"],
    ["Chat.ReadBasic.All", 2, "workload_read"],
    ["User.Read.All", 2, "directory_read"],
    ["Something.ReadWrite.New", 1, "workload_write"],
    ["", 2, "workload_read"],
  ])("the application permission %s is in tier %i", (value, tier, privilegeClass) => {
    expect(classifyPermission(value)).toEqual({ tier, privilegeClass });
  });

  test.each([
    ["Mail.Read", 2],
    ["Mail.Read.Shared", 1],
    ["Files.ReadWrite.All", 1],
    ["Policy.ReadWrite.Authorization", 2],
    ["Policy.ReadWrite.ConditionalAccess", 0],
    ["RoleAssignmentSchedule.Remove.Directory", 1],
  ])("the delegated scope %s is in tier %i", (value, tier) => {
    expect(classifyScope(value).tier).toBe(tier);
  });

  const role = (actions: readonly string[], more: object = {}) => ({
    actions,
    notActions: [],
    dataActions: [],
    ...more,
  });

  test.each([
    ["everything", role(["*"]), "cloud_access_admin"],
    ["everything but access", role(["*"], { notActions: ["Microsoft.Authorization/*/Write"] }), "cloud_owner_no_grant"],
    ["role assignments", role(["Microsoft.Authorization/roleAssignments/write"]), "cloud_access_admin"],
    ["commands on machines", role(["Microsoft.Compute/virtualMachines/runCommand/action"]), "cloud_compute_exec"],
    ["keys of storage", role(["Microsoft.Storage/storageAccounts/listKeys/action"]), "secrets_access"],
    [
      "blobs",
      role([], { dataActions: ["Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read"] }),
      "cloud_data_read",
    ],
    ["a restart", role(["Microsoft.Compute/virtualMachines/restart/action"]), "cloud_service_write"],
    ["reading", role(["*/read"]), "cloud_read"],
  ])("a custom Azure role with %s is classified by its actions", (_what, actions, privilegeClass) => {
    expect(classifyAzureActions(actions).privilegeClass).toBe(privilegeClass);
  });

  test.each([
    [["microsoft.directory/applications/credentials/update"], 0, "control_app_credential"],
    [["microsoft.directory/users/basic/update"], 1, "directory_write"],
    [["microsoft.directory/users/standard/read", "microsoft.directory/groups/members/read"], 2, "directory_read"],
    [["microsoft.directory/groups/members/update"], 0, "control_group_membership"],
  ])("a custom directory role is classified by its actions: %j", (actions, tier, privilegeClass) => {
    expect(classifyDirectoryActions(actions)).toEqual({ tier, privilegeClass });
  });

  test("a role of which only the name is known is classified by it", () => {
    expect(classifyDirectoryRoleName("Printer Administrator").tier).toBe(1);
    expect(classifyDirectoryRoleName("Printer Reader").privilegeClass).toBe("directory_read");
    expect(classifyAzureRoleName("Custom Owner").tier).toBe(0);
    expect(classifyAzureRoleName("Custom Reader").privilegeClass).toBe("cloud_read");
  });
});
