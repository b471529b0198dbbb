import { CREDENTIAL_FLAGS, type CredentialFlag } from "../../model/identity/nhi-words.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { creepIndexOf, overPermissionOf, type UsedEntitlement, unusedPrivileged } from "./access.ts";
import { isHumanOperated } from "./archetype.ts";
import type { Posture } from "./credentials.ts";
import type { Custody } from "./custody.ts";
import { openDrift } from "./drift.ts";
import { isoOfDay, type NhiFacts } from "./facts.ts";
import type { Legitimacy } from "./legitimacy.ts";
import type { Rhythm } from "./rhythm.ts";
import type { Lifetime } from "./status.ts";
import type { Uses } from "./uses.ts";

/** What contributes to the risk of an identity. */
export interface RiskFactor {
  readonly id: string;
  readonly owasp: string | null;
  readonly title: string;
  readonly points: number;
  readonly evidence: string;
}

export interface RiskInput {
  readonly facts: NhiFacts;
  readonly uses: Uses;
  readonly rhythm: Rhythm | null;
  readonly archetype: string;
  readonly entitlements: readonly UsedEntitlement[];
  readonly custody: Custody;
  readonly posture: Posture | null;
  readonly legitimacy: Legitimacy;
  readonly lifetime: Lifetime;
  /** Keys of tier 0 or 1 scopes that are used again after a long time. */
  readonly reactivated: readonly { readonly name: string; readonly tier: string; readonly idle_days: number }[];
}

const MAX_FACTORS = 12;
const MANY_NETWORKS = 3;

type Add = (holds: boolean, factor: RiskFactor) => void;

/** Sums the risk of an identity over its factors. */
export function riskOf(input: RiskInput) {
  const factors: RiskFactor[] = [];
  const add: Add = (holds, factor) => {
    if (holds) factors.push({ ...factor, evidence: safeText(factor.evidence, 300) });
  };
  addOffboarding(add, input);
  addOrigin(add, input);
  addAccess(add, input);
  addCredentials(add, input);
  addUse(add, input);
  factors.sort((a, b) => b.points - a.points || (a.id < b.id ? -1 : 1));
  const score = Math.min(
    100,
    factors.reduce((sum, { points }) => sum + points, 0),
  );
  return {
    score,
    level:
      score < 25
        ? ("low" as const)
        : score < 50
          ? ("medium" as const)
          : score < 75
            ? ("high" as const)
            : ("critical" as const),
    factors: factors.slice(0, MAX_FACTORS),
    top_factor: factors[0]?.id ?? null,
    computed_at: isoOfDay(input.facts.day),
  };
}

export type Risk = ReturnType<typeof riskOf>;

function addOffboarding(add: Add, { custody, lifetime, posture, facts }: RiskInput): void {
  const owasp = "NHI1";
  add(custody.kind === "ungoverned", {
    id: "ungoverned",
    owasp,
    title: "Nobody is responsible",
    points: 15,
    evidence: custody.reason,
  });
  const valid = posture?.items.filter(({ state }) => state !== "expired" && state !== "not_yet_valid").length ?? 0;
  const idle =
    lifetime.lastActiveDay === null
      ? "It was never seen active"
      : `It was last active ${facts.day - lifetime.lastActiveDay} days ago`;
  add(lifetime.status === "dormant" && valid > 0, {
    id: "dormant_with_credential",
    owasp,
    title: "Dormant with a valid credential",
    points: 12,
    evidence: `${idle}, and ${valid} of its credentials ${valid === 1 ? "is" : "are"} valid.`,
  });
  const left = custody.human_owner_count - custody.active_human_owner_count;
  add(left > 0 && custody.active_human_owner_count === 0, {
    id: "owner_left",
    owasp,
    title: "Its owners have left",
    points: 10,
    evidence: `${left} of ${custody.human_owner_count} owners ${left === 1 ? "has" : "have"} no active account.`,
  });
}

function addOrigin(add: Add, { legitimacy, facts }: RiskInput): void {
  const owasp = "NHI3";
  const why = legitimacy?.signals.find(({ effect }) => effect === "weakens")?.detail ?? "";
  add(legitimacy?.verdict === "suspicious", {
    id: "suspicious_origin",
    owasp,
    title: "Suspicious origin",
    points: 25,
    evidence: why,
  });
  add(legitimacy?.verdict === "unverified" && (facts.reach?.tier ?? 2) <= 1, {
    id: "unverified_origin",
    owasp,
    title: "Unverified origin with sensitive access",
    points: 10,
    evidence: why || "Nothing verifies where the application comes from.",
  });
}

