import type { NhiFeatures } from "../../model/identity/nhi-cluster.ts";
import type { Archetype } from "../../model/identity/nhi-words.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { UsedEntitlement } from "./access.ts";
import { byText, type NhiFacts, nameOf } from "./facts.ts";
import type { Rhythm } from "./rhythm.ts";
import type { Uses } from "./uses.ts";

const MAX_TOKENS = 60;
/** Parts of a name that say where it runs and not what it is. */
const NOISE: ReadonlySet<string> = new Set(
  "prod prd production dev test tst qa uat stg staging sandbox nonprod eu us uk de fr weu neu eus wus west east north south europe central app svc sp mi spn service account identity the and for".split(
    " ",
  ),
);

/** Returns the words of a name that name a family: without environment, region and numbers. */
export function stemsOf(name: string): readonly string[] {
  const words = safeText(name, 120)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^a-z]/g, " ")
    .split(" ");
  return [...new Set(words.filter((word) => word.length > 2 && !NOISE.has(word)))];
}

export interface FeatureInput {
  readonly facts: NhiFacts;
  readonly uses: Uses;
  readonly rhythm: Rhythm | null;
  readonly archetype: Archetype;
  readonly entitlements: readonly UsedEntitlement[];
  readonly score: number;
  readonly isUngoverned: boolean;
  readonly ownerDepartment: string | null;
}

/** Returns what similar identities are found by. */
export function featuresOf(input: FeatureInput): NhiFeatures {
  const { facts, uses, rhythm, archetype, entitlements } = input;
  const { service, fleet } = facts;
  const isForeign =
    fleet.ownTenantId !== null && service?.ownerTenantId != null && service.ownerTenantId !== fleet.ownTenantId;
  const tokens = [
    ...entitlements.map(({ entitlement }) => `permission:${entitlement.name}`),
    ...entitlements.flatMap(({ entitlement }) => (entitlement.resource ? [`system:${entitlement.resource}`] : [])),
    ...uses
      .of("application")
      .slice(0, 10)
      .map(({ label }) => `system:${label}`),
    ...[...new Set(uses.of("resource").map(({ key }) => key.slice(0, key.indexOf(":"))))].map((kind) => `kind:${kind}`),
    ...(archetype === "unclassified" ? [] : [`archetype:${archetype}`]),
    ...(rhythm && rhythm.class !== "silent" ? [`rhythm:${rhythm.class}`] : []),
    ...(service?.type ? [`type:${service.type}`] : []),
    ...stemsOf(nameOf(facts)).map((stem) => `stem:${stem}`),
    ...(input.ownerDepartment ? [`team:${input.ownerDepartment}`] : []),
    ...(service?.publisher ? [`publisher:${service.publisher}`] : []),
  ].map((token) => safeText(token, 120));
  const keys = (list: readonly UsedEntitlement[]) =>
    [...new Set(list.map(({ entitlement }) => safeText(entitlement.key, 200)))].sort(byText);
  return {
    nuid: facts.nuid,
    name: safeText(nameOf(facts), 120),
    tokens: [...new Set(tokens)].sort(byText).slice(0, MAX_TOKENS),
    archetype,
    tier: facts.reach?.tier ?? null,
    rhythm: rhythm?.class ?? null,
    score: input.score,
    isUngoverned: input.isUngoverned,
    isForeign,
    entitlements: keys(entitlements),
    privileged: keys(entitlements.filter(({ entitlement }) => entitlement.isPrivileged)),
  };
}
