import type { Actor } from "../../../model/actor.ts";
import { MAX_EVIDENCE } from "../../../model/finding.ts";
import { ANALYSIS_TABLES, type RowRef } from "../../../model/log-row.ts";
import { safeText } from "../../../model/safe-text.ts";
import type { Severity } from "../../../model/vocabulary.ts";
import { oneForEachKey } from "../episodes.ts";
import {
  type Memory,
  type PeriodFinding,
  periodOf,
  type StatefulDetector,
  type StoredHit,
} from "../stateful-detector.ts";

/** A detector's conclusion before it has the shape of a finding. */
export interface Firing {
  /** The hit that completed it. */
  readonly trigger: StoredHit;
  /** The hits it rests on besides, the most telling first. */
  readonly evidence?: readonly StoredHit[];
  readonly summary: string;
  /** The detector's own severity unless said otherwise. */
  readonly severity?: Severity;
  /** Tells conclusions of one group and period apart; without it there is one. */
  readonly about?: string;
  /** The trigger's actor unless said otherwise. */
  readonly actor?: Actor | null;
}

const MAX_SUMMARY = 600;

export function toFindings(
  { facts, periodMs }: Pick<StatefulDetector, "facts" | "periodMs">,
  memory: Memory,
  firings: Iterable<Firing>,
): readonly PeriodFinding[] {
  const findings: PeriodFinding[] = [];
  for (const firing of firings) {
    const { trigger, evidence = [] } = firing;
    const period = periodOf(trigger.at, periodMs);
    const lead = isPublished(trigger) ? trigger : (evidence.find(isPublished) ?? trigger);
    findings.push({
      detector: facts,
      key: JSON.stringify([memory.group, firing.about ?? "", period]),
      at: trigger.at,
      severity: firing.severity ?? facts.severity,
      title: facts.title,
      summary: safeText(firing.summary, MAX_SUMMARY),
      actor: firing.actor === undefined ? trigger.actor : firing.actor,
      rows: rowsOf([lead, trigger, ...evidence]),
      platformEventId: lead.platformEventId,
      period,
    });
  }
  return oneForEachKey(findings);
}

/** An event never names a table that is read for analysis only, so a row of another one goes first. */
const isPublished = ({ ref }: StoredHit): boolean => !ANALYSIS_TABLES.some((table) => table === ref.table);

/** Each row once. */
function rowsOf(hits: readonly StoredHit[]): readonly RowRef[] {
  const rows = new Map<string, RowRef>();
  for (const { ref } of hits) {
    const key = `${ref.table}/${ref.rowId}`;
    if (!rows.has(key)) rows.set(key, ref);
    if (rows.size === MAX_EVIDENCE) break;
  }
  return [...rows.values()];
}
