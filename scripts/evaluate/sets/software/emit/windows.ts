import type { Columns, Log } from "../lib/log.ts";
import type { WindowsHost } from "../org/machines.ts";
import { finDomain, netbios } from "../org/people.ts";
import type { Person } from "../org/people.ts";

const activities: Record<number, string> = {
  1102: "The audit log was cleared.", 4624: "An account was successfully logged on.",
    4625: "An account failed to log on.",
  4634: "An account was logged off.", 4648: "A logon was attempted using explicit credentials.",
  4662: "An operation was performed on an object.", 4663: "An attempt was made to access an object.",
  4672: "Special privileges assigned to new logon.", 4688: "A new process has been created.",
  4697: "A service was installed in the system.", 4698: "A scheduled task was created.",
  4702: "A scheduled task was updated.", 4719: "System audit policy was changed.", 4720: "A user account was created.",
  4722: "A user account was enabled.", 4724: "An attempt was made to reset an account's password.",
  4725: "A user account was disabled.", 4726: "A user account was deleted.",
  4728: "A member was added to a security-enabled global group.",
  4729: "A member was removed from a security-enabled global group.",
  4732: "A member was added to a security-enabled local group.", 4738: "A user account was changed.",
  4740: "A user account was locked out.", 4742: "A computer account was changed.",
    4741: "A computer account was created.",
  4768: "A Kerberos authentication ticket (TGT) was requested.", 4769: "A Kerberos service ticket was requested.",
  4771: "Kerberos pre-authentication failed.", 4776: "The domain controller attempted to validate the credentials.",
  4886: "Certificate Services received a certificate request.",
  4887: "Certificate Services approved a certificate request and issued a certificate.",
  5136: "A directory service object was modified.", 5140: "A network share object was accessed.",
  5145: "A network share object was checked to see whether client can be granted desired access.",
};

/** The fields that have no column of their own, as the event log writes them. */
export const eventData = (fields: Record<string, string>): string =>
  `<EventData xmlns="http://schemas.microsoft.com/win/2004/08/events/event">${Object.entries(fields)
    .map(([name, value]) => `<Data Name="${name}">${value}</Data>`).join("")}</EventData>`;

export const winEvent = (log: Log, time: number, on: WindowsHost, id: number, fields: Columns): string => {
  const { r } = log;
  return log.add("SecurityEvent", time, {
    EventID: id, Activity: `${id} - ${activities[id] ?? ""}`, Channel: "Security",
    EventSourceName: id === 1102 ? "Microsoft-Windows-Eventlog" : "Microsoft-Windows-Security-Auditing",
    Computer: r.chance(0.06) ? on.name : r.chance(0.05) ? on.fqdn.toLowerCase() : on.fqdn, EventRecordId: r.digits(8),
    Level: id === 1102 ? "4" : "0", Keywords: id === 4625 || id === 4771 ? "0x8010000000000000" : "0x8020000000000000",
    ...fields,
  });
};

export const subject = (who: Person | string): Columns => {
  const name = typeof who === "string" ? who : who.sam ?? who.upn;
  const machine = name.endsWith("$");
  return {
    SubjectUserName: name, SubjectDomainName: netbios, SubjectAccount: `${netbios}\\${name}`,
      Account: `${netbios}\\${name}`,
    AccountType: machine ? "Machine" : "User", SubjectUserSid: typeof who === "string" ? undefined : who.sid,
  };
};

const target = (who: Person | string): Columns => {
  const name = typeof who === "string" ? who : who.sam ?? who.upn;
  return {
    TargetUserName: name, TargetDomainName: netbios, TargetAccount: `${netbios}\\${name}`,
    TargetUserSid: typeof who === "string" ? undefined : who.sid,
  };
};

