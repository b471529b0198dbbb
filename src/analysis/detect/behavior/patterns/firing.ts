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
  type StatefulDetector,
  type StoredHit,
} from "../../stateful-detector.ts";
import { nameOfActor } from "../hits.ts";

/** A detector's conclusion before it has the shape of a finding. */
export interface Firing {
  /** The hit that completed it. */
  readonly trigger: StoredHit;
  /** The hits it rests on besides, the most telling first. */
  readonly evidence?: readonly StoredHit[];
  /** Asked for only where the conclusion stands. */
  readonly summary: () => string;
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
  const kept = new Map<string, Firing>();
  for (const firing of firings) {
    const key = JSON.stringify([memory.group, firing.about ?? "", periodOf(firing.trigger.at, periodMs)]);
    const known = kept.get(key);
    if (known === undefined || isStronger(firing, known, facts.severity)) kept.set(key, firing);
  }
  return [...kept].map(([key, firing]) => toFinding(facts, key, firing, periodOf(firing.trigger.at, periodMs)));
}

/** The graver, then the earlier; of equals the first stays. */
function isStronger(a: Firing, b: Firing, usual: Severity): boolean {
  const graver = severityRank(a.severity ?? usual) - severityRank(b.severity ?? usual);
  return graver > 0 || (graver === 0 && byTime(a.trigger, b.trigger) < 0);
}

function toFinding(facts: DetectorFacts, key: string, firing: Firing, period: number): PeriodFinding {
  const { trigger, evidence = [] } = firing;
  const lead = isPublished(trigger) ? trigger : (evidence.find(isPublished) ?? trigger);
  const actor = firing.actor === undefined ? trigger.actor : firing.actor;
  return {
    detector: facts,
    key,
    at: trigger.at,
    severity: firing.severity ?? facts.severity,
    title: facts.title,
    summary: safeText(withActor(firing.summary(), actor), MAX_SUMMARY),
    actor,
    rows: rowsOf([lead, trigger], evidence),
    platformEventId: lead.platformEventId,
    period,
  };
}

/** A summary that says whom it is about. */
function withActor(summary: string, actor: Actor | null): string {
  const name = nameOfActor(actor, "");
  return name === "" || summary.includes(name) ? summary : `${name}: ${summary}`;
}

/** An event never names a table that is read for analysis only, so a row of another one goes first. */
const isPublished = ({ ref }: StoredHit): boolean => !ANALYSIS_TABLES.some((table) => table === ref.table);

/** Each row once. */
function rowsOf(...parts: readonly (readonly StoredHit[])[]): readonly RowRef[] {
  const rows = new Map<string, RowRef>();
  for (const { ref } of parts.flatMap((hits) => hits.slice(0, MAX_EVIDENCE * 2))) {
    if (rows.size < MAX_EVIDENCE) rows.set(`${ref.table}/${ref.rowId}`, ref);
  }
  return [...rows.values()];
}
