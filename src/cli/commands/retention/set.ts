import { setRetention } from "../../../actions/set-retention.ts";
import { LOG_TABLES, type LogTable } from "../../../model/rows/log-row.ts";
import { isLogTable } from "../../../model/tables.ts";
import { toAmount } from "../../../model/text/amount.ts";
import { describeUnknown } from "../../../model/text/describe-unknown.ts";
import { MAX_ROW_DAYS } from "../../../store/rows/row-retention.ts";
import { type Command, domainOption } from "../../command.ts";
import { operatorContext } from "../../operator-context.ts";
import { UsageError } from "../../usage-error.ts";
import { withDomain } from "../../with-database.ts";

export const command: Command = {
  operands: [{ name: "DAYS" }],
  options: {
    domain: domainOption("domain of the rows"),
    table: { value: "TABLE", meaning: "log table (default: all that have no value of their own)" },
  },
  examples: [
    "parapet retention set --domain northwind 30",
    "parapet retention set --domain northwind --table SigninLogs 180",
  ],
  notes: `Log rows are kept for 90 days unless something else is set. Threat events, cases and personas outlive them. A server
removes rows within hours after their time is over, and they cannot be restored.`,
  run: (invocation) => {
    const { operands, options, terminal } = invocation;
    const days = readDays(operands[0] ?? "");
    const table = readTable(options["table"]);
    return withDomain(invocation, async (db) => {
      const isChanged = await setRetention(operatorContext(db), { table, days });
      const what = table === undefined ? "Rows" : `Rows of ${table}`;
      terminal.note(`${what} are kept for ${toAmount(days, "day")}${isChanged ? "" : ", as before"}.`);
      return 0;
    });
  },
};

function readDays(text: string): number {
  const days = Number(text);
  if (/^\d{1,4}$/.test(text) && days >= 1 && days <= MAX_ROW_DAYS) return days;
  throw new UsageError(`DAYS: '${text}' is not a number from 1 to ${MAX_ROW_DAYS}`);
}

function readTable(table: string | undefined): LogTable | undefined {
  if (table === undefined || isLogTable(table)) return table;
  throw new UsageError(describeUnknown("table", table, LOG_TABLES));
}
