/** Rows of Windows hosts, domain controllers and Defender for Identity. */
import type { Actor, Host, Person, World } from "./types.ts";
import type { Row, Sink } from "./sink.ts";
import type { Rng } from "./util.ts";

const ACTIVITIES: Record<number, [string, number]> = {
  1102: ["The audit log was cleared", 104],
  4624: ["An account was successfully logged on", 12544],
  4625: ["An account failed to log on", 12544],
  4634: ["An account was logged off", 12545],
  4648: ["A logon was attempted using explicit credentials", 12544],
  4657: ["A registry value was modified", 12801],
  4662: ["An operation was performed on an object", 14080],
  4663: ["An attempt was made to access an object", 12800],
  4670: ["Permissions on an object were changed", 13570],
  4672: ["Special privileges assigned to new logon", 12548],
  4688: ["A new process has been created", 13312],
  4697: ["A service was installed in the system", 12289],
  4698: ["A scheduled task was created", 12804],
  4699: ["A scheduled task was deleted", 12804],
  4702: ["A scheduled task was updated", 12804],
  4719: ["System audit policy was changed", 13568],
  4720: ["A user account was created", 13824],
  4722: ["A user account was enabled", 13824],
  4723: ["An attempt was made to change an account's password", 13824],
  4724: ["An attempt was made to reset an account's password", 13824],
  4725: ["A user account was disabled", 13824],
  4726: ["A user account was deleted", 13824],
  4728: ["A member was added to a security-enabled global group", 13826],
  4732: ["A member was added to a security-enabled local group", 13826],
  4729: ["A member was removed from a security-enabled global group", 13826],
  4738: ["A user account was changed", 13824],
  4740: ["A user account was locked out", 13824],
  4741: ["A computer account was created", 13825],
  4756: ["A member was added to a security-enabled universal group", 13826],
  4765: ["SID History was added to an account", 13824],
  4768: ["A Kerberos authentication ticket (TGT) was requested", 14339],
  4769: ["A Kerberos service ticket was requested", 14337],
  4771: ["Kerberos pre-authentication failed", 14339],
  4776: ["The domain controller attempted to validate the credentials for an account", 14336],
  4886: ["Certificate Services received a certificate request", 12805],
  4887: ["Certificate Services approved a certificate request and issued a certificate", 12805],
  5136: ["A directory service object was modified", 14081],
  5140: ["A network share object was accessed", 12808],
  5145: ["A network share object was checked to see whether client can be granted desired access", 12811],
};

const LOGON_TYPES: Record<number, string> = {
  2: "Interactive", 3: "Network", 4: "Batch", 5: "Service", 7: "Unlock", 9: "NewCredentials", 10: "RemoteInteractive",
  11: "CachedInteractive",
};

type LogonOptions = { ntlm?: boolean; process?: string; workstation?: string; elevated?: boolean; virtual?: boolean };

