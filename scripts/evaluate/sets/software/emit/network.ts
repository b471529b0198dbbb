import type { Columns, Log } from "../lib/log.ts";
import { iso } from "../lib/time.ts";
import type { Person } from "../org/people.ts";
import type { Spot } from "../org/places.ts";

const palo = (log: Log, time: number, kind: string, classId: string, columns: Columns): string =>
  log.add("CommonSecurityLog", time, {
    DeviceVendor: "Palo Alto Networks", DeviceProduct: "PAN-OS", DeviceVersion: "10.2.10", DeviceEventClassID: classId,
    Activity: kind, DeviceExternalID: "013201022417", Computer: "fw-ham-01", DeviceName: "fw-ham-01",
    CollectorHostName: "mon-01", ReceiptTime: iso(time + log.r.int(500, 9000)), ...columns,
  });

export interface Flow {
  source: string;
  destination: string;
  port: number;
  app?: string;
  action?: "allow" | "deny" | "drop" | "reset-both";
  sent?: number;
  received?: number;
  user?: string | undefined;
  rule?: string;
  zones?: [string, string];
  protocol?: string;
  seconds?: number;
  host?: string;
}

/** A session of the firewall. */
export const traffic = (log: Log, time: number, f: Flow): string => {
  const denied = f.action !== undefined && f.action !== "allow";
  return palo(log, time, "TRAFFIC", denied ? "drop" : "end", {
    LogSeverity: "3", DeviceAction: f.action ?? "allow", SourceIP: f.source, DestinationIP: f.destination,
    SourcePort: log.r.int(1025, 65_000), DestinationPort: f.port, Protocol: f.protocol ?? "tcp",
    ApplicationProtocol: denied ? "not-applicable" : f.app ?? "ssl",
      SentBytes: f.sent ?? (denied ? 60 : log.r.int(900, 60_000)),
    ReceivedBytes: f.received ?? (denied ? 0 : log.r.int(900, 400_000)), SourceUserName: f.user,
      DestinationHostName: f.host,
    DeviceCustomString1: f.rule ?? (denied ? "interzone-default" : "allow-egress"), DeviceCustomString1Label: "Rule",
    DeviceCustomString3: "vsys1", DeviceCustomString3Label: "Virtual System",
    DeviceCustomString4: f.zones?.[0] ?? "trust", DeviceCustomString4Label: "Source Zone",
    DeviceCustomString5: f.zones?.[1] ?? "untrust", DeviceCustomString5Label: "Destination Zone",
    DeviceCustomNumber1: log.r.int(1000, 900_000), DeviceCustomNumber1Label: "SessionID",
    DeviceCustomNumber3: f.seconds ?? log.r.int(1, 240), DeviceCustomNumber3Label: "Elapsed time in seconds",
    Reason: denied ? "policy-deny" : log.r.pick(["tcp-fin", "aged-out", "tcp-rst-from-client"]),
  });
};

/** What the intrusion prevention of the firewall says of a session. */
export const threat = (
  log: Log, time: number, f: Flow, name: string, category: string, severity: string, url = "",
): string => palo(log, time, "THREAT", category, {
  LogSeverity: severity, DeviceAction: f.action ?? "reset-both", SourceIP: f.source, DestinationIP: f.destination,
  SourcePort: log.r.int(1025, 65_000), DestinationPort: f.port, Protocol: f.protocol ?? "tcp",
  ApplicationProtocol: f.app ?? "web-browsing", SourceUserName: f.user, RequestURL: url,
  DeviceEventCategory: name, DeviceCustomString1: f.rule ?? "inbound-web", DeviceCustomString1Label: "Rule",
  DeviceCustomString2: category === "url" ? name : "any", DeviceCustomString2Label: "URL Category",
  DeviceCustomString4: f.zones?.[0] ?? "untrust", DeviceCustomString4Label: "Source Zone",
  DeviceCustomString5: f.zones?.[1] ?? "dmz", DeviceCustomString5Label: "Destination Zone",
  Message: name,
});

