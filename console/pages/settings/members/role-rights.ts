import type { Role } from "../../../../src/model/role.ts";

/** The roles from the one with the most rights to the one with the fewest. */
export const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  owner: "Owner",
  admin: "Admin",
  analyst: "Analyst",
  viewer: "Viewer",
};
export const ALL_ROLES = Object.keys(ROLE_TEXTS) as readonly Role[];
