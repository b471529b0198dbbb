import { setRetention } from "../../../actions/set-retention.ts";
import { LOG_TABLES, type LogTable } from "../../../model/rows/log-row.ts";
import { isLogTable } from "../../../model/tables.ts";
import { toAmount } from "../../../model/text/amount.ts";
import { describeUnknown } from "../../../model/text/describe-unknown.ts";
import {
  DEFAULT_ROW_DAYS,
  daysKept,
  MAX_ROW_DAYS,
  type RowRetention,
  readRetention,
} from "../../../store/rows/row-retention.ts";
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
    "parapet retention set --domain northwind --table SigninLogs default",
  ],
  notes: `DAYS is a whole number from 1 to ${MAX_ROW_DAYS}, or default: ${DEFAULT_ROW_DAYS} days, or for a table what is set for all others. Threat
events, cases and personas outlive log rows. A server removes rows within hours after their time is over, and they cannot be
restored.`,
  run: (invocation) => {
    const { operands, options, terminal, json } = invocation;
    const days = readDays(operands[0] ?? "");
    const table = readTable(options["table"]);
    return withDomain(invocation, async (db) => {
      const isChanged = await setRetention(operatorContext(db), { table, days });
      const retention = await readRetention(db);
      const kept = table === undefined ? retention.days : daysKept(retention, table);
      if (json) terminal.data(JSON.stringify({ table: table ?? null, days: kept, changed: isChanged }));
      terminal.note(`${describeKept(table, kept)}${isChanged ? "" : ", as before"}.`);
      if (table === undefined && retention.byTable.size > 0)
        terminal.note(`Tables with a value of their own: ${listOwn(retention)}.`);
      return 0;
    });
  },
};

const describeKept = (table: LogTable | undefined, days: number): string =>
  `Rows${table === undefined ? "" : ` of ${table}`} are kept for ${toAmount(days, "day")}`;

/** Returns the tables with a value of their own. */
const listOwn = ({ byTable }: RowRetention): string =>
  [...byTable].map(([table, days]) => `${table} (${toAmount(days, "day")})`).join(", ");

/** Returns undefined for the default. */
function readDays(text: string): number | undefined {
  if (text === "default") return undefined;
  const days = Number(text);
  if (/^\d{1,4}$/.test(text) && days >= 1 && days <= MAX_ROW_DAYS) return days;
  throw new UsageError(`DAYS: '${text}' is not a whole number from 1 to ${MAX_ROW_DAYS}, or default`);
}

function readTable(table: string | undefined): LogTable | undefined {
  if (table === undefined || isLogTable(table)) return table;
  throw new UsageError(describeUnknown("table", table, LOG_TABLES));
}
