import type { AuditActor } from "../../model/audit.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { OnCopied } from "../../store/copy/load-tables.ts";
import { readTables } from "../../store/copy/read-tables.ts";
import type { Database } from "../../store/database/database.ts";
import { listAppliedMigrations } from "../../store/database/migrate.ts";
import { type Filled, fillDatabase } from "./restore.ts";

/**
 * Copies everything of one database to another that has no rows, and compares both. The source is only read. If it fails
 * the target has no rows, so that it can be started again. Afterwards the target alone records the move, and its sessions have ended.
 */
export async function moveDatabase(
  source: Database,
  target: Database,
  { clock, actor, onCopied }: { readonly clock: Clock; readonly actor: AuditActor; readonly onCopied: OnCopied },
): Promise<Filled> {
  const migrations = await listAppliedMigrations(source);
  const record = { action: "domain.move", actor, after: { from: "embedded database" } } as const;
  return readTables(source, (sources) => fillDatabase(target, { migrations, sources, clock, onCopied, record }));
}
