import type { Host, Person, World } from "./model.ts";
import type { Row } from "./sink.ts";

const activities: Record<number, string> = {
  1102: "The audit log was cleared.", 4624: "An account was successfully logged on.",
  4625: "An account failed to log on.", 4634: "An account was logged off.",
  4648: "A logon was attempted using explicit credentials.", 4662: "An operation was performed on an object.",
  4663: "An attempt was made to access an object.", 4672: "Special privileges assigned to new logon.",
  4688: "A new process has been created.", 4697: "A service was installed in the system.",
  4698: "A scheduled task was created.", 4702: "A scheduled task was updated.",
  4719: "System audit policy was changed.", 4720: "A user account was created.",
  4724: "An attempt was made to reset an account's password.", 4725: "A user account was disabled.",
  4726: "A user account was deleted.", 4728: "A member was added to a security-enabled global group.",
  4729: "A member was removed from a security-enabled global group.",
  4732: "A member was added to a security-enabled local group.", 4738: "A user account was changed.",
  4740: "A user account was locked out.", 4742: "A computer account was changed.",
  4741: "A computer account was created.", 4765: "SID History was added to an account.",
  4768: "A Kerberos authentication ticket (TGT) was requested.", 4769: "A Kerberos service ticket was requested.",
  4771: "Kerberos pre-authentication failed.",
  4776: "The domain controller attempted to validate the credentials for an account.",
  4794: "An attempt was made to set the Directory Services Restore Mode administrator password.",
  4799: "A security-enabled local group membership was enumerated.",
  4886: "Certificate Services received a certificate request.",
  4887: "Certificate Services approved a certificate request and issued a certificate.",
  4899: "A Certificate Services template was updated.",
    4946: "A rule was added to the Windows Firewall exception list.",
  5136: "A directory service object was modified.", 5137: "A directory service object was created.",
  5140: "A network share object was accessed.",
  5145: "A network share object was checked to see whether client can be granted desired access.",
  4781: "The name of an account was changed.", 4616: "The system time was changed.",
    1100: "The event logging service has shut down.",
  4608: "Windows is starting up.",
};

/** A host is reported by its full name, mostly in lower case, at times by its short name. */
const computer = (w: World, host: Host): string =>
  w.rng.chance(0.06) ? host.name : w.rng.chance(0.05) ? host.fqdn.toUpperCase() : host.fqdn;

export const dc = (w: World): Host => w.rng.pick(w.org.hosts.filter((h) => h.role === "dc"));
export const hostOf = (w: World, role: string): Host => w.rng.pick(w.org.hosts.filter((h) => h.role === role));
export const hostNamed = (w: World, name: string): Host => {
  const host = w.org.hosts.find((h) => h.name === name);
  if (host === undefined) throw new Error(`no host ${name}`);
  return host;
};

/** The laptop of a person as a host with its own security log. */
export const laptopOf = (w: World, p: Person): Host => ({ name: p.device.name, os: "windows", role: "laptop",
  fqdn: `${p.device.name.toLowerCase()}.${w.org.adDomain}`, ip: p.device.ip, office: p.office });

/** An event of the Windows security log. */
export const win = (w: World, t: number, host: Host, id: number, columns: Row): string => {
  const subject = columns.SubjectUserName;
  const targetName = columns.TargetUserName;
  const account = (name: unknown): string | undefined =>
    typeof name === "string" && name !== "" && name !== "-" ? `${w.org.netbios}\\${name}` : undefined;
  const logon = id === 4624 || id === 4625 || id === 4768 || id === 4769 || id === 4771;
  return w.sink.add("SecurityEvent", t, {
    EventID: id, Activity: `${id} - ${activities[id] ?? ""}`, Computer: computer(w, host), Channel: "Security",
    EventSourceName: id === 1102 || id === 1100 ? "Microsoft-Windows-Eventlog" : "Microsoft-Windows-Security-Auditing",
    EventRecordId: String(1_000_000 + Math.round((t - w.from) / 7) + w.rng.int(0, 6)), Level: "8",
    Account: account(logon ? targetName : subject), AccountType: String(targetName ?? subject ?? "").endsWith("$")
      ? "Machine" : "User",
    SubjectAccount: logon ? undefined : account(subject), SubjectDomainName: subject === undefined ? undefined
      : w.org.netbios,
    TargetAccount: account(targetName), TargetDomainName: targetName === undefined ? undefined : w.org.netbios,
    ...columns,
  });
};

