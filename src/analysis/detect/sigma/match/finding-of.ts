import type { Finding } from "../../../../model/finding.ts";
import { platformEventIdOf } from "../../../../model/tables.ts";
import type { SeenRow } from "../../stateful-detector.ts";
import type { CompiledRule } from "../compiled-rule.ts";

/** Returns the finding of a rule that matched a row. The same row always gives the same finding. */
export function findingOf(rule: CompiledRule, { row, actor }: SeenRow): Finding {
  return {
    detector: rule.facts,
    key: row.contentKey,
    at: row.at,
    severity: rule.facts.severity,
    title: rule.facts.title,
    summary: rule.summaryOf(row),
    actor,
    rows: [{ table: row.table, rowId: row.rowId, at: row.at }],
    platformEventId: platformEventIdOf(row),
  };
}
