import { readWindowsText } from "../../../../model/rows/event-data.ts";
import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";
import { agentOfRow, isSuccess } from "./sign-in.ts";

export const USE_TABLES: readonly LogTable[] = ["SigninLogs", "SecurityEvent"];

/** Who uses an account: somebody at a screen, or a program. */
export interface AccountUse {
  readonly isPerson: boolean;
  /** How the account signed in, for a summary. */
  readonly how: string;
}

/** Returns what a successful sign-in shows of who uses the account; null where it may be either. */
export const accountUseOf = oncePerRow((row): AccountUse | null => {
  if (!isSuccess(row)) return null;
  if (row.table === "SigninLogs") return inCloud(row);
  return row.table === "SecurityEvent" ? onMachine(row) : null;
});

const SESSIONS: ReadonlyMap<string, string> = new Map([
  ["2", "at the console of a machine"],
  ["10", "to a remote desktop"],
  ["11", "at the console of a machine"],
  ["12", "to a remote desktop"],
]);
/** Over the network, as a batch job, as a service, with a password in clear text. */
const PROGRAM_TYPES: ReadonlySet<string> = new Set(["3", "4", "5", "8"]);

function onMachine({ fields }: LogRow): AccountUse | null {
  if (readText(fields, "EventID") !== "4624") return null;
  const type = readWindowsText(fields, "LogonType") ?? "";
  const session = SESSIONS.get(type);
  if (session !== undefined) return { isPerson: true, how: session };
  return PROGRAM_TYPES.has(type) ? { isPerson: false, how: "" } : null;
}

/** How programs that use the services of the provider name themselves. */
const DECLARED_PROGRAM = /^(?:non)?isv\|/i;

function inCloud(row: LogRow): AccountUse | null {
  const agent = agentOfRow(row);
  const client = readText(row.fields, "ClientAppUsed")?.toLowerCase() ?? "";
  const isModern = client === "browser" || client === "mobile apps and desktop clients";
  if (client === "" || (isModern && agent === null)) return null;
  const isDeclared = DECLARED_PROGRAM.test(readText(row.fields, "UserAgent") ?? "");
  if (!isModern || isDeclared || agent?.isScripted === true) return { isPerson: false, how: "" };
  // A browser or an app names its system; programs of the organization often do not.
  return agent?.system == null ? null : { isPerson: true, how: "with a browser or app" };
}
