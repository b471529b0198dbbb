import type { Detection } from "../../model/rule-list.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { listRuleExceptions } from "../../store/rules/rule-exceptions.ts";
import { countFindings } from "../../store/rules/rule-findings.ts";

const DAYS_MS = 30 * 86_400_000;

/** Describes a few detections with their state and their findings of the last 30 days. */
export async function describeRules(
  db: DomainDb,
  detections: readonly Detection[],
  off: ReadonlySet<string>,
  now: Date,
) {
  const names = detections.map(({ facts }) => facts.slug);
  const findings = await countFindings(db, names, new Date(now.getTime() - DAYS_MS));
  const exceptions = new Map<string, number>();
  for (const { detector, expiresAt } of await listRuleExceptions(db)) {
    if (expiresAt === null || expiresAt > now) exceptions.set(detector, (exceptions.get(detector) ?? 0) + 1);
  }
  return detections.map(({ facts, kind, pack, tables }) => ({
    name: facts.slug,
    title: facts.title,
    kind,
    pack,
    severity: facts.severity,
    threat_type: facts.threatType,
    tables,
    tactics: facts.tactics,
    techniques: facts.techniques,
    state: off.has(facts.slug) ? "off" : "on",
    findings_30_days: findings.get(facts.slug) ?? 0,
    exceptions: exceptions.get(facts.slug) ?? 0,
  }));
}
