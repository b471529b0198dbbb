import { Type } from "typebox";
import { findProvider } from "../model/provider.ts";
import { CUSTODY_KINDS, keysOf, NHI_CLASSES, NHI_STATUSES, PROVIDERS } from "../model/vocabulary.ts";
import { endpoint, type InputProblem } from "./endpoint.ts";
import { NhiDirectoryRole, NhiEntitlement, NhiLegitimacy, NhiPermission, NhiReactivatedScope } from "./nhi/access.ts";
import { NhiCallRhythm, NhiCallSample, NhiOperations } from "./nhi/calls.ts";
import { NhiClusterRank } from "./nhi/cluster.ts";
import { NhiCoverage } from "./nhi/coverage.ts";
import { NhiCredentialPosture } from "./nhi/credentials.ts";
import { NhiCustody, NhiSteward } from "./nhi/custody.ts";
import { ANY_JSON, maybeShaped, maybeShapedList } from "./nhi/described.ts";
import { NhiDrift } from "./nhi/drift.ts";
import { NhiIam } from "./nhi/iam.ts";
import { NhiIdentityMetadata } from "./nhi/identity-metadata.ts";
import { NhiActorEdge, NhiDataMovement, NhiInteractions, NhiResourceEdge } from "./nhi/interactions.ts";
import { NhiPurpose } from "./nhi/purpose.ts";
import { NhiAssetTier, NhiRisk } from "./nhi/risk.ts";
import { commaList, DateTime, NextCursor, nullable, openEnum, PageSize, pageOf, Text, Texts, Uuid } from "./shapes.ts";

const NullableText = nullable(Text);
const ProviderRef = Type.Object({
  key: openEnum(keysOf(PROVIDERS), "The platform."),
  label: Text,
});

export const NhiItem = Type.Object({
  nuid: Uuid,
  display_name: Text,
  nhi_class: openEnum(keysOf(NHI_CLASSES), "The kind of identity."),
  nhi_class_label: Text,
  identity_type: Type.Object({ id: Text, label: Text }),
  archetype: NullableText,
  archetype_label: NullableText,
  provider: ProviderRef,
  status: Type.Enum(NHI_STATUSES),
  has_persona: Type.Boolean(),
  steward_upn: NullableText,
  first_seen: nullable(DateTime),
  last_seen: nullable(DateTime),
});

export const listNhi = endpoint(
  {
    method: "GET",
    path: "/nhi/personas",
    operationId: "listNhi",
    tag: "Non-human identities",
    summary: "List non-human identities",
    description:
      "Returns all non-human identities by `nuid`, ascending, including those that have not been analyzed yet.",
    scope: "nhi:read",
    readiness: "nhi",
    query: Type.Object({
      search: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 256,
          description: "A substring of the display name, principal id or app id. Case-insensitive.",
        }),
      ),
      nhi_class: Type.Optional(
        commaList(Type.Enum(keysOf(NHI_CLASSES)), "Returns only identities of these classes, comma-separated."),
      ),
      provider: Type.Optional(
        commaList(
          Type.String({ minLength: 1 }),
          "Returns only identities of these platforms: keys or labels, comma-separated. Case-insensitive.",
        ),
      ),
      status: Type.Optional(
        Type.Enum([...NHI_STATUSES, "all"], {
          default: "all",
          description: "Returns only identities with this status.",
        }),
      ),
      has_persona: Type.Optional(
        Type.Boolean({
          description: "If true, returns only identities that have a persona; if false, only those that do not.",
        }),
      ),
      page_size: Type.Optional(PageSize),
      next_cursor: Type.Optional(NextCursor),
    }),
    reply: pageOf("items", NhiItem),
    replyExample: {
      next_cursor: null,
      items: [
        {
          nuid: "5a0e1d2c-3b4a-4c5d-9e8f-7a6b5c4d3e2f",
          display_name: "payroll-export",
          nhi_class: "service_principal",
          nhi_class_label: "Service principal",
          identity_type: { id: "entra.application", label: "Entra application" },
          archetype: "data_pipeline",
          archetype_label: "Data pipeline",
          provider: { key: "entra", label: "Microsoft Entra ID" },
          status: "active",
          has_persona: true,
          steward_upn: "jon.abara@northwind.example",
          first_seen: "2024-02-11T00:00:00.000Z",
          last_seen: "2026-11-01T23:10:00.000Z",
        },
      ],
    },
    failures: ["invalid_cursor"],
  },
  ({ query }) => checkProviders(query.provider),
);

/** Returns a problem for the first provider that is neither a known key nor a known label. */
function checkProviders(names: readonly string[] = []): InputProblem | undefined {
  const unknown = names.find((name) => findProvider(name) === undefined);
  if (unknown === undefined) return undefined;
  const message = `has the unknown member '${unknown.slice(0, 64)}'`;
  return { in: "query", param: "provider", message, allowed: keysOf(PROVIDERS) };
}

