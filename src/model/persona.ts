import type { BlastRadius } from "./identity/entitlement.ts";
import { type CoverageVerdict, PERSONA_SECTIONS, type PersonaSection } from "./vocabulary.ts";
export const PERSONA_CONTRACT_VERSION = 1;

/** How the role that activity shows compares with the job title. */
export const TITLE_MATCHES = ["match", "related", "mismatch", "unknown"] as const;
export type TitleMatch = (typeof TITLE_MATCHES)[number];

/** The areas that entitlements give access to. */
export const ACCESS_DOMAINS = [
  "identity",
  "cloud",
  "collaboration",
  "endpoint",
  "security",
  "code",
  "data",
  "business_app",
] as const;
export type AccessDomain = (typeof ACCESS_DOMAINS)[number];

/** The classes of devices that sign-ins come from. */
export const DEVICE_CLASSES = [
  "managed_desktop",
  "unmanaged_desktop",
  "managed_mobile",
  "unmanaged_mobile",
  "server",
  "virtual_desktop",
  "unknown",
] as const;

export const OS_TYPES = ["Windows", "macOS", "iOS", "Android", "Linux", "ChromeOS"] as const;

export const CREDENTIAL_EXPOSURES = ["none", "low", "elevated", "high"] as const;
export type CredentialExposure = (typeof CREDENTIAL_EXPOSURES)[number];

export interface PersonaOverview {
  readonly tuid: string;
  readonly personaOverview: string | null;
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

/** Renders a persona overview; without a persona every property except `tuid` is null. */
export function renderPersonaOverview(persona: PersonaOverview): string {
  return JSON.stringify({
    tuid: persona.tuid,
    persona_overview: persona.personaOverview,
    created_at: persona.createdAt,
    updated_at: persona.updatedAt,
  });
}

/** The sections of a persona detail, with the members of the public API. */
export interface PersonaSummary {
  readonly summary: string | null;
  readonly key_points: readonly string[];
}

export interface PersonaIdentity {
  readonly name: string | null;
  readonly email: string | null;
  readonly title: string | null;
  readonly department: string | null;
  readonly manager: string | null;
  readonly admin_account: string | null;
  readonly account_created: string | null;
  readonly account_age: string | null;
}

export interface PersonaRole {
  readonly observed_role: string | null;
  readonly title_match: TitleMatch | null;
  readonly confidence: number | null;
}

export interface PersonaWorkstreams {
  readonly summary: string | null;
  readonly items: readonly {
    readonly name: string;
    readonly description: string;
    readonly systems: readonly string[];
    readonly collaborators: readonly string[];
  }[];
}

export interface PersonaEntitlement {
  readonly name: string;
  readonly privileged: boolean;
  readonly access_domain: AccessDomain;
  readonly first_seen: string | null;
  /** A date, `never`, or null if no source reports the use. */
  readonly last_used: string | null;
  readonly peer_prevalence: number | null;
}

export interface PersonaAccess {
  readonly summary: string | null;
  readonly directory_role_count: number | null;
  readonly privileged_entitlement_count: number;
  readonly privileged_classes: readonly string[];
  readonly application_count: number | null;
  readonly dormant_entitlement_count: number;
  readonly applications: readonly string[];
  readonly privileges: readonly { readonly name: string; readonly privilege_class: string; readonly source: string }[];
  readonly entitlements: readonly PersonaEntitlement[];
}

export interface PersonaPosture {
  readonly device_classes: readonly string[];
  readonly os_types: readonly string[];
  readonly signin_active_days: number;
  readonly signin_total_logons: number;
  readonly nhi: {
    readonly service_account_count: number | null;
    readonly service_principal_count: number | null;
    readonly oauth_grant_count: number | null;
    readonly agent_count: number | null;
    readonly owns_secrets: boolean | null;
    readonly can_create_agents: boolean | null;
  };
}

export interface PersonaRiskLens {
  readonly blast_radius: BlastRadius;
  readonly reaches_control_plane: boolean;
  readonly dormant_count: number;
  readonly credential_exposure: CredentialExposure | null;
  readonly anomaly_count: number;
}

/** A computed persona. */
export interface Persona {
  readonly tuid: string;
  /** The text of the persona overview. */
  readonly text: string;
  readonly overview: PersonaSummary | null;
  readonly identity: PersonaIdentity | null;
  readonly role: PersonaRole | null;
  readonly workstreams: PersonaWorkstreams | null;
  readonly access: PersonaAccess | null;
  readonly posture: PersonaPosture | null;
  readonly risk_lens: PersonaRiskLens | null;
  readonly coverage: Readonly<Record<PersonaSection, CoverageVerdict>>;
}

/** Renders the detail of a computed persona. */
export function renderPersonaDetail(persona: Persona, generatedAt: Date): string {
  return JSON.stringify({
    tuid: persona.tuid,
    generated_at: generatedAt,
    contract_version: PERSONA_CONTRACT_VERSION,
    ...Object.fromEntries(PERSONA_SECTIONS.map((section) => [section, persona[section]])),
    coverage: persona.coverage,
  });
}

/** Renders the detail of a user who has no persona yet: every section null, all coverage "none". */
export function renderPersonaPlaceholder(tuid: string): string {
  const empty = Object.fromEntries(PERSONA_SECTIONS.map((section) => [section, null]));
  const coverage = Object.fromEntries(PERSONA_SECTIONS.map((section) => [section, "none"]));
  return JSON.stringify({
    tuid,
    generated_at: null,
    contract_version: PERSONA_CONTRACT_VERSION,
    ...empty,
    coverage,
  });
}
