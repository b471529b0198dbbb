/**
 * The outcome of a sign-in attempt. `accepted`: the password was right, but the sign-in went no further, for example because
 * a second factor was missing. `wrong_code`: a second factor was mistyped, which is not a refusal.
 */
export type SignInOutcome = "success" | "accepted" | "wrong_password" | "wrong_code" | "mfa_denied" | "other";
