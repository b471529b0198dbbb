import { safeText } from "./text/safe-text.ts";

/** A person who signs in to the console. */
export interface Account {
  readonly accountId: string;
  /** In lower case; unique. */
  readonly email: string;
  readonly name: string | null;
  /** Null for an account that signs in through an identity provider, or that has not accepted its invitation. */
  readonly passwordHash: string | null;
  /** Encrypted; null if no TOTP device was enrolled. */
  readonly totpSecret: string | null;
  /** Null until a code of the device was entered; only then is the second factor asked for. */
  readonly totpConfirmedAt: Date | null;
  /** The time step of the last code that was accepted, so that no code works twice. */
  readonly totpLastStep: number | null;
  /** The identity at the identity provider; both null for a local account. */
  readonly issuer: string | null;
  readonly subject: string | null;
  /** Who vouches that the account belongs to the owner of its email address. */
  readonly vouchedBy: Voucher;
  /** An operator has the rights of an owner in every domain, and manages domains and accounts. */
  readonly isOperator: boolean;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  readonly lastSignedInAt: Date | null;
}

/**
 * Who vouches that an account belongs to the owner of its email address: an operator, who handed over the code; the identity
 * provider, which verified the address; or the domain whose owner invited it, which proves nothing to others. Nobody is on
 * record for accounts of earlier versions.
 */
export type Voucher =
  | { readonly kind: "operator" | "provider" | "unknown" }
  | { readonly kind: "domain"; readonly domainId: string };

/** Returns whether a person can sign in to the account, if it is not disabled. */
export const hasWayIn = ({ passwordHash, subject }: Pick<Account, "passwordHash" | "subject">): boolean =>
  passwordHash !== null || subject !== null;

/**
 * Returns whether an account may get rights beyond the domain that invited it as it is: nobody else can have joined under
 * its address. An operator has all rights already.
 */
export const isVouchedFor = ({ vouchedBy, isOperator }: Pick<Account, "vouchedBy" | "isOperator">): boolean =>
  isOperator || vouchedBy.kind === "operator" || vouchedBy.kind === "provider";

export const SIGN_IN_METHODS = [
  "setup",
  "invitation",
  "password",
  "password_totp",
  "password_recovery",
  "oidc",
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export const SESSION_ENDS = [
  "signed_out",
  "ended",
  "reused",
  "replaced",
  "password_changed",
  "account_disabled",
  "account_reset",
  "identity_unlinked",
  "secret_replaced",
  "restored",
  "moved",
] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

/** Nothing invisible: two addresses that look the same would be two accounts. */
const EMAIL =
  /^[^\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800@"<>(),:;\\]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){0,8}$/u;

/** Returns the stored form of an email address, or undefined if it is not one. */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().normalize("NFC").toLowerCase();
  return email.length <= 254 && EMAIL.test(email) && !hasDisguisedLetter(text) ? email : undefined;
}

const ASCII = /[\0-\x7f]/;

/** Returns whether a character becomes an ASCII letter only by being normalized, as the sign of Kelvin does: it is another mailbox. */
const hasDisguisedLetter = (text: string): boolean =>
  [...text].some(
    (character) => character > "\x7f" && !/\s/.test(character) && ASCII.test(character.normalize("NFC").toLowerCase()),
  );

const MAX_NAME = 128;

/** Returns the stored form of a person's name: one line, nothing invisible; null if nothing is left. */
export const normalizeName = (text: string): string | null => safeText(text, MAX_NAME) || null;

export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;
