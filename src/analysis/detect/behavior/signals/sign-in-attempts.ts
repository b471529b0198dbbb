import { toAmount } from "../../../../model/text/amount.ts";
import { MINUTE_MS, type RowHit, type SeenRow } from "../../stateful-detector.ts";
import { dataText, hitOfActor, supporting } from "../hits.ts";
import { isFreshSecondFactor, nameOfOrigin, originOf, outcomeOf } from "./sign-in.ts";

/** The result of a sign-in attempt, for the detectors that compare several attempts. */
export type AttemptResult = "failed" | "denied" | "approved" | "success";

/** The shared memory of sign-in attempts: the failures or successes of a minute are one hit with a count. */
export const SIGN_IN_ATTEMPTS = { sharedMemory: "sign_in_attempts@1", foldMs: MINUTE_MS, hitsOf };

function hitsOf(seen: SeenRow) {
  const { row } = seen;
  const origin = originOf(row) ?? "";
  switch (outcomeOf(row)) {
    case "wrong_password":
      return hitOfActor(seen, "failed", { origin });
    case "mfa_denied":
      // Denials do not fold: each one is evidence.
      return hitOfActor(seen, `denied:${row.contentKey}`, { origin });
    case "success":
      // Nearly every row is a success; it matters only after failures or denials.
      return supporting(hitOfActor(seen, isApproval(seen) ? "approved" : "success", { origin }));
    default:
      return [];
  }
}

const isApproval = ({ row }: SeenRow): boolean => row.table === "SigninLogs" && isFreshSecondFactor(row);

/** Returns the result that a hit of this memory stands for. */
export const resultOf = ({ value }: { readonly value: string }): AttemptResult =>
  value.startsWith("denied:") ? "denied" : (value as AttemptResult);

/** Returns the origins of attempts for a summary. */
export function originsOf(hits: readonly RowHit[]): string {
  const names = new Set(hits.map((hit) => dataText(hit, "origin")).filter((origin) => origin !== ""));
  const [only] = names;
  if (only === undefined) return "an unknown address";
  return names.size === 1 ? nameOfOrigin(only) : `${toAmount(names.size, "address")}, first ${nameOfOrigin(only)}`;
}
