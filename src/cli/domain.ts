import { createDomain } from "../actions/create-domain.ts";
import { systemClock } from "../runtime/clock.ts";
import { listDomains } from "../store/domains/domains.ts";
import { type Command, type Invocation, UsageProblem } from "./command.ts";
import { withDatabase } from "./with-database.ts";

export const domainCommand: Command = {
  name: "domain",
  summary: "Make and list domains (tenants)",
  usage: ["domain create NAME", "domain list"],
  options: {},
  examples: ["parapet domain create northwind", "parapet domain list --json"],
  run: async (invocation) => {
    const [verb, name, ...rest] = invocation.positionals;
    if (verb === "create" && name && rest.length === 0) return create(invocation, name);
    if (verb === "list" && name === undefined) return list(invocation);
    throw new UsageProblem("expected: parapet domain create NAME, or: parapet domain list");
  },
};

function create(invocation: Invocation, name: string): Promise<number> {
  const { terminal, json } = invocation;
  return withDatabase(invocation, async (database) => {
    const domainId = await createDomain(database, systemClock, name);
    terminal.out(json ? JSON.stringify({ domain_id: domainId, name }) : domainId);
    terminal.note(`Domain '${name}' is made. Next: parapet key create --domain ${name}`);
    return 0;
  });
}

function list(invocation: Invocation): Promise<number> {
  const { terminal, json } = invocation;
  return withDatabase(invocation, async (database) => {
    const domains = await listDomains(database.system);
    if (json) {
      const shown = domains.map(({ domainId, name, createdAt, externalApiEnabledAt }) => ({
        domain_id: domainId,
        name,
        created_at: createdAt,
        external_api_enabled_at: externalApiEnabledAt,
      }));
      terminal.out(JSON.stringify(shown));
      return 0;
    }
    for (const { domainId, name } of domains) terminal.out(`${domainId}  ${name}`);
    if (domains.length === 0) terminal.note("There is no domain yet. Make one with: parapet domain create NAME");
    return 0;
  });
}
