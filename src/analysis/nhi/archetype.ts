import { ARCHETYPES, type Archetype } from "../../model/identity/nhi-words.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { NhiClass } from "../../model/vocabulary.ts";
import {
  type EvidenceRule,
  NAME_EVIDENCE,
  OPERATION_EVIDENCE,
  PERMISSION_EVIDENCE,
  RESOURCE_EVIDENCE,
  SYSTEM_EVIDENCE,
} from "./archetype-rules.ts";
import { byText, type NhiFacts, nameOf, round } from "./facts.ts";
import type { Rhythm } from "./rhythm.ts";
import type { Uses } from "./uses.ts";

/** P permission, O observed operation, R observed resource, N name, H rhythm, C context. */
type EvidenceKind = "P" | "O" | "R" | "N" | "H" | "C";

interface Evidence {
  readonly archetype: Archetype;
  readonly kind: EvidenceKind;
  readonly points: number;
  readonly phrase: string;
}

export interface ArchetypeResult {
  readonly archetype: Archetype;
  readonly label: string;
  readonly explanation: string;
  readonly evidence: "observed" | "inferred";
  readonly confidence: number;
}

export interface ArchetypeInput {
  readonly facts: NhiFacts;
  readonly nhiClass: NhiClass;
  readonly uses: Uses;
  readonly rhythm: Rhythm | null;
}

const RHYTHM_POINTS: Readonly<Partial<Record<Archetype, readonly string[]>>> = {
  ci_cd: ["bursty"],
  application_backend: ["continuous", "business_hours"],
  data_pipeline: ["scheduled_daily", "scheduled_weekly"],
  backup_recovery: ["scheduled_daily", "scheduled_weekly"],
  security_tooling: ["fixed_interval"],
  monitoring: ["fixed_interval"],
  identity_sync: ["fixed_interval"],
};

const CI_ISSUERS = /token\.actions\.githubusercontent\.com|gitlab|vstoken\.dev\.azure\.com|circleci|buildkite/i;
const FREQUENT = 0.2;
const MIN_POINTS = 3;
const MOSTLY = 0.8;

/** Decides what an identity is for, by the sum of its evidence. */
export function archetypeOf(input: ArchetypeInput): ArchetypeResult {
  const certain = certainOf(input);
  if (certain) return certain;
  const evidence = evidenceOf(input);
  const totals = new Map<Archetype, number>();
  for (const { archetype, points } of evidence) totals.set(archetype, (totals.get(archetype) ?? 0) + points);
  const [first, second] = [...totals].sort((a, b) => b[1] - a[1] || byText(a[0], b[0]));
  if (!first || first[1] < MIN_POINTS || first[1] - (second?.[1] ?? 0) < 1) return unclassified(first, second);
  return resultOf(input, first, evidence);
}

function certainOf({ facts, nhiClass }: ArchetypeInput): ArchetypeResult | undefined {
  const sure = (archetype: Archetype, reason: string): ArchetypeResult => ({
    archetype,
    label: ARCHETYPES[archetype],
    explanation: `Classified as ${ARCHETYPES[archetype]} because ${reason}.`,
    evidence: "inferred",
    confidence: 1,
  });
  if (facts.service?.isFirstParty === true)
    return sure("vendor_platform", "the vendor of the platform owns the application");
  return nhiClass === "ai_agent" ? sure("ai_agent", "its directory object is that of an agent") : undefined;
}

function unclassified(
  first: readonly [Archetype, number] | undefined,
  second: readonly [Archetype, number] | undefined,
): ArchetypeResult {
  const candidates = [first, second].flatMap((each) => (each && each[1] > 0 ? ARCHETYPES[each[0]] : []));
  const reason =
    candidates.length === 0
      ? "neither its permissions nor its calls show what it is for"
      : `the evidence for ${candidates.join(" and ")} is not enough to decide`;
  return {
    archetype: "unclassified",
    label: ARCHETYPES.unclassified,
    explanation: `Not classified because ${reason}.`,
    evidence: "inferred",
    confidence: 0,
  };
}

function resultOf(
  { uses }: ArchetypeInput,
  [archetype, total]: readonly [Archetype, number],
  evidence: readonly Evidence[],
): ArchetypeResult {
  const own = evidence
    .filter((each) => each.archetype === archetype)
    .sort((a, b) => b.points - a.points || byText(a.phrase, b.phrase));
  const observed = own
    .filter(({ kind }) => kind === "O" || kind === "R" || kind === "H")
    .reduce((sum, { points }) => sum + points, 0);
  const isObserved = observed * 2 >= total;
  const phrases = [...new Set(own.map(({ phrase }) => phrase))].slice(0, 3);
  const days = Math.min(1, uses.window.length / 14);
  return {
    archetype,
    label: ARCHETYPES[archetype],
    explanation: safeText(`Classified as ${ARCHETYPES[archetype]} because it ${joined(phrases)}.`, 400),
    evidence: isObserved ? "observed" : "inferred",
    confidence: round((total / (total + 2)) * (isObserved ? days : 0.6), 2),
  };
}

const joined = (phrases: readonly string[]): string =>
  phrases.length < 2 ? (phrases[0] ?? "") : `${phrases.slice(0, -1).join(", ")} and ${phrases.at(-1)}`;

function evidenceOf(input: ArchetypeInput): readonly Evidence[] {
  return [
    ...permissionEvidence(input.facts),
    ...operationEvidence(input.uses),
    ...nameEvidence(input.facts),
    ...contextEvidence(input),
    ...rhythmEvidence(input),
    ...humanEvidence(input),
  ];
}

