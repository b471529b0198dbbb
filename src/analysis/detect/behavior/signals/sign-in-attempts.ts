import { MINUTE_MS, type SeenRow, type StoredHit } from "../../stateful-detector.ts";
import { dataText, hitOfActor, supporting } from "../hits.ts";
import { toAmount } from "../wording.ts";
import { isFreshSecondFactor, nameOfOrigin, originOf, outcomeOf } from "./sign-in.ts";

/** What a person's attempts to sign in came to, for all who look at one after others. */
export type AttemptResult = "failed" | "denied" | "approved" | "success";

/** The memory of attempts. A minute holds any number of failures or successes as one hit with its count. */
export const SIGN_IN_ATTEMPTS = { sharedMemory: "sign_in_attempts@1", foldMs: MINUTE_MS, hitsOf };

function hitsOf(seen: SeenRow) {
  const { row } = seen;
  const origin = originOf(row) ?? "";
  switch (outcomeOf(row)) {
    case "wrong_password":
      return hitOfActor(seen, "failed", { origin });
    case "mfa_denied":
      // Each one counts, and is shown.
      return hitOfActor(seen, `denied:${row.contentKey}`, { origin });
    case "success":
      // Successes are what nearly every row tells of; they mean something only after something else.
      return supporting(hitOfActor(seen, isApproval(seen) ? "approved" : "success", { origin }));
    default:
      return [];
  }
}

const isApproval = ({ row }: SeenRow): boolean => row.table === "SigninLogs" && isFreshSecondFactor(row);

/** What a hit of this memory tells of. */
export const resultOf = ({ value }: { readonly value: string }): AttemptResult =>
  value.startsWith("denied:") ? "denied" : (value as AttemptResult);

/** Where attempts came from, for a sentence. */
export function originsOf(hits: readonly StoredHit[]): string {
  const names = new Set(hits.map((hit) => dataText(hit, "origin")).filter((origin) => origin !== ""));
  const [only] = names;
  if (only === undefined) return "an unknown place";
  return names.size === 1 ? nameOfOrigin(only) : `${toAmount(names.size, "place")}, first ${nameOfOrigin(only)}`;
}
