import { serviceProvider, serviceType } from "../../model/identity/service-kind.ts";
import type { Nhi } from "../../model/nhi.ts";
import { NHI_CONTRACT_VERSION } from "../../model/nhi.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { NHI_CLASSES, type NhiClass, PROVIDERS } from "../../model/vocabulary.ts";
import { accessOf, usedEntitlements } from "./access.ts";
import { actorEdgesOf } from "./actor-edges.ts";
import { archetypeOf } from "./archetype.ts";
import { assetTierOf } from "./asset-tier.ts";
import { chooseSamples } from "./call-samples.ts";
import { accountProvider, accountType, serviceClass, UNKNOWN_TYPE } from "./class.ts";
import { coverageOf } from "./coverage.ts";
import { assessCredentials, postureOf } from "./credentials.ts";
import { custodyOf } from "./custody.ts";
import { dataMovementOf } from "./data-movement.ts";
import { driftOf } from "./drift.ts";
import { isoOf, isoOfDay, type NhiFacts, nameOf, objectIdOf, WINDOW_DAYS } from "./facts.ts";
import { featuresOf } from "./features.ts";
import { iamOf } from "./iam.ts";
import { interactionsOf } from "./interactions.ts";
import { legitimacyOf } from "./legitimacy.ts";
import { metadataOf } from "./metadata.ts";
import { operationsOf } from "./operations.ts";
import { overviewOf, roleOf } from "./overview.ts";
import { functionsOf, purposeOf } from "./purpose.ts";
import { resourceEdgesOf } from "./resource-edges.ts";
import { rhythmOf } from "./rhythm.ts";
import { riskOf } from "./risk.ts";
import { lifetimeOf } from "./status.ts";
import { candidatesOf, creatorOf, renderStewards, stewardOf } from "./stewards.ts";
import { summaryOf } from "./summary.ts";
import { type ApplicationName, totalUses } from "./uses.ts";

/** Returns the class of an identity. */
export function classOf({ service, user, fleet, entitlements }: NhiFacts): NhiClass {
  if (service) return serviceClass(service, fleet.directory.credentialsOf(service.objectId), entitlements);
  if (!user) return "unknown";
  return user.objectClass === "agent_user" ? "ai_agent" : "service_account";
}

/** Everything that follows from the facts of one identity, before it is rendered. */
function assess(facts: NhiFacts) {
  const uses = totalUses(facts.days, facts.day, applicationNamesOf(facts));
  const nhiClass = classOf(facts);
  const rhythm = facts.fleet.sources.size > 0 ? rhythmOf(uses.window, facts.day) : null;
  const candidates = candidatesOf(facts);
  const credentials = assessCredentials(facts, uses);
  const entitlements = usedEntitlements(facts, uses);
  const archetype = archetypeOf({ facts, nhiClass, uses, rhythm });
  const base = {
    facts,
    uses,
    nhiClass,
    rhythm,
    candidates,
    custody: custodyOf(facts, candidates),
    steward: stewardOf(candidates)?.person ?? null,
    creator: creatorOf(facts),
    credentials,
    posture: credentials && postureOf(facts, credentials),
    legitimacy: legitimacyOf(facts, candidates),
    entitlements,
    archetype,
    lifetime: lifetimeOf(facts, uses, credentials),
    functions: functionsOf(uses, entitlements),
  };
  const access = facts.reach && accessOf(facts, uses, entitlements, base.legitimacy);
  const reactivated = access?.reactivated_scopes ?? [];
  const risk = facts.reach && riskOf({ ...base, archetype: archetype.archetype, reactivated });
  return { ...base, access, risk };
}

type Assessed = ReturnType<typeof assess>;

/** Renders the sections that need calls; they are null without any in the window. */
function activitySections(assessed: Assessed) {
  const { facts, uses, rhythm, credentials, archetype, functions } = assessed;
  if (uses.calls === 0 || rhythm === null) {
    return {
      role: null,
      purpose: null,
      iam: null,
      interactions: null,
      data_movement: null,
      operations: null,
      call_samples: null,
    };
  }
  const purpose = purposeOf(facts, archetype, functions);
  const operations = operationsOf(facts, uses);
  return {
    role: roleOf(assessed, purpose.mandate),
    purpose,
    iam: iamOf(facts, uses, rhythm, credentials),
    interactions: interactionsOf(facts, uses, rhythm),
    data_movement: dataMovementOf(uses, operations),
    operations,
    call_samples: chooseSamples(uses, facts.day - WINDOW_DAYS),
  };
}

