import { listDomains } from "../store/domains/domains.ts";
import { rebuildDomain } from "../transfer/rebuild.ts";
import { type Command, refuseWords } from "./command.ts";
import { namedDomain, withDatabase } from "./with-database.ts";

export const rebuildCommand: Command = {
  name: "rebuild",
  summary: "Render the stored text of every item again",
  usage: ["rebuild [--domain NAME]"],
  options: { domain: "only this domain (default: all)" },
  examples: ["parapet rebuild"],
  run: (invocation) => {
    refuseWords(invocation);
    const { terminal, options, json } = invocation;
    return withDatabase(invocation, async (database) => {
      if (options["domain"] !== undefined) await namedDomain(invocation, database);
      const domains = (await listDomains(database.system)).filter(
        ({ name }) => options["domain"] === undefined || options["domain"] === name,
      );
      const results = [];
      for (const { domainId, name } of domains) {
        const { rendered, changed } = await rebuildDomain(database.forDomain(domainId), ({ table, rendered: done }) =>
          terminal.progress(`${name}, ${table}: ${done.toLocaleString("en")} items`),
        );
        terminal.progress("");
        results.push({ domain: name, rendered, changed });
        terminal.note(`${name}: ${rendered.toLocaleString("en")} items rendered, ${changed} had changed`);
      }
      if (json) terminal.out(JSON.stringify(results));
      return 0;
    });
  },
};
