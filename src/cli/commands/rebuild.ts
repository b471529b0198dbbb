import { recordStart } from "../../actions/context.ts";
import { toAmount, toCount } from "../../model/text/amount.ts";
import { systemClock } from "../../runtime/clock.ts";
import { listDomains } from "../../store/domains/domains.ts";
import { rebuildDomain } from "../../transfer/rebuild.ts";
import { type Command, optionalDomain } from "../command.ts";
import { operatorContext } from "../operator-context.ts";
import { getDomain, withDatabase } from "../with-database.ts";

export const command: Command = {
  options: { domain: optionalDomain("only this domain (default: all)") },
  examples: ["parapet rebuild", "parapet rebuild --domain northwind"],
  run: (invocation) => {
    const { terminal, options, json } = invocation;
    return withDatabase(invocation, async (database) => {
      const only = options["domain"];
      if (only !== undefined) await getDomain(database, only);
      const all = await listDomains(database.system);
      const domains = all.filter(({ name }) => only === undefined || only === name);
      const results = [];
      for (const { domainId, name } of domains) {
        const db = database.forDomain(domainId);
        const target = { kind: "domain", id: domainId } as const;
        await recordStart(operatorContext(db), { action: "domain.rebuild", target, before: null, after: null });
        const { rendered, changed } = await rebuildDomain(db, systemClock, ({ table, rendered: done }) =>
          terminal.progress(`${name}, ${table}: ${toAmount(done, "item")}`),
        );
        terminal.progress("");
        results.push({ domain: name, rendered, changed });
        terminal.note(`${name}: ${toAmount(rendered, "item")} rendered, ${toCount(changed)} had changed`);
      }
      if (json) terminal.data(JSON.stringify(results));
      return 0;
    });
  },
};
