import { toAmount } from "../../../../model/text/amount.ts";
import { DAY_MS, MINUTE_MS, type RowHit, type SeenRow } from "../../stateful-detector.ts";
import { dataText, hitOfActor, supporting } from "../hits.ts";
import { before } from "../patterns/sequence.ts";
import { isFreshSecondFactor, nameOfOrigin, originOf, outcomeOf } from "./sign-in.ts";
import { trustOf } from "./sign-in-trust.ts";

/** The result of a sign-in attempt, for the detectors that compare several attempts. */
export type AttemptResult = "failed" | "denied" | "accepted" | "approved" | "success";

/** The shared memory of sign-in attempts: attempts of a minute with one result and origin are one hit with a count. */
export const SIGN_IN_ATTEMPTS = { sharedMemory: "sign_in_attempts@2", foldMs: MINUTE_MS, hitsOf };

function hitsOf(seen: SeenRow) {
  const { row } = seen;
  const data = { origin: originOf(row) ?? "" };
  const withOrigin = (result: AttemptResult): string => `${result}:${data.origin}`;
  switch (outcomeOf(row)) {
    case "wrong_password":
    case "wrong_code":
      // Several tables report one attempt, so each has its own count.
      return hitOfActor(seen, `failed:${reporterOf(row.table)}:${data.origin}`, data);
    case "mfa_denied":
      // Denials do not fold: each one is evidence.
      return hitOfActor(seen, `denied:${row.contentKey}`, data);
    case "accepted":
      return supporting(hitOfActor(seen, withOrigin("accepted"), data));
    case "success":
      // Nearly every row is a success; it matters only after failures or denials.
      return supporting(
        hitOfActor(seen, withOrigin(isApproval(seen) ? "approved" : "success"), {
          ...data,
          trust: trustOf(row),
        }),
      );
    default:
      return [];
  }
}

const isApproval = ({ row }: SeenRow): boolean => row.table === "SigninLogs" && isFreshSecondFactor(row);

/** Interactive and background sign-ins are never the same attempt. */
const reporterOf = (table: SeenRow["row"]["table"]): string =>
  table === "AADNonInteractiveUserSignInLogs" ? "SigninLogs" : table;

/** Returns the result that a hit of this memory stands for. */
export const resultOf = ({ value }: { readonly value: string }): AttemptResult =>
  value.slice(0, value.indexOf(":")) as AttemptResult;

/** Returns the failures by the table that reports them. */
export function failuresByReporter(hits: readonly RowHit[]): readonly (readonly RowHit[])[] {
  const reported = new Map<string, RowHit[]>();
  for (const hit of hits) {
    const [result, reporter = ""] = hit.value.split(":", 2);
    if (result !== "failed") continue;
    const known = reported.get(reporter);
    if (known) known.push(hit);
    else reported.set(reporter, [hit]);
  }
  return [...reported.values()];
}

/** How long before an attack a success makes its origin one of the user's own. */
export const FAMILIAR_MS = DAY_MS;

/** Returns the origins from which the user signed in within the day before a time. */
export function familiarOrigins(hits: readonly RowHit[], at: number): ReadonlySet<string> {
  const origins = new Set<string>();
  for (const hit of before(hits, at - 1, FAMILIAR_MS)) {
    const result = resultOf(hit);
    if (result === "success" || result === "approved") origins.add(dataText(hit, "origin"));
  }
  origins.delete("");
  return origins;
}

/** Returns the origins of attempts for a summary. */
export function originsOf(hits: readonly RowHit[]): string {
  const names = new Set(hits.map((hit) => dataText(hit, "origin")).filter((origin) => origin !== ""));
  const [only] = names;
  if (only === undefined) return "an unknown address";
  return names.size === 1 ? nameOfOrigin(only) : `${toAmount(names.size, "address")}, first ${nameOfOrigin(only)}`;
}
