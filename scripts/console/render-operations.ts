import type { AdminEndpoint, Requirement } from "../../src/contract/admin/admin-endpoint.ts";
import { RIGHTS, type Right, type Role } from "../../src/model/role.ts";

/** Renders the method, path and roles of each operation of the admin API, so that the browser needs no schemas. */
export function renderConsoleOperations(endpoints: Readonly<Record<string, AdminEndpoint>>): string {
  const lines = Object.entries(endpoints).map(([name, { method, path, requires }]) => {
    const entry = { method, path, roles: rolesFor(requires) };
    return `  ${name}: ${JSON.stringify(entry)},\n`;
  });
  return `// Written by \`npm run openapi\` from the admin contract.
import type { Role } from "../../src/model/role.ts";

/** How an operation is called; \`roles\` is null if it does not depend on the role in a domain. */
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly roles: readonly Role[] | null;
}

export const OPERATIONS = {
${lines.join("")}} as const satisfies Readonly<Record<string, Operation>>;
`;
}

function rolesFor(requires: Requirement): readonly Role[] | null {
  return requires in RIGHTS ? RIGHTS[requires as Right] : null;
}
