/** The OpenID provider that people sign in with, beside passwords. */
export interface IdentityProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name that the sign-in page shows. */
  readonly name: string;
  /** People with a verified email address of these domains get an account, without a role. */
  readonly emailDomains: readonly string[];
  /** The origin at which browsers reach the console; the provider sends them back there. */
  readonly publicUrl: string;
}

/** A person as the provider identifies them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Undefined unless the provider asserts that the person owns it. */
  readonly verifiedEmail: string | undefined;
  readonly name: string | null;
  /** When the person proved to the provider who they are; undefined if it does not state that. */
  readonly authenticatedAt: Date | undefined;
}

/** Why a sign-in through the provider failed, as the sign-in page is informed. */
export const SIGN_IN_PROBLEMS = [
  "oidc_failed",
  "oidc_unavailable",
  "oidc_refused",
  "oidc_unverified",
  "oidc_password",
  "oidc_invitation",
  "oidc_not_proven",
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/** A sign-in through the provider that failed. The message is for the log and holds nothing secret. */
export class SignInRefused extends Error {
  readonly problem: SignInProblem;
  /** The account that the person tried to sign in to, as far as it is known. */
  readonly accountId: string | undefined;

  constructor(problem: SignInProblem, message: string, accountId?: string) {
    super(message);
    this.name = "SignInRefused";
    this.problem = problem;
    this.accountId = accountId;
  }
}
