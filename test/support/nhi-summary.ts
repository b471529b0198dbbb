import type { NhiSummary } from "../../src/model/identity/nhi-summary.ts";

/** What personas know of a service principal that belongs to nobody, unless given otherwise. */
export const anNhiSummary = (given: Partial<NhiSummary> = {}): NhiSummary => ({
  nuid: "00000000-0000-0000-0000-000000000001",
  nhiClass: "service_principal",
  stewardTuid: null,
  creatorTuid: null,
  ownerTuids: [],
  sponsorTuids: [],
  consentedTuids: [],
  accountTuid: null,
  isDormant: false,
  tier: 2,
  hasValidSecret: false,
  hasUnusedCredential: null,
  oldestSecretDays: null,
  longestSecretDays: null,
  ...given,
});
