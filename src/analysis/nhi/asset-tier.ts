import type { Tier } from "../../model/identity/entitlement.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { tierWord, type UsedEntitlement } from "./access.ts";
import type { NhiFacts } from "./facts.ts";

const PLANES = {
  control: "control plane",
  management: "management plane",
  data: "data plane",
  user: "user access",
} as const;
type Plane = keyof typeof PLANES;
const DATA_CLASS = /content|data|read|mail|file|secret/i;
const MAX_BASIS = 5;
const MAX_PATH = 8;

function planeOf(tier: Tier, entitlements: readonly UsedEntitlement[]): Plane {
  if (tier === 0) return "control";
  const strongest = entitlements.filter(({ entitlement }) => entitlement.tier === tier && entitlement.isPrivileged);
  if (strongest.length === 0) return "user";
  return strongest.every(({ entitlement }) => DATA_CLASS.test(entitlement.privilegeClass)) ? "data" : "management";
}

/** Describes how critical an identity is, by what it holds and what it can take over. */
export function assetTierOf({ reach }: NhiFacts, entitlements: readonly UsedEntitlement[]) {
  if (reach === null) return null;
  const plane = planeOf(reach.tier, entitlements);
  const held = entitlements
    .filter(({ entitlement }) => entitlement.tier === reach.tier || reach.isDirect)
    .map(({ entitlement }) => ({
      key: safeText(entitlement.key, 200),
      name: safeText(entitlement.name, 120),
      tier: tierWord(entitlement.tier),
      path: [] as readonly string[],
    }));
  const target = reach.path.at(-1);
  const path = target
    ? [
        {
          key: "path",
          name: safeText(target.to, 120),
          tier: tierWord(0),
          path: reach.path.slice(0, MAX_PATH).map(({ edge, to }) => safeText(`${edge} > ${to}`, 160)),
        },
      ]
    : [];
  return {
    tier: tierWord(reach.tier),
    plane,
    label: `Tier ${reach.tier}, ${PLANES[plane]}`,
    basis: [...(reach.isDirect ? [] : path), ...held].slice(0, MAX_BASIS),
    direct: reach.isDirect,
    override: null,
  };
}
