import type { Log } from "../lib/log.ts";
import { hour, iso } from "../lib/time.ts";
import type { Server } from "../org/machines.ts";

export const syslog = (
  log: Log, time: number, on: Server, facility: string, severity: string, program: string, text: string, pid?: number,
): string => {
  const { r } = log;
  const late = r.chance(0.004) ? r.float(1, 9) * hour : r.int(0, 1500);
  const form = r.next();
  return log.add("Syslog", time + late, {
    EventTime: iso(time), HostName: form < 0.08 ? `${on.name}.int.brightkiln.example` : form < 0.11 ? on.ip : on.name,
    Computer: on.name, HostIP: form > 0.97 ? undefined : on.ip, Facility: facility, SeverityLevel: severity,
    ProcessName: program, ProcessID: pid ?? r.int(700, 64_000), SyslogMessage: text, CollectorHostName: "mon-01",
  });
};

const fingerprint = (log: Log): string => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return Array.from({ length: 43 }, () => letters[log.r.int(0, 63)]).join("");
};

export const sshd = (log: Log, time: number, on: Server, text: string, pid?: number): string =>
  syslog(log, time, on, "authpriv", "info", "sshd", text, pid);

export const sshLogin = (
  log: Log, time: number, on: Server, user: string, ip: string, options: { key?: string; password?: boolean } = {},
): string[] => {
  const pid = log.r.int(1000, 60_000);
  const port = log.r.int(32_000, 61_000);
  const how = options.password ? "password" : "publickey";
  const suffix = options.password ? "" : `: ED25519 SHA256:${options.key ?? fingerprint(log)}`;
  return [
    sshd(log, time, on, `Accepted ${how} for ${user} from ${ip} port ${port} ssh2${suffix}`, pid),
    sshd(log, time + 120, on, `pam_unix(sshd:session): session opened for user ${user}(uid=${uid(user)}) by (uid=0)`,
      pid),
  ];
};

export const sshFailed = (log: Log, time: number, on: Server, user: string, ip: string, invalid = false): string =>
  sshd(log, time, on, `Failed password for ${invalid ? "invalid user " : ""}${user} from ${ip} port ` +
    `${log.r.int(32_000, 61_000)} ssh2`);

const uid = (user: string): number => {
  if (user === "root") return 0;
  let sum = 0;
  for (const letter of user) sum = (sum * 31 + letter.charCodeAt(0)) % 900;
  return 1000 + sum;
};

export const sudo = (
  log: Log, time: number, on: Server, user: string, command: string,
    options: { as?: string; cwd?: string; tty?: string } = {},
): string => syslog(log, time, on, "authpriv", "notice", "sudo",
  `${user.padStart(8)} : TTY=${options.tty ?? `pts/${log.r.int(0, 4)}`} ; PWD=${options.cwd ?? `/home/${user}`} ; ` +
  `USER=${options.as ?? "root"} ; COMMAND=${command}`);

export const sudoDenied = (log: Log, time: number, on: Server, user: string, command: string): string =>
  syslog(log, time, on, "authpriv", "alert", "sudo",
    `${user.padStart(8)} : user NOT in sudoers ; TTY=pts/${log.r.int(0, 4)} ; PWD=/home/${user} ; USER=root ; ` +
    `COMMAND=${command}`);

export const cron = (log: Log, time: number, on: Server, user: string, command: string): string =>
  syslog(log, time, on, "cron", "info", "CRON", `(${user}) CMD (${command})`);

export const systemd = (log: Log, time: number, on: Server, text: string): string =>
  syslog(log, time, on, "daemon", "info", "systemd", text, 1);

export const kernel = (log: Log, time: number, on: Server, text: string, severity = "warning"): string =>
  syslog(log, time, on, "kern", severity, "kernel", `[${log.r.int(100_000, 9_000_000)}.${log.r.digits(6)}] ${text}`);

/** A command that the audit daemon recorded, sent on by its syslog plugin. */
export const executed = (
  log: Log, time: number, on: Server, user: string, path: string, args: string[], key = "exec",
): string[] => {
  const event = `${Math.floor(time / 1000)}.${String(time % 1000 | 0).padStart(3, "0")}:${log.r.int(10_000, 999_999)}`;
  const pid = log.r.int(2000, 60_000);
  const id = user === "www-data" ? 33 : user === "postgres" ? 113 : uid(user);
  const program = path.slice(path.lastIndexOf("/") + 1);
  return [
    syslog(log, time, on, "user", "info", "audispd",
      `type=SYSCALL msg=audit(${event}): arch=c000003e syscall=59 success=yes exit=0 ppid=${pid - 3} pid=${pid} ` +
      `auid=${user === "www-data" ? 4294967295 : id} uid=${id} gid=${id} euid=${id} tty=(none) comm="${program}" ` +
      `exe="${path}" key="${key}"`),
    syslog(log, time + 2, on, "user", "info", "audispd",
      `type=EXECVE msg=audit(${event}): argc=${args.length + 1} a0="${program}" ` +
      args.map((arg, i) => `a${i + 1}=${/[\s"|&;]/.test(arg) ? `"${arg}"` : `"${arg}"`}`).join(" ")),
  ];
};

/** A watched path that was written, sent on by the audit daemon. */
export const written = (
  log: Log, time: number, on: Server, user: string, path: string, by: string, key: string,
): string[] => {
  const event = `${Math.floor(time / 1000)}.${String(time % 1000 | 0).padStart(3, "0")}:${log.r.int(10_000, 999_999)}`;
  return [
    syslog(log, time, on, "user", "info", "audispd",
      `type=SYSCALL msg=audit(${event}): arch=c000003e syscall=257 success=yes exit=3 pid=${log.r.int(2000, 60_000)} ` +
      `auid=${uid(user)} uid=${uid(user)} euid=${uid(user)} comm="${by}" exe="/usr/bin/${by}" key="${key}"`),
    syslog(log, time + 1, on, "user", "info", "audispd",
      `type=PATH msg=audit(${event}): item=1 name="${path}" inode=${log.r.digits(6)} mode=0100600 ouid=${uid(user)} ` +
      "nametype=NORMAL"),
  ];
};

/** A request that the Kubernetes API server audited. */
export const kube = (
  log: Log, time: number, on: Server, user: string, verb: string, resource: string, namespace: string, name: string,
  ip: string, extra: Record<string, unknown> = {},
): string => syslog(log, time, on, "local4", "info", "kube-apiserver-audit", JSON.stringify({
  kind: "Event", apiVersion: "audit.k8s.io/v1", level: "Metadata", auditID: log.r.uuid(), stage: "ResponseComplete",
  requestURI: `/api/v1/namespaces/${namespace}/${resource}${name ? `/${name}` : ""}`, verb,
  user: { username: user, groups: user.startsWith("system:") ? ["system:serviceaccounts"] : ["system:authenticated"] },
  sourceIPs: [ip], userAgent: user.startsWith("system:") ? "kubelet/v1.31.4" : "kubectl/v1.31.2 (linux/amd64)",
  objectRef: { resource, namespace, name }, responseStatus: { code: verb === "create" ? 201 : 200 }, ...extra,
}));
