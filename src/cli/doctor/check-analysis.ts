import { toAmount } from "../../model/text/amount.ts";
import { plannedFor } from "../../pipeline/analyze/due-since.ts";
import { type AnalysisCandidate, listAnalysisCandidates } from "../../store/analysis/analysis-candidates.ts";
import { type LedgerRun, listRuns } from "../../store/analysis/analysis-runs.ts";
import type { Database } from "../../store/database/database.ts";
import { type Domain, listDomains } from "../../store/domains/domains.ts";
import { describeRun } from "../analyze/describe-run.ts";
import type { Found } from "./finding.ts";

export interface AnalysisCheck {
  readonly database: Database;
  readonly now: Date;
  /** Undefined if this process analyzes no domain. */
  readonly intervalMs: number | undefined;
}

/** Used for the times of a process that analyzes no domain itself. */
const USUAL_INTERVAL_MS = 15 * 60_000;
/** How many domains are described; those whose last runs did not finish come first. */
const SHOWN = 5;

interface State {
  readonly domain: Domain;
  readonly run: LedgerRun | undefined;
  /** Absent if the domain has no data, or if a process analyzes it. */
  readonly candidate: AnalysisCandidate | undefined;
}

/** Describes the last run of the analysis of each domain and when the next one is due; warns if runs did not finish. */
export async function describeAnalysis(check: AnalysisCheck): Promise<Found> {
  const states = (await readStates(check)).filter(({ run, candidate }) => run ?? candidate);
  const off = check.intervalMs === undefined ? "PARAPET_ANALYSIS_INTERVAL is off here; " : "";
  if (states.length === 0) return `${off}no domain has data, or its first analysis is running`;
  const failing = states.filter(isFailing);
  const shown = [...failing, ...states.filter((state) => !isFailing(state))].slice(0, SHOWN);
  const others = states.length > SHOWN ? [`${toAmount(states.length - SHOWN, "other domain")}`] : [];
  const detail = off + [...shown.map((state) => describe(state, check)), ...others].join("; ");
  if (failing.length === 0) return detail;
  const [first] = failing;
  return { warning: `${detail}. Run parapet analyze --domain ${first?.domain.name ?? ""} to see the failure` };
}

async function readStates({ database, now }: AnalysisCheck): Promise<readonly State[]> {
  const domains = await listDomains(database.system);
  const ids = domains.map(({ domainId }) => domainId);
  const candidates = new Map(
    (await listAnalysisCandidates(database.system, ids, now)).map((candidate) => [candidate.domainId, candidate]),
  );
  const states: State[] = [];
  for (const domain of domains) {
    const [run] = await listRuns(database.forDomain(domain.domainId), 1);
    states.push({ domain, run, candidate: candidates.get(domain.domainId) });
  }
  return states;
}

const isFailing = ({ candidate }: State): boolean => (candidate?.failures ?? 0) > 0;

function describe({ domain, run, candidate }: State, { now, intervalMs = USUAL_INTERVAL_MS }: AnalysisCheck): string {
  const last = run ? describeRun(run) : "not analyzed yet";
  if (!candidate) return `${domain.name} ${last}`;
  const planned = plannedFor(candidate, now, intervalMs);
  const waits = candidate.isPending ? " after the rows that wait for the detectors" : "";
  if (!planned) return `${domain.name} ${last}, next when its data changes`;
  return `${domain.name} ${last}, ${planned > now ? "next at" : "due since"} ${planned.toISOString()}${waits}`;
}
