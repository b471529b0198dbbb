import type { Host, Person, Row, World } from "./model.ts";
import { AD_DOMAIN, NETBIOS } from "./model.ts";

const ACTIVITIES: Record<number, string> = {
  1102: "The audit log was cleared.", 4624: "An account was successfully logged on.",
    4625: "An account failed to log on.",
  4634: "An account was logged off.", 4648: "A logon was attempted using explicit credentials.",
    4656: "A handle to an object was requested.",
  4660: "An object was deleted.", 4662: "An operation was performed on an object.",
    4663: "An attempt was made to access an object.",
  4672: "Special privileges assigned to new logon.", 4688: "A new process has been created.",
    4697: "A service was installed in the system.",
  4698: "A scheduled task was created.", 4699: "A scheduled task was deleted.", 4702: "A scheduled task was updated.",
  4719: "System audit policy was changed.", 4720: "A user account was created.", 4722: "A user account was enabled.",
  4724: "An attempt was made to reset an account's password.", 4725: "A user account was disabled.",
    4726: "A user account was deleted.",
  4728: "A member was added to a security-enabled global group.",
    4729: "A member was removed from a security-enabled global group.",
  4732: "A member was added to a security-enabled local group.", 4738: "A user account was changed.",
    4740: "A user account was locked out.",
  4741: "A computer account was created.", 4742: "A computer account was changed.",
  4756: "A member was added to a security-enabled universal group.",
    4768: "A Kerberos authentication ticket (TGT) was requested.",
  4769: "A Kerberos service ticket was requested.", 4771: "Kerberos pre-authentication failed.",
  4776: "The domain controller attempted to validate the credentials for an account.",
    4781: "The name of an account was changed.",
  4886: "Certificate Services received a certificate request.",
    4887: "Certificate Services approved a certificate request and issued a certificate.",
  5136: "A directory service object was modified.", 5140: "A network share object was accessed.",
  5145: "A network share object was checked to see whether client can be granted desired access.",
    6416: "A new external device was recognized by the System.",
  4739: "Domain Policy was changed.", 5379: "Credential Manager credentials were read.",
};

const LOGON_NAMES: Record<number, string> = {
  2: "2 - Interactive", 3: "3 - Network", 4: "4 - Batch", 5: "5 - Service", 7: "7 - Unlock", 8: "8 - NetworkCleartext",
    9: "9 - NewCredentials",
  10: "10 - RemoteInteractive", 11: "11 - CachedInteractive",
};

export type Account = { sam: string; sid: string };

export const MACHINE = (host: { name: string }): Account => ({ sam: `${host.name.toUpperCase()}$`, sid: "S-1-5-18" });

export function host(w: World, name: string): Host {
  const found = w.hosts.get(name);
  if (!found) throw new Error(`no host ${name}`);
  return found;
}

export const dc = (w: World): Host => host(w, w.rng.weighted([["dc01", 5], ["dc02", 4], ["dc03", 2]]));

function computer(w: World, on: { name: string; fqdn: string }): string {
  const x = w.rng.next();
  return x < 0.95 ? on.fqdn : x < 0.98 ? on.name.toUpperCase() : on.fqdn.toUpperCase();
}

/** An event of the Windows security log. */
export function event(w: World, t: number, on: { name: string; fqdn: string }, id: number, fields: Row): string {
  return w.sink.emit("SecurityEvent", t, {
    EventID: id, Activity: `${id} - ${ACTIVITIES[id] ?? "Event"}`, Computer: computer(w, on), Channel: "Security",
    EventSourceName: id === 1102 ? "Microsoft-Windows-Eventlog" : "Microsoft-Windows-Security-Auditing",
    EventLevelName: "LogAlways", Level: "0", EventRecordId: "0", ...fields,
  });
}

const subject = (a: Account): Row => ({
  SubjectUserName: a.sam, SubjectDomainName: NETBIOS, SubjectUserSid: a.sid, Account: `${NETBIOS}\\${a.sam}`,
  SubjectAccount: `${NETBIOS}\\${a.sam}`,
});
const target = (a: Account): Row => ({
  TargetUserName: a.sam, TargetDomainName: NETBIOS, TargetUserSid: a.sid, TargetAccount: `${NETBIOS}\\${a.sam}`,
});