export const logon = (
  log: Log, time: number, on: WindowsHost, who: Person | string, ip: string, workstation: string, type = 3,
  options: { ntlm?: boolean; special?: boolean } = {},
): string[] => {
  const id = `0x${log.r.hex(7)}`;
  const name = typeof who === "string" ? who : who.sam ?? who.upn;
  const rows = [winEvent(log, time, on, 4624, {
    ...target(who), Account: `${netbios}\\${name}`, AccountType: name.endsWith("$") ? "Machine" : "User",
      LogonType: type,
    LogonTypeName: `${type} - ${type === 3 ? "Network" : type === 10 ? "RemoteInteractive" : type === 2 ? "Interactive"
      : type === 5 ? "Service" : type === 4 ? "Batch" : "NewCredentials"}`,
    IpAddress: ip, IpPort: String(log.r.int(49_152, 65_000)), WorkstationName: workstation, TargetLogonId: id,
    LogonProcessName: options.ntlm ? "NtLmSsp " : type === 10 ? "User32 " : "Kerberos",
    AuthenticationPackageName: options.ntlm ? "NTLM" : type === 10 ? "Negotiate" : "Kerberos",
    LmPackageName: options.ntlm ? "NTLM V2" : "-", SubjectUserName: "-", SubjectDomainName: "-",
  })];
  if (options.special) {
    rows.push(winEvent(log, time + 15, on, 4672, { ...subject(who), SubjectLogonId: id,
      PrivilegeList: "SeSecurityPrivilege\r\n\t\t\tSeBackupPrivilege\r\n\t\t\tSeDebugPrivilege" }));
  }
  return rows;
};

export const failedLogon = (
  log: Log, time: number, on: WindowsHost, name: string, ip: string, workstation: string, sub = "0xc000006a", type = 3,
): string => winEvent(log, time, on, 4625, {
  ...target(name), Account: `${netbios}\\${name}`, LogonType: type, IpAddress: ip, WorkstationName: workstation,
  Status: "0xc000006d", SubStatus: sub, FailureReason: sub === "0xc0000064" ? "%%2313" : sub === "0xc0000071" ? "%%2309"
    : "%%2313", AuthenticationPackageName: "NTLM", LogonProcessName: "NtLmSsp ",
});

export const process = (
  log: Log, time: number, on: WindowsHost, who: Person | string, path: string, command: string, parent: string,
): string => winEvent(log, time, on, 4688, {
  ...subject(who), NewProcessName: path, Process: path.slice(path.lastIndexOf("\\") + 1), CommandLine: command,
  ParentProcessName: parent, NewProcessId: `0x${log.r.hex(4)}`, ProcessId: `0x${log.r.hex(3)}`,
  TokenElevationType: "%%1936", MandatoryLabel: "S-1-16-12288",
});

export const serviceTicket = (
  log: Log, time: number, on: WindowsHost, who: Person | string, service: string, ip: string,
    encryption: "0x12" | "0x17",
): string => {
  const name = typeof who === "string" ? who : who.sam ?? who.upn;
  return winEvent(log, time, on, 4769, {
    TargetUserName: `${name}@${finDomain.toUpperCase()}`, TargetDomainName: finDomain.toUpperCase(),
      ServiceName: service,
    IpAddress: `::ffff:${ip}`, Status: "0x0", TargetAccount: `${finDomain.toUpperCase()}\\${name}`,
    EventData: eventData({ TargetUserName: `${name}@${finDomain.toUpperCase()}`, ServiceName: service,
      TicketOptions: "0x40810000", TicketEncryptionType: encryption, IpAddress: `::ffff:${ip}`, Status: "0x0" }),
  });
};

export const groupChange = (
  log: Log, time: number, on: WindowsHost, by: Person | string, member: Person, group: string, id = 4728,
): string => winEvent(log, time, on, id, {
  ...subject(by), TargetUserName: group, TargetDomainName: netbios, TargetAccount: `${netbios}\\${group}`,
  MemberName: `CN=${member.name},OU=People,DC=fin,DC=brightkiln,DC=example`, MemberSid: member.sid,
});

export const accountEvent = (
  log: Log, time: number, on: WindowsHost, by: Person | string, who: Person | string, id: number, extra: Columns = {},
): string => winEvent(log, time, on, id, { ...subject(by), ...target(who), ...extra });

