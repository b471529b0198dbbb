import { usualNet } from "./habits.ts";
import type { AzureResource, Office, Person, Principal, World } from "./model.ts";
import type { Net } from "./places.ts";
import type { Row } from "./sink.ts";

const cef = (w: World, t: number, columns: Row): string => w.sink.add("CommonSecurityLog", t, columns);

const fortigate = (w: World, t: number, office: Office, id: string, name: string, severity: string, columns: Row):
string => cef(w, t, {
  DeviceVendor: "Fortinet", DeviceProduct: "Fortigate", DeviceVersion: "v7.4.8", DeviceEventClassID: id, Activity: name,
  LogSeverity: severity, DeviceName: `FW-${office.code}`,
    DeviceExternalID: `FG10E1TB${office.code}0${office.subnet.slice(3)}`,
  Computer: "lnx-mon01", ...columns,
});

/** An account as network devices report it: plain, with its domain, or as an address. */
export const netUser = (w: World, p: Person): string =>
  w.rng.pick([p.sam, p.sam, p.upn, `${w.org.netbios}\\${p.sam}`, p.sam.toUpperCase()]);

export type Flow = { from: string; to: string; port: number; out?: number; in?: number; action?: string; user?: string;
  app?: string; inbound?: boolean; protocol?: string; country?: string; seconds?: number };

/** A connection through the firewall. */
export const flow = (w: World, t: number, office: Office, f: Flow): string => {
  const action = f.action ?? "close";
  const denied = action === "deny";
  return fortigate(w, t, office, denied ? "00014" : "00013", `traffic:forward ${action}`, denied ? "5" : "3", {
    DeviceEventCategory: "traffic:forward", DeviceAction: action, SourceIP: f.from, SourcePort: w.rng.int(1025, 65000),
    DestinationIP: f.to, DestinationPort: f.port, Protocol: f.protocol ?? "6", SentBytes: f.out ?? (denied ? 0
      : w.rng.int(600, 90000)), ReceivedBytes: f.in ?? (denied ? 0 : w.rng.int(900, 400000)),
    ApplicationProtocol: f.app ?? ({ 443: "HTTPS", 80: "HTTP", 22: "SSH", 3389: "RDP", 25: "SMTP", 53: "DNS" } as
      Record<number, string>)[f.port], SourceUserName: f.user, DeviceInboundInterface: f.inbound === true
        ? "wan1" : "lan",
    DeviceOutboundInterface: f.inbound === true ? "dmz" : "wan1", CommunicationDirection: f.inbound === true
      ? "0" : "1",
    AdditionalExtensions: `FTNTFGTsubtype=forward;FTNTFGTvd=root;FTNTFGTpolicyid=${w.rng.int(2, 60)};`
      + `FTNTFGTduration=${f.seconds ?? w.rng.int(1, 300)};`
      + (f.inbound === true ? "FTNTFGTsrccountry" : "FTNTFGTdstcountry")
      + `=${f.country ?? "Reserved"}`,
  });
};

/** The VPN of the firewall: a tunnel is built or closed, or a login fails. */
export const vpn = (w: World, t: number, p: Person | string, net: Net,
  o: { event?: "up" | "down" | "fail"; office?: Office;
  out?: number; host?: string; reason?: string } = {}): string => {
  const event = o.event ?? "up";
  const office = o.office ?? w.org.offices[0];
  if (office === undefined) throw new Error("no office");
  const [id, name] = ({ up: ["39424", "event:vpn tunnel-up"], down: ["39425", "event:vpn tunnel-down"],
    fail: ["39426", "event:vpn ssl-login-fail"] } as const)[event];
  const user = typeof p === "string" ? p : netUser(w, p);
  return fortigate(w, t, office, id, name, event === "fail" ? "5" : "3", {
    DeviceEventCategory: "event:vpn", DeviceAction: event === "fail" ? "ssl-login-fail" : `tunnel-${event}`,
    SourceIP: net.ip, DestinationUserName: user, SourceUserName: w.rng.chance(0.5) ? user : undefined,
    SourceHostName: o.host ?? (typeof p === "string" ? undefined : p.device.name), DestinationIP: office.net.ip,
    Message: event === "up" ? "SSL tunnel established" : event === "down"
      ? "SSL tunnel shutdown" : "SSL user failed to logged in",
    Reason: event === "fail" ? o.reason ?? "sslvpn_login_permission_denied" : undefined,
    SentBytes: event === "down" ? o.out ?? w.rng.int(2e6, 4e7) : undefined,
    ReceivedBytes: event === "down" ? w.rng.int(1e7, 3e8) : undefined,
    DeviceTranslatedAddress: event === "fail" ? undefined : `${office.subnet}.200.${w.rng.int(2, 250)}`,
    AdditionalExtensions: `FTNTFGTsubtype=vpn;FTNTFGTtunneltype=ssl-tunnel;FTNTFGTremip=${net.ip};`
      + `FTNTFGTsrccountry=${net.place.country}`,
  });
};

