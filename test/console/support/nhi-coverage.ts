import type { WireRecord } from "../../support/records.ts";

const LAST_DAY = "2026-10-31T00:00:00.000Z";

const SECTIONS =
  "overview identity role purpose stewardship stewards custody access iam interactions data_movement identity_metadata cluster risk risk_lens asset_tier resource_edges actor_edges operations call_samples call_rhythm credential_posture drift".split(
    " ",
  );

/** Returns the coverage of a machine identity, with the same verdict for every section unless given. */
export const coverageWith = (verdict: string, given: WireRecord = {}): WireRecord => ({
  ...Object.fromEntries(SECTIONS.map((section) => [section, verdict])),
  window_days: 90,
  sources: [
    { source: "MicrosoftGraphActivityLogs", connected: true, days: 60, last_data_at: LAST_DAY },
    { source: "AuditLogs", connected: true, days: 0, last_data_at: null },
    { source: "directory/owners", connected: true, days: 0, last_data_at: null },
    { source: "AADServicePrincipalSignInLogs", connected: false, days: 0, last_data_at: null },
  ],
  notes: ["Sign-ins of service principals are not delivered."],
  ...given,
});
