import type { DetectorFacts } from "../../../../model/finding.ts";
import { MAX_EVIDENCE } from "../../../../model/finding.ts";
import type { RowRef } from "../../../../model/rows/log-row.ts";
import { safeText } from "../../../../model/text/safe-text.ts";
import { SEVERITIES } from "../../../../model/vocabulary.ts";
import { DAY_MS, type Memory, type PeriodFinding, periodOf, type StatefulDetector } from "../../stateful-detector.ts";
import { HABIT_BASELINE_DAYS } from "../habit-detector.ts";
import type { Correlation } from "../parse/parse-correlation.ts";
import type { RuleDocument } from "../parse/read-documents.ts";
import { ownPart, readFacts, textOf } from "../parse/rule-facts.ts";
import { readHabitDays } from "../parse/rule-habit.ts";
import { type BaseRule, HitReader } from "./correlation-hits.ts";
import { correlationSummary, rememberedFields } from "./correlation-summary.ts";
import { type Firing, firingsOf } from "./correlation-windows.ts";

/** Builds a stateful detector from a correlation document, with at most one finding per day and group; none after so many days with one as are a habit. */
export function correlationDetector(
  document: RuleDocument,
  correlation: Correlation,
  bases: readonly BaseRule[],
): StatefulDetector {
  const habitDays = readHabitDays(document);
  const tables = [...new Set(bases.flatMap(({ rule }) => rule.tables))];
  const facts = factsOf(document, correlation, bases);
  const template = textOf(ownPart(document.data)["summary"]);
  const hits = new HitReader(correlation, bases, rememberedFields(correlation, template));
  const toFinding = (memory: Memory, firing: Firing): PeriodFinding => {
    const { trigger } = firing;
    const period = periodOf(trigger.at, DAY_MS);
    return {
      detector: facts,
      key: `${memory.group}|${period}`,
      period,
      at: trigger.at,
      severity: facts.severity,
      title: facts.title,
      summary: safeText(correlationSummary({ correlation, facts, template, group: memory.group, firing }), 1_000),
      actor: trigger.actor,
      rows: evidenceOf(correlation, firing),
      platformEventId: trigger.platformEventId,
    };
  };
  return {
    facts,
    tables,
    spanMs: habitDays === null ? correlation.spanMs : correlation.spanMs + HABIT_BASELINE_DAYS * DAY_MS,
    // Older matches can only suppress a finding as a habit.
    ...(habitDays !== null && { nearMs: correlation.spanMs }),
    periodMs: DAY_MS,
    foldMs: 0,
    hitsOf: (seen) => hits.hitsOf(seen),
    evaluate: (memory) => {
      const first = new Map<number, PeriodFinding>();
      const isFirst = (at: number) => !first.has(periodOf(at, DAY_MS));
      for (const firing of firingsOf(correlation, memory.hits, isFirst)) {
        const finding = toFinding(memory, firing);
        first.set(finding.period, finding);
      }
      const days = [...first.keys()];
      return [...first.values()].filter(({ period }) => habitDays === null || daysBefore(period, days) < habitDays);
    },
  };
}

const daysBefore = (period: number, days: readonly number[]): number =>
  days.filter((day) => day < period && day >= period - HABIT_BASELINE_DAYS * DAY_MS).length;

/** Fills missing facts from the correlated rules: the highest level, all tactics and techniques. */
function factsOf({ data }: RuleDocument, { slug }: Correlation, bases: readonly BaseRule[]): DetectorFacts {
  const rules = bases.map(({ rule }) => rule.facts);
  const own = readFacts(data, slug, bases[0]?.rule.tables ?? []);
  const highest = Math.max(...rules.map(({ severity }) => SEVERITIES.indexOf(severity)));
  const hasTags = own.tactics.length + own.techniques.length > 0;
  return {
    ...own,
    severity: data["level"] === undefined ? (SEVERITIES[highest] ?? own.severity) : own.severity,
    tactics: hasTags ? own.tactics : [...new Set(rules.flatMap(({ tactics }) => tactics))],
    techniques: hasTags ? own.techniques : [...new Set(rules.flatMap(({ techniques }) => techniques))],
    threatType: hasTags || ownPart(data)["threat_type"] ? own.threatType : (rules[0]?.threatType ?? own.threatType),
    signal: ownPart(data)["signal"] ? own.signal : (rules[0]?.signal ?? own.signal),
  };
}

/** Returns the trigger, then the other rows from the latest back; for counted values, one row per value. */
function evidenceOf({ type }: Correlation, { trigger, hits }: Firing): readonly RowRef[] {
  const rows = new Map<string, RowRef>();
  const values = new Set<string>();
  const add = ({ ref, value }: Firing["trigger"]) => {
    if ((type === "value_count" || type === "temporal") && values.has(value)) return;
    values.add(value);
    const key = `${ref.table}/${ref.rowId}`;
    if (rows.size < MAX_EVIDENCE && !rows.has(key)) rows.set(key, ref);
  };
  add(trigger);
  for (let at = hits.length - 1; at >= 0; at -= 1) {
    const hit = hits[at];
    if (hit) add(hit);
  }
  return [...rows.values()];
}