export function windows(w: World, sink: Sink, rng: Rng) {
  const counters = new Map<string, number>();
  const recordId = (host: Host): string => {
    const next = (counters.get(host.name) ?? rng.int(100_000, 9_000_000)) + rng.int(1, 40);
    counters.set(host.name, next);
    return String(next);
  };
  const logonId = (): string => `0x${rng.hex(7)}`;
  const computer = (host: Host): string => (rng.chance(0.06) ? host.name : rng.chance(0.04) ? host.fqdn.toUpperCase()
    : host.fqdn);
  const domainName = (): string => (rng.chance(0.08) ? w.adDomain.toUpperCase() : w.netbios);
  const dc = (host: Host): Host => w.servers[host.site === w.sites[0] ? (rng.chance(0.5) ? "dc1" : "dc2")
    : host.site === w.sites[1] ? "dc3" : "dc4"]!;
  const xml = (data: Record<string, string>): string =>
    `<EventData xmlns="http://schemas.microsoft.com/win/2004/08/events/event">${Object.entries(data)
      .map(([name, value]) =>
        `<Data Name="${name}">${value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")}</Data>`)
      .join("")}</EventData>`;

  function event(time: number, host: Host, id: number, columns: Row): string {
    const [text, task] = ACTIVITIES[id]!;
    return sink.row("SecurityEvent", time, {
      EventID: id,
      Activity: `${id} - ${text}.`,
      Computer: computer(host),
      Channel: "Security",
      EventSourceName: id === 1102 ? "Microsoft-Windows-Eventlog" : "Microsoft-Windows-Security-Auditing",
      EventRecordId: recordId(host),
      Level: "8",
      Task: task,
      AccountType: "User",
      ...columns,
    });
  }

  const subject = (actor: Actor): Row => ({
    Account: `${w.netbios}\\${actor.sam}`,
    SubjectAccount: `${w.netbios}\\${actor.sam}`,
    SubjectUserName: actor.sam,
    SubjectDomainName: w.netbios,
    SubjectUserSid: actor.sid,
    SubjectLogonId: logonId(),
  });
  const target = (actor: Actor): Row => ({
    TargetAccount: `${w.netbios}\\${actor.sam}`,
    TargetUserName: actor.sam,
    TargetDomainName: domainName(),
    TargetSid: actor.sid,
  });

  function logon(time: number, host: Host, actor: Actor, type: number, ip: string, o: LogonOptions = {}): string[] {
    const ids = [event(time, host, 4624, {
      Account: `${w.netbios}\\${actor.sam}`,
      TargetAccount: `${w.netbios}\\${actor.sam}`,
      TargetUserName: rng.chance(0.02) ? actor.upn : actor.sam,
      TargetDomainName: domainName(),
      TargetUserSid: actor.sid,
      TargetLogonId: logonId(),
      LogonType: type,
      LogonTypeName: `${type} - ${LOGON_TYPES[type]}`,
      LogonProcessName: o.ntlm ? "NtLmSsp" : type === 9 ? "seclogo" : type === 3 ? "Kerberos" : "User32",
      AuthenticationPackageName: o.ntlm ? "NTLM" : type === 3 ? "Kerberos" : "Negotiate",
      LmPackageName: o.ntlm ? "NTLM V2" : "-",
      KeyLength: o.ntlm ? 128 : 0,
      IpAddress: ip,
      IpPort: type === 3 ? String(rng.int(49_200, 65_000)) : "0",
      WorkstationName: o.workstation ?? (type === 3 && !o.ntlm ? "-" : host.name),
      ProcessName: o.process ?? (type === 3 ? "-" : "C:\\Windows\\System32\\svchost.exe"),
      ElevatedToken: o.elevated ? "%%1842" : "%%1843",
    })];
    if (o.elevated) {
      ids.push(event(time + 2, host, 4672, { ...subject(actor),
        PrivilegeList: "SeSecurityPrivilege SeBackupPrivilege SeRestorePrivilege SeDebugPrivilege " +
        "SeImpersonatePrivilege" }));
    }
    return ids;
  }

  function logonFail(time: number, host: Host, name: string, type: number, ip: string,
    o: { sub?: string; workstation?: string } = {}): string[] {
    return [event(time, host, 4625, {
      Account: `${w.netbios}\\${name}`,
      TargetAccount: `${w.netbios}\\${name}`,
      TargetUserName: name,
      TargetDomainName: domainName(),
      TargetUserSid: "S-1-0-0",
      LogonType: type,
      Status: "0xc000006d",
      SubStatus: o.sub ?? "0xc000006a",
      FailureReason: "%%2313",
      LogonProcessName: type === 3 ? "NtLmSsp" : "User32",
      AuthenticationPackageName: type === 3 ? "NTLM" : "Negotiate",
      IpAddress: ip,
      IpPort: String(rng.int(49_200, 65_000)),
      WorkstationName: o.workstation ?? host.name,
    })];
  }

  function tgt(time: number, from: Host, actor: Actor, ip: string,
    o: { preAuth?: string; encryption?: string; certificate?: string; fail?: string } = {}): string[] {
    const controller = dc(from);
    const data: Record<string, string> = {
      TargetUserName: actor.sam, TargetDomainName: w.adDomain.toUpperCase(), TargetSid: actor.sid,
      ServiceName: "krbtgt",
      ServiceSid: `${w.sidBase}-502`, TicketOptions: "0x40810010", Status: o.fail ?? "0x0",
      TicketEncryptionType: o.encryption ?? "0x12",
      PreAuthType: o.preAuth ?? (o.certificate === undefined ? "2" : "16"), IpAddress: `::ffff:${ip}`,
      IpPort: String(rng.int(49_200, 65_000)),
      CertIssuerName: o.certificate ?? "", CertSerialNumber: o.certificate === undefined ? "" : rng.hex(38),
      CertThumbprint: o.certificate === undefined ? "" : rng.hex(40),
    };
    return [event(time, controller, o.fail === undefined ? 4768 : 4771, {
      Account: `${w.adDomain}\\${actor.sam}`, TargetUserName: actor.sam, TargetDomainName: w.adDomain.toUpperCase(),
      TargetSid: actor.sid,
      ServiceName: "krbtgt", Status: o.fail ?? "0x0", IpAddress: `::ffff:${ip}`, EventData: xml(data),
    })];
  }

  function tgs(time: number, from: Host, actor: Actor, ip: string, service: string, encryption = "0x12",
    delegated?: string): string[] {
    const user = `${actor.sam}@${w.adDomain.toUpperCase()}`;
    return [event(time, dc(from), 4769, {
      Account: user, TargetUserName: user, TargetDomainName: w.adDomain.toUpperCase(), ServiceName: service,
      Status: "0x0",
      IpAddress: `::ffff:${ip}`, TransmittedServices: delegated ?? "-",
      EventData: xml({ TargetUserName: user, TargetDomainName: w.adDomain.toUpperCase(), ServiceName: service,
        TicketOptions: "0x40810000",
        TicketEncryptionType: encryption, IpAddress: `::ffff:${ip}`, IpPort: String(rng.int(49_200, 65_000)),
        Status: "0x0", TransmittedServices: delegated ?? "-" }),
    })];
  }

  function ntlm(time: number, from: Host, name: string, workstation: string, status = "0x0"): string[] {
    return [event(time, dc(from), 4776, { Account: name, TargetAccount: name, TargetUserName: name,
      Workstation: workstation, Status: status, PackageName: "MICROSOFT_AUTHENTICATION_PACKAGE_V1_0" })];
  }

  function process(time: number, host: Host, actor: Actor, command: string, image: string,
    parent = "C:\\Windows\\System32\\cmd.exe"): string[] {
    return [event(time, host, 4688, {
      ...subject(actor), CommandLine: command, NewProcessName: image, Process: image.split("\\").pop(),
      NewProcessId: `0x${rng.hex(4)}`,
      ParentProcessName: parent, ProcessId: `0x${rng.hex(4)}`, TokenElevationType: "%%1937",
      MandatoryLabel: "S-1-16-12288",
    })];
  }

  function share(time: number, host: Host, actor: Actor, ip: string, shareName: string, path?: string,
    mask = "0x120089"): string[] {
    return [event(time, host, path === undefined ? 5140 : 5145, {
      ...subject(actor), IpAddress: ip, IpPort: String(rng.int(49_200, 65_000)), ObjectType: "File",
      ShareName: `\\\\*\\${shareName}`,
      ShareLocalPath: shareName.endsWith("$") ? undefined : `\\??\\E:\\Shares\\${shareName}`, RelativeTargetName: path,
      AccessMask: mask,
    })];
  }

  function object(time: number, host: Host, actor: Actor, path: string, mask: string, image = ""): string[] {
    return [event(time, host, 4663, {
      ...subject(actor), ObjectServer: "Security", ObjectType: "File", ObjectName: path, HandleId: `0x${rng.hex(4)}`,
      AccessMask: mask, ProcessName: image,
    })];
  }

  function service(time: number, host: Host, actor: Actor, name: string, file: string,
    account = "LocalSystem"): string[] {
    return [event(time, host, 4697, { ...subject(actor), ServiceName: name, ServiceFileName: file, ServiceType: "0x10",
      ServiceStartType: 3, ServiceAccount: account })];
  }

  function task(time: number, host: Host, actor: Actor, name: string, command: string, id = 4698): string[] {
    const content =
      `<?xml version="1.0" encoding="UTF-16"?><Task ` +
      `version="1.2"><Actions><Exec><Command>${command}</Command></Exec></Actions></Task>`;
    return [event(time, host, id, { ...subject(actor),
      EventData: xml({ SubjectUserName: actor.sam, TaskName: name, TaskContent: content }) })];
  }

  /** 4720 and the like: somebody does something to an account. */
  function account(time: number, host: Host, by: Actor, id: number, actor: Actor, extra: Row = {}): string[] {
    return [event(time, host, id, { ...subject(by), ...target(actor), SamAccountName: actor.sam, ...extra })];
  }

  function groupAdd(time: number, host: Host, by: Actor, member: Actor, group: string, id = 4728): string[] {
    return [event(time, host, id, {
      ...subject(by), TargetAccount: `${w.netbios}\\${group}`, TargetUserName: group,
      TargetDomainName: id === 4732 ? "Builtin" : w.netbios,
      TargetSid: `${w.sidBase}-${group === "Domain Admins" ? 512 : rng.int(1200, 2900)}`,
      MemberName: `CN=${member.name},OU=Users,DC=${w.adDomain.split(".").join(",DC=")}`, MemberSid: member.sid,
    })];
  }

  function directoryChange(time: number, by: Actor, objectDn: string, attribute: string, value: string,
    kind = "%%14674"): string[] {
    return [event(time, w.servers.dc1!, 5136, {
      ...subject(by), ObjectName: objectDn, OperationType: kind,
      EventData: xml({ SubjectUserName: by.sam, SubjectDomainName: w.netbios, ObjectDN: objectDn,
        ObjectClass: objectDn.includes("Policies") ? "groupPolicyContainer" : "user",
        AttributeLDAPDisplayName: attribute, AttributeValue: value, OperationType: kind }),
    })];
  }

  function replication(time: number, controller: Host, actor: Actor): string[] {
    const guid = "{1131f6ad-9c07-11d1-f79f-00c04fc2dcd2}";
    return [event(time, controller, 4662, {
      ...subject(actor), ObjectServer: "DS", ObjectType: "%{19195a5b-6da0-11d0-afd3-00c04fd930c9}",
      ObjectName: `%{${rng.uuid()}}`,
      OperationType: "Object Access", AccessMask: "0x100",
      Properties: `%%7688 ${guid} {19195a5b-6da0-11d0-afd3-00c04fd930c9}`,
    })];
  }

  function idLogon(time: number, actor: Actor, from: Host, ip: string,
    o: { fail?: string; protocol?: string; type?: string; to?: Host } = {}): string[] {
    const controller = dc(from);
    return [sink.row("IdentityLogonEvents", time + rng.int(100, 4000), {
      ReportId: rng.uuid(), ActionType: o.fail === undefined ? "LogonSuccess" : "LogonFailed", FailureReason: o.fail,
      LogonType: o.type ?? "Interactive", Application: "Active Directory", Protocol: o.protocol ?? "Kerberos",
      AccountUpn: actor.upn, AccountName: actor.sam, AccountDomain: w.adDomain, AccountSid: actor.sid,
      AccountObjectId: actor.id,
      AccountDisplayName: actor.name, IPAddress: ip, DeviceName: rng.chance(0.2) ? from.name : from.fqdn,
      DestinationDeviceName: controller.fqdn,
      DestinationIPAddress: controller.ip, DestinationPort: o.protocol === "Ntlm" ? "445" : "88",
      Port: String(rng.int(49_200, 65_000)),
      TargetDeviceName: o.to?.fqdn, OSPlatform: from.linux ? "Linux" : "Windows", Location: from.site.city,
    })];
  }

  function idQuery(time: number, actor: Actor, from: Host, type: string, query: string,
    o: { protocol?: string; target?: string; action?: string } = {}): string[] {
    const controller = dc(from);
    return [sink.row("IdentityQueryEvents", time, {
      ReportId: rng.uuid(), ActionType: o.action ?? "LDAP query", Application: "Active Directory", QueryType: type,
      Query: query, QueryTarget: o.target,
      Protocol: o.protocol ?? "Ldap", AccountUpn: actor.upn, AccountName: actor.sam, AccountDomain: w.adDomain,
      AccountObjectId: actor.id,
      AccountDisplayName: actor.name, IPAddress: from.ip, DeviceName: from.fqdn, DestinationDeviceName: controller.fqdn,
      DestinationIPAddress: controller.ip, DestinationPort: o.protocol === "Samr" ? "445" : "389",
    })];
  }

  function idDirectory(time: number, action: string, by: Actor | null, of: Actor | string, extra: Row = {},
    from?: Host): string[] {
    const controller = w.servers.dc1!;
    return [sink.row("IdentityDirectoryEvents", time + rng.int(500, 20_000), {
      ReportId: rng.uuid(), ActionType: action, Application: "Active Directory", AccountUpn: by?.upn,
      AccountName: by?.sam,
      AccountDomain: w.adDomain, AccountSid: by?.sid, AccountObjectId: by?.id, AccountDisplayName: by?.name,
      TargetAccountUpn: typeof of === "string" ? undefined : of.upn,
      TargetAccountDisplayName: typeof of === "string" ? of : of.name,
      DestinationDeviceName: controller.fqdn, DestinationIPAddress: controller.ip, DeviceName: from?.fqdn,
      IPAddress: from?.ip,
      AdditionalFields: extra,
    })];
  }

  const raw = (time: number, host: Host, id: number, by: Actor, columns: Row): string[] =>
    [event(time, host, id, { ...subject(by), ...columns })];
  const officeIp = (person: Person, remote: boolean): string =>
    (remote ? person.host.ip.replace(/\.1[12]\./, ".200.") : person.host.ip);

  return {
    logon, logonFail, tgt, tgs, ntlm, process, share, object, service, task, account, groupAdd, directoryChange,
    replication,
    idLogon, idQuery, idDirectory, winEvent: raw, officeIp, controllerOf: dc, xml,
  };
}
