import { readWindowsText } from "../../../../model/rows/event-data.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import type { SignInOutcome } from "./sign-in-outcome.ts";

/** Why a log-on failed although the password was right: restrictions of time, place, kind or age. */
const ACCEPTED: ReadonlySet<string> = new Set([
  "c000006f",
  "c0000070",
  "c0000071",
  "c0000193",
  "c000015b",
  "c0000224",
  "c0000413",
]);
/** Failures that are about neither password nor account, such as clocks that differ. */
const UNRELATED: ReadonlySet<string> = new Set(["c0000133", "c000005e", "c00002ee", "c0000192"]);

/** Kerberos codes of a wrong password or an unknown, locked or disabled account. */
const KERBEROS_REFUSALS: ReadonlySet<string> = new Set(["6", "12", "18"]);

/** Returns the outcome of a Windows log-on or ticket request; null for other events. */
export function windowsOutcome({ fields }: LogRow): SignInOutcome | null {
  switch (readText(fields, "EventID")) {
    case "4624":
      return "success";
    case "4625":
      return outcomeOfStatus(
        statusIn(readWindowsText(fields, "SubStatus")) || statusIn(readWindowsText(fields, "Status")),
      );
    case "4771":
      return kerberosOutcome(statusIn(readWindowsText(fields, "Status")));
    case "4768": {
      // Each sign-in requests tickets: only refusals are of use here.
      const status = statusIn(readWindowsText(fields, "Status"));
      return KERBEROS_REFUSALS.has(status) ? "wrong_password" : null;
    }
    case "4776": {
      const status = readWindowsText(fields, "Status");
      return status !== null && statusIn(status) === "" ? "success" : outcomeOfStatus(statusIn(status));
    }
    default:
      return null;
  }
}

function outcomeOfStatus(status: string): SignInOutcome {
  if (ACCEPTED.has(status)) return "accepted";
  return UNRELATED.has(status) ? "other" : "wrong_password";
}

/** An event without a status counts as refused. */
const kerberosOutcome = (status: string): SignInOutcome =>
  status === "" || KERBEROS_REFUSALS.has(status) ? "wrong_password" : "other";

/** Returns a status in hexadecimal without prefix and leading zeros; empty for zero. */
const statusIn = (status: string | null): string => (status ?? "").toLowerCase().replace(/^(?:0x|%%)?0*/, "");
