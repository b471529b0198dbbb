import type { Tier } from "../../../model/identity/entitlement.ts";
import { AZURE_ROLES } from "./azure-roles.ts";
import { DIRECTORY_ROLES } from "./directory-roles.ts";
import { GRAPH_PERMISSIONS } from "./graph-permissions.ts";
import { OTHER_PERMISSIONS } from "./other-permissions.ts";
import type { Classified } from "./permission-rules.ts";
import type { PrivilegeClass } from "./privilege-classes.ts";

/** A built-in role of the tables. */
export interface TieredRole extends Classified {
  readonly id: string;
  readonly name: string;
  /** Microsoft marks it as privileged. */
  readonly isMarked: boolean;
}

/** The roles of a table, by id and by name in lower case. */
type RoleTable = ReadonlyMap<string, TieredRole>;

const ROLE_LINE = /^(\S+) ([012]) ([p-]) (\S+) (.+)$/;

function readRoles(text: string): RoleTable {
  const roles = new Map<string, TieredRole>();
  for (const line of text.trim().split("\n")) {
    const [, id = "", tier = "", mark, privilegeClass = "", name = ""] = ROLE_LINE.exec(line) ?? [];
    const role = {
      id,
      name,
      tier: Number(tier) as Tier,
      isMarked: mark === "p",
      privilegeClass: privilegeClass as PrivilegeClass,
    };
    roles.set(id, role);
    roles.set(name.toLowerCase(), role);
  }
  return roles;
}

const GRAPH_APP_ID = "00000003-0000-0000-c000-000000000000";

function readPermissions(): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let api = GRAPH_APP_ID;
  for (const entry of `${GRAPH_PERMISSIONS} ${OTHER_PERMISSIONS}`.trim().split(/\s+/)) {
    const [id = "", value] = entry.split("=");
    if (value === undefined) api = id.slice(0, -1);
    else values.set(`${api}/${id}`, value);
  }
  return values;
}

/** Reads a table when it is first used. */
function once<T>(read: () => T): () => T {
  let table: { readonly value: T } | undefined;
  return () => {
    table ??= { value: read() };
    return table.value;
  };
}

const directoryRoles = once(() => readRoles(DIRECTORY_ROLES));
const azureRoles = once(() => readRoles(AZURE_ROLES));
const permissions = once(readPermissions);

/** Finds a built-in directory role by its template id or name. */
export const findDirectoryRole = (idOrName: string): TieredRole | undefined =>
  directoryRoles().get(idOrName.toLowerCase());

/** Finds a built-in Azure role by its id or name. */
export const findAzureRole = (idOrName: string): TieredRole | undefined => azureRoles().get(idOrName.toLowerCase());

/** Finds the value of an application permission, such as `Mail.Read`, by the application id of its API and its own id. */
export const findPermissionValue = (apiAppId: string, permissionId: string): string | undefined =>
  permissions().get(`${apiAppId.toLowerCase()}/${permissionId.toLowerCase()}`);

const API_NAMES: ReadonlyMap<string, string> = new Map([
  [GRAPH_APP_ID, "Microsoft Graph"],
  ["00000002-0000-0000-c000-000000000000", "Azure AD Graph (retired)"],
  ["00000002-0000-0ff1-ce00-000000000000", "Office 365 Exchange Online"],
  ["00000003-0000-0ff1-ce00-000000000000", "SharePoint Online"],
  ["fc780465-2017-40d4-a0c5-307022471b92", "WindowsDefenderATP"],
]);

/** Finds the name of an API by its application id. */
export const findApiName = (appId: string): string | undefined => API_NAMES.get(appId.toLowerCase());

/** Classifies a directory role that is in no table and whose actions are unknown, by its name. */
export function classifyDirectoryRoleName(name: string): Classified {
  if (/reader$/i.test(name)) return { tier: 2, privilegeClass: "directory_read" };
  return { tier: /administrator$/i.test(name) ? 1 : 2, privilegeClass: "service_admin" };
}

/** Classifies an Azure role that is in no table and whose actions are unknown, by its name. */
export function classifyAzureRoleName(name: string): Classified {
  if (/access administrator|\bowner$/i.test(name)) return { tier: 0, privilegeClass: "cloud_access_admin" };
  return { tier: 2, privilegeClass: /reader$/i.test(name) ? "cloud_read" : "cloud_service_write" };
}
