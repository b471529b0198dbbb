import type { Entitlement } from "../../model/identity/entitlement.ts";
import type { TieredRole } from "./tiers/tiers.ts";

/** What the holder of a grant can take over: all objects of a set. */
export type Capability =
  | "everything"
  | "any_app"
  | "any_user"
  | "any_unprotected_user"
  | "any_unprotected_group"
  | "any_microsoft365_group";

/** An entitlement of one principal, with what it means for the control graph. */
export interface Grant {
  readonly entitlement: Entitlement;
  readonly capabilities: readonly Capability[];
  /** The Azure scope whose resources the holder controls. */
  readonly controlledScope: string | null;
  /** Whether the grant itself is control of the tenant or of access to a whole subscription. */
  readonly isControlPlane: boolean;
}

/**
 * What the built-in directory roles allow at the scope of the tenant. Only the first two reach groups that can be assigned
 * to roles; administrators of passwords reach users without a privileged role.
 */
const ROLE_CAPABILITIES: ReadonlyMap<string, readonly Capability[]> = new Map<string, readonly Capability[]>([
  ["Global Administrator", ["everything"]],
  ["Privileged Role Administrator", ["everything"]],
  ["Partner Tier2 Support", ["everything"]],
  ["Application Administrator", ["any_app"]],
  ["Cloud Application Administrator", ["any_app"]],
  ["Hybrid Identity Administrator", ["any_app"]],
  ["Directory Synchronization Accounts", ["any_app"]],
  ["On Premises Directory Sync Account", ["any_app"]],
  ["Privileged Authentication Administrator", ["any_user"]],
  ["Authentication Administrator", ["any_unprotected_user"]],
  ["Helpdesk Administrator", ["any_unprotected_user"]],
  ["Password Administrator", ["any_unprotected_user"]],
  ["Partner Tier1 Support", ["any_unprotected_user"]],
  ["User Administrator", ["any_unprotected_user", "any_unprotected_group"]],
  ["Groups Administrator", ["any_unprotected_group"]],
  ["Directory Writers", ["any_unprotected_group"]],
  ["Identity Governance Administrator", ["any_unprotected_group"]],
  ["Intune Administrator", ["any_unprotected_group"]],
  ["Knowledge Administrator", ["any_unprotected_group"]],
  ["Knowledge Manager", ["any_unprotected_group"]],
  ["Azure DevOps Administrator", ["any_microsoft365_group"]],
  ["Exchange Administrator", ["any_microsoft365_group"]],
  ["SharePoint Administrator", ["any_microsoft365_group"]],
  ["Teams Administrator", ["any_microsoft365_group"]],
  ["Yammer Administrator", ["any_microsoft365_group"]],
]);

const CLASS_CAPABILITIES: ReadonlyMap<string, readonly Capability[]> = new Map<string, readonly Capability[]>([
  ["tenant_admin", ["everything"]],
  ["grant_role", ["everything"]],
  ["grant_app_permission", ["everything"]],
  ["control_app_credential", ["any_app"]],
  ["control_user_credential", ["any_user"]],
  ["control_group_membership", ["any_unprotected_group"]],
]);

const NONE: readonly Capability[] = [];

/** Returns what a directory role allows; a custom role by its class. */
export function roleCapabilities(role: TieredRole | undefined, { tier, privilegeClass, scope }: Entitlement) {
  if (scope !== "/") return NONE;
  if (role) return ROLE_CAPABILITIES.get(role.name) ?? NONE;
  return tier === 0 ? (CLASS_CAPABILITIES.get(privilegeClass) ?? NONE) : NONE;
}

/** Returns what an application permission allows. */
export function permissionCapabilities({ name, tier, privilegeClass }: Entitlement): readonly Capability[] {
  if (tier > 0 || name.endsWith(".OwnedBy")) return NONE;
  return CLASS_CAPABILITIES.get(privilegeClass) ?? NONE;
}

/** Whether a grant can be used without somebody else's approval. */
export const isWalkable = ({ entitlement }: Grant): boolean => entitlement.state !== "eligible_with_approval";
