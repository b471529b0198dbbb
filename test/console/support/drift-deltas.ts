import type { WireRecord } from "../../support/records.ts";

const item = (given: WireRecord): WireRecord => ({
  key: "app:ledger-export",
  label: "Ledger Export",
  status: "new",
  before: 0,
  after: 0.38,
  contribution: 1,
  tier: null,
  evidence: [{ source_table: "SigninLogs", source_event_ids: ["row-1", "row-2"] }],
  ...given,
});

const delta = (given: WireRecord): WireRecord => ({
  schema: 1,
  summary: "38 % of this week's activity is in an application never used before.",
  measure: "first_ever_share",
  value: 0.38,
  threshold: 0.05,
  direction: "added",
  severity: "medium",
  current: { start: "2026-10-26T00:00:00.000Z", end: "2026-11-02T00:00:00.000Z", active_days: 5, events: 1_214 },
  reference: { start: "2026-09-28T00:00:00.000Z", end: "2026-10-26T00:00:00.000Z", active_days: 0, events: 870 },
  significance: {
    self_max: 0.123,
    history_windows: 12,
    cohort_percentile: 0.97,
    permutation_p: 0.01,
    permutations: 199,
  },
  items: [item({})],
  ...given,
});

/** A change of a share, with all that proves it. */
export const SHARE_DELTA = delta({});

/** Changes of a set, of which each item says before and after in another way. */
export const SET_DELTA = delta({
  summary: "invoice-mailer: it holds new access.",
  measure: "weighted_jaccard",
  value: null,
  threshold: 0,
  direction: "shift",
  severity: "high",
  significance: { self_max: null, history_windows: 0, cohort_percentile: 1, permutation_p: null, permutations: 0 },
  items: [
    item({
      key: "a",
      label: "Mail.Send",
      status: "new",
      before: 0,
      after: 1,
      contribution: 0.5,
      tier: "tier1",
      evidence: [],
    }),
    item({
      key: "b",
      label: "Role",
      status: "changed",
      before: "tier2",
      after: "tier0",
      contribution: null,
      evidence: [{ source_table: "directory/app-role-assignments", source_event_ids: ["a1"] }],
    }),
    item({
      key: "c",
      label: "Owner",
      status: "gone",
      before: "guest_user",
      after: null,
      contribution: 0.25,
      evidence: [],
    }),
  ],
});

/** A change of an amount, without single items. */
export const AMOUNT_DELTA = delta({
  measure: "log_ratio",
  value: 2.345,
  severity: "low",
  significance: null,
  items: [],
});
export const COUNT_DELTA = delta({
  measure: "log_ratio",
  value: 2.345,
  items: [
    item({ status: "up", before: 10.26, after: 40, evidence: [] }),
    item({ key: "d", status: "down", before: 9, after: 1, evidence: [] }),
  ],
});
