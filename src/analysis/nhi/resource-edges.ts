import { productName } from "../../model/identity/product-names.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { tierWord, type UsedEntitlement } from "./access.ts";
import { byText, isoOfDay } from "./facts.ts";
import type { Uses } from "./uses.ts";

const MAX_EDGES = 200;

type Access = "read" | "write" | "delete" | "admin" | "sign_in";

export interface ResourceEdge {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly system: string;
  readonly access: readonly Access[];
  readonly granted: boolean;
  readonly observed: boolean;
  readonly calls_90d: number;
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  readonly tier: string | null;
  readonly sensitive: boolean | null;
}

/** Returns the resources that an identity may access or did access: the observed first, then the most privileged. */
export function resourceEdgesOf(uses: Uses, entitlements: readonly UsedEntitlement[]): readonly ResourceEdge[] {
  const edges = new Map<string, ResourceEdge>();
  for (const { key, label, count, firstDay, lastDay } of uses.all("resource").values()) {
    const at = label.indexOf(":");
    const kind = safeText(label.slice(0, Math.max(0, at)), 40);
    const name = safeText(label.slice(at + 1), 120);
    edges.set(key, {
      id: safeText(key, 200),
      name,
      kind,
      system: kind === "api" ? name : kind,
      access: [],
      granted: false,
      observed: count > 0,
      calls_90d: count,
      first_seen: isoOfDay(firstDay),
      last_seen: isoOfDay(lastDay),
      tier: null,
      sensitive: key.startsWith("vault:") ? true : null,
    });
  }
  for (const { entitlement } of entitlements) addGrant(edges, entitlement);
  return [...edges.values()]
    .sort(
      (a, b) =>
        Number(b.observed) - Number(a.observed) ||
        byText(a.tier ?? "z", b.tier ?? "z") ||
        b.calls_90d - a.calls_90d ||
        byText(a.id, b.id),
    )
    .slice(0, MAX_EDGES);
}

type Granted = UsedEntitlement["entitlement"];

function accessOf(name: string): Access {
  if (/owner|administrator|rolemanagement|access/i.test(name)) return "admin";
  return /write|send|contributor|manage/i.test(name) ? "write" : "read";
}

/** Returns the resource that an entitlement grants access to; an API has the key of its calls. */
function targetOf({ kind, resource, resourceId, scope }: Granted) {
  if (kind === "azure_role") {
    return scope === null
      ? undefined
      : { key: `scope:${scope.toLowerCase()}`, name: safeText(scope, 120), kind: "scope", system: "Azure" };
  }
  if (resource === null) return undefined;
  const api = productName(resource);
  // Several owned applications may have one name.
  const id = kind === "app_owner" ? (resourceId ?? api) : api;
  return { key: `api:${id.toLowerCase()}`, name: safeText(api, 120), kind: "api", system: safeText(api, 120) };
}

function addGrant(edges: Map<string, ResourceEdge>, granted: Granted): void {
  const target = targetOf(granted);
  if (!target) return;
  const known = edges.get(target.key);
  const tier = tierWord(granted.tier);
  edges.set(target.key, {
    id: safeText(target.key, 200),
    name: target.name,
    kind: target.kind,
    system: target.system,
    observed: false,
    calls_90d: 0,
    first_seen: null,
    last_seen: null,
    sensitive: null,
    ...known,
    access: [...new Set([...(known?.access ?? []), accessOf(granted.name)])].sort(byText),
    granted: true,
    tier: known?.tier && known.tier < tier ? known.tier : tier,
  });
}
