import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NHI_DETAIL_MEMBERS } from "../../src/model/nhi.ts";
import { PERSONA_SECTIONS } from "../../src/model/vocabulary.ts";

/** A record of an import file, in its wire form. */
export type WireRecord = Readonly<Record<string, unknown>>;

const AT = "2026-11-02T09:12:44.000Z";

/** The same number always gives the same id, and higher numbers give higher ids. */
export const idOf = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;

export const userRecord = (number: number, given: WireRecord = {}): WireRecord => ({
  tuid: idOf(number),
  external_id: null,
  name: `Person ${number}`,
  user_principal_name: `person${number}@northwind.example`,
  email_addresses: [`person${number}@northwind.example`, `P${number}@Northwind.example`],
  group_guid: null,
  is_active: true,
  created_at: "2025-03-01T08:00:00Z",
  updated_at: "2026-10-30T17:20:00.5+02:00",
  ...given,
});

export const threatRecord = (number: number, given: WireRecord = {}): WireRecord => ({
  event_id: idOf(number),
  tuid: null,
  severity: "high",
  category: ["initial_access", "T1078"],
  subcategory: ["rare_country"],
  signal_type: "core_iam",
  title: "First sign-in from a new country",
  summary: `Event ${number}`,
  source: "entra_signin",
  source_table: "SigninLogs",
  source_event_ids: ["0f6d2a54-3c1e-4b7a-9d20-6a1b2c3d4e5f"],
  user_name: null,
  user_email: "Maya.Ito@northwind.example",
  platform_event_id: null,
  created_at: AT,
  ...given,
});

export const caseRecord = (number: number, given: WireRecord = {}): WireRecord => ({
  case_id: idOf(number),
  user_email: "maya.ito@northwind.example",
  user_name: "Maya Ito",
  threat_type: "account_compromise",
  threat_brief: "Sign-in from a new country.",
  created_at: AT,
  updated_at: AT,
  closed_at: null,
  state: "discover",
  event_ids: [],
  ...given,
});

export const verdictRecord = (number: number, given: WireRecord = {}): WireRecord => ({
  verdict_id: idOf(number),
  case_id: idOf(1),
  outcome: "ESCALATED",
  comment: null,
  event_ids: [],
  submitted_by: "api_key:pk_1",
  state_before: "discover",
  state_after: "investigating",
  processed_at: AT,
  ...given,
});

export const personaRecord = (number: number, given: WireRecord = {}): WireRecord => ({
  tuid: idOf(number),
  persona_overview: "A payroll specialist.",
  created_at: AT,
  updated_at: AT,
  ...given,
});

/** A detail with only the overview and the role section. */
export const personaDetailRecord = (number: number, given: WireRecord = {}): WireRecord => ({
  tuid: idOf(number),
  generated_at: AT,
  contract_version: 1,
  ...Object.fromEntries(PERSONA_SECTIONS.map((section) => [section, null])),
  overview: { key_points: ["Holds one privileged entitlement."], summary: "Payroll." },
  role: { observed_role: "Finance", title_match: "match", confidence: 0.82 },
  coverage: {
    ...Object.fromEntries(PERSONA_SECTIONS.map((section) => [section, "none"])),
    overview: "partial",
    role: "sufficient",
  },
  ...given,
});

export const nhiRecord = (number: number, given: WireRecord = {}): WireRecord => ({
  nuid: idOf(number),
  display_name: `robot-${number}`,
  nhi_class: "service_principal",
  nhi_class_label: "Service principal",
  identity_type: { id: "entra.application", label: "Entra application" },
  archetype: null,
  archetype_label: null,
  provider: { key: "entra", label: "Microsoft Entra ID" },
  status: "active",
  has_persona: true,
  steward_upn: null,
  first_seen: "2024-02-11T00:00:00Z",
  last_seen: null,
  principal_id: "c0ffee00-1111-4222-8333-444455556666",
  app_id: null,
  ...given,
});

export const nhiDetailRecord = (number: number, given: WireRecord = {}): WireRecord => ({
  ...Object.fromEntries(NHI_DETAIL_MEMBERS.map((member) => [member, null])),
  identity: {
    display_name: `robot-${number}`,
    nhi_class: "service_principal",
    nhi_class_label: null,
    archetype: null,
    archetype_label: null,
    provider: { label: "Microsoft Entra ID", key: "entra" },
    principal_id: null,
    app_id: null,
    owning_tenant_id: null,
    vendor_first_party: false,
    first_seen: "2024-02-11T01:00:00+01:00",
    last_seen: null,
    archetype_explanation: null,
    creator_upn: null,
  },
  purpose: { zeta: ["kept", { in: 1, its: 2, order: 3 }], alpha: "2024-02-11T01:00:00+01:00" },
  contract_version: 1,
  generated_at: AT,
  nuid: idOf(number),
  ...given,
});

export const integrationRecord = (type: string, given: WireRecord = {}): WireRecord => ({
  connector_type: type,
  enabled: true,
  created_at: AT,
  updated_at: AT,
  last_success_at: null,
  consecutive_failures: 0,
  ...given,
});

export const driftRecord = (number: number, given: WireRecord = {}): WireRecord => ({
  drift_id: idOf(number),
  tuid: null,
  computator: "application_set",
  time_period: "7d",
  delta: { summary: "any JSON", items: [1, null, { b: 1, a: 2 }] },
  period_start_at: null,
  detected_at: AT,
  user: { name: null, email: "maya.ito@northwind.example" },
  ...given,
});

/** Creates a folder that is deleted after the test. */
export interface TestFolder {
  readonly path: string;
  readonly write: (file: string, content: string | Uint8Array | readonly WireRecord[]) => Promise<void>;
  readonly remove: () => Promise<void>;
}

export async function createTestFolder(): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), "ppt-records-"));
  return {
    path,
    write: (file, content) => {
      const isRaw = typeof content === "string" || content instanceof Uint8Array;
      return writeFile(
        join(path, file),
        isRaw ? content : content.map((record) => `${JSON.stringify(record)}\n`).join(""),
      );
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
