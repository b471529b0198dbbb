import { idOf, personaDetailRecord, type WireRecord } from "../../support/records.ts";

const SECTIONS = ["overview", "identity", "role", "workstreams", "access", "posture", "risk_lens"];
const all = (verdict: string): WireRecord => Object.fromEntries(SECTIONS.map((section) => [section, verdict]));

/** A persona of which everything is known. */
export const KNOWN_PERSONA: WireRecord = personaDetailRecord(1, {
  overview: {
    summary: "Payroll specialist in Finance.",
    key_points: ["Holds one privileged entitlement.", "Rarely travels."],
  },
  identity: {
    name: "Maya Ito",
    email: "maya.ito@northwind.example",
    title: "Payroll Specialist",
    department: "Finance",
    manager: "Jon Abara",
    admin_account: "self",
    account_created: "2021-04-06T09:00:00.000Z",
    account_age: "5 years 6 months",
  },
  role: { observed_role: "Finance and accounting", title_match: "mismatch", confidence: 0.82 },
  workstreams: {
    summary: "Two workstreams.",
    items: [
      {
        name: "Finance close",
        description: "Closes the books.",
        systems: ["SAP", "Excel"],
        collaborators: ["Jon Abara", "Li Wei"],
      },
      { name: null, description: null, systems: [], collaborators: [] },
    ],
  },
  access: {
    summary: "Holds four entitlements.",
    directory_role_count: 1,
    privileged_entitlement_count: 1,
    privileged_classes: ["Directory roles"],
    application_count: 2,
    dormant_entitlement_count: 3,
    applications: ["SAP", "Ledger"],
    privileges: [
      { name: "Payroll admin", privilege_class: "Business administration", source: "group:payroll_admins" },
      { name: null, privilege_class: null, source: null },
    ],
    entitlements: [
      {
        name: "Ledger",
        privileged: false,
        access_domain: "business_app",
        first_seen: "2026-10-01T00:00:00.000Z",
        last_used: "2026-10-31T00:00:00.000Z",
        peer_prevalence: 0.9,
      },
      {
        name: "Payroll admin",
        privileged: true,
        access_domain: "identity",
        first_seen: null,
        last_used: "never",
        peer_prevalence: 0.05,
      },
      {
        name: "Archive",
        privileged: null,
        access_domain: null,
        first_seen: "long ago",
        last_used: null,
        peer_prevalence: null,
      },
      {
        name: "Edge",
        privileged: false,
        access_domain: "data",
        first_seen: null,
        last_used: "2026-10-30",
        peer_prevalence: 0.1,
      },
    ],
  },
  posture: {
    device_classes: ["managed_desktop", "unmanaged_mobile"],
    os_types: ["Windows", "iOS"],
    signin_active_days: 61,
    signin_total_logons: 1_204,
    nhi: {
      service_account_count: 1,
      service_principal_count: 2,
      oauth_grant_count: 3,
      agent_count: 0,
      owns_secrets: true,
      can_create_agents: false,
    },
  },
  risk_lens: {
    blast_radius: "high",
    reaches_control_plane: true,
    dormant_count: 3,
    credential_exposure: "elevated",
    anomaly_count: 1_234,
  },
  coverage: { ...all("sufficient"), access: "partial", posture: "partial" },
});

/** One with every section, and nothing known in any of them. */
export const BARE_PERSONA: WireRecord = personaDetailRecord(2, {
  overview: { summary: null, key_points: [] },
  identity: {
    name: null,
    email: null,
    title: null,
    department: null,
    manager: null,
    admin_account: "none",
    account_created: null,
    account_age: null,
  },
  role: { observed_role: null, title_match: null, confidence: null },
  workstreams: { summary: null, items: [] },
  access: {
    summary: null,
    directory_role_count: null,
    privileged_entitlement_count: null,
    privileged_classes: [],
    application_count: null,
    dormant_entitlement_count: null,
    applications: [],
    privileges: [],
    entitlements: [],
  },
  posture: {
    device_classes: [],
    os_types: [],
    signin_active_days: null,
    signin_total_logons: null,
    nhi: {
      service_account_count: null,
      service_principal_count: null,
      oauth_grant_count: null,
      agent_count: null,
      owns_secrets: null,
      can_create_agents: null,
    },
  },
  risk_lens: {
    blast_radius: null,
    reaches_control_plane: null,
    dormant_count: null,
    credential_exposure: null,
    anomaly_count: null,
  },
  coverage: all("partial"),
});

/** One without enough data for any section, and one whose account was checked and is safe. */
export const UNCOVERED_PERSONA: WireRecord = personaDetailRecord(3, {
  ...Object.fromEntries(SECTIONS.map((section) => [section, null])),
  coverage: { ...all("insufficient"), access: "none" },
});
export const SAFE_PERSONA: WireRecord = personaDetailRecord(4, {
  ...KNOWN_PERSONA,
  tuid: idOf(4),
  role: { observed_role: "Finance", title_match: "match", confidence: 1 },
  risk_lens: {
    blast_radius: "minimal",
    reaches_control_plane: false,
    dormant_count: 0,
    credential_exposure: "none",
    anomaly_count: 0,
  },
});