/** An event of the intrusion prevention of the firewall. */
export const intrusion = (w: World, t: number, office: Office, attack: string, from: string, to: string, port: number,
  action: "dropped" | "detected", severity = "7"): string =>
  fortigate(w, t, office, "16384", `utm:ips signature ${action}`, severity, {
    DeviceEventCategory: "utm:ips", DeviceAction: action, SourceIP: from, DestinationIP: to, DestinationPort: port,
    Message: `applications3: ${attack}`, DeviceCustomString1: attack, DeviceCustomString1Label: "attack", Protocol: "6",
    AdditionalExtensions: `FTNTFGTattack=${attack};FTNTFGTseverity=${severity === "9" ? "critical" : "high"};`
      + "FTNTFGTref="
      + `http://www.fortinet.com/ids/VID${w.rng.int(10000, 59999)}`,
  });

/** The administration of the firewall: logins and changes. */
export const firewallAdmin = (w: World, t: number, office: Office, user: string, ip: string,
  event: "login" | "login-failed" | "change", path = "", detail = ""): string => {
  const [id, name] = ({ login: ["32001", "event:system login success"], "login-failed": ["32002",
    "event:system login failed"], change: ["44547", "event:system Object attribute configured"] } as const)[event];
  return fortigate(w, t, office, id, name, event === "login-failed" ? "6" : "4", {
    DeviceEventCategory: "event:system", DeviceAction: event === "change" ? "Edit" : "login", SourceUserName: user,
    SourceIP: ip, Message: event === "change" ? `Edit ${path} ${detail}` : event === "login"
      ? `Administrator ${user} logged in successfully from https(${ip})`
      : `Administrator ${user} login failed from https(${ip}) because of invalid password`,
    EventOutcome: event === "login-failed" ? "failed" : "success",
    AdditionalExtensions: event === "change" ? `FTNTFGTcfgpath=${path};FTNTFGTcfgobj=${w.rng.int(2, 90)};`
      + `FTNTFGTcfgattr=${detail};FTNTFGTui=GUI(${ip})` : `FTNTFGTui=https(${ip})`,
  });
};

/** A question to the name server as the firewall's DNS filter sees it. */
export const dns = (w: World, t: number, office: Office, from: string, name: string, type = "A"): string =>
  fortigate(w, t, office, "54802", "utm:dns dns-response pass", "3", {
    DeviceEventCategory: "utm:dns", DeviceAction: "pass", SourceIP: from, DestinationIP: `${office.subnet}.1.10`,
    DestinationPort: 53, DestinationHostName: name, Protocol: "17", AdditionalExtensions: `FTNTFGTqtype=${type};`
      + `FTNTFGTqname=${name};FTNTFGTqclass=IN`,
  });

export type Web = { url: string; out?: number; in?: number; method?: string; action?: "Allowed" | "Blocked";
  category?: string; threat?: string; agent?: string; net?: Net; host?: string; ip?: string };

