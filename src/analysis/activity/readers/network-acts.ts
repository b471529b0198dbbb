import type { LogRow } from "../../../model/rows/log-row.ts";
import { readFirst, readNumber, readText } from "../../../model/rows/row-fields.ts";
import { type Act, named } from "../act.ts";
import { hostOf } from "../host-of.ts";

const REFUSED = /^(block|den|drop|fail|reject|reset|quarantine)/i;

/** Reads an event of a network device. */
export function networkAct({ fields }: LogRow): Act | null {
  const activity = readFirst(fields, ["Activity", "DeviceEventClassID"]);
  if (activity === null) return null;
  const outcome = readFirst(fields, ["EventOutcome", "SimplifiedDeviceAction", "DeviceAction"]) ?? "";
  return {
    result: REFUSED.test(outcome) ? "failure" : "success",
    code: outcome || null,
    class: /log ?(on|in)\b|sign.?in|authenticat|vpn/i.test(activity.slice(0, 200)) ? "sign_in" : "other",
    name: activity,
    bytes: (readNumber(fields, "SentBytes") ?? 0) + (readNumber(fields, "ReceivedBytes") ?? 0),
    // The device that reports traffic is no application that anybody works in.
    application: named(null, readText(fields, "DestinationServiceName")),
    resources: hostOf(readText(fields, "DestinationHostName")),
  };
}

const EXAMINED = 4_096;

/** Reads a message of a Linux host that names an account. */
export function syslogAct({ fields }: LogRow): Act | null {
  const message = (readText(fields, "SyslogMessage") ?? "").slice(0, EXAMINED);
  const program = readText(fields, "ProcessName") ?? "unknown";
  const isFailure = /\bfail(ed|ure)\b|\binvalid user\b|\bdenied\b/i.test(message);
  const isLogin = /session opened|invalid user/i.test(message) || /\b(?:accepted|failed) \S+ for\b/i.test(message);
  const isCommand = /\bCOMMAND=/.test(message);
  return {
    result: isFailure ? "failure" : "success",
    code: program,
    class: isCommand ? "execute" : isLogin ? "sign_in" : "other",
    name: program,
    resources: hostOf(readFirst(fields, ["HostName", "Computer"])),
    isElsewhere: true,
  };
}