export const logon = (w: World, t: number, host: Host, p: Person, o: { ip?: string; type?: number; from?: string;
  process?: string; package?: string; elevated?: boolean; failed?: string } = {}): string => {
  const type = o.type ?? 3;
  const failed = o.failed;
  return win(w, t, host, failed === undefined ? 4624 : 4625, {
    TargetUserName: p.sam, TargetUserSid: failed === undefined ? p.sid : "S-1-0-0", LogonType: type,
    LogonTypeName: `${type} - ${({ 2: "Interactive", 3: "Network", 4: "Batch", 5: "Service", 7: "Unlock",
      9: "NewCredentials", 10: "RemoteInteractive", 11: "CachedInteractive" } as Record<number, string>)[type] ?? ""}`,
    IpAddress: o.ip ?? p.device.ip, IpPort: String(w.rng.int(49200, 65000)), WorkstationName: o.from ?? p.device.name,
    AuthenticationPackageName: o.package ?? (type === 10 ? "Negotiate" : "Kerberos"),
    LogonProcessName: type === 10 ? "User32" : o.package === "NTLM" ? "NtLmSsp" : "Kerberos",
    LmPackageName: o.package === "NTLM" ? "NTLM V2" : "-", ElevatedToken: o.elevated === true ? "%%1842" : "%%1843",
    TargetLogonId: `0x${w.rng.hex(7)}`, ProcessName: o.process ?? "-", SubjectUserSid: "S-1-0-0",
    Status: failed === undefined ? undefined : "0xc000006d", SubStatus: failed,
    FailureReason: failed === undefined ? undefined : failed === "0xc000006a" ? "%%2313" : "%%2304",
  });
};

export const process = (w: World, t: number, host: Host, user: string, image: string, line: string,
  parent = "C:\\Windows\\explorer.exe"): string => win(w, t, host, 4688, {
  SubjectUserName: user, SubjectLogonId: `0x${w.rng.hex(6)}`, NewProcessName: image, CommandLine: line,
  Process: image.slice(image.lastIndexOf("\\") + 1), ParentProcessName: parent, NewProcessId: `0x${w.rng.hex(4)}`,
  TokenElevationType: "%%1937", ProcessId: `0x${w.rng.hex(4)}`,
});

export const ticket = (w: World, t: number, p: { sam: string; sid: string }, service: string, ip: string,
  encryption = "0x12", options = "0x40810000"): string => win(w, t, dc(w), 4769, {
  TargetUserName: `${p.sam}@${w.org.adDomain.toUpperCase()}`, ServiceName: service, IpAddress: `::ffff:${ip}`,
  IpPort: String(w.rng.int(49200, 65000)), Status: "0x0",
  EventData: `<EventData><Data Name="TargetUserName">${p.sam}</Data><Data Name="ServiceName">${service}</Data>`
    + `<Data Name="TicketOptions">${options}</Data><Data Name="TicketEncryptionType">${encryption}</Data>`
    + `<Data Name="IpAddress">::ffff:${ip}</Data></EventData>`,
});

/** A logon that Defender for Identity saw. */
export const idLogon = (w: World, t: number, p: Person, o: { device?: string; ip?: string; to?: string; failed?: string;
  protocol?: string; type?: string } = {}): string => {
  const to = o.to ?? dc(w).fqdn;
  return w.sink.add("IdentityLogonEvents", t, {
    ReportId: w.rng.guid(), ActionType: o.failed === undefined ? "LogonSuccess" : "LogonFailed",
    FailureReason: o.failed, LogonType: o.type ?? "Credentials validation", Application: "Active Directory",
    Protocol: o.protocol ?? "Kerberos", AccountUpn: p.upn, AccountName: p.sam, AccountDomain: w.org.adDomain,
    AccountSid: p.sid, AccountObjectId: p.id, AccountDisplayName: p.name, IPAddress: o.ip ?? p.device.ip,
    DeviceName: o.device ?? `${p.device.name.toLowerCase()}.${w.org.adDomain}`, DestinationDeviceName: to,
    TargetDeviceName: to, Location: p.office.place.city,
  });
};

export const query = (w: World, t: number, p: Person, action: string, type: string, text: string,
  o: { device?: Host; target?: string } = {}): string => w.sink.add("IdentityQueryEvents", t, {
  ReportId: w.rng.guid(), ActionType: action, QueryType: type, Query: text, QueryTarget: o.target,
  AccountUpn: p.upn, AccountName: p.sam, AccountDomain: w.org.adDomain, AccountObjectId: p.id, AccountSid: p.sid,
  IPAddress: o.device?.ip ?? p.device.ip, DeviceName: o.device?.fqdn
    ?? `${p.device.name.toLowerCase()}.${w.org.adDomain}`,
  DestinationDeviceName: dc(w).fqdn, Application: "Active Directory",
  Protocol: action.startsWith("SAMR") ? "Samr" : action.startsWith("DNS") ? "Dns" : "Ldap",
});

export const directoryEvent = (w: World, t: number, p: Person | undefined, action: string, target: Person | undefined,
  fields: Row = {}, o: { device?: Host; to?: Host } = {}): string => w.sink.add("IdentityDirectoryEvents", t, {
  ReportId: w.rng.guid(), ActionType: action, Application: "Active Directory", AccountUpn: p?.upn, AccountName: p?.sam,
  AccountDomain: w.org.adDomain, AccountObjectId: p?.id, AccountSid: p?.sid, AccountDisplayName: p?.name,
  TargetAccountUpn: target?.upn, TargetAccountDisplayName: target?.name, IPAddress: o.device?.ip ?? p?.device.ip,
  DeviceName: o.device?.fqdn ?? (p === undefined ? undefined : `${p.device.name.toLowerCase()}.${w.org.adDomain}`),
  DestinationDeviceName: (o.to ?? dc(w)).fqdn, AdditionalFields: fields, Protocol: "Ldap",
});