/** An event that one account causes to another, or to nothing. */
export function act(w: World, t: number, on: { name: string; fqdn: string }, id: number, by: Account, to?: Account,
    fields: Row = {}): string {
  const sid = to && /^47(2|3|4)/.test(String(id)) ? { TargetSid: to.sid } : {};
  return event(w, t, on, id, { ...subject(by), SubjectLogonId: `0x${w.rng.hex(7)}`,
    ...(to ? { ...target(to), ...sid } : {}), ...fields });
}

export type LogonOptions = {
  type?: number; ip?: string; from?: string; pack?: string; failed?: string; elevated?: boolean; process?: string;
    domain?: string; sub?: string;
};

export function logon(w: World, t: number, on: { name: string; fqdn: string }, a: Account,
    o: LogonOptions = {}): string {
  const type = o.type ?? 3;
  const failed = o.failed !== undefined;
  return event(w, t, on, failed ? 4625 : 4624, {
    ...target(a), ...(o.domain ? { TargetDomainName: o.domain } : {}), Account: `${o.domain ?? NETBIOS}\\${a.sam}`,
    AccountType: a.sam.endsWith("$") ? "Machine" : "User", TargetLogonId: `0x${w.rng.hex(7)}`,
    LogonType: type, LogonTypeName: LOGON_NAMES[type],
      IpAddress: o.ip ?? (type === 2 || type === 5 ? "-" : "10.10.5.20"),
    IpPort: type === 2 || type === 5 ? "-" : String(w.rng.int(49152, 65500)), WorkstationName: o.from ?? "-",
    AuthenticationPackageName: o.pack ?? (type === 2 ? "Negotiate" : "Kerberos"), LogonProcessName: o.pack === "NTLM"
      ? "NtLmSsp " : type === 2 ? "User32 " : "Kerberos",
    LmPackageName: o.pack === "NTLM" ? "NTLM V2" : "-", ElevatedToken: o.elevated ? "%%1842" : "%%1843",
    SubjectUserName: "-", SubjectUserSid: "S-1-0-0", LogonGuid: `{${w.rng.uuid()}}`,
    ...(failed ? { Status: "0xc000006d", SubStatus: o.failed, FailureReason: "%%2313", TargetUserSid: "S-1-0-0" } : {}),
    ProcessName: o.process ?? "-",
  });
}

export function run(w: World, t: number, on: { name: string; fqdn: string }, by: Account, path: string, line: string,
    parent: string): string {
  return act(w, t, on, 4688, by, undefined, {
    NewProcessName: path, Process: path.split("\\").pop(), CommandLine: line, ParentProcessName: parent,
      NewProcessId: `0x${w.rng.hex(4)}`,
    ProcessId: `0x${w.rng.hex(4)}`, TokenElevationType: "%%1936", MandatoryLabel: "S-1-16-12288",
  });
}

export const SYSTEM32 = "C:\\Windows\\System32\\";
export const POWERSHELL = `${SYSTEM32}WindowsPowerShell\\v1.0\\powershell.exe`;

export function ticket(
  w: World, t: number, a: Account, ip: string, service: string, encryption = "0x12",
    o: { domain?: string; options?: string; on?: Host } = {},
): string {
  const first = service === "krbtgt";
  return event(w, t, o.on ?? dc(w), first ? 4768 : 4769, {
    TargetUserName: first ? a.sam : `${a.sam}@${(o.domain ?? AD_DOMAIN).toUpperCase()}`,
      TargetDomainName: o.domain ?? AD_DOMAIN.toUpperCase(),
    ...(first ? { TargetUserSid: a.sid } : {}), Account: `${NETBIOS}\\${a.sam}`, ServiceName: service, Status: "0x0",
    IpAddress: `::ffff:${ip}`, IpPort: String(w.rng.int(49152, 65500)),
    EventData: `<Data Name="TicketOptions">${o.options ?? "0x40810010"}</Data><Data `
      + `Name="TicketEncryptionType">${encryption}</Data>`
      + (first ? '<Data Name="PreAuthType">2</Data>' : ""),
  });
}