/** A request through the web proxy. */
export const web = (w: World, t: number, p: Person, r: Web): string => {
  const host = r.url.split("/")[2] ?? "";
  const action = r.action ?? "Allowed";
  return cef(w, t, {
    DeviceVendor: "Zscaler", DeviceProduct: "NSSWeblog", DeviceVersion: "5.7", DeviceEventClassID: action,
      Activity: action,
    LogSeverity: r.threat === undefined ? "3" : "8", DeviceAction: action, ApplicationProtocol: "HTTPS",
    DeviceEventCategory: r.category ?? "Business and Economy", DestinationHostName: host, RequestURL: r.url,
    DestinationPort: 443, RequestMethod: r.method ?? "GET", EventOutcome: action === "Allowed" ? "200" : "403",
    SourceIP: r.ip ?? p.device.ip, SourceTranslatedAddress: (r.net ?? usualNet(w, t, p)).ip, SourceUserName: p.upn,
    SourceHostName: r.host ?? p.device.name, SentBytes: r.out ?? w.rng.int(400, 9000),
    ReceivedBytes: r.in ?? w.rng.int(800, 300000), RequestClientApplication: r.agent ?? p.device.ua,
    DeviceCustomString5: r.threat ?? "None", DeviceCustomString5Label: "threatname", Reason: action,
  });
};

export type AzureOptions = { net?: Net; resource?: AzureResource; scope?: string; status?: string; properties?: Row;
  start?: boolean; level?: string };

/** An operation on resources of Azure; often its beginning is reported too. */
export const azure = (w: World, t: number, by: Person | Principal, operation: string,
  o: AzureOptions = {}): string[] => {
  const person = "upn" in by;
  const net = o.net ?? (person ? usualNet(w, t, by) : by.net);
  const id = o.resource?.id ?? o.scope ?? "";
  const parts = id.split("/");
  const correlation = w.rng.guid();
  const write = (at: number, status: string): string => w.sink.add("AzureActivity", at, {
    EventDataId: w.rng.guid(), OperationNameValue: operation.toUpperCase(), CategoryValue: "Administrative",
    ActivityStatusValue: status, ActivitySubstatusValue: status === "Success" ? w.rng.pick(["OK", "Created"]) : "",
    Caller: person ? by.upn : by.id, CallerIpAddress: net.ip, ResourceId: id, _ResourceId: id.toLowerCase(),
    SubscriptionId: parts[2], ResourceGroup: parts[4], ResourceProviderValue: operation.split("/")[0]?.toUpperCase(),
    Resource: parts.at(-1), Level: o.level ?? (status === "Failure" ? "Error" : "Informational"),
    CorrelationId: correlation, EventSubmissionTimestamp: new Date(at + w.rng.int(20, 300) * 1000).toISOString(),
    Authorization_d: { action: operation, scope: id }, Claims_d: person ? { name: by.name, ipaddr: net.ip }
      : { appid: by.appId, idtyp: "app" },
    Properties_d: o.properties,
  });
  const rows: string[] = [];
  if (o.start ?? w.rng.chance(0.4)) rows.push(write(t - w.rng.int(1, 9) * 1000, "Start"));
  rows.push(write(t, o.status ?? "Success"));
  return rows;
};

export const builtinRoles = {
  Owner: "8e3af657-a8ff-443c-a75c-2fe8c4bcb635",
  Contributor: "b24988ac-6180-42a0-ab88-20f7382dd24c",
  Reader: "acdd72a7-3385-48ef-bd42-f606fba81ae7",
  "User Access Administrator": "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9",
  "Key Vault Secrets User": "4633458b-17de-408a-b874-0445c86b69e6",
  "Storage Blob Data Reader": "2a2b9908-6ea1-4ae2-8e65-a410df84e7d1",
  "Virtual Machine Contributor": "9980e02c-c2be-4d73-94e8-173b1dc7cf3c",
} as const;

/** Someone gets a role in Azure. */
export const azureRole = (w: World, t: number, by: Person | Principal, to: { id: string },
  role: keyof typeof builtinRoles,
  scope: string, type: "User" | "ServicePrincipal", net?: Net): string[] => {
  const sub = scope.split("/")[2] ?? "";
  return azure(w, t, by, "Microsoft.Authorization/roleAssignments/write", {
    ...(net === undefined ? {} : { net }),
    scope: `${scope}/providers/Microsoft.Authorization/roleAssignments/${w.rng.guid()}`,
    properties: { requestbody: JSON.stringify({ Id: w.rng.guid(), Properties: { PrincipalId: to.id, PrincipalType: type,
      RoleDefinitionId: `/subscriptions/${sub}/providers/Microsoft.Authorization/roleDefinitions/${builtinRoles[role]}`,
      Scope: scope } }) },
  });
};
