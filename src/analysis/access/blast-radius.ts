import type { BlastRadius, Entitlement } from "../../model/identity/entitlement.ts";
import { azureScopeKind } from "./azure-scope.ts";

/** Classes that write or read content; the others only read settings, logs or the directory. */
const WRITE_OR_CONTENT: ReadonlySet<string> = new Set([
  "grant_role",
  "grant_app_permission",
  "control_app_credential",
  "control_user_credential",
  "control_group_membership",
  "control_tenant_trust",
  "execute_on_devices",
  "device_secrets",
  "mail_content",
  "chat_content",
  "file_content",
  "identity_governance",
  "agent_admin",
  "directory_write",
  "service_admin",
  "workload_write",
  "secrets_access",
  "cloud_data_write",
]);

export interface ReachFacts {
  /** The number of control edges to the control plane; undefined if there is no path. */
  readonly edges: number | undefined;
  readonly share: number;
  readonly entitlements: readonly Entitlement[];
}

/**
 * Returns how much an identity could damage: the first matching level, from the top. Tier 0 in the cloud without a path to
 * the control plane, such as a contributor of a subscription, is high.
 */
export function blastRadiusOf({ edges, share, entitlements }: ReachFacts): BlastRadius {
  if (edges !== undefined) return edges <= 1 ? "critical" : "high";
  const usable = entitlements.filter(({ state }) => state !== "eligible_with_approval");
  const tierOne = usable.filter(({ tier, kind }) => tier <= 1 && kind !== "group");
  if (share >= 0.25 || tierOne.some((held) => held.tier === 0 || isTenantWide(held))) return "high";
  if (share >= 0.05 || tierOne.length > 0) return "moderate";
  return entitlements.some(isBeyondBaseline) ? "low" : "minimal";
}

/** Whether an entitlement lets its holder write or read content in the whole tenant. */
function isTenantWide({ kind, name, scope, privilegeClass }: Entitlement): boolean {
  if (!WRITE_OR_CONTENT.has(privilegeClass)) return false;
  if (kind === "directory_role") return scope === "/";
  if (kind === "app_permission") return !/\.(?:Selected|OwnedBy)$|SelectedOperations/.test(name);
  if (kind === "delegated_grant") return scope === "all_users";
  return kind === "azure_role" && ["root", "management_group"].includes(azureScopeKind(scope ?? ""));
}

/** A group that grants nothing and a consent to a harmless scope are baseline. */
const isBeyondBaseline = ({ kind, tier, scope, privilegeClass }: Entitlement): boolean =>
  privilegeClass !== "baseline" && !(kind === "delegated_grant" && scope === "one_user" && tier === 2);
