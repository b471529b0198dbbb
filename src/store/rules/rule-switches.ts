import type { RuleSwitch } from "../../model/rule-settings.ts";
import type { DomainDb } from "../database/database.ts";

interface SwitchRow {
  readonly detector: string;
  readonly reason: string;
  readonly switched_by: string;
  readonly switched_at: Date;
}

/** Returns the detectors that are off, by slug. */
export async function listRuleSwitches(db: DomainDb): Promise<readonly RuleSwitch[]> {
  const rows = await db.query<SwitchRow>(
    "select detector, reason, switched_by, switched_at from rule_switches where domain_id = $1 order by detector",
  );
  return rows.map((row) => ({
    detector: row.detector,
    reason: row.reason,
    switchedBy: row.switched_by,
    switchedAt: row.switched_at,
  }));
}

/** Switches a detector off; false if it is off already. */
export async function addRuleSwitch(tx: DomainDb, rule: RuleSwitch): Promise<boolean> {
  const added = await tx.execute(
    `insert into rule_switches (domain_id, detector, reason, switched_by, switched_at) values ($1, $2, $3, $4, $5)
     on conflict (domain_id, detector) do nothing`,
    [rule.detector, rule.reason, rule.switchedBy, rule.switchedAt],
  );
  if (added === 1) tx.markChanged("rules");
  return added === 1;
}

/** Switches a detector on; false if it is on already. */
export async function removeRuleSwitch(tx: DomainDb, detector: string): Promise<boolean> {
  const removed = await tx.execute("delete from rule_switches where domain_id = $1 and detector = $2", [detector]);
  if (removed === 1) tx.markChanged("rules");
  return removed === 1;
}
