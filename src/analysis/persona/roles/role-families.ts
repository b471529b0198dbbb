import { COMMERCIAL_ROLES } from "./commercial-roles.ts";
import { CORPORATE_ROLES } from "./corporate-roles.ts";
import { OPERATIONS_ROLES } from "./operations-roles.ts";
import type { RoleFamily } from "./role-family.ts";
import { TECHNICAL_ROLES } from "./technical-roles.ts";

/** The families of roles that a persona can show. */
export const ROLE_FAMILIES: readonly RoleFamily[] = [
  ...TECHNICAL_ROLES,
  ...COMMERCIAL_ROLES,
  ...CORPORATE_ROLES,
  ...OPERATIONS_ROLES,
];