const NhiIdentity = Type.Object({
  display_name: NullableText,
  nhi_class: Text,
  nhi_class_label: NullableText,
  archetype: NullableText,
  archetype_label: NullableText,
  provider: ProviderRef,
  principal_id: NullableText,
  app_id: NullableText,
  owning_tenant_id: NullableText,
  vendor_first_party: nullable(Type.Boolean()),
  first_seen: nullable(DateTime),
  last_seen: nullable(DateTime),
  archetype_explanation: NullableText,
  creator_upn: NullableText,
});

const NhiAccess = Type.Object({
  summary: NullableText,
  permission_count: Type.Integer(),
  privileged_count: Type.Integer(),
  systems: nullable(Texts),
  over_permission: nullable(Type.Boolean()),
  applications: nullable(Texts),
  data_stores: nullable(Texts),
  directory_roles: Type.Union([Type.Array(NhiDirectoryRole), ...ANY_JSON]),
  legitimacy: maybeShaped(NhiLegitimacy),
  entitlements: maybeShapedList(NhiEntitlement),
  reactivated_scopes: nullable(Type.Array(Type.Union([NhiReactivatedScope, ...ANY_JSON]))),
  permissions: maybeShapedList(NhiPermission),
});

export const NhiDetail = Type.Object({
  nuid: Uuid,
  generated_at: nullable(DateTime),
  contract_version: Type.Integer(),
  overview: nullable(Type.Object({ summary: NullableText, narrative: NullableText, key_points: nullable(Texts) })),
  identity: NhiIdentity,
  role: nullable(
    Type.Object({
      observed_role: NullableText,
      summary: NullableText,
      purpose: NullableText,
      match: nullable(Type.Enum(["typical", "atypical"])),
      evidence: nullable(Type.Enum(["observed", "inferred"])),
      confidence: nullable(Type.Number()),
    }),
  ),
  purpose: maybeShaped(NhiPurpose),
  stewardship: nullable(
    Type.Object({
      steward_upn: NullableText,
      creator_upn: NullableText,
      custody_kind: Type.Enum(CUSTODY_KINDS),
    }),
  ),
  stewards: maybeShapedList(NhiSteward),
  custody: maybeShaped(NhiCustody),
  access: nullable(NhiAccess),
  iam: maybeShaped(NhiIam),
  interactions: maybeShaped(NhiInteractions),
  data_movement: maybeShaped(NhiDataMovement),
  identity_metadata: maybeShaped(NhiIdentityMetadata),
  cluster: nullable(
    Type.Object({
      cluster_id: Text,
      name: Text,
      tier: Text,
      archetype: NullableText,
      rank: maybeShaped(NhiClusterRank),
    }),
  ),
  risk: maybeShaped(NhiRisk),
  risk_lens: nullable(Type.Object({ blast_radius: NullableText, reaches_control_plane: nullable(Type.Boolean()) })),
  coverage: maybeShaped(NhiCoverage),
  asset_tier: maybeShaped(NhiAssetTier),
  resource_edges: maybeShapedList(NhiResourceEdge),
  actor_edges: maybeShapedList(NhiActorEdge),
  operations: maybeShaped(NhiOperations),
  call_samples: maybeShapedList(NhiCallSample),
  call_rhythm: maybeShaped(NhiCallRhythm),
  credential_posture: maybeShaped(NhiCredentialPosture),
  drift: maybeShaped(NhiDrift),
});

export const getNhiDetail = endpoint({
  method: "GET",
  path: "/nhi/personas/:nuid/detail",
  operationId: "getNhiDetail",
  tag: "Non-human identities",
  summary: "Get the persona of a non-human identity",
  description:
    "Returns everything known about one identity. For an identity that has not been analyzed yet, `generated_at` is null, `identity` comes from the directory and every other section is null.",
  scope: "nhi:read",
  readiness: "nhi",
  params: Type.Object({ nuid: Uuid }),
  reply: NhiDetail,
  replyExample: {
    nuid: "5a0e1d2c-3b4a-4c5d-9e8f-7a6b5c4d3e2f",
    generated_at: null,
    contract_version: 1,
    overview: null,
    identity: {
      display_name: "payroll-export",
      nhi_class: "service_principal",
      nhi_class_label: "Service principal",
      archetype: null,
      archetype_label: null,
      provider: { key: "entra", label: "Microsoft Entra ID" },
      principal_id: "c0ffee00-1111-4222-8333-444455556666",
      app_id: "c0ffee00-7777-4888-8999-aaaabbbbcccc",
      owning_tenant_id: null,
      vendor_first_party: null,
      first_seen: "2024-02-11T00:00:00.000Z",
      last_seen: "2026-11-01T23:10:00.000Z",
      archetype_explanation: null,
      creator_upn: null,
    },
    role: null,
    purpose: null,
    stewardship: null,
    stewards: null,
    custody: null,
    access: null,
    iam: null,
    interactions: null,
    data_movement: null,
    identity_metadata: null,
    cluster: null,
    risk: null,
    risk_lens: null,
    coverage: null,
    asset_tier: null,
    resource_edges: null,
    actor_edges: null,
    operations: null,
    call_samples: null,
    call_rhythm: null,
    credential_posture: null,
    drift: null,
  },
  failures: ["nhi_not_found"],
});