function permissionEvidence({ entitlements }: NhiFacts): readonly Evidence[] {
  return PERMISSION_EVIDENCE.flatMap(([archetype, points, pattern, phrase]) => {
    const found = entitlements.find(({ name }) => pattern.test(name.slice(0, 200)));
    return found ? [{ archetype, kind: "P" as const, points, phrase: `${phrase} (${safeText(found.name, 60)})` }] : [];
  });
}

/** Returns the evidence of operations and systems; what is frequent counts double. */
function operationEvidence(uses: Uses): readonly Evidence[] {
  const from = (
    dimension: "operation" | "application",
    kind: EvidenceKind,
    patterns: readonly EvidenceRule[],
    read: (use: { key: string; label: string }) => string,
  ): readonly Evidence[] => {
    const all = uses.of(dimension);
    const total = all.reduce((sum, { count }) => sum + count, 0);
    return patterns.flatMap(([archetype, points, pattern, phrase]) => {
      const count = all.filter((use) => pattern.test(read(use))).reduce((sum, use) => sum + use.count, 0);
      if (count === 0) return [];
      const share = count / total;
      const shown = `${phrase} in ${Math.max(1, Math.round(share * 100))} % of its calls`;
      return [{ archetype, kind, points: share >= FREQUENT ? points * 2 : points, phrase: shown }];
    });
  };
  return [
    ...from("operation", "O", OPERATION_EVIDENCE, ({ key }) => key),
    ...from("application", "R", SYSTEM_EVIDENCE, ({ label }) => label),
  ];
}

const CAMEL = /([a-z])([A-Z])/g;

function nameEvidence(facts: NhiFacts): readonly Evidence[] {
  const name = `${nameOf(facts)} ${facts.service?.publisher ?? ""}`.slice(0, 300).replace(CAMEL, "$1 $2");
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, " ")
    .replace(/\d/g, " ");
  const known = new Set<Archetype>();
  return NAME_EVIDENCE.flatMap(([archetype, points, pattern]) => {
    const found = known.has(archetype) ? undefined : pattern.exec(words)?.[0];
    if (!found) return [];
    known.add(archetype);
    return [{ archetype, kind: "N" as const, points, phrase: `has "${safeText(found, 30)}" in its name` }];
  });
}

function contextEvidence({ facts, uses }: ArchetypeInput): readonly Evidence[] {
  const { service, fleet } = facts;
  const resource = facts.service?.resourceId?.toLowerCase() ?? "";
  const found: Evidence[] = RESOURCE_EVIDENCE.flatMap(([archetype, points, pattern, phrase]) =>
    pattern.test(resource) ? [{ archetype, kind: "C" as const, points, phrase }] : [],
  );
  const credentials = service ? fleet.directory.credentialsOf(service.objectId) : [];
  const issuer = credentials.find((each) => each.issuer !== null && CI_ISSUERS.test(each.issuer))?.issuer;
  if (issuer)
    found.push({ archetype: "ci_cd", kind: "C", points: 3, phrase: `trusts the build system ${safeText(issuer, 60)}` });
  const isForeign =
    fleet.ownTenantId !== null && service?.ownerTenantId != null && service.ownerTenantId !== fleet.ownTenantId;
  if (isForeign)
    found.push({ archetype: "saas_integration", kind: "C", points: 2, phrase: "belongs to another tenant" });
  if (service?.templateId)
    found.push({ archetype: "saas_integration", kind: "C", points: 1, phrase: "comes from the application gallery" });
  if (isSignInApp(facts, uses))
    found.push({
      archetype: "sign_in_app",
      kind: "C",
      points: 4,
      phrase: "signs users in and holds no other permission",
    });
  return found;
}

const BASIC = /^(user\.read|openid|profile|email|offline_access)$/i;

function isSignInApp({ service, entitlements }: NhiFacts, uses: Uses): boolean {
  if (!service || service.type === "ManagedIdentity") return false;
  const hasSso = service.ssoMode !== null || service.replyUrls.length > 0;
  return hasSso && entitlements.every(({ name }) => BASIC.test(name)) && uses.calls === 0;
}

function rhythmEvidence({ rhythm }: ArchetypeInput): readonly Evidence[] {
  if (!rhythm || rhythm.class === "silent") return [];
  return Object.entries(RHYTHM_POINTS).flatMap(([archetype, classes]) =>
    classes.includes(rhythm.class)
      ? [
          {
            archetype: archetype as Archetype,
            kind: "H" as const,
            points: 1,
            phrase: `calls in the rhythm "${rhythm.label.toLowerCase()}"`,
          },
        ]
      : [],
  );
}

/** Whoever reads logs or users by hand is not a collector of them: how an identity is used counts more than what for. */
function humanEvidence(input: ArchetypeInput): readonly Evidence[] {
  if (!isHumanOperated(input)) return [];
  return [
    {
      archetype: "human_operated",
      kind: "O",
      points: humanShare(input.uses) >= MOSTLY ? 12 : 8,
      phrase: "is used from a browser or workstation, as a person would",
    },
  ];
}

/** Returns the share of calls from browsers among those whose client is known. */
function humanShare(uses: Uses): number {
  const callers = uses.of("caller").filter(({ key }) => key.startsWith("browser:") || key.startsWith("agent:"));
  const total = callers.reduce((sum, { count }) => sum + count, 0);
  const human = callers.filter(({ key }) => key.startsWith("browser:")).reduce((sum, { count }) => sum + count, 0);
  return total === 0 ? 0 : human / total;
}

/** Returns whether a person seems to use the identity by hand. */
export function isHumanOperated({ uses, rhythm }: Pick<ArchetypeInput, "uses" | "rhythm">): boolean {
  if (uses.calls === 0) return false;
  const isOfficeTime = rhythm === null || ["business_hours", "bursty", "sporadic", "irregular"].includes(rhythm.class);
  return humanShare(uses) >= FREQUENT && isOfficeTime;
}
