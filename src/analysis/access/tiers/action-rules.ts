import type { Tier } from "../../../model/identity/entitlement.ts";
import type { Classified } from "./permission-rules.ts";
import type { PrivilegeClass } from "./privilege-classes.ts";

/** The actions of a custom role. */
export interface RoleActions {
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
  readonly dataActions: readonly string[];
}

interface ActionRule {
  readonly tier: Tier;
  readonly privilegeClass: PrivilegeClass;
  readonly matches: (role: RoleActions) => boolean;
}

const MAX_ACTION = 256;
const some = (actions: readonly string[], pattern: RegExp): boolean =>
  actions.some((action) => pattern.test(action.slice(0, MAX_ACTION)));

const everything = ({ actions }: RoleActions): boolean => actions.includes("*");
const withoutAuthorization = ({ notActions }: RoleActions): boolean => some(notActions, /^microsoft\.authorization\//i);

const ACCESS =
  /^microsoft\.authorization\/(?:\*|roleassignments\/(?:write|\*)|elevateaccess\/action|policyassignments\/(?:write|\*))$/i;
const IDENTITY =
  /^microsoft\.managedidentity\/(?:\*|userassignedidentities\/(?:\*|\*\/assign\/action|assign\/action|federatedidentitycredentials\/(?:write|\*)))$/i;
const COMPUTE =
  /^microsoft\.(?:compute\/(?:\*|virtualmachines\/(?:\*|runcommand\/action|extensions\/(?:write|\*)))|hybridcompute\/(?:\*|machines\/(?:\*|extensions\/(?:write|\*)))|automation\/(?:\*|automationaccounts\/\*)|logic\/(?:\*|workflows\/\*)|web\/(?:\*|sites\/\*)|containerservice\/(?:\*|managedclusters\/(?:\*|listcluster\w{1,40}\/action))|app\/(?:\*|containerapps\/\*)|desktopvirtualization\/\*)$/i;
const COMPUTE_DATA = /virtualmachines\/login\w{0,20}\/action$|managedclusters\/\*$|\/pods\/(?:\*|exec\/action)$/i;
const SECRETS =
  /^microsoft\.(?:keyvault\/|storage\/storageaccounts\/\*$)|listkeys|listcredentials|listclustercredential|regeneratekey/i;
const SECRET_DATA = /^microsoft\.keyvault\/vaults\/(?:\*|secrets\/|keys\/|certificates\/)/i;

/** The rules for the actions of a custom Azure role; the first match decides. */
const AZURE_RULES: readonly ActionRule[] = [
  {
    tier: 0,
    privilegeClass: "cloud_access_admin",
    matches: (role) => (everything(role) && !withoutAuthorization(role)) || some(role.actions, ACCESS),
  },
  { tier: 0, privilegeClass: "cloud_owner_no_grant", matches: everything },
  { tier: 0, privilegeClass: "cloud_identity_assume", matches: ({ actions }) => some(actions, IDENTITY) },
  {
    tier: 0,
    privilegeClass: "cloud_compute_exec",
    matches: ({ actions, dataActions }) => some(actions, COMPUTE) || some(dataActions, COMPUTE_DATA),
  },
  {
    tier: 1,
    privilegeClass: "secrets_access",
    matches: ({ actions, dataActions }) =>
      actions.some((action) => some([action], SECRETS) && !isRead(action)) ||
      dataActions.some((action) => some([action], SECRET_DATA) && !/readmetadata/i.test(action)),
  },
  {
    tier: 1,
    privilegeClass: "cloud_data_write",
    matches: ({ dataActions }) => some(dataActions, /^\*$|\/(?:\*|write|delete)$|\/add\/action$|send\/action$/i),
  },
  { tier: 1, privilegeClass: "cloud_data_read", matches: ({ dataActions }) => some(dataActions, /\/read$/i) },
  {
    tier: 2,
    privilegeClass: "cloud_service_write",
    matches: ({ actions }) => actions.some((action) => !isRead(action)),
  },
];

const isRead = (action: string): boolean => /\/read$/i.test(action.slice(0, MAX_ACTION));
const CLOUD_READ: Classified = { tier: 2, privilegeClass: "cloud_read" };

/** Classifies a custom Azure role by its actions. */
export function classifyAzureActions(role: RoleActions): Classified {
  const found = AZURE_RULES.find(({ matches }) => matches(role));
  return found ? { tier: found.tier, privilegeClass: found.privilegeClass } : CLOUD_READ;
}

const DIRECTORY_RULES: readonly (Classified & { readonly pattern: RegExp })[] = [
  { tier: 0, privilegeClass: "grant_role", pattern: /^microsoft\.directory\/role(?:assignments|definitions)\// },
  {
    tier: 0,
    privilegeClass: "grant_app_permission",
    pattern:
      /^microsoft\.directory\/(?:serviceprincipals\/(?:approleassignedto\/update|managepermissiongrants)|oauth2permissiongrants\/)/,
  },
  {
    tier: 0,
    privilegeClass: "control_app_credential",
    pattern:
      /^microsoft\.directory\/(?:applications(?:\.myorganization)?|serviceprincipals)\/(?:credentials|owners|authentication|allproperties)\//,
  },
  {
    tier: 0,
    privilegeClass: "control_user_credential",
    pattern: /^microsoft\.directory\/users\/(?:password|authenticationmethods|allproperties)\//,
  },
  {
    tier: 0,
    privilegeClass: "control_group_membership",
    pattern: /^microsoft\.directory\/groups(?:\.\w{1,40})?\/(?:members|owners|dynamicmembershiprule|allproperties)\//,
  },
  {
    tier: 0,
    privilegeClass: "control_tenant_trust",
    pattern: /^microsoft\.directory\/(?:conditionalaccesspolicies|domains|hybridauthenticationpolicy)\//,
  },
  { tier: 1, privilegeClass: "directory_write", pattern: /^microsoft\.directory\// },
  { tier: 1, privilegeClass: "service_admin", pattern: /^microsoft\./ },
];

const isDirectoryRead = (action: string): boolean => /\/read$|\/allproperties\/read$/.test(action);
const DIRECTORY_READ: Classified = { tier: 2, privilegeClass: "directory_read" };

/** Classifies a custom directory role by the actions that it allows. */
export function classifyDirectoryActions(actions: readonly string[]): Classified {
  const writes = actions.map((action) => action.slice(0, MAX_ACTION).toLowerCase()).filter((a) => !isDirectoryRead(a));
  const found = DIRECTORY_RULES.find(({ pattern }) => some(writes, pattern));
  return found ? { tier: found.tier, privilegeClass: found.privilegeClass } : DIRECTORY_READ;
}
