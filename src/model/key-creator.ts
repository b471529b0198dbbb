/** What became of the account that created an API key: it may be disabled, or no longer have a role in the key's domain. */
export const CREATOR_STATES = ["active", "disabled", "removed"] as const;
export type CreatorState = (typeof CREATOR_STATES)[number];

/** Who created an API key. */
export interface KeyCreator {
  /** The email address of the account; null if the key was not created by one. */
  readonly name: string | null;
  readonly state: CreatorState | null;
}
