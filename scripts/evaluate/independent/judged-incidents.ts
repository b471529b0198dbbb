import { isScored } from "../../../src/analysis/correlate/finding-order.ts";
import { type Incident, incidentsOf } from "../../../src/analysis/correlate/incidents.ts";
import { judge } from "../../../src/analysis/correlate/judge.ts";
import { usualPlaces } from "../../../src/analysis/correlate/place.ts";
import { readKnowledge } from "../../../src/pipeline/correlate/read-knowledge.ts";
import { readFreeFindings } from "../../../src/store/cases/correlated-cases.ts";
import { listEventEvidence } from "../../../src/store/cases/evaluation.ts";
import type { DomainHandle } from "../../../src/store/database/database.ts";
import { withDomainIn } from "../scratch-domain.ts";
import { readSet } from "./read-set.ts";
import type { SetTruth } from "./truth.ts";

/** An incident of a set with its score, whether it became a case or not. */
export interface JudgedIncident {
  readonly score: number;
  /** The attacks whose rows are evidence of its findings. */
  readonly attacks: readonly string[];
  /** The detectors of its findings, with the attacks whose rows are evidence of theirs. */
  readonly detectors: ReadonlyMap<string, readonly string[]>;
}

export interface JudgedSet {
  readonly incidents: readonly JudgedIncident[];
  readonly attacks: number;
  /** Thousands of people, times days. */
  readonly thousandDays: number;
}

const DAY_MS = 86_400_000;
/** No subject of a set has more findings. */
const MAX_FINDINGS = 10_000;

/** Judges every incident of a set whose database an evaluation kept (`--keep`). Its cases are removed. */
export async function judgeIncidents(database: string, folder: string): Promise<JudgedSet> {
  const { truth } = await readSet(folder);
  const at = new Date(Date.parse(truth.until) + DAY_MS);
  const incidents = await withDomainIn(
    database,
    () => at,
    ({ db }) => readIncidents(db, truth),
  );
  const days = (Date.parse(truth.until) - Date.parse(truth.counted_from)) / DAY_MS;
  return { incidents, attacks: truth.attacks.length, thousandDays: (truth.people * days) / 1_000 };
}

async function readIncidents(db: DomainHandle, truth: SetTruth): Promise<readonly JudgedIncident[]> {
  await db.execute("delete from case_findings where domain_id = $1");
  const attackOf = new Map(truth.attacks.flatMap(({ id, rows }) => rows.map((row) => [row, id] as const)));
  const attacksOf = new Map(
    (await listEventEvidence(db)).map(({ eventId, rowIds }) => [
      eventId,
      rowIds.flatMap((id) => attackOf.get(id) ?? []),
    ]),
  );
  const subjects = await db.query<{ subject: string }>(
    "select distinct subject from threat_findings where domain_id = $1 and subject is not null order by subject",
  );
  const found: JudgedIncident[] = [];
  for (const { subject } of subjects) {
    const findings = await readFreeFindings(db, subject, new Date(0), MAX_FINDINGS);
    if (!findings.some(isScored)) continue;
    const knowledge = await readKnowledge(db, subject, findings);
    const counted = incidentsOf(findings, usualPlaces(findings, knowledge)).filter(
      (incident) => (incident.at(-1)?.at ?? 0) >= Date.parse(truth.counted_from),
    );
    found.push(...counted.map((incident) => describe(incident, judge(incident, knowledge).score, attacksOf)));
  }
  return found;
}

function describe(
  incident: Incident,
  score: number,
  attacksOf: ReadonlyMap<string, readonly string[]>,
): JudgedIncident {
  const detectors = new Map<string, readonly string[]>();
  for (const { detector, eventId } of incident.filter(isScored)) {
    detectors.set(detector, [...(detectors.get(detector) ?? []), ...(attacksOf.get(eventId) ?? [])]);
  }
  return { score, attacks: [...new Set(incident.flatMap(({ eventId }) => attacksOf.get(eventId) ?? []))], detectors };
}