/** A member is added to or removed from a group of Active Directory, as the log and Defender for Identity report it. */
export const adGroup = (w: World, t: number, by: Person, member: Person, group: string, remove = false): string[] => [
  win(w, t, dc(w), remove ? 4729 : 4728, {
    SubjectUserName: by.sam, SubjectUserSid: by.sid, TargetUserName: group, TargetSid: `${w.org.sidBase}-512`,
    MemberName: `CN=${member.name},OU=${member.department},OU=People,DC=corp,DC=aldermerequist,DC=example`,
    MemberSid: member.sid, SubjectLogonId: `0x${w.rng.hex(6)}`,
  }),
  directoryEvent(w, t + 900, by, "Group Membership changed", member, remove
    ? { "FROM.GROUP": group, ACTOR_ENTITY_USER: by.sam } : { "TO.GROUP": group, ACTOR_ENTITY_USER: by.sam }),
];

export const share = (w: World, t: number, host: Host, user: string, ip: string, name: string, path: string,
  write = false): string => win(w, t, host, 5145, {
  SubjectUserName: user, SubjectLogonId: `0x${w.rng.hex(6)}`, IpAddress: ip, IpPort: String(w.rng.int(49200, 65000)),
  ShareName: `\\\\*\\${name}`, ShareLocalPath: `\\??\\D:\\${name}`, RelativeTargetName: path, ObjectType: "File",
  AccessMask: write ? "0x17019f" : "0x120089",
});

/** A line of the log of a Linux host. */
export const syslog = (w: World, t: number, host: Host, program: string, message: string,
  severity = "info", facility?: string): string => w.sink.add("Syslog", t, {
  HostName: w.rng.chance(0.04) ? host.fqdn : host.name, Computer: w.rng.chance(0.5) ? host.name : host.fqdn,
  HostIP: host.ip, ProcessName: program, SyslogMessage: message, SeverityLevel: severity,
  Facility: facility ?? (["sshd", "sudo", "su", "useradd", "usermod", "passwd", "groupadd"].includes(program)
    ? "authpriv" : program === "CRON" ? "cron" : ["audispd", "auditd", "audit"].includes(program)
      ? "local6" : "daemon"),
  ProcessID: w.rng.int(700, 99000),
});

export const ssh = {
  accepted: (w: World, t: number, host: Host, user: string, ip: string, key?: string): string =>
    syslog(w, t, host, "sshd", key === undefined
      ? `Accepted password for ${user} from ${ip} port ${w.rng.int(30000, 65000)} ssh2`
      : `Accepted publickey for ${user} from ${ip} port ${w.rng.int(30000, 65000)} ssh2: ED25519 SHA256:${key}`),
  failed: (w: World, t: number, host: Host, user: string, ip: string, invalid = false): string =>
    syslog(w, t, host, "sshd", `Failed password for ${invalid ? "invalid user " : ""}${user} from ${ip} port `
      + `${w.rng.int(30000, 65000)} ssh2`),
  opened: (w: World, t: number, host: Host, user: string): string =>
    syslog(w, t, host, "sshd", `pam_unix(sshd:session): session opened for user ${user}(uid=${w.rng.int(1001, 1040)}) `
      + "by (uid=0)"),
};

export const sudo = (w: World, t: number, host: Host, user: string, line: string, as = "root", pwd = `/home/${user}`):
string => syslog(w, t, host, "sudo", `${user.padStart(8)} : TTY=pts/${w.rng.int(0, 3)} ; PWD=${pwd} ; USER=${as} ; `
  + `COMMAND=${line}`, "notice");

/** A record of auditd that a process was started, as the audit dispatcher sends it to syslog. */
export const auditd = (w: World, t: number, host: Host, uid: number, image: string, key: string,
  user = "unset"): string =>
  syslog(w, t, host, "audispd", `node=${host.name} type=SYSCALL msg=audit(${(t / 1000).toFixed(3)}:`
    + `${w.rng.int(10000, 999999)}): arch=c000003e syscall=59 success=yes exit=0 ppid=${w.rng.int(700, 9000)} `
    + `pid=${w.rng.int(9001, 60000)} auid=${user === "unset" ? 4294967295 : uid} uid=${uid} gid=${uid} euid=${uid} `
    + `tty=(none) comm="${image.slice(image.lastIndexOf("/") + 1)}" exe="${image}" key="${key}"`);

export const execve = (w: World, t: number, host: Host, parts: string[]): string =>
  syslog(w, t, host, "audispd", `node=${host.name} type=EXECVE msg=audit(${(t / 1000).toFixed(3)}:`
    + `${w.rng.int(10000, 999999)}): argc=${parts.length} ${parts.map((part, i) => `a${i}="${part}"`).join(" ")}`);
