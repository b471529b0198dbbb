/** Operations that are evidence of the use of a directory role. */
interface RoleActions {
  /** Part of the name of the role. */
  readonly role: RegExp;
  /** The names of operations, in lower case and with their class; null if a use of the role leaves no rows. */
  readonly operation: RegExp | null;
}

/** Operations on the directory have a class and a name of several words. */
const DIRECTORY_CHANGE = /^(?:admin|write|delete|secret):[a-z]+ /;

/** The first entry that matches the name of a role decides. */
const ROLE_ACTIONS: readonly RoleActions[] = [
  { role: /reader|guest|viewer/i, operation: null },
  { role: /^(?:global|privileged role|company) administrator/i, operation: DIRECTORY_CHANGE },
  { role: /exchange/i, operation: /^(?:admin|export):(?:new|set|add|remove|enable|disable|update)-/ },
  { role: /sharepoint/i, operation: /^admin:.*(?:site|sharing|tenant)/ },
  { role: /teams/i, operation: /^admin:.*team/ },
  { role: /helpdesk|password|authentication/i, operation: /^(?:admin|write):.*(?:password|authentication)/ },
  {
    role: /application|agent|cloud app/i,
    operation: /^(?:admin|write|delete|secret):.*(?:application|service principal|consent)/,
  },
  { role: /group/i, operation: /^(?:admin|write|delete):[a-z]+ .*group/ },
  { role: /license/i, operation: /^(?:admin|write):.*licen[cs]e/ },
  {
    role: /conditional access|security administrator|security operator/i,
    operation: /^admin:.*(?:policy|risk|named location)/,
  },
  { role: /intune|device|endpoint/i, operation: /^(?:admin|write|delete):[a-z]+ .*device/ },
  { role: /hybrid|domain|external identity/i, operation: /^(?:admin|write):.*(?:domain|federat|synchroni)/ },
  {
    role: /governance|access review|lifecycle/i,
    operation: /^(?:admin|write):.*(?:access package|access review|entitlement|workflow)/,
  },
  { role: /user administrator|directory writers/i, operation: /^(?:admin|write|delete):[a-z]+ .*(?:user|group)/ },
];

/** Returns the operations that show a use of a role; null if its use leaves no rows or is not known. */
export const actionsOfRole = (role: string): RegExp | null =>
  ROLE_ACTIONS.find((actions) => actions.role.test(role))?.operation ?? null;

/** Operations that show that somebody manages an application. */
export const APPLICATION_CHANGE = /^(?:admin|write|delete|secret):.*(?:application|service principal)/;
