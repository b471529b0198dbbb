import { demoId } from "./demo-id.ts";
import type { Drift } from "./drift.ts";
import { DAY_MS, HOUR_MS, shift } from "./moment.ts";
import { holdsSecret, type Nhi } from "./nhi.ts";
import { type Grant, grantsOf } from "./nhi-kind.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Setting } from "./setting.ts";

export const WINDOW_DAYS = 90;
const CREEP_LIMIT = 34;
const TIER_WEIGHTS: Readonly<Record<string, number>> = { tier0: 10, tier1: 3, tier2: 1 };

export interface HeldGrant extends Grant {
  readonly grantedAt: Date;
  /** Null when it was not used in the window. */
  readonly lastUsed: Date | null;
}

export interface Credential {
  readonly keyId: string;
  readonly createdAt: Date;
  readonly lifetimeDays: number;
  readonly addedBy: string;
}

export interface RiskFactor {
  readonly id: string;
  readonly owasp: string | null;
  readonly title: string;
  readonly points: number;
  readonly evidence: string;
}

/** Everything about one identity that its persona is made of; decided once, so that the sections agree. */
export interface NhiFacts {
  readonly nhi: Nhi;
  readonly random: Random;
  readonly generatedAt: Date;
  readonly grants: readonly HeldGrant[];
  readonly credentials: readonly Credential[];
  readonly drifts: readonly Drift[];
  readonly custodyKind: "human" | "system" | "ungoverned";
  readonly tier: string;
  readonly isOverPermitted: boolean;
  readonly factors: readonly RiskFactor[];
  readonly score: number;
}

export function factsOf(setting: Setting, nhi: Nhi, drifts: readonly Drift[]): NhiFacts {
  const random = seededRandom(setting.seed, `nhi/${nhi.nuid}`);
  const system = nhi.kind.what.custody === "system" ? "system" : "ungoverned";
  const grants = drawGrants(random, nhi);
  const known = {
    nhi,
    random,
    generatedAt: setting.until,
    grants,
    credentials: drawCredentials(setting, random, { nhi, drifts }),
    drifts,
    custodyKind: nhi.steward ? "human" : system,
    tier: grants[0]?.tier ?? "tier2",
    isOverPermitted: isOverPermitted(grants),
  } as const;
  const factors = riskFactorsOf(known);
  return {
    ...known,
    factors,
    score: Math.min(
      100,
      factors.reduce((sum, factor) => sum + factor.points, 0),
    ),
  };
}

function drawGrants(random: Random, nhi: Nhi): readonly HeldGrant[] {
  return grantsOf(nhi.kind).map((grant) => ({
    ...grant,
    grantedAt: shift(nhi.firstSeen, random.int(0, 20) * DAY_MS),
    lastUsed: !nhi.isDormant && random.chance(0.85) ? shift(nhi.lastSeen, -random.int(0, 9) * HOUR_MS) : null,
  }));
}

/** An unused grant of the highest tier, or too large a share of unused grants by weight. */
function isOverPermitted(grants: readonly HeldGrant[]): boolean {
  const weigh = (some: readonly HeldGrant[]) => some.reduce((sum, { tier }) => sum + (TIER_WEIGHTS[tier] ?? 0), 0);
  const unused = grants.filter((grant) => grant.lastUsed === null);
  return unused.some((grant) => grant.tier === "tier0") || (100 * weigh(unused)) / weigh(grants) >= CREEP_LIMIT;
}

function drawCredentials(
  { seed, until }: Setting,
  random: Random,
  { nhi, drifts }: Pick<NhiFacts, "nhi" | "drifts">,
): readonly Credential[] {
  if (!holdsSecret(nhi) && nhi.kind.behaviour.auth !== "certificate") return [];
  const lifetimeDays = random.pick([180, 365, 365, 730, 1095]);
  const heldDays = Math.floor((until.getTime() - nhi.firstSeen.getTime()) / DAY_MS);
  const ageDays = random.int(5, Math.min(heldDays, lifetimeDays - 1));
  const usual = { createdAt: shift(until, -ageDays * DAY_MS), lifetimeDays, addedBy: nhi.creator.email };
  const added = drifts.map(({ cause }) => ({
    createdAt: cause.at,
    lifetimeDays: 730,
    addedBy: cause.person?.email ?? nhi.creator.email,
  }));
  return [usual, ...added].map((item, index) => ({
    ...item,
    keyId: demoId(seed, "credential", `${nhi.nuid}/${index}`),
  }));
}

function riskFactorsOf(facts: Omit<NhiFacts, "factors" | "score">): readonly RiskFactor[] {
  const { nhi, tier, credentials, drifts } = facts;
  const hasTierZero = tier === "tier0";
  const longest = Math.max(0, ...credentials.map((credential) => credential.lifetimeDays));
  const oldest =
    Math.max(0, ...credentials.map((one) => facts.generatedAt.getTime() - one.createdAt.getTime())) / DAY_MS;
  const candidates: readonly (readonly [boolean, number, string, string | null, string])[] = [
    [hasTierZero, 20, "tier0_direct", "NHI5", "Holds a grant that reaches the control plane"],
    [facts.custodyKind === "ungoverned", 15, "ungoverned", "NHI1", "Nobody is in charge of it"],
    [
      nhi.isDormant && credentials.length > 0,
      12,
      "dormant_credential",
      "NHI1",
      "Unused, but its credential is still valid",
    ],
    [facts.isOverPermitted, 10, "over_permission", "NHI5", "Holds grants it does not use"],
    [hasTierZero && holdsSecret(nhi), 8, "secret_on_tier0", "NHI4", "Reaches the control plane with a plain secret"],
    [
      hasTierZero && nhi.kind.what.archetype === "ci_cd",
      8,
      "ci_tier0",
      "NHI6",
      "A build identity reaches the control plane",
    ],
    [longest > 730, 8, "very_long_lifetime", "NHI7", "A credential is valid for more than two years"],
    [longest > 180 && longest <= 730, 4, "long_lifetime", "NHI7", "A credential is valid for more than 180 days"],
    [oldest > 365, 6, "not_rotated", "NHI7", "A credential has not been changed for a year"],
    [drifts.length > 0, 6, "open_drift", null, "It changed in a lasting way in the last 30 days"],
  ];
  return candidates
    .filter(([applies]) => applies)
    .map(([, points, id, owasp, title]) => ({ id, owasp, title, points, evidence: `${title} (${nhi.displayName}).` }))
    .sort((a, b) => b.points - a.points);
}
