import { trimTrailing } from "../text/trim-trailing.ts";
import type { RowActor } from "./actor.ts";
import { toIdentifier, toUpn } from "./identifiers.ts";
import type { LogRow } from "./log-row.ts";
import { makeActor } from "./make-actor.ts";
import { readFirst } from "./row-fields.ts";

/** How common programs log the acting account; the first match is used. */
const PATTERNS: readonly RegExp[] = [
  /\b(?:Accepted|Failed) \S+ for (?:invalid user )?(\S{1,128}) from /,
  /\b(?:Invalid|Illegal) user (\S{1,128}) from /,
  /^\s*(\S{1,128}) : (?:[^;]{1,200}; )?TTY=/,
  /\bsession (?:opened|closed) for user \S{1,128} by ([^\s(]{1,128})\(uid=/,
  /\bsession (?:opened|closed) for user ([^\s(]{1,128})/,
  /\b(?:FAILED SU|Successful su)\b.{0,80}? by (\S{1,128})/,
  /\bUser-Name=([^,\s]{1,128})/,
  /\bruser=(\S{1,128})/,
  /\buser="?([A-Za-z_][^\s'",;()]{0,127})/,
];

const SYSTEM_ACCOUNTS: ReadonlySet<string> = new Set(["root", "daemon", "nobody", "bin", "sys", "www-data", "syslog"]);
const EXAMINED = 4_096;

/** Returns the account in a syslog message; a system account stands for its machine. */
export function linuxActorOf({ fields }: Pick<LogRow, "fields">): RowActor | null {
  const host = toIdentifier(readFirst(fields, ["HostName", "Computer"]))?.split(".")[0] ?? null;
  const account = accountIn(fields["SyslogMessage"]);
  if (account === null) return null;
  const upn = toUpn(account);
  if (upn) return makeActor("user", { upn }, null);
  if (SYSTEM_ACCOUNTS.has(account)) return makeActor("machine", { host }, null);
  const local = makeActor("user", { sam: host ? `${host}\\${account}` : account }, null);
  // A machine that has joined a domain logs domain users without the domain.
  return local?.kind === "user" && host ? { ...local, keys: [...local.keys, `sam:${account}`] } : local;
}

function accountIn(message: unknown): string | null {
  if (typeof message !== "string") return null;
  const examined = message.slice(0, EXAMINED);
  for (const pattern of PATTERNS) {
    const account = toIdentifier(trimTrailing(pattern.exec(examined)?.[1] ?? "", ".,:;"));
    if (account && !account.includes("\\")) return account;
  }
  return null;
}
