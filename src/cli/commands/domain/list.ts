import type { Database } from "../../../store/database/database.ts";
import { listDeletedDomains } from "../../../store/domains/domain-deletion.ts";
import { listDomains, listDomainsInDeletion } from "../../../store/domains/domains.ts";
import type { Command, Invocation } from "../../command.ts";
import { describeDomain } from "../../domain/describe-domain.ts";
import { withDatabase } from "../../with-database.ts";

export const command: Command = {
  flags: { deleted: "list the domains that were deleted; their audit logs are kept" },
  examples: ["parapet domain list", "parapet domain list --json", "parapet domain list --deleted"],
  notes: `The audit log of a deleted domain is read by its id, because another domain may have its name now:
parapet audit list --domain ID.`,
  run: (invocation) =>
    withDatabase(invocation, async (database) => {
      if (invocation.flags.has("deleted")) await printDeleted(invocation, database);
      else await printDomains(invocation, database);
      return 0;
    }),
};

async function printDomains({ terminal, json }: Invocation, database: Database): Promise<void> {
  const domains = await listDomains(database.system);
  if (json) terminal.data(JSON.stringify(domains.map(describeDomain)));
  else for (const { domainId, name } of domains) terminal.out(`${domainId}  ${name}`);
  if (domains.length === 0) terminal.note("There is no domain yet. Create one with: parapet domain create NAME");
  for (const { name } of await listDomainsInDeletion(database.system)) {
    terminal.note(`The deletion of '${name}' was interrupted. Finish it with: parapet domain delete ${name}`);
  }
}

async function printDeleted({ terminal, json }: Invocation, database: Database): Promise<void> {
  const deleted = await listDeletedDomains(database.system);
  if (json) {
    const described = deleted.map(({ domainId, name, createdAt, deletedAt }) => ({
      domain_id: domainId,
      name,
      created_at: createdAt,
      deleted_at: deletedAt,
    }));
    terminal.data(JSON.stringify(described));
    return;
  }
  for (const { domainId, name, deletedAt } of deleted) {
    terminal.out(`${domainId}  ${name}  deleted ${deletedAt.toISOString()}`);
  }
  if (deleted.length === 0) terminal.note("No domain was deleted.");
}
