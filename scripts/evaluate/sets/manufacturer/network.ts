/** Rows of Azure, of firewalls, VPN gateways and proxies in CEF, and of Linux hosts. */
import type { Actor, AppSpec, Host, Person, Site, World } from "./types.ts";
import type { Net } from "./places.ts";
import type { Row, Sink } from "./sink.ts";
import type { Rng } from "./util.ts";
import { iso, MINUTE } from "./util.ts";

type AzureOptions = { status?: string; ip?: string; properties?: Row; both?: boolean; level?: string };
type TrafficOptions = { port: number; action?: string; sent?: number; received?: number; user?: string; app?: string;
  protocol?: string; count?: number; host?: string; inbound?: boolean };

export function azureRows(w: World, sink: Sink, rng: Rng) {
  function azure(time: number, by: Actor | AppSpec, operation: string, resource: string,
    o: AzureOptions = {}): string[] {
    const app = "appId" in by;
    const parts = resource.split("/");
    const correlation = rng.uuid();
    const row = (at: number, status: string): string => sink.row("AzureActivity", at, {
      EventDataId: rng.uuid(),
      CorrelationId: correlation,
      OperationId: correlation,
      OperationNameValue: operation.toUpperCase(),
      CategoryValue: "Administrative",
      ActivityStatusValue: status,
      ActivitySubstatusValue: status === "Success" ? "OK" : status === "Failure" ? "Forbidden" : "",
      Caller: app ? by.id : rng.chance(0.03) ? by.upn.toUpperCase() : by.upn,
      CallerIpAddress: o.ip ?? (app ? by.ip || undefined : undefined),
      ResourceId: resource,
      ResourceGroup: parts[4] ?? "",
      Resource: parts[parts.length - 1],
      SubscriptionId: parts[2],
      ResourceProviderValue: operation.split("/")[0]!.toUpperCase(),
      Level: o.level ?? (status === "Failure" ? "Error" : "Informational"),
      EventSubmissionTimestamp: iso(at + rng.int(1, 12) * MINUTE),
      Claims: JSON.stringify(app ? { appid: by.appId, idtyp: "app" }
        : { name: by.name, "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn": by.upn }),
      Authorization: JSON.stringify({ action: operation, scope: resource }),
      Properties: o.properties === undefined ? undefined
        : JSON.stringify({ entity: resource, message: operation, ...o.properties }),
    });
    const ids = o.both === false ? [] : [row(time, "Start")];
    ids.push(row(time + rng.int(800, 9000), o.status ?? "Success"));
    return ids;
  }
  return { azure };
}

