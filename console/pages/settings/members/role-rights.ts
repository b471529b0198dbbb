import type { Role } from "../../../../src/model/role.ts";
import type { OperationId } from "../../../api/call.ts";

/** The roles from the one with the most rights to the one with the fewest. */
export const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  owner: "Owner",
  admin: "Admin",
  analyst: "Analyst",
  viewer: "Viewer",
};
export const ALL_ROLES = Object.keys(ROLE_TEXTS) as readonly Role[];

/** What members do, each with an operation that shows which roles may. */
export const RIGHTS: readonly (readonly [what: string, operation: OperationId])[] = [
  ["Read cases, people, identities, drift and integrations", "listCases"],
  ["Read the log rows behind a threat event", "getEvidence"],
  ["Give verdicts on cases", "submitVerdict"],
  ["Create, rotate and revoke API keys", "createKey"],
  ["Set up, test and switch integrations", "configureIntegration"],
  ["Make a resource ready", "forceReady"],
  ["Read and verify the audit log", "listAudit"],
  ["See who is a member", "listMembers"],
  ["Invite and remove members, change roles", "inviteMember"],
];
