import { deleteDomain } from "../../../actions/delete-domain.ts";
import { systemClock } from "../../../runtime/clock.ts";
import { currentOperator } from "../../../runtime/operator.ts";
import { findDomainByName } from "../../../store/domains/domains.ts";
import { type Command, DOMAIN_OPERAND } from "../../command.ts";
import { confirmByTyping } from "../../confirm.ts";
import { unknownDomain } from "../../domain/unknown-domain.ts";
import { withDatabase } from "../../with-database.ts";

export const command: Command = {
  operands: [DOMAIN_OPERAND],
  flags: { yes: "do not ask" },
  examples: ["parapet domain delete northwind", "parapet domain delete northwind --yes"],
  notes: `Everything of the domain is deleted for good: keys, connectors, log rows, threats, cases, people. Its keys are refused
at once. A deletion that was interrupted continues when the command is run again. The audit log is kept and can still be read
with: parapet audit list --domain ID; parapet domain list --deleted shows the id. Rules of the domain in the data folder are
not deleted.`,
  run: (invocation) => {
    const { operands, terminal, json } = invocation;
    const [name = ""] = operands;
    return withDatabase(invocation, async (database) => {
      const domain = await findDomainByName(database.system, name);
      if (!domain) throw await unknownDomain(database, name, "list the domains with: parapet domain list");
      await confirmByTyping(invocation, name, `This deletes '${name}' and everything it has.`);
      const { domainId } = domain;
      const rows = await deleteDomain({
        database,
        clock: systemClock,
        actor: currentOperator(),
        domainId,
        onProgress: (done) => terminal.progress(`${done.table}: ${done.rows.toLocaleString("en")} rows deleted`),
      });
      terminal.progress("");
      if (json) terminal.data(JSON.stringify({ domain_id: domainId, name, deleted_rows: rows }));
      terminal.note(`Domain '${name}' is deleted. Its audit log is kept: parapet audit list --domain ${domainId}`);
      return 0;
    });
  },
};
