import { NHI_CONTRACT_VERSION } from "../model/nhi.ts";
import { counted } from "./counted.ts";
import { demoId } from "./demo-id.ts";
import type { Drift } from "./drift.ts";
import { toIso } from "./moment.ts";
import { describeNhi, type Nhi, platformIdsOf } from "./nhi.ts";
import { accessSectionsOf } from "./nhi-access.ts";
import { activitySectionsOf } from "./nhi-activity.ts";
import { creatorOf, custodySectionsOf } from "./nhi-custody.ts";
import { factsOf, type NhiFacts, WINDOW_DAYS } from "./nhi-facts.ts";
import { ARCHETYPES } from "./nhi-kind.ts";
import type { Setting } from "./setting.ts";
import type { WireRecord } from "./wire-record.ts";
import { withArticle } from "./with-article.ts";

const LEAST_CLUSTER = 3;
const FUNCTION_SHARES = [0.7, 0.2, 0.08];

/** The persona of every analysed identity; those of one family form a cluster. */
export function makeNhiDetails(
  setting: Setting,
  fleet: readonly Nhi[],
  drifts: readonly Drift[],
): readonly WireRecord[] {
  const analysed = fleet.filter((nhi) => nhi.hasPersona);
  const all = analysed.map((nhi) =>
    factsOf(
      setting,
      nhi,
      drifts.filter((drift) => drift.nhi === nhi),
    ),
  );
  return all.map((facts) =>
    toDetail(
      setting,
      facts,
      all.filter((other) => other.nhi.kind === facts.nhi.kind),
    ),
  );
}

function toDetail(setting: Setting, facts: NhiFacts, family: readonly NhiFacts[]): WireRecord {
  const { nhi, generatedAt } = facts;
  const sections = {
    overview: overviewOf(facts),
    role: nhi.isDormant ? null : roleOf(facts),
    purpose: nhi.isDormant ? null : purposeOf(facts),
    ...custodySectionsOf(facts),
    ...accessSectionsOf(facts),
    ...activitySectionsOf(setting, facts),
    cluster: clusterOf(setting, facts, family),
    drift: driftOf(facts),
  };
  return {
    nuid: nhi.nuid,
    generated_at: toIso(generatedAt),
    contract_version: NHI_CONTRACT_VERSION,
    identity: identityOf(setting, facts),
    ...sections,
    coverage: coverageOf(facts, sections),
  };
}

const labelOf = ({ nhi }: NhiFacts): string =>
  nhi.kind.what.archetype ? ARCHETYPES[nhi.kind.what.archetype] : "Unclassified";
const inWords = (id: string): string => id.replaceAll("_", " ");
const mandateOf = ({ nhi }: NhiFacts): string =>
  `Made to ${nhi.kind.functions.map(inWords).join(" and ")} in ${nhi.kind.behaviour.system}.`;

function overviewOf(facts: NhiFacts) {
  const { nhi, grants, factors, score } = facts;
  const state = nhi.isDormant ? "has been silent for more than 90 days" : "is active";
  const summary = `${nhi.displayName} is ${withArticle(nhi.kind.identityType.label)} that ${state}. ${mandateOf(facts)}`;
  return {
    summary,
    narrative: `${summary} It holds ${counted(grants.length, "grant")}; its risk score is ${score} of 100.`,
    key_points: factors.map((factor) => `${factor.title}.`),
  };
}

function identityOf(setting: Setting, facts: NhiFacts) {
  const { nhi } = facts;
  const { principalId, appId } = platformIdsOf(setting, nhi);
  const { archetype } = nhi.kind.what;
  const isForeign = archetype === "saas_integration" || archetype === "vendor_platform";
  return {
    ...describeNhi(nhi),
    principal_id: principalId,
    app_id: appId,
    owning_tenant_id: appId && demoId(setting.seed, "tenant", isForeign ? nhi.displayName : "own"),
    vendor_first_party: archetype === "vendor_platform",
    archetype_explanation: `Classified as ${labelOf(facts)} because of its grants, its calls to ${nhi.kind.behaviour.system} and its rhythm.`,
    creator_upn: creatorOf(facts),
  };
}

function roleOf(facts: NhiFacts) {
  return {
    observed_role: labelOf(facts),
    summary: `Its calls are those of ${withArticle(labelOf(facts))}.`,
    purpose: mandateOf(facts),
    match: oddities(facts).length > 0 ? "atypical" : "typical",
    evidence: "observed",
    confidence: Number((0.6 + 0.35 * facts.random.next()).toFixed(2)),
  };
}

function purposeOf(facts: NhiFacts) {
  const { kind } = facts.nhi;
  return {
    mandate: mandateOf(facts),
    functions: kind.functions.map((id, place) => ({
      id,
      label: inWords(id),
      share: FUNCTION_SHARES[place] ?? 0,
      evidence: kind.operations,
      systems: [kind.behaviour.system],
    })),
    stated: null,
    agreement: "unstated",
    evidence: "observed",
    confidence: 0.8,
  };
}

/** In what an identity differs from its family. */
function oddities({ custodyKind, nhi }: NhiFacts): readonly string[] {
  return [...(custodyKind === "ungoverned" ? ["no_owner"] : []), ...(nhi.isDormant ? ["different_rhythm"] : [])];
}

function clusterOf({ seed }: Setting, facts: NhiFacts, family: readonly NhiFacts[]) {
  const { nhi, tier, score } = facts;
  if (family.length < LEAST_CLUSTER) return null;
  const ranked = family.toSorted((a, b) => b.score - a.score || (a.nhi.nuid < b.nhi.nuid ? -1 : 1));
  const position = ranked.indexOf(facts) + 1;
  return {
    cluster_id: demoId(seed, "cluster", nhi.kind.key),
    name: `${labelOf(facts)} - ${nhi.kind.identityType.label}`,
    tier,
    archetype: nhi.kind.what.archetype,
    rank: {
      position,
      of: family.length,
      percentile: Math.round((100 * (family.length - position + 1)) / family.length),
      score,
      outlier: oddities(facts).length > 0,
      outlier_reasons: oddities(facts),
      similarity: Number((0.6 + 0.4 * facts.random.next()).toFixed(2)),
    },
  };
}

function driftOf({ drifts, generatedAt }: NhiFacts) {
  return {
    last_evaluated_at: toIso(generatedAt),
    open: drifts.map((drift) => ({
      drift_id: drift.driftId,
      computator: drift.computator.name,
      time_period: drift.period,
      detected_at: toIso(drift.detectedAt),
      severity: drift.severity,
      headline: drift.summary,
      closed_at: null,
    })),
    recent: [],
    stable_days: drifts.length > 0 ? 0 : WINDOW_DAYS,
  };
}

function coverageOf({ nhi, generatedAt }: NhiFacts, sections: WireRecord) {
  const verdicts = Object.entries(sections).map(([name, section]) => [name, section ? "sufficient" : "insufficient"]);
  const source = { connected: true, days: WINDOW_DAYS, last_data_at: toIso(generatedAt) };
  return {
    verdict: nhi.isDormant ? "partial" : "sufficient",
    sections: Object.fromEntries(verdicts),
    sources: [
      { source: "entra_directory", ...source },
      { source: "log_analytics", ...source },
    ],
    window_days: WINDOW_DAYS,
    notes: nhi.isDormant ? ["No call was seen in the window."] : [],
  };
}