function sectionsOf(assessed: Assessed) {
  const { facts, uses, candidates, custody, steward, creator, entitlements, access, risk } = assessed;
  const activity = activitySections(assessed);
  const { reach } = facts;
  return {
    overview: overviewOf(assessed),
    identity: identityOf(assessed),
    role: activity.role,
    purpose: activity.purpose,
    stewardship: {
      steward_upn: steward?.upn ?? null,
      creator_upn: creator?.upn ?? null,
      custody_kind: custody.kind,
    },
    stewards: renderStewards(candidates),
    custody,
    access,
    iam: activity.iam,
    interactions: activity.interactions,
    data_movement: activity.data_movement,
    identity_metadata: objectIdOf(facts) === null ? null : metadataOf(facts),
    cluster: null,
    risk,
    risk_lens: reach && { blast_radius: reach.blastRadius, reaches_control_plane: reach.reachesControlPlane },
    coverage: null,
    asset_tier: assetTierOf(facts, entitlements),
    resource_edges: activity.role || entitlements.length > 0 ? resourceEdgesOf(uses, entitlements) : null,
    actor_edges: actorEdgesOf(facts, uses, candidates),
    operations: activity.operations,
    call_samples: activity.call_samples,
    call_rhythm: assessed.rhythm,
    credential_posture: assessed.posture,
    drift: driftOf(facts, uses.firstDay),
  };
}

const applicationNamesOf =
  ({ fleet: { directory } }: NhiFacts): ApplicationName =>
  (id) =>
    (directory.findServiceByAppId(id) ?? directory.findService(id))?.displayName ?? null;

/** Analyzes one identity. The cluster is added when all identities are known. */
export function analyzeNhi(facts: NhiFacts) {
  const assessed = assess(facts);
  const sections = sectionsOf(assessed);
  const { uses, rhythm, entitlements, steward } = assessed;
  const owner = steward ? facts.fleet.directory.findUser(steward.id) : undefined;
  return {
    item: itemOf(assessed),
    detail: {
      nuid: facts.nuid,
      generated_at: isoOfDay(facts.day),
      contract_version: NHI_CONTRACT_VERSION,
      ...sections,
      coverage: coverageOf(facts, uses, sections),
    },
    summary: summaryOf(assessed),
    features: featuresOf({
      facts,
      uses,
      rhythm,
      archetype: assessed.archetype.archetype,
      entitlements,
      score: assessed.risk?.score ?? 0,
      isUngoverned: assessed.custody.kind === "ungoverned",
      ownerDepartment: owner?.department ?? null,
    }),
  };
}

export type AnalyzedNhi = ReturnType<typeof analyzeNhi>;

function providerOf({ service, user }: NhiFacts) {
  const key = service ? serviceProvider(service) : user ? accountProvider(user) : ("other" as const);
  return { key, label: PROVIDERS[key] };
}

const shownId = (id: string | null): string | null => (id === null ? null : safeText(id, 512) || null);

const appIdOf = ({ service, key }: NhiFacts): string | null =>
  service?.appId ?? (key?.startsWith("app:") ? key.slice("app:".length) : null);

function identityOf({ facts, creator, ...decided }: Assessed) {
  const { service } = facts;
  return {
    display_name: safeText(nameOf(facts), 256),
    nhi_class: decided.nhiClass,
    nhi_class_label: NHI_CLASSES[decided.nhiClass],
    archetype: decided.archetype.archetype,
    archetype_label: decided.archetype.label,
    provider: providerOf(facts),
    principal_id: shownId(objectIdOf(facts)),
    app_id: shownId(appIdOf(facts)),
    owning_tenant_id: service?.ownerTenantId ?? null,
    vendor_first_party: service ? service.isFirstParty : null,
    first_seen: isoOf(decided.lifetime.firstSeen),
    last_seen: isoOf(decided.lifetime.lastSeen),
    archetype_explanation: decided.archetype.explanation,
    creator_upn: creator?.upn ?? null,
  };
}

function itemOf({ facts, steward, ...decided }: Assessed): Nhi {
  const { service, user, fleet } = facts;
  return {
    nuid: facts.nuid,
    displayName: safeText(nameOf(facts), 256),
    nhiClass: decided.nhiClass,
    nhiClassLabel: NHI_CLASSES[decided.nhiClass],
    identityType: service ? serviceType(service, fleet.ownTenantId) : user ? accountType(user) : UNKNOWN_TYPE,
    archetype: decided.archetype.archetype,
    archetypeLabel: decided.archetype.label,
    provider: providerOf(facts),
    status: decided.lifetime.status,
    hasPersona: true,
    stewardUpn: steward?.upn ?? null,
    firstSeen: decided.lifetime.firstSeen,
    lastSeen: decided.lifetime.lastSeen,
    principalId: objectIdOf(facts),
    appId: appIdOf(facts),
  };
}
