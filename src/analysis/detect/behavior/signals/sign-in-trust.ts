import type { LogRow } from "../../../../model/rows/log-row.ts";
import type { Severity } from "../../../../model/vocabulary.ts";
import type { Firing } from "../patterns/firing.ts";
import { agentOfRow, deviceOf, isFreshSecondFactor, isManagedDevice, isSingleFactor } from "./sign-in.ts";

/**
 * What a sign-in shows of who it was. `managed`: a device of the organization. `confirmed`: somebody completed a second
 * factor in it. `bare`: one factor or only a token, without a known device. `scripted`: a tool instead of a browser or app. `open`: anything
 * else.
 */
export type Trust = "managed" | "confirmed" | "bare" | "scripted" | "open";

export function trustOf(row: LogRow): Trust {
  if (isManagedDevice(row)) return "managed";
  if (agentOfRow(row)?.isScripted === true) return "scripted";
  // Background sign-ins use a token and state one factor whatever it was issued for; other tables state none.
  const single = row.table === "SigninLogs" ? isSingleFactor(row) : null;
  if (single === null) return "open";
  if (single === false && isFreshSecondFactor(row)) return "confirmed";
  // One factor, or a token that was issued elsewhere.
  return deviceOf(row) === null ? "bare" : "open";
}

/** What a sign-in from an unexpected place is worth. */
type Weight = Pick<Firing, "precision"> & { readonly severity: Severity };

const WEIGHTS: Readonly<Record<Trust, Weight>> = {
  managed: { severity: "low" },
  confirmed: { severity: "medium" },
  open: { severity: "medium" },
  bare: { severity: "high" },
  // People travel, their scripts do not.
  scripted: { severity: "high", precision: 0.65 },
};

/** Returns the weight of a sign-in from an unexpected place. */
export const weightOfTrust = (trust: string): Weight => WEIGHTS[trust as Trust] ?? WEIGHTS.open;