export const shareAccess = (
  log: Log, time: number, on: WindowsHost, who: Person | string, ip: string, share: string, path: string, write = false,
): string => winEvent(log, time, on, 5145, {
  ...subject(who), IpAddress: ip, IpPort: String(log.r.int(49_152, 65_000)), ShareName: `\\\\*\\${share}`,
  ShareLocalPath: `\\??\\D:\\Shares\\${share}`, RelativeTargetName: path, AccessMask: write ? "0x130197" : "0x120089",
  ObjectType: "File",
});

export const directoryChange = (
  log: Log, time: number, on: WindowsHost, by: Person | string, object: string, attribute: string, value: string,
): string => winEvent(log, time, on, 5136, {
  ...subject(by), ObjectName: object, OperationType: "%%14674",
  EventData: eventData({ SubjectUserName: typeof by === "string" ? by : by.sam ?? "", ObjectDN: object,
    AttributeLDAPDisplayName: attribute, AttributeValue: value, OperationType: "%%14674", DSName: finDomain }),
});

const accountOf = (who: Person): Columns => ({
  AccountUpn: who.upn, AccountName: who.sam, AccountDomain: finDomain, AccountSid: who.sid, AccountObjectId: who.id,
  AccountDisplayName: who.name,
});

export const identityLogon = (
  log: Log, time: number, who: Person, device: string, ip: string, dc: WindowsHost,
  options: { action?: string; protocol?: string; type?: string; failure?: string } = {},
): string => log.add("IdentityLogonEvents", time, {
  ReportId: log.r.uuid(), ActionType: options.action ?? "LogonSuccess",
    LogonType: options.type ?? "Credentials validation",
  Application: "Active Directory", Protocol: options.protocol ?? "Kerberos", ...accountOf(who), IPAddress: ip,
  DeviceName: log.r.chance(0.1) ? device : `${device}.${finDomain}`.toLowerCase(), DestinationDeviceName: dc.fqdn,
  DestinationIPAddress: dc.ip, FailureReason: options.failure, Location: "Hamburg",
});

export const identityQuery = (
  log: Log, time: number, who: Person, device: string, ip: string, dc: WindowsHost, action: "LDAP query" | "SAMR query",
  type: string, query: string, about = "",
): string => log.add("IdentityQueryEvents", time, {
  ReportId: log.r.uuid(), ActionType: action, QueryType: type, Query: query, QueryTarget: about, ...accountOf(who),
  Application: "Active Directory", Protocol: action === "LDAP query" ? "Ldap" : "Samr", IPAddress: ip,
  DeviceName: `${device}.${finDomain}`.toLowerCase(), DestinationDeviceName: dc.fqdn, DestinationIPAddress: dc.ip,
});

export const identityChange = (
  log: Log, time: number, who: Person, action: string, dc: WindowsHost, extra: Columns = {},
): string => log.add("IdentityDirectoryEvents", time, {
  ReportId: log.r.uuid(), ActionType: action, Application: "Active Directory", ...accountOf(who),
  DestinationDeviceName: dc.fqdn, DestinationIPAddress: dc.ip, ...extra,
});

/** A request for the replication of the directory, as a domain controller audits it. */
export const replication = (log: Log, time: number, dc: WindowsHost, who: Person | string): string =>
  winEvent(log, time, dc, 4662, {
    ...subject(who), ObjectServer: "DS", ObjectType: "%{19195a5b-6da0-11d0-afd3-00c04fd930c9}", AccessMask: "0x100",
    ObjectName: "%{6f1f9d0a-1d9b-4a1c-9e35-31c9f6d00c11}", OperationType: "Object Access",
    Properties: "%%7688\r\n\t\t{1131f6ad-9c07-11d1-f79f-00c04fc2dcd2}\r\n\t{19195a5b-6da0-11d0-afd3-00c04fd930c9}\r\n",
  });