export function share(w: World, t: number, on: Host, a: Account, ip: string, name: string, path: string,
    access = "%%4416"): string {
  return event(w, t, on, 5145, {
    ...subject(a), IpAddress: ip, IpPort: String(w.rng.int(49152, 65500)), ShareName: `\\\\*\\${name}`,
      ShareLocalPath: `\\??\\D:\\${name}`,
    RelativeTargetName: path, AccessMask: access === "%%4416" ? "0x1" : access, ObjectType: "File",
  });
}

/** A change of an object of Active Directory (5136). */
export function changed(w: World, t: number, by: Account, dn: string, kind: string, attribute: string,
    value: string): string {
  return act(w, t, dc(w), 5136, by, undefined, {
    ObjectName: dn, ObjectType: kind, OperationType: "%%14674", NewValue: value, ObjectValueName: attribute,
    EventData: `<Data Name="ObjectDN">${dn}</Data><Data Name="ObjectClass">${kind}</Data><Data `
      + `Name="AttributeLDAPDisplayName">${attribute}</Data>`
      + `<Data Name="AttributeValue">${value}</Data><Data Name="OperationType">%%14674</Data>`,
  });
}

export const dn = (a: Account, ou = "Staff"): string => `CN=${a.sam},OU=${ou},DC=ad,DC=waalhaven,DC=example`;

export function idLogon(
  w: World, t: number, p: Person, on: { name: string; fqdn: string; ip: string },
  o: { action?: string; type?: string; protocol?: string; to?: Host; reason?: string; ip?: string } = {},
): string {
  return w.sink.emit("IdentityLogonEvents", t, {
    ReportId: w.rng.uuid(), ActionType: o.action ?? "LogonSuccess", LogonType: o.type ?? "Credentials validation",
      Application: "Active Directory",
    Protocol: o.protocol ?? "Kerberos", AccountUpn: p.upn, AccountName: p.sam, AccountDomain: AD_DOMAIN,
      AccountSid: p.sid, AccountObjectId: p.id,
    AccountDisplayName: p.display, IPAddress: o.ip ?? on.ip, DeviceName: w.rng.chance(0.85) ? on.fqdn
      : on.name.toUpperCase(),
    DestinationDeviceName: (o.to ?? dc(w)).fqdn, FailureReason: o.reason, OSPlatform: "Windows",
  });
}

export function idQuery(
  w: World, t: number, p: Person, on: { fqdn: string; ip: string }, type: string, query: string,
    o: { action?: string; target?: string } = {},
): string {
  return w.sink.emit("IdentityQueryEvents", t, {
    ReportId: w.rng.uuid(), ActionType: o.action ?? "LDAP query", QueryType: type, Query: query, QueryTarget: o.target,
      Protocol: o.action === "SAMR query" ?
      "Samr" : "Ldap", Application: "Active Directory", AccountUpn: p.upn, AccountName: p.sam, AccountDomain: AD_DOMAIN,
        AccountSid: p.sid,
    AccountObjectId: p.id, IPAddress: on.ip, DeviceName: on.fqdn, DestinationDeviceName: dc(w).fqdn,
  });
}

export function idChange(w: World, t: number, by: Person, action: string, to: Person | undefined, extra: Row = {},
    targetDevice?: string): string {
  return w.sink.emit("IdentityDirectoryEvents", t, {
    ReportId: w.rng.uuid(), ActionType: action, AccountUpn: by.upn, AccountName: by.sam, AccountDomain: AD_DOMAIN,
      AccountSid: by.sid,
    AccountObjectId: by.id, TargetAccountUpn: to?.upn, TargetAccountDisplayName: to?.display,
      TargetDeviceName: targetDevice,
    AdditionalFields: extra, DestinationDeviceName: dc(w).fqdn, Application: "Active Directory", Protocol: "Ldap",
  });
}
