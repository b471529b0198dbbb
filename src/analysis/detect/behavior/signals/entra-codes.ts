import type { Fields } from "../../../../model/fields.ts";
import { readTexts } from "../../../../model/rows/row-fields.ts";
import type { SignInOutcome } from "./sign-in-outcome.ts";

/** Result codes for a wrong password and for an account that is locked, disabled or unknown. */
const WRONG_PASSWORD: ReadonlySet<string> = new Set(["50126", "50034", "50053", "50056", "50057", "50064"]);

/** Result codes of sign-ins whose password was right: expired, or stopped by a policy or for a second factor. */
const ACCEPTED: ReadonlySet<string> = new Set([
  "50055",
  "50072",
  "50074",
  "50076",
  "50079",
  "50097",
  "50105",
  "50140",
  "50144",
  "50158",
  "53000",
  "53001",
  "53002",
  "53003",
  "53004",
  "530002",
  "530003",
  "530004",
  "80012",
]);

const MFA_FAILED = "500121";

/** Returns the outcome of a failed sign-in by its result code and what its details state. */
export function outcomeOfCode(code: string, fields: Fields): SignInOutcome {
  if (WRONG_PASSWORD.has(code)) return "wrong_password";
  if (isRefused(fields)) return "mfa_denied";
  if (code === MFA_FAILED) return isMistyped(fields) ? "wrong_code" : "mfa_denied";
  return ACCEPTED.has(code) ? "accepted" : "other";
}

const DETAIL_PATHS = ["AuthenticationDetails.authenticationStepResultDetail", "Status.additionalDetails"] as const;

/** The user declined, did not respond, or reported fraud; a failed service or a wrong code does not count. */
const REFUSED =
  /\b(?:declined|denied by (?:the )?user|did not (?:respond|answer|approve|select)|hung up|went to voicemail|fraud|(?:authentication|mfa) (?:was )?(?:rejected|denied)$)/i;

/** Returns whether the details state, under any result code, that the user refused the second factor. */
const isRefused = (fields: Fields): boolean => detailsOf(fields).some((text) => REFUSED.test(text));

/** How details state that a code was wrong: a word, and what follows it in the same line within 40 characters. */
const WRONG_CODE: readonly (readonly [word: RegExp, following: RegExp])[] = [
  [/\b(?:invalid|incorrect|wrong|expired|mistyped)\b/gi, /^.{0,40}\b(?:code|passcode|pin|otp|input)\b/i],
  [/\b(?:code|passcode|pin|otp)\b/gi, /^.{0,40}\b(?:invalid|incorrect|wrong|expired|not match)/i],
];
const CODE_METHOD = /\boath\b|\bcode\b|text message|\bsms\b|\botp\b|passcode|one-time|(?:software|hardware) token/i;
const PROMPT_METHOD = /notification|phone call|\bpush\b|phone sign-in|phone app/i;

/** Returns whether the second factor was a code, which nobody refuses but which can be mistyped. */
function isMistyped(fields: Fields): boolean {
  if (detailsOf(fields).some(namesWrongCode)) return true;
  const methods = readTexts(fields, "AuthenticationDetails.authenticationMethod");
  return methods.some((method) => CODE_METHOD.test(method)) && !methods.some((method) => PROMPT_METHOD.test(method));
}

/** Real details are short; of a longer text, only this much is examined. */
const EXAMINED = 4_096;

function namesWrongCode(details: string): boolean {
  const text = details.slice(0, EXAMINED);
  return WRONG_CODE.some(([word, following]) =>
    [...text.matchAll(word)].some((match) => following.test(text.slice(match.index + match[0].length))),
  );
}

const detailsOf = (fields: Fields): readonly string[] => DETAIL_PATHS.flatMap((path) => readTexts(fields, path));
