import { Type } from "typebox";
import { BLAST_RADII } from "../model/identity/entitlement.ts";
import { ACCESS_DOMAINS, CREDENTIAL_EXPOSURES, DEVICE_CLASSES, OS_TYPES, TITLE_MATCHES } from "../model/persona.ts";
import { COVERAGE_VERDICTS, PERSONA_SECTIONS } from "../model/vocabulary.ts";
import { endpoint } from "./endpoint.ts";
import { DateTime, nullable, openEnum, Text, Texts, Uuid } from "./shapes.ts";

const NullableText = nullable(Text);
const NullableInteger = nullable(Type.Integer());
const NullableNumber = nullable(Type.Number());
const NullableBoolean = nullable(Type.Boolean());

export const PersonaOverview = Type.Object({
  tuid: Uuid,
  persona_overview: NullableText,
  created_at: nullable(DateTime),
  updated_at: nullable(DateTime),
});

export const getPersona = endpoint({
  method: "GET",
  path: "/personas/:tuid",
  operationId: "getPersona",
  tag: "Personas",
  summary: "Get a user's persona overview",
  description:
    "Returns a user's persona in prose. For a user who has no persona yet, every property except `tuid` is null.",
  scope: "personas:read",
  readiness: "personas",
  params: Type.Object({ tuid: Uuid }),
  reply: PersonaOverview,
  replyExample: {
    tuid: "2b6e8f0a-1c3d-4e5f-8a9b-0c1d2e3f4a5b",
    persona_overview: "Maya Ito is a payroll specialist in Finance who works mainly in two applications.",
    created_at: "2026-10-12T02:00:00.000Z",
    updated_at: "2026-11-01T02:00:00.000Z",
  },
  failures: ["user_not_found"],
});

const Overview = Type.Object({ summary: NullableText, key_points: Texts });
const Identity = Type.Object({
  name: NullableText,
  email: NullableText,
  title: NullableText,
  department: NullableText,
  manager: NullableText,
  admin_account: NullableText,
  account_created: NullableText,
  account_age: NullableText,
});
/** A word of a fixed list, or null; the list may grow. */
const word = (words: readonly string[], description: string) => nullable(openEnum(words, description));

const Role = Type.Object({
  observed_role: NullableText,
  title_match: word(
    TITLE_MATCHES,
    "Compares the role with the job title: the same family of roles, a related one, another one, or no known title.",
  ),
  confidence: NullableNumber,
});
const Workstreams = Type.Object({
  summary: NullableText,
  items: Type.Array(
    Type.Object({ name: NullableText, description: NullableText, systems: Texts, collaborators: Texts }),
  ),
});
const Access = Type.Object({
  summary: NullableText,
  directory_role_count: NullableInteger,
  privileged_entitlement_count: NullableInteger,
  privileged_classes: Texts,
  application_count: NullableInteger,
  dormant_entitlement_count: NullableInteger,
  applications: Texts,
  privileges: Type.Array(Type.Object({ name: NullableText, privilege_class: NullableText, source: NullableText })),
  entitlements: Type.Array(
    Type.Object({
      name: NullableText,
      privileged: NullableBoolean,
      access_domain: word(ACCESS_DOMAINS, "The area that the entitlement gives access to."),
      first_seen: NullableText,
      last_used: NullableText,
      peer_prevalence: NullableNumber,
    }),
  ),
});
const Posture = Type.Object({
  device_classes: Type.Array(openEnum(DEVICE_CLASSES, "A kind of device in regular use.")),
  os_types: Type.Array(openEnum(OS_TYPES, "An operating system in regular use.")),
  signin_active_days: NullableInteger,
  signin_total_logons: NullableInteger,
  nhi: Type.Object({
    service_account_count: NullableInteger,
    service_principal_count: NullableInteger,
    oauth_grant_count: NullableInteger,
    agent_count: NullableInteger,
    owns_secrets: NullableBoolean,
    can_create_agents: NullableBoolean,
  }),
});
const RiskLens = Type.Object({
  blast_radius: word(BLAST_RADII, "How much a taken-over account could damage, the least first."),
  reaches_control_plane: NullableBoolean,
  dormant_count: NullableInteger,
  credential_exposure: word(
    CREDENTIAL_EXPOSURES,
    "How exposed the user's credentials and those of the non-human identities in the user's care are.",
  ),
  anomaly_count: NullableInteger,
});
const CoverageVerdict = Type.Enum(COVERAGE_VERDICTS);
const Coverage = Type.Object(
  Object.fromEntries(PERSONA_SECTIONS.map((section) => [section, CoverageVerdict])) as {
    readonly [S in (typeof PERSONA_SECTIONS)[number]]: typeof CoverageVerdict;
  },
  {
    description:
      "How complete the data behind each section is. A section is null if and only if its value is `insufficient` or `none`.",
  },
);

export const PersonaDetail = Type.Object({
  tuid: Uuid,
  generated_at: Type.Union([DateTime, Type.Null()], {
    description: "When the persona was generated. Null if and only if the user has no persona yet.",
  }),
  contract_version: Type.Integer(),
  overview: nullable(Overview),
  identity: nullable(Identity),
  role: nullable(Role),
  workstreams: nullable(Workstreams),
  access: nullable(Access),
  posture: nullable(Posture),
  risk_lens: nullable(RiskLens),
  coverage: Coverage,
});

export const getPersonaDetail = endpoint({
  method: "GET",
  path: "/personas/:tuid/detail",
  operationId: "getPersonaDetail",
  tag: "Personas",
  summary: "Get a user's structured persona",
  description:
    "Returns a user's persona in sections. A section without enough data is null, and `coverage` shows why. For a user who has no persona yet, `generated_at` and every section are null.",
  scope: "personas:read",
  readiness: "personas",
  params: Type.Object({ tuid: Uuid }),
  reply: PersonaDetail,
  replyExample: {
    tuid: "2b6e8f0a-1c3d-4e5f-8a9b-0c1d2e3f4a5b",
    generated_at: "2026-11-01T02:00:00.000Z",
    contract_version: 1,
    overview: { summary: "Payroll specialist in Finance.", key_points: ["Holds one privileged entitlement."] },
    identity: {
      name: "Maya Ito",
      email: "maya.ito@northwind.example",
      title: "Payroll Specialist",
      department: "Finance",
      manager: "Jon Abara",
      admin_account: "none",
      account_created: "2021-04-06T09:00:00.000Z",
      account_age: "5 years 6 months",
    },
    role: { observed_role: "Finance and accounting", title_match: "match", confidence: 0.82 },
    workstreams: null,
    access: null,
    posture: null,
    risk_lens: null,
    coverage: {
      overview: "partial",
      identity: "sufficient",
      role: "sufficient",
      workstreams: "insufficient",
      access: "none",
      posture: "none",
      risk_lens: "none",
    },
  },
  failures: ["user_not_found"],
});
