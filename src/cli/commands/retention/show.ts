import { readRetention } from "../../../store/rows/row-retention.ts";
import { type Command, domainOption } from "../../command.ts";
import { withDomain } from "../../with-database.ts";

export const command: Command = {
  options: { domain: domainOption("domain of the rows") },
  examples: ["parapet retention show --domain northwind", "parapet retention show --domain northwind --json"],
  run: (invocation) => {
    const { terminal, json } = invocation;
    return withDomain(invocation, async (db) => {
      const { days, byTable } = await readRetention(db);
      if (json) terminal.data(JSON.stringify({ days, tables: Object.fromEntries(byTable) }));
      else {
        terminal.out(`days: ${days}`);
        for (const [table, own] of byTable) terminal.out(`${table}: ${own}`);
      }
      return 0;
    });
  },
};
