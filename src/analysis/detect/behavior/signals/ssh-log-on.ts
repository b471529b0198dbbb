import { readFirst, readText } from "../../../../model/rows/row-fields.ts";
import { toIp } from "../../../../model/rows/row-ip.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";
import { hostIn } from "./remote-log-on.ts";

/** A successful sign-in over SSH. */
export interface SshLogOn {
  /** The first label of the machine's name. */
  readonly host: string;
  readonly account: string;
  readonly ip: string;
}

const DAEMON = /^(?:\/usr\/sbin\/)?sshd(?:-session|-auth)?$/i;
const ACCEPTED = /^\s?Accepted \S{1,64} for (\S{1,128}) from ([0-9a-f:.]{3,45}) port \d/i;

/** Returns the sign-in over SSH that a row reports as accepted; null for other rows. */
export const sshLogOnOf = oncePerRow(({ table, fields }): SshLogOn | null => {
  if (table !== "Syslog" || !DAEMON.test(readText(fields, "ProcessName") ?? "")) return null;
  const found = ACCEPTED.exec((readText(fields, "SyslogMessage") ?? "").slice(0, 1_024));
  const host = hostIn(readFirst(fields, ["HostName", "Computer"]));
  const ip = toIp(found?.[2] ?? "");
  const account = found?.[1]?.toLowerCase() ?? "";
  return host === null || ip === null || account === "" ? null : { host, account, ip };
});
