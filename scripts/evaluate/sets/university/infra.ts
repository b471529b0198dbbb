import type { App, Host, Net, Person, Resource, Row, Subscription, World } from "./model.ts";
import { iso, MINUTE } from "./calendar.ts";

/** An operation of Azure Resource Manager: its start and its end. */
export function azure(
  w: World, t: number, caller: Person | App, net: Net | string, op: string,
  on: { id: string; group: string; sub: Subscription }, o: { status?: string; body?: unknown; quiet?: boolean } = {},
): string {
  const person = "upn" in caller;
  const ip = typeof net === "string" ? net : net.ip;
  const common = {
    OperationNameValue: op.toUpperCase(), OperationName: op, CategoryValue: "Administrative",
      Caller: person ? caller.upn : caller.id,
    CallerIpAddress: ip, ResourceId: on.id, _ResourceId: on.id.toLowerCase(), SubscriptionId: on.sub.id,
      ResourceGroup: on.group,
    ResourceProviderValue: op.split("/")[0]?.toUpperCase(), CorrelationId: w.rng.uuid(), Level: "Informational",
    Authorization: JSON.stringify({ action: op, scope: on.id }),
    Claims: JSON.stringify(person ? { name: caller.display, ipaddr: ip, upn: caller.upn } : { appid: caller.appId,
      idtyp: "app" }),
  };
  const body = o.body === undefined ? undefined : JSON.stringify({ requestbody: JSON.stringify(o.body) });
  if (!o.quiet) {
    w.sink.emit("AzureActivity", t, {
      EventDataId: w.rng.uuid(), ActivityStatusValue: "Start", ActivitySubstatusValue: "", ...common,
      ...(body ? { Properties: body } : {}),
    });
  }
  const status = o.status ?? "Success";
  return w.sink.emit("AzureActivity", t + w.rng.int(900, 9000), {
    EventDataId: w.rng.uuid(), ActivityStatusValue: status, ActivitySubstatusValue: status === "Success" ? "OK"
      : "Forbidden", ...common,
    ...(body ? { Properties: body } : {}), ...(status === "Success" ? {} : { Level: "Error" }),
  });
}

export function resource(w: World, sub: string, name: string): Resource {
  const found = w.subs.get(sub)?.resources.find((r) => r.name === name);
  if (!found) throw new Error(`no resource ${sub}/${name}`);
  return found;
}

/** A resource that does not exist yet. */
export function newResource(w: World, sub: string, type: string, name: string, group = `rg-${sub}-prod`): Resource {
  const subscription = w.subs.get(sub) as Subscription;
  return { id: `/subscriptions/${subscription.id}/resourceGroups/${group}/providers/${type}/${name}`, name, type, group,
    sub: subscription };
}

export function scope(w: World, sub: string, group?: string): Resource {
  const subscription = w.subs.get(sub) as Subscription;
  const id = `/subscriptions/${subscription.id}${group ? `/resourceGroups/${group}` : ""}`;
  return { id, name: sub, type: "scope", group: group ?? "", sub: subscription };
}

/** FortiGate of the perimeter, which also ends the SSL VPN. */
export function forti(w: World, t: number, id: string, activity: string, fields: Row): string {
  return w.sink.emit("CommonSecurityLog", t, {
    DeviceVendor: "Fortinet", DeviceProduct: "Fortigate", DeviceVersion: "v7.4.8", DeviceEventClassID: id,
      Activity: activity,
    LogSeverity: "3", Computer: w.rng.chance(0.9) ? "fw-edge" : "203.0.113.1", DeviceName: "fw-edge",
      DeviceExternalID: "FG6H1FTB22000000",
    ReceiptTime: String(Math.round(t)), ...fields,
  });
}

