import type { AccountContext } from "./account-context.ts";

/** A comparison of what somebody entered with a secret. */
export interface Guess {
  readonly of: "password" | "app code" | "recovery code" | "invitation" | "set-up code";
  /** What the comparison is counted under: the email address or the id of the account, or the kind of a code that belongs to nobody yet. */
  readonly about: string;
  /** Returns the stamp of the present password of the account; undefined if there is none. */
  passwordStamp?(): Promise<string | undefined>;
  /**
   * Returns whether the caller is the owner of the account by what others cannot have. Asked only when the account has
   * been guessed at so often that new browsers are refused.
   */
  isOwner?(): Promise<boolean>;
}

/** How often one caller may compare something with a secret. Implemented by whoever knows where the caller is. */
export interface AttemptLimits {
  /** Counts a comparison before it is made; throws `rate_limited` if there were too many wrong ones. */
  admit(guess: Guess): Promise<CountedAttempt>;
  /** Returns whether a refused sign-in is recorded; undefined if enough were. */
  admitEntry(kind: "wrong" | "limited", about: string): Promise<EntryAdmission | undefined>;
}

export interface CountedAttempt {
  /** Undoes the count of a comparison that was right, or that was not made. */
  release(): Promise<unknown>;
}

export interface EntryAdmission {
  /** What is not recorded from now on, if this is the last entry for a while. */
  readonly omitted: string | undefined;
}

/** What an action takes that compares something with a secret. */
export interface ProvingContext extends AccountContext {
  readonly attempts: AttemptLimits;
  /** Computes one password hash at a time: each takes memory and one of the few threads for such work. */
  hashing<T>(work: () => Promise<T>): Promise<T>;
}
