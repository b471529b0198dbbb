import { listDomains, listDomainsInDeletion } from "../../../store/domains/domains.ts";
import type { Command } from "../../command.ts";
import { describeDomain } from "../../domain/describe-domain.ts";
import { withDatabase } from "../../with-database.ts";

export const command: Command = {
  examples: ["parapet domain list", "parapet domain list --json"],
  run: (invocation) => {
    const { terminal, json } = invocation;
    return withDatabase(invocation, async (database) => {
      const domains = await listDomains(database.system);
      if (json) terminal.data(JSON.stringify(domains.map(describeDomain)));
      else for (const { domainId, name } of domains) terminal.out(`${domainId}  ${name}`);
      if (domains.length === 0) terminal.note("There is no domain yet. Create one with: parapet domain create NAME");
      for (const { name } of await listDomainsInDeletion(database.system)) {
        terminal.note(`The deletion of '${name}' was interrupted. Finish it with: parapet domain delete ${name}`);
      }
      return 0;
    });
  },
};