export function vpn(
  w: World, t: number, p: { sam: string } | string, net: Net, way: "up" | "down" | "fail",
  o: { tunnel?: string; sent?: number; received?: number; reason?: string } = {},
): string {
  const name = typeof p === "string" ? p : w.rng.chance(0.9) ? p.sam : `WAALHAVEN\\${p.sam}`;
  const spec = { up: ["39424", "event:vpn tunnel-up", "tunnel-up"], down: ["39425", "event:vpn tunnel-down",
    "tunnel-down"],
    fail: ["39426", "event:vpn ssl-login-fail", "ssl-login-fail"] }[way] as [string, string, string];
  return forti(w, t, spec[0], spec[1], {
    DeviceAction: spec[2], SourceUserName: name, SourceIP: net.ip, SourceTranslatedAddress: way === "fail" ? undefined
      : o.tunnel ?? `10.99.${w.rng.int(1, 9)}.${w.rng.int(2, 250)}`,
    LogSeverity: way === "fail" ? "6" : "3", SentBytes: o.sent, ReceivedBytes: o.received,
    Reason: way === "fail" ? o.reason ?? "sslvpn_login_permission_denied" : way === "down" ? o.reason
      ?? "User requested termination of service" : "N/A",
    Message: { up: "SSL tunnel established", down: "SSL tunnel shutdown", fail: "SSL user failed to logged in" }[way],
    AdditionalExtensions: `FTNTFGTlogid=01010${spec[0]};cat=event:vpn;FTNTFGTvd=root;`
      + `FTNTFGTtunneltype=ssl-tunnel;FTNTFGTgroup=SG-VPN-Users;`
      + `FTNTFGTsrccountry=${net.country}`,
  });
}

export type FlowOptions = {
  from: string; to: string; port: number; action?: string; sent?: number; received?: number; proto?: string;
    app?: string; rule?: string;
  host?: string; user?: string; name?: string; duration?: number; zoneFrom?: string; zoneTo?: string;
};

/** Traffic through the perimeter. */
export function edge(w: World, t: number, o: FlowOptions): string {
  const action = o.action ?? "accept";
  return forti(w, t, "00013", `traffic:forward ${action}`, {
    DeviceAction: action, SourceIP: o.from, SourcePort: w.rng.int(1025, 65000), DestinationIP: o.to,
      DestinationPort: o.port,
    Protocol: o.proto ?? "TCP", ApplicationProtocol: o.app, SentBytes: o.sent ?? w.rng.int(500, 40_000),
      ReceivedBytes: o.received ?? w.rng.int(500, 90_000),
    SourceHostName: o.host, SourceUserName: o.user, DestinationHostName: o.name, DeviceInboundInterface: o.zoneFrom
      ?? "campus",
    DeviceOutboundInterface: o.zoneTo ?? "wan1", CommunicationDirection: /^10\./.test(o.from) ? "Outbound" : "Inbound",
    AdditionalExtensions: `cat=traffic:forward;FTNTFGTpolicyname=${o.rule ?? "campus-out"};`
      + `FTNTFGTduration=${o.duration ?? w.rng.int(1, 300)}`,
  });
}

/** Traffic between zones of the data centre, and threats there. */
export function inner(w: World, t: number, o: FlowOptions & { threat?: string; threatId?: string }): string {
  return w.sink.emit("CommonSecurityLog", t, {
    DeviceVendor: "Palo Alto Networks", DeviceProduct: "PAN-OS", DeviceVersion: "11.1.6", DeviceEventClassID: o.threat
      ? o.threatId ?? "vulnerability" :
      o.action === "deny" ? "deny" : "end",
    Activity: o.threat ? "THREAT" : "TRAFFIC", LogSeverity: o.threat ? "4" : "1", DeviceAction: o.action ?? "allow",
      SourceIP: o.from,
    DestinationIP: o.to, DestinationPort: o.port, SourcePort: w.rng.int(1025, 65000), Protocol: o.proto ?? "tcp",
      ApplicationProtocol: o.app,
    SentBytes: o.sent ?? w.rng.int(300, 20_000), ReceivedBytes: o.received ?? w.rng.int(300, 40_000),
      SourceUserName: o.user, SourceHostName: o.host,
    DeviceCustomString1Label: "Rule", DeviceCustomString1: o.rule ?? "default-interzone",
      DeviceCustomString4Label: "Source Zone",
    DeviceCustomString4: o.zoneFrom ?? "campus", DeviceCustomString5Label: "Destination Zone",
      DeviceCustomString5: o.zoneTo ?? "servers",
    DeviceExternalID: "013201000000", Computer: "fw-dc", DeviceEventCategory: o.threat, Message: o.threat,
  });
}