export const vpn = (
  log: Log, time: number, who: Person | string, from: Spot, stage: "login" | "connected" | "logout", ok = true,
  options: { machine?: string; reason?: string; tunnel?: string } = {},
): string => palo(log, time, "GLOBALPROTECT", "globalprotect", {
  LogSeverity: ok ? "3" : "4", DeviceAction: ok ? "success" : "failure", EventOutcome: ok ? "success" : "failure",
  SourceIP: from.ip, SourceUserName: typeof who === "string" ? who : log.r.chance(0.25) && who.sam ? `BKFIN\\${who.sam}`
    : who.upn, SourceHostName: options.machine ?? (typeof who === "string" ? "" : who.laptop.name),
  DeviceCustomString1: stage === "login" ? "gateway-auth" : stage === "connected" ? "gateway-connected"
    : "gateway-logout",
  DeviceCustomString1Label: "EventID", DeviceCustomString2: from.country, DeviceCustomString2Label: "Source Region",
  DeviceCustomString3: "gp-gateway-ham", DeviceCustomString3Label: "Gateway", Reason: options.reason,
  SourceTranslatedAddress: options.tunnel, Message: ok ? `GlobalProtect gateway user ${stage} succeeded.`
    : "GlobalProtect gateway user authentication failed. Invalid username or password",
});

export const firewallConfig = (
  log: Log, time: number, admin: string, ip: string, command: string, path: string, before = "", after = "",
): string => palo(log, time, "CONFIG", "0", {
  LogSeverity: "3", DeviceAction: "Succeeded", SourceUserName: admin, DestinationUserName: admin, SourceIP: ip,
  DestinationServiceName: "Web", DeviceCustomString1: path, DeviceCustomString1Label: "Configuration Path",
  DeviceCustomString2: before, DeviceCustomString2Label: "Before Change Detail", DeviceCustomString3: after,
  DeviceCustomString3Label: "After Change Detail", Message: command, EventOutcome: "Succeeded",
});

export const firewallSystem = (
  log: Log, time: number, event: string, text: string, severity = "3", admin = "",
): string => palo(log, time, "SYSTEM", event, {
  LogSeverity: severity, Message: text, SourceUserName: admin, DeviceEventCategory: "general", DeviceAction: "",
});

/** A request of a person through the web proxy. */
export const web = (
  log: Log, time: number, who: Person, url: string, category: string,
  options: { action?: "Allowed" | "Blocked"; method?: string; sent?: number; received?: number; ip?: string;
    reason?: string;
    from?: Spot; agent?: string; threat?: string; file?: string; destination?: string } = {},
): string => {
  const action = options.action ?? "Allowed";
  return log.add("CommonSecurityLog", time, {
    DeviceVendor: "Zscaler", DeviceProduct: "NSSWeblog", DeviceVersion: "5.7", DeviceEventClassID: action,
      Activity: action,
    LogSeverity: options.threat ? "8" : "3", DeviceAction: action, SourceUserName: who.upn,
    SourceIP: options.ip ?? `192.168.${who.home.ip.split(".").slice(2).map((part) => Number(part) % 250).join(".")}`,
    SourceTranslatedAddress: (options.from ?? who.home).ip, DestinationHostName: url.split("/")[0],
      DestinationPort: 443,
    DestinationIP: options.destination ?? `104.${log.r.int(16, 31)}.${log.r.int(1, 250)}.${log.r.int(1, 250)}`,
    RequestURL: url, RequestMethod: options.method ?? "GET",
    ApplicationProtocol: "HTTPS", SentBytes: options.sent ?? log.r.int(500, 9000),
    ReceivedBytes: options.received ?? log.r.int(900, 300_000),
      RequestClientApplication: options.agent ?? who.laptop.agent,
    SourceHostName: who.laptop.name, DeviceCustomString1: who.department, DeviceCustomString1Label: "dept",
    DeviceCustomString2: category, DeviceCustomString2Label: "urlcat", DeviceCustomString5: options.threat ?? "None",
    DeviceCustomString5Label: "threatname", Reason: options.reason ?? (action === "Blocked"
      ? "Not allowed to browse this category"
      : "Allowed"), FileType: options.file,
  });
};
