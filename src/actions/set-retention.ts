import { changedFields } from "../model/audit.ts";
import type { LogTable } from "../model/rows/log-row.ts";
import { DEFAULT_ROW_DAYS, readRetention, saveRetention } from "../store/rows/row-retention.ts";
import { type ActionContext, awaitTurn, runAction } from "./context.ts";

export interface NewRetention {
  /** Without it, all tables that have no value of their own. */
  readonly table: LogTable | undefined;
  /** Undefined for the default: the value of the other tables, or 90 days for all of them. */
  readonly days: number | undefined;
}

/** Sets for how many days rows are kept; returns false if that was set already. */
export function setRetention(ctx: ActionContext, { table, days }: NewRetention): Promise<boolean> {
  return runAction(ctx, async (tx) => {
    await awaitTurn(tx);
    const { days: general, byTable } = await readRetention(tx);
    const before = table === undefined ? general : byTable.get(table);
    const after = table === undefined ? (days ?? DEFAULT_ROW_DAYS) : days;
    if (before === after) return { result: false, audit: "unchanged" };
    await saveRetention(tx, table, days);
    const target =
      table === undefined
        ? ({ kind: "domain", id: tx.domainId } as const)
        : ({ kind: "log_table", id: table } as const);
    const fields = changedFields({ row_days: before ?? null }, { row_days: after ?? null });
    return { result: true, audit: { action: "rows.retention", target, ...fields } };
  });
}