/** A request that the web proxy saw. */
export function web(
  w: World, t: number, p: Person, net: Net, url: string, category: string,
  o: { action?: string; sent?: number; received?: number; method?: string; threat?: string; agent?: string;
    file?: string } = {},
): string {
  const action = o.action ?? "Allowed";
  return w.sink.emit("CommonSecurityLog", t, {
    DeviceVendor: "Zscaler", DeviceProduct: "NSSWeblog", DeviceVersion: "6.1", DeviceEventClassID: action,
      Activity: action, LogSeverity: o.threat ? "8" : "3",
    DeviceAction: action, SourceUserName: w.rng.chance(0.9) ? p.mail : p.upn, SourceIP: p.laptop.ip,
      SourceTranslatedAddress: net.ip,
    SourceHostName: p.laptop.name, DestinationHostName: url.split("/")[2], RequestURL: url.replace(/^https?:\/\//, ""),
      RequestMethod: o.method ?? "GET",
    RequestClientApplication: o.agent ?? p.laptop.agent, DeviceEventCategory: category,
      SentBytes: o.sent ?? w.rng.int(400, 6000),
    ReceivedBytes: o.received ?? w.rng.int(2000, 900_000), ApplicationProtocol: "HTTPS", DestinationPort: 443,
      FileName: o.file,
    Reason: o.threat ?? action, DeviceCustomString5Label: "urlcat", DeviceCustomString5: category,
      DeviceCustomString3Label: "malwarecategory",
    DeviceCustomString3: o.threat ?? "None",
  });
}

/** A line of a system log. Some collectors are late. */
export function line(
  w: World, t: number, on: Host, process: string, message: string, o: { facility?: string; severity?: string;
    pid?: number } = {},
): string {
  const late = w.rng.chance(0.01) ? w.rng.int(5, 90) * MINUTE : 0;
  const name = w.rng.chance(0.93) ? on.name : w.rng.chance(0.7) ? on.fqdn : on.ip;
  const facility = o.facility ?? (/sshd|sudo|su|useradd|usermod|groupadd|passwd|systemd-logind/.test(process)
    ? "authpriv" : process === "CRON" ? "cron" : "daemon");
  return w.sink.emit("Syslog", t + late, {
    EventTime: iso(Math.round(t)), HostName: name, Computer: name, HostIP: on.ip,
      Facility: facility,
    SeverityLevel: o.severity ?? "info", ProcessName: process, ProcessID: o.pid ?? w.rng.int(900, 98_000),
      SyslogMessage: message,
    CollectorHostName: "mon01",
  });
}

const fingerprint = (w: World): string => `SHA256:${w.rng.base62(43)}`;

export function ssh(
  w: World, t: number, on: Host, name: string, ip: string, way: "key" | "password" | "fail" | "invalid" | "close",
  o: { port?: number; key?: string } = {},
): string {
  const port = o.port ?? w.rng.int(30_000, 65_000);
  const text = {
    key: `Accepted publickey for ${name} from ${ip} port ${port} ssh2: ED25519 ${o.key ?? fingerprint(w)}`,
    password: `Accepted password for ${name} from ${ip} port ${port} ssh2`,
    fail: `Failed password for ${name} from ${ip} port ${port} ssh2`,
    invalid: `Failed password for invalid user ${name} from ${ip} port ${port} ssh2`,
    close: `pam_unix(sshd:session): session closed for user ${name}`,
  }[way];
  return line(w, t, on, "sshd", text);
}

export function sudo(w: World, t: number, on: Host, name: string, commandLine: string,
    o: { cwd?: string; as?: string; denied?: boolean } = {}): string {
  const text = `${name.padStart(8)} : ${o.denied ? "user NOT in sudoers ; " : ""}TTY=pts/${w.rng.int(0, 9)} ; `
    + `PWD=${o.cwd ?? `/home/${name}`} ; `
    + `USER=${o.as ?? "root"} ; COMMAND=${commandLine}`;
  return line(w, t, on, "sudo", text, { severity: o.denied ? "alert" : "notice" });
}

export const cron = (w: World, t: number, on: Host, name: string, commandLine: string): string =>
  line(w, t, on, "CRON", `(${name}) CMD (${commandLine})`);

export function auditd(w: World, t: number, on: Host, uid: string, exe: string, key: string, args: string[]): string {
  const stamp = (t / 1000).toFixed(3);
  const list = args.map((arg, i) => `a${i}="${arg}"`).join(" ");
  return line(w, t, on, "audispd",
    `node=${on.name} type=EXECVE msg=audit(${stamp}:${w.rng.int(1000, 999_999)}): argc=${args.length} ${list} `
    + `exe="${exe}" auid=${uid} key="${key}"`, { facility: "user" });
}
