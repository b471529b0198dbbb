import type { NhiClass } from "../vocabulary.ts";
import type { Tier } from "./entitlement.ts";

/** What the personas of users need from an analyzed non-human identity. */
export interface NhiSummary {
  readonly nuid: string;
  readonly nhiClass: NhiClass;
  readonly stewardTuid: string | null;
  readonly creatorTuid: string | null;
  /** Users who own the identity or its application, by the directory; sorted. */
  readonly ownerTuids: readonly string[];
  /** Users who sponsor it; sorted. */
  readonly sponsorTuids: readonly string[];
  /** Users who consented to it for themselves, by delegated grants; sorted. */
  readonly consentedTuids: readonly string[];
  /** The user whose account it is, for a service account among the users. */
  readonly accountTuid: string | null;
  readonly isDormant: boolean;
  /** The most privileged tier that it holds or can take over; null if no grants were delivered. */
  readonly tier: Tier | null;
  /** Null if no credentials were delivered. */
  readonly hasValidSecret: boolean | null;
  /** Whether a valid credential has not been used for 30 days; null without a source that reports use. */
  readonly hasUnusedCredential: boolean | null;
  /** The age in days of the oldest valid secret; null without one. */
  readonly oldestSecretDays: number | null;
  /** The longest lifetime in days of a valid secret; null without one. */
  readonly longestSecretDays: number | null;
}