function addAccess(add: Add, { facts, entitlements, archetype, posture, reactivated }: RiskInput): void {
  const { reach } = facts;
  const owasp = "NHI5";
  const strongest = entitlements.find(({ entitlement }) => entitlement.tier === 0)?.entitlement.name ?? "";
  add(reach?.tier === 0 && reach.isDirect, {
    id: "tier0_direct",
    owasp,
    title: "Can take over the tenant",
    points: 20,
    evidence: `It holds ${strongest}.`,
  });
  add(reach?.reachesControlPlane === true && !(reach.tier === 0 && reach.isDirect), {
    id: "tier0_path",
    owasp,
    title: "Has a path to take over the tenant",
    points: 10,
    evidence: `Path: ${reach?.path.map(({ edge, to }) => `${edge} > ${to}`).join(", ")}.`,
  });
  const unused = unusedPrivileged(entitlements)[0];
  add(overPermissionOf(entitlements) === true, {
    id: "over_permission",
    owasp,
    title: "Holds access that it does not use",
    points: 10,
    evidence: unused
      ? `${unused.entitlement.name} was not used in 90 days.`
      : `${creepIndexOf(entitlements)} % of its access, weighted by privilege, was not used in 90 days.`,
  });
  const hasSecret = posture?.items.some(({ type, state }) => type === "client_secret" && state !== "expired") ?? false;
  add(reach?.tier === 0 && hasSecret, {
    id: "secret_on_tier0",
    owasp: "NHI4",
    title: "A secret is enough to take over the tenant",
    points: 8,
    evidence: "It authenticates with a secret, which can be copied, although it is of tier 0.",
  });
  add(archetype === "ci_cd" && reach?.tier === 0, {
    id: "ci_tier0",
    owasp: "NHI6",
    title: "Builds can take over the tenant",
    points: 8,
    evidence: `Whoever controls the build controls ${strongest || "the tenant"}.`,
  });
  const again = reactivated.find(({ tier }) => tier !== "tier2");
  add(again !== undefined, {
    id: "reactivated_privilege",
    owasp: null,
    title: "Privileged access is used again",
    points: 10,
    evidence: again ? `${again.name} was used again after ${again.idle_days} days.` : "",
  });
}

function addCredentials(add: Add, { posture, uses }: RiskInput): void {
  const flags = new Set(posture?.flags ?? []);
  const secrets = (posture?.items ?? []).filter(({ type, state }) => type === "client_secret" && state !== "expired");
  const oldest = [...secrets].sort(
    (a, b) => (b.age_days ?? 0) - (a.age_days ?? 0) || (a.key_id < b.key_id ? -1 : 1),
  )[0];
  const shown = oldest
    ? `The secret ${oldest.label ?? oldest.key_id}, created ${oldest.created_at?.slice(0, 10) ?? "at an unknown time"}, is valid until ${oldest.expires_at?.slice(0, 10) ?? "it is removed"}.`
    : "";
  const words = (flag: CredentialFlag): string => `It was found that ${CREDENTIAL_FLAGS[flag]}.`;
  add(flags.has("federation_wildcard"), {
    id: "federation_wildcard",
    owasp: "NHI6",
    title: "Federation trusts a wildcard",
    points: 12,
    evidence: words("federation_wildcard"),
  });
  add(flags.has("very_long_lifetime"), {
    id: "very_long_secret",
    owasp: "NHI7",
    title: "Secret valid for years",
    points: 8,
    evidence: shown || words("very_long_lifetime"),
  });
  add(flags.has("long_lifetime") && !flags.has("very_long_lifetime"), {
    id: "long_secret",
    owasp: "NHI7",
    title: "Long-lived secret",
    points: 4,
    evidence: shown || words("long_lifetime"),
  });
  add(flags.has("not_rotated_1y"), {
    id: "not_rotated",
    owasp: "NHI7",
    title: "Secret not rotated",
    points: 6,
    evidence: shown || words("not_rotated_1y"),
  });
  add(flags.has("shared_credential"), {
    id: "shared_credential",
    owasp: "NHI9",
    title: "Shared credential",
    points: 8,
    evidence: words("shared_credential"),
  });
  const password = uses.of("authentication").find(({ key }) => /password|basic|imap|smtp|pop/.test(key));
  add(password !== undefined, {
    id: "password_authentication",
    owasp: "NHI4",
    title: "Authenticates with a password",
    points: 10,
    evidence: `${password?.count} sign-ins used ${password?.label}.`,
  });
}

const isNonProduction = (label: string): boolean =>
  /\b(dev|test|qa|uat|staging|sandbox|nonprod)\b/.test(label.toLowerCase().replace(/[_/]/g, "-"));
const isProduction = (label: string): boolean =>
  /\b(prod|production|prd)\b/.test(label.toLowerCase().replace(/[_/]/g, "-"));

function addUse(add: Add, { uses, rhythm, facts }: RiskInput): void {
  add(isHumanOperated({ uses, rhythm }), {
    id: "human_use",
    owasp: "NHI10",
    title: "Used by a person",
    points: 12,
    evidence: "A browser is used with the identity.",
  });
  const scopes = uses.of("resource").filter(({ key }) => /^(resource_group|subscription):/.test(key));
  const isMixed = scopes.some(({ label }) => isProduction(label)) && scopes.some(({ label }) => isNonProduction(label));
  add(isMixed, {
    id: "mixed_environments",
    owasp: "NHI8",
    title: "Used in production and elsewhere",
    points: 8,
    evidence: `It changes ${scopes.length} scopes, of production and of other environments.`,
  });
  const workloads = uses.of("caller").filter(({ key }) => /^(federated|app|host):/.test(key));
  add(workloads.length >= MANY_NETWORKS, {
    id: "reused_identity",
    owasp: "NHI9",
    title: "Shared by several workloads",
    points: 8,
    evidence: `${workloads.length} workloads use it.`,
  });
  const drift = openDrift(facts);
  const high = drift.find(({ severity }) => severity === "high");
  const medium = drift.find(({ severity }) => severity === "medium");
  const worst = high ?? medium;
  add(worst !== undefined, {
    id: "open_drift",
    owasp: null,
    title: "Its behavior or access changed",
    points: high ? 12 : 6,
    evidence: worst?.headline ?? "",
  });
}
