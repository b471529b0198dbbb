import { createDomain } from "../../../actions/create-domain.ts";
import { systemClock } from "../../../runtime/clock.ts";
import { currentOperator } from "../../../runtime/operator.ts";
import { type Command, DOMAIN_OPERAND } from "../../command.ts";
import { withDatabase } from "../../with-database.ts";

export const command: Command = {
  operands: [DOMAIN_OPERAND],
  examples: ["parapet domain create northwind"],
  run: (invocation) => {
    const { operands, terminal, json } = invocation;
    const [name = ""] = operands;
    return withDatabase(invocation, async (database) => {
      const domainId = await createDomain({ database, clock: systemClock, actor: currentOperator() }, name);
      terminal.data(json ? JSON.stringify({ domain_id: domainId, name }) : domainId);
      terminal.note(`Domain '${name}' is created. Next: parapet key create --domain ${name}`);
      return 0;
    });
  },
};
