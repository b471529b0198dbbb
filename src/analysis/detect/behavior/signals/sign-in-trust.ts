import type { LogRow } from "../../../../model/rows/log-row.ts";
import type { Severity } from "../../../../model/vocabulary.ts";
import { agentOfRow, deviceOf, isFreshSecondFactor, isManagedDevice, isSingleFactor } from "./sign-in.ts";

/**
 * What a sign-in shows of who it was. `managed`: a device of the organization. `confirmed`: somebody completed a second
 * factor in it. `bare`: one factor without a known device, or a scripted client. `open`: anything else.
 */
export type Trust = "managed" | "confirmed" | "bare" | "open";

export function trustOf(row: LogRow): Trust {
  if (isManagedDevice(row)) return "managed";
  if (agentOfRow(row)?.isScripted === true) return "bare";
  // Background sign-ins use a token and state one factor whatever it was issued for; other tables state none.
  const single = row.table === "SigninLogs" ? isSingleFactor(row) : null;
  if (single === true) return deviceOf(row) === null ? "bare" : "open";
  return single === false && isFreshSecondFactor(row) ? "confirmed" : "open";
}

const SEVERITIES: Readonly<Record<Trust, Severity>> = {
  managed: "low",
  confirmed: "medium",
  open: "medium",
  bare: "high",
};

/** Returns the severity of a sign-in from an unexpected place. */
export const severityOfTrust = (trust: string): Severity => SEVERITIES[trust as Trust] ?? "medium";
