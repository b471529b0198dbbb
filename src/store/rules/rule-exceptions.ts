import type { RuleException } from "../../model/rule-settings.ts";
import type { DomainDb } from "../database/database.ts";

/** All of them are kept in memory while rows are processed. */
export const MAX_EXCEPTIONS = 5_000;

interface ExceptionRow {
  readonly exception_id: string;
  readonly detector: string;
  readonly entity: string;
  readonly reason: string;
  readonly made_by: string;
  readonly made_at: Date;
  readonly expires_at: Date | null;
}

const COLUMNS = "exception_id, detector, entity, reason, made_by, made_at, expires_at";

const toException = (row: ExceptionRow): RuleException => ({
  exceptionId: row.exception_id,
  detector: row.detector,
  entity: row.entity,
  reason: row.reason,
  madeBy: row.made_by,
  madeAt: row.made_at,
  expiresAt: row.expires_at,
});

/** Returns every exception, expired ones too, the newest first. */
export async function listRuleExceptions(db: DomainDb): Promise<readonly RuleException[]> {
  const rows = await db.query<ExceptionRow>(
    `select ${COLUMNS} from rule_exceptions where domain_id = $1 order by made_at desc, exception_id desc`,
  );
  return rows.map(toException);
}

export async function findRuleException(
  db: DomainDb,
  detector: string,
  entity: string,
): Promise<RuleException | undefined> {
  const [row] = await db.query<ExceptionRow>(
    `select ${COLUMNS} from rule_exceptions where domain_id = $1 and detector = $2 and entity = $3`,
    [detector, entity],
  );
  return row && toException(row);
}

export async function countRuleExceptions(db: DomainDb): Promise<number> {
  const [row] = await db.query<{ n: number }>("select count(*)::int as n from rule_exceptions where domain_id = $1");
  return row?.n ?? 0;
}

/** Stores an exception; one of the same detector and entity gets the new reason and expiry. Returns what is stored. */
export async function saveRuleException(tx: DomainDb, exception: RuleException): Promise<RuleException> {
  const [row] = await tx.query<ExceptionRow>(
    `insert into rule_exceptions (domain_id, exception_id, detector, entity, reason, made_by, made_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (domain_id, detector, entity) do update set reason = excluded.reason, made_by = excluded.made_by,
       made_at = excluded.made_at, expires_at = excluded.expires_at
     returning ${COLUMNS}`,
    [
      exception.exceptionId,
      exception.detector,
      exception.entity,
      exception.reason,
      exception.madeBy,
      exception.madeAt,
      exception.expiresAt,
    ],
  );
  tx.markChanged("rules");
  return row ? toException(row) : exception;
}

/** Deletes an exception and returns it. */
export async function removeRuleException(tx: DomainDb, exceptionId: string): Promise<RuleException | undefined> {
  const [row] = await tx.query<ExceptionRow>(
    `delete from rule_exceptions where domain_id = $1 and exception_id = $2 returning ${COLUMNS}`,
    [exceptionId],
  );
  if (row) tx.markChanged("rules");
  return row && toException(row);
}