export function network(w: World, sink: Sink, rng: Rng) {
  const userForms = (actor: Actor): string => rng.weighted([
    [`${w.netbios}\\${actor.sam}`, 5], [actor.sam, 3], [actor.upn, 2], [actor.sam.toUpperCase(), 1],
  ]);

  /** Sites other than the headquarters have FortiGate, the headquarters PAN-OS. */
  function traffic(time: number, site: Site, from: string, to: string, o: TrafficOptions): string[] {
    const action = o.action ?? "accept";
    const sent = o.sent ?? rng.int(400, 9000);
    const received = o.received ?? rng.int(400, 40_000);
    const common: Row = {
      SourceIP: from, DestinationIP: to, SourcePort: rng.int(1025, 65_000), DestinationPort: o.port,
      Protocol: o.protocol ?? "TCP",
      SentBytes: sent, ReceivedBytes: action === "accept" ? received : 0, SourceUserName: o.user,
      SourceHostName: o.host, EventCount: o.count,
      ReceiptTime: iso(time), Computer: site.firewall, CommunicationDirection: o.inbound ? "Inbound" : "Outbound",
      ApplicationProtocol: o.app,
    };
    if (site === w.sites[0]) {
      return [sink.row("CommonSecurityLog", time, {
        DeviceVendor: "Palo Alto Networks", DeviceProduct: "PAN-OS", DeviceVersion: "11.1.4",
        DeviceEventClassID: action === "accept" ? "end" : "drop",
        Activity: "TRAFFIC", DeviceAction: action === "accept" ? "allow" : "deny", LogSeverity: "3",
        DeviceName: site.firewall,
        DeviceExternalID: "016401003311", DeviceCustomString1: action === "accept" ? "standard-outbound"
          : "interzone-default", DeviceCustomString1Label: "Rule",
        DeviceInboundInterface: o.inbound ? "untrust" : "trust",
        Reason: action === "accept" ? "tcp-fin" : "policy-deny", ...common,
      })];
    }
    return [sink.row("CommonSecurityLog", time, {
      DeviceVendor: "Fortinet", DeviceProduct: "Fortigate", DeviceVersion: "v7.4.7", DeviceEventClassID: "00013",
      Activity: "traffic:forward close",
      DeviceAction: action === "accept" ? "close" : "deny", LogSeverity: "3", DeviceName: site.firewall,
      DeviceExternalID: `FGT60FTK2${site.code}01`,
      AdditionalExtensions: ["FTNTFGTlogid=0000000013", "cat=traffic:forward", "FTNTFGTsubtype=forward",
        "FTNTFGTlevel=notice", "FTNTFGTvd=root", `FTNTFGTpolicyid=${action === "accept" ? 12 : 0}`].join(";"),
      ...common,
    })];
  }

  function threat(time: number, site: Site, from: string, to: string, name: string,
    o: { action?: string; port?: number; severity?: number; url?: string; user?: string; kind?: string } =
    {}): string[] {
    const blocked = (o.action ?? "blocked") === "blocked";
    if (site === w.sites[0]) {
      return [sink.row("CommonSecurityLog", time, {
        DeviceVendor: "Palo Alto Networks", DeviceProduct: "PAN-OS", DeviceVersion: "11.1.4",
        DeviceEventClassID: o.kind ?? "vulnerability", Activity: "THREAT",
        DeviceAction: blocked ? "reset-both" : "alert", LogSeverity: String(o.severity ?? 4), DeviceName: site.firewall,
        Computer: site.firewall,
        SourceIP: from, DestinationIP: to, DestinationPort: o.port ?? 443, SourceUserName: o.user, RequestURL: o.url,
        Protocol: "TCP",
        DeviceEventCategory: name, Message: name, DeviceCustomString2: o.kind === "url" ? name : undefined,
        ReceiptTime: iso(time),
      })];
    }
    return [sink.row("CommonSecurityLog", time, {
      DeviceVendor: "Fortinet", DeviceProduct: "Fortigate", DeviceVersion: "v7.4.7", DeviceEventClassID: "16384",
      Activity: `utm:ips signature ${blocked ? "dropped" : "detected"}`,
      DeviceAction: blocked ? "dropped" : "detected", LogSeverity: String(o.severity ?? 5), DeviceName: site.firewall,
      Computer: site.firewall,
      SourceIP: from, DestinationIP: to, DestinationPort: o.port ?? 443, SourceUserName: o.user, RequestURL: o.url,
      Protocol: "TCP", Message: name, ReceiptTime: iso(time),
      AdditionalExtensions: ["FTNTFGTlogid=0419016384", "cat=utm:ips", "FTNTFGTsubtype=ips", `FTNTFGTattack=${name}`,
        `FTNTFGTseverity=${(o.severity ?? 5) > 7 ? "critical" : "medium"}`].join(";"),
    })];
  }

  /** SSL VPN of the plants (FortiGate) and GlobalProtect of the headquarters. */
  function vpn(time: number, site: Site, user: Actor | string, net: Net, what: "up" | "down" | "fail",
    o: { assigned?: string; sent?: number; reason?: string; host?: string; client?: string } = {}): string[] {
    const name = typeof user === "string" ? user : userForms(user);
    if (site === w.sites[0]) {
      const stage = { up: "gateway-connected", down: "gateway-logout", fail: "gateway-auth" }[what];
      return [sink.row("CommonSecurityLog", time, {
        DeviceVendor: "Palo Alto Networks", DeviceProduct: "PAN-OS", DeviceVersion: "11.1.4", DeviceEventClassID: stage,
        Activity: "GLOBALPROTECT",
        DeviceAction: what === "fail" ? "failure" : "success", EventOutcome: what === "fail" ? "failure" : "success",
        LogSeverity: what === "fail" ? "5" : "3",
        SourceIP: net.ip, SourceUserName: name, SourceHostName: o.host, SourceTranslatedAddress: o.assigned,
        DeviceName: site.firewall, Computer: site.firewall,
        Reason: what === "fail" ? (o.reason ?? "Authentication failed: Invalid username or password") : undefined,
        ReceiptTime: iso(time), SentBytes: o.sent,
        AdditionalExtensions: [`PanOSSourceRegion=${net.country}`, `PanOSEndpointOSType=${o.client ?? "Windows"}`,
          "PanOSAuthMethod=SAML"].join(";"),
      })];
    }
    const [id, activity, code] = {
      up: ["0101039424", "event:vpn ssl-vpn tunnel-up", "39424"],
      down: ["0101039425", "event:vpn ssl-vpn tunnel-down", "39425"],
      fail: ["0101039426", "event:vpn ssl-vpn ssl-login-fail", "39426"],
    }[what] as [string, string, string];
    return [sink.row("CommonSecurityLog", time, {
      DeviceVendor: "Fortinet", DeviceProduct: "Fortigate", DeviceVersion: "v7.4.7", DeviceEventClassID: code,
      Activity: activity,
      DeviceAction: { up: "tunnel-up", down: "tunnel-down", fail: "ssl-login-fail" }[what],
      LogSeverity: what === "fail" ? "5" : "3", DeviceName: site.firewall,
      Computer: site.firewall, SourceIP: net.ip, SourceUserName: name, DestinationUserName: name,
      SourceTranslatedAddress: o.assigned, SentBytes: o.sent,
      Reason: what === "fail" ? (o.reason ?? "sslvpn_login_permission_denied") : what === "up" ? "login successfully"
        : "N/A", ReceiptTime: iso(time),
      Message: what === "fail" ? "SSL user failed to logged in"
        : `SSL tunnel ${what === "up" ? "established" : "shutdown"}`,
      AdditionalExtensions: [`FTNTFGTlogid=${id}`, "cat=event:vpn", "FTNTFGTsubtype=vpn",
        "FTNTFGTtunneltype=ssl-tunnel", `FTNTFGTremip=${net.ip}`, `FTNTFGTsrccountry=${net.country}`].join(";"),
    })];
  }

  /** Configuration and logins of administrators of a firewall. */
  function firewallAdmin(time: number, site: Site, admin: string, ip: string, what: string, message: string,
    o: { path?: string; ui?: string; severity?: number } = {}): string[] {
    if (site === w.sites[0]) {
      return [sink.row("CommonSecurityLog", time, {
        DeviceVendor: "Palo Alto Networks", DeviceProduct: "PAN-OS", DeviceVersion: "11.1.4",
        DeviceEventClassID: what === "login" ? "general" : what === "login-failed" ? "auth-fail" : "set",
        Activity: what.startsWith("login") ? "SYSTEM" : "CONFIG", DeviceAction: what,
        LogSeverity: String(o.severity ?? 3), SourceIP: ip, SourceUserName: admin,
        DestinationUserName: admin, DeviceName: site.firewall, Computer: site.firewall, Message: message,
        DeviceCustomString1: o.path, DeviceCustomString1Label: o.path === undefined ? undefined
        : "Before Change Detail", ReceiptTime: iso(time),
      })];
    }
    const code = what === "login" ? "32001" : what === "login-failed" ? "32002" : what === "backup" ? "32095" : "44547";
    return [sink.row("CommonSecurityLog", time, {
      DeviceVendor: "Fortinet", DeviceProduct: "Fortigate", DeviceVersion: "v7.4.7", DeviceEventClassID: code,
      Activity: `event:system ${what}`, DeviceAction: what,
      LogSeverity: String(o.severity ?? 3), SourceIP: ip, SourceUserName: admin, DestinationUserName: admin,
      DeviceName: site.firewall, Computer: site.firewall, Message: message, ReceiptTime: iso(time),
      AdditionalExtensions: [`FTNTFGTlogid=01000${code}`, "cat=event:system", "FTNTFGTsubtype=system",
        `FTNTFGTui=${o.ui ?? `https(${ip})`}`, `FTNTFGTcfgpath=${o.path ?? ""}`].join(";"),
    })];
  }

  function web(time: number, actor: Actor | string, from: string, url: string, category: string,
    o: { action?: string; sent?: number; received?: number; method?: string; agent?: string; site?: Site; ip?: string;
    threat?: string } = {}): string[] {
    const blocked = o.action === "Blocked";
    return [sink.row("CommonSecurityLog", time, {
      DeviceVendor: "Zscaler", DeviceProduct: "NSSWeblog", DeviceVersion: "6.2",
      DeviceEventClassID: blocked ? "Blocked" : "Allowed", Activity: blocked ? "Blocked" : "Allowed",
      DeviceAction: blocked ? "Blocked" : "Allowed", LogSeverity: o.threat === undefined ? "3" : "8", SourceIP: from,
      SourceUserName: typeof actor === "string" ? actor : rng.chance(0.9) ? actor.upn : userForms(actor),
      DestinationHostName: url.split("/")[2], DestinationIP: o.ip, DestinationPort: 443, RequestURL: url,
      RequestMethod: o.method ?? "GET", ApplicationProtocol: "HTTPS",
      RequestClientApplication: o.agent, SentBytes: o.sent ?? rng.int(600, 9000),
      ReceivedBytes: o.received ?? rng.int(2000, 400_000), DeviceEventCategory: category,
      DeviceCustomString2: category, DeviceCustomString2Label: "urlcat", DeviceCustomString5: o.threat,
      DeviceCustomString5Label: o.threat === undefined ? undefined : "threatname",
      Reason: blocked ? "Not allowed to browse this category" : "Allowed", ReceiptTime: iso(time),
    })];
  }

  function syslog(time: number, host: Host, process: string, facility: string, severity: string, message: string,
    o: { lag?: number; pid?: number } = {}): string[] {
    const lag = o.lag ?? (rng.chance(0.012) ? rng.int(4, 300) * MINUTE : 0);
    return [sink.row("Syslog", time + lag, {
      EventTime: iso(time), HostName: rng.chance(0.1) ? host.fqdn : host.name, Computer: host.name, HostIP: host.ip,
      Facility: facility,
      SeverityLevel: severity, ProcessName: process, ProcessID: o.pid ?? rng.int(700, 4_000_000) % 100_000,
      SyslogMessage: message, CollectorHostName: "log-01",
    })];
  }

  function ssh(time: number, host: Host, user: string, ip: string, ok: boolean, method = "publickey",
    invalid = false): string[] {
    const port = rng.int(30_000, 65_000);
    const pid = rng.int(1000, 99_000);
    if (!ok) {
      return syslog(time, host, "sshd", "authpriv", "info",
        `Failed password for ${invalid ? "invalid user " : ""}${user} from ${ip} port ${port} ssh2`, { pid });
    }
    const key = method === "publickey" ? `: ED25519 SHA256:${rng.hex(43)}` : "";
    return [
      ...syslog(time, host, "sshd", "authpriv", "info",
        `Accepted ${method} for ${user} from ${ip} port ${port} ssh2${key}`, { pid, lag: 0 }),
      ...syslog(time + 60, host, "sshd", "authpriv", "info",
        `pam_unix(sshd:session): session opened for user ${user}(uid=${rng.int(1000, 1040)}) by (uid=0)`,
        { pid, lag: 0 }),
    ];
  }

  function sudo(time: number, host: Host, user: string, command: string,
    o: { as?: string; pwd?: string; denied?: boolean } = {}): string[] {
    const head =
      `${user.padStart(8)} : ${o.denied ? "user NOT in sudoers ; " : ""}TTY=pts/${rng.int(0, 4)} ; ` +
      `PWD=${o.pwd ?? `/home/${user}`}`;
    return syslog(time, host, "sudo", "authpriv", o.denied ? "alert" : "notice",
      `${head} ; USER=${o.as ?? "root"} ; COMMAND=${command}`);
  }

  function audited(time: number, host: Host, uid: number, auid: number, image: string, key: string,
    success = "yes"): string[] {
    return syslog(time, host, "auditd", "local6", "info",
      `type=SYSCALL msg=audit(${(time / 1000).toFixed(3)}:${rng.int(10_000, 900_000)}): arch=c000003e syscall=59 ` +
        `success=${success} exit=0 ppid=${rng.int(1000, 9000)} pid=${rng.int(9000, 60_000)} ` +
      `auid=${auid} uid=${uid} gid=${uid} euid=${uid} tty=(none) ses=${rng.int(1, 4000)} ` +
        `comm="${image.split("/").pop()}" exe="${image}" key="${key}"`);
  }

  const linuxName = (person: Person): string => person.sam;
  return { traffic, threat, vpn, firewallAdmin, web, syslog, ssh, sudo, audited, linuxName, userForms };
}
