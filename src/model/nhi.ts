import { NHI_SECTIONS } from "./identity/nhi-words.ts";
import type { NhiClass, NhiStatus, Provider } from "./vocabulary.ts";

export const NHI_CONTRACT_VERSION = 1;

/** A non-human identity as recorded in the directory, analyzed or not. */
export interface Nhi {
  readonly nuid: string;
  readonly displayName: string;
  readonly nhiClass: NhiClass;
  readonly nhiClassLabel: string;
  readonly identityType: { readonly id: string; readonly label: string };
  readonly archetype: string | null;
  readonly archetypeLabel: string | null;
  readonly provider: { readonly key: Provider; readonly label: string };
  readonly status: NhiStatus;
  readonly hasPersona: boolean;
  readonly stewardUpn: string | null;
  readonly firstSeen: Date | null;
  readonly lastSeen: Date | null;
  readonly principalId: string | null;
  readonly appId: string | null;
}

/** Renders an item of the NHI list. */
export function renderNhi(nhi: Nhi): string {
  return JSON.stringify({
    nuid: nhi.nuid,
    display_name: nhi.displayName,
    nhi_class: nhi.nhiClass,
    nhi_class_label: nhi.nhiClassLabel,
    identity_type: { id: nhi.identityType.id, label: nhi.identityType.label },
    archetype: nhi.archetype,
    archetype_label: nhi.archetypeLabel,
    provider: { key: nhi.provider.key, label: nhi.provider.label },
    status: nhi.status,
    has_persona: nhi.hasPersona,
    steward_upn: nhi.stewardUpn,
    first_seen: nhi.firstSeen,
    last_seen: nhi.lastSeen,
  });
}

/** The members of the NHI detail after its head, in the order of the specification: the sections and their coverage. */
export const NHI_DETAIL_MEMBERS = NHI_SECTIONS.flatMap((name) => (name === "asset_tier" ? ["coverage", name] : [name]));

/** Renders the detail of an identity that has not been analyzed: `identity` from the directory, the rest null. */
export function renderNhiPlaceholder(nhi: Nhi): string {
  const identity = listedIdentity(nhi);
  return JSON.stringify({
    nuid: nhi.nuid,
    generated_at: null,
    contract_version: NHI_CONTRACT_VERSION,
    ...Object.fromEntries(NHI_DETAIL_MEMBERS.map((name) => [name, name === "identity" ? identity : null])),
  });
}

const listedIdentity = (nhi: Nhi) => ({
  display_name: nhi.displayName,
  nhi_class: nhi.nhiClass,
  nhi_class_label: nhi.nhiClassLabel,
  archetype: nhi.archetype,
  archetype_label: nhi.archetypeLabel,
  provider: { key: nhi.provider.key, label: nhi.provider.label },
  principal_id: nhi.principalId,
  app_id: nhi.appId,
  owning_tenant_id: null,
  vendor_first_party: null,
  first_seen: nhi.firstSeen,
  last_seen: nhi.lastSeen,
  archetype_explanation: null,
  creator_upn: null,
});

/** Removes the cluster from a stored detail and sets its coverage to "insufficient". */
export function withoutCluster(detail: string): string {
  const document = JSON.parse(detail) as Record<string, unknown>;
  const coverage = (document["coverage"] ?? {}) as Record<string, unknown>;
  return JSON.stringify({ ...document, cluster: null, coverage: { ...coverage, cluster: "insufficient" } });
}
