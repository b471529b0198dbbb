import { type DetectorFacts, MAX_EVIDENCE } from "../../../../model/finding.ts";
import type { Actor } from "../../../../model/rows/actor.ts";
import { ANALYSIS_TABLES, type RowRef } from "../../../../model/rows/log-row.ts";
import { safeText } from "../../../../model/text/safe-text.ts";
import type { Severity } from "../../../../model/vocabulary.ts";
import { byTime, severityRank } from "../../periods.ts";
import {
  type Memory,
  type PeriodFinding,
  periodOf,
  type RowHit,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { nameOfActor } from "../hits.ts";

/** A match of a behavioral detector, before it becomes a finding. */
export interface Firing {
  /** The hit that completed the match. */
  readonly trigger: RowHit;
  /** The other hits it rests on, the most important first. */
  readonly evidence?: readonly RowHit[];
  /** Rendered only for the firings that become findings. */
  readonly summary: () => string;
  /** Defaults to the detector's title. */
  readonly title?: string;
  /** Defaults to the detector's severity. */
  readonly severity?: Severity;
  /** Separates findings of one group and period; without it there is one finding. */
  readonly about?: string;
  /** Defaults to the precision of the detector. */
  readonly precision?: number;
  /** How many things it counted: files, attempts, people. */
  readonly count?: number;
  /** Defaults to the trigger's actor. */
  readonly actor?: Actor | null;
}

const MAX_SUMMARY = 600;

export function toFindings(
  { facts, periodMs }: Pick<StatefulDetector, "facts" | "periodMs">,
  memory: Memory,
  firings: Iterable<Firing>,
): readonly PeriodFinding[] {
  const kept = new Map<string, Firing>();
  for (const firing of firings) {
    const key = JSON.stringify([memory.group, firing.about ?? "", periodOf(firing.trigger.at, periodMs)]);
    const known = kept.get(key);
    if (known === undefined || isStronger(firing, known, facts)) kept.set(key, firing);
  }
  return [...kept].map(([key, firing]) => toFinding(facts, key, firing, periodOf(firing.trigger.at, periodMs)));
}

/** Prefers the more severe firing, then the one that is more often right, then the earlier one. */
function isStronger(a: Firing, b: Firing, usual: DetectorFacts): boolean {
  const severityOf = ({ severity = usual.severity }: Firing): number => severityRank(severity);
  const precisionOf = ({ precision = usual.precision ?? 0 }: Firing): number => precision;
  const difference = severityOf(a) - severityOf(b) || precisionOf(a) - precisionOf(b);
  return difference > 0 || (difference === 0 && byTime(a.trigger, b.trigger) < 0);
}

function toFinding(facts: DetectorFacts, key: string, firing: Firing, period: number): PeriodFinding {
  const { trigger, evidence = [] } = firing;
  const lead = isPublished(trigger) ? trigger : (evidence.find(isPublished) ?? trigger);
  const actor = firing.actor === undefined ? trigger.actor : firing.actor;
  return {
    detector: firing.precision === undefined ? facts : { ...facts, precision: firing.precision },
    key,
    at: trigger.at,
    severity: firing.severity ?? facts.severity,
    title: firing.title ?? facts.title,
    summary: safeText(withActor(firing.summary(), actor), MAX_SUMMARY),
    actor,
    rows: rowsOf([lead, trigger], evidence),
    count: firing.count,
    platformEventId: lead.platformEventId,
    period,
  };
}

/** Prefixes the summary with the actor unless it names the actor already. */
function withActor(summary: string, actor: Actor | null): string {
  const name = nameOfActor(actor, "");
  return name === "" || summary.includes(name) ? summary : `${name}: ${summary}`;
}

/** An event must not name an analysis-only table as its source, so a row of another table goes first. */
const isPublished = ({ ref }: RowHit): boolean => !ANALYSIS_TABLES.some((table) => table === ref.table);

/** Deduplicates the rows and bounds their number. */
function rowsOf(...parts: readonly (readonly RowHit[])[]): readonly RowRef[] {
  const rows = new Map<string, RowRef>();
  for (const { ref } of parts.flatMap((hits) => hits.slice(0, MAX_EVIDENCE * 2))) {
    if (rows.size < MAX_EVIDENCE) rows.set(`${ref.table}/${ref.rowId}`, ref);
  }
  return [...rows.values()];
}
