import { cron, executed, kernel, kube, sshd, sshFailed, sshLogin, sudo, sudoDenied, syslog,
  systemd } from "../emit/linux.ts";
import type { EverydayLog } from "../lib/log.ts";
import { day, hour, isWeekend, minute, weekdayOf } from "../lib/time.ts";
import type { Server } from "../org/machines.ts";
import type { Person } from "../org/people.ts";
import { hostingSpot } from "../org/places.ts";
import { server } from "../org/world.ts";
import type { World } from "../org/world.ts";
import type { Whereabouts } from "./whereabouts.ts";

export const unixName = (who: Person): string => `${who.first[0]}${who.last}`.toLowerCase();

/** Who may log on to servers: site reliability, some staff engineers, a few contractors. */
export const shellUsers = (w: World): Person[] => w.people.filter((one) => one.department === "Site Reliability"
  || /Staff Engineer|Data Engineer|Systems Engineer/.test(one.title));

const keyOf = (w: World, name: string): string => {
  const r = w.r.fork(`ssh-key/${name}`);
  return Array.from({ length: 43 },
    () => r.pick([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"])).join("");
};

const machines = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  const ansible = server(w, "ansible-01");
  const key = keyOf(w, "ansible");
  // Configuration management visits every server each night.
  for (const [i, on] of w.servers.entries()) {
    if (on === ansible) continue;
    const time = start + 2 * hour + i * 12_000;
    sshLogin(log, time, on, "ansible", ansible.ip, { key });
    sudo(log, time + 3000, on, "ansible", "/bin/sh -c 'echo BECOME-SUCCESS-" + r.hex(12) + " ; /usr/bin/python3'",
      { tty: "unknown" });
    cron(log, start + r.int(0, 23) * hour + 17 * minute, on, "root", "cd / && run-parts --report /etc/cron.hourly");
    if (r.chance(0.3)) systemd(log, start + r.float(5, 7) * hour, on,
      "Started Daily apt upgrade and clean activities.");
    if (r.chance(0.2)) systemd(log, start, on, "Finished Rotate log files.");
  }
  for (const on of w.servers.filter((one) => one.role === "database")) {
    cron(log, start + hour, on, "postgres", "/usr/bin/pg_dump -Fc tenants | /usr/local/bin/borg-put backup-01 tenants");
    executed(log, start + hour + 1500, on, "postgres", "/usr/bin/pg_dump", ["-Fc", "tenants"]);
    sshLogin(log, start + hour + 9000, server(w, "backup-01"), "borg", on.ip, { key: keyOf(w, `borg-${on.name}`) });
  }
  cron(log, start + 3 * hour, server(w, "backup-01"), "borg",
    "/usr/local/bin/borg-offsite --to vault.coldbarn.example");
  const monitor = server(w, "mon-01");
  const monKey = keyOf(w, "prometheus");
  for (const on of r.sample(w.servers, 8)) {
    if (on !== monitor) sshLogin(log, start + r.float(0, 24) * hour, on, "nagios", monitor.ip, { key: monKey });
  }
  for (const on of w.servers.filter((one) => one.environment === "build")) {
    for (let i = r.int(1, 3); i > 0; i--) {
      const time = start + r.float(6, 19) * hour;
      executed(log, time, on, "runner", "/usr/bin/docker", ["build", "-t", `bkprodacr.azurecr.example/api:${r.hex(7)}`,
        "."]);
      executed(log, time + 20_000, on, "runner", "/usr/bin/curl",
        ["-sSfL", r.pick(["https://registry.npmmirror.example/-/ping",
        "https://artifact-01.int.brightkiln.example/repository/npm/",
          "https://github.example/releases/download/tool.tar.gz"])]);
    }
  }
  const git = server(w, "git-01");
  const developers = w.people.filter((one) => one.department === "Engineering" && one.leaves > start);
  for (let i = r.int(isWeekend(start) ? 1 : 10, isWeekend(start) ? 3 : 22); i > 0; i--) {
    const who = r.pick(developers);
    syslog(log, start + r.float(6, 19) * hour, git, "local0", "info", "gitlab-shell",
      JSON.stringify({ command: r.pick(["git-upload-pack", "git-upload-pack", "git-receive-pack"]), gl_key_type: "key",
        gl_project_path: `core/${r.pick(["api", "web", "billing", "agent", "infra", "sdk-js", "sdk-go", "docs"])}`,
        username: unixName(who), remote_ip: r.chance(0.5) ? who.home.ip : "10.62.10.10",
          msg: "executing git command" }));
  }
  // Nodes and controllers of the cluster.
  for (const control of w.servers.filter((one) => one.name.startsWith("k8s-ctl"))) {
    for (let i = r.int(2, 4); i > 0; i--) {
      kube(log, start + r.float(0, 24) * hour, control, r.pick(
        ["system:serviceaccount:kube-system:deployment-controller",
        "system:serviceaccount:argocd:argocd-application-controller", "system:node:aks-node-3"]),
          r.pick(["create", "update",
        "patch", "get"]), r.pick(["pods", "deployments", "configmaps", "secrets"]),
          r.pick(["prod", "monitoring", "kube-system"]),
      `app-${r.hex(5)}`, "10.60.30.21");
    }
  }
  // The Internet tries the bastions all the time.
  for (const bastion of w.servers.filter((one) => one.name.startsWith("bastion"))) {
    for (let i = r.int(5, 11); i > 0; i--) {
      const from = hostingSpot(r);
      const time = start + r.float(0, 24) * hour;
      const name = r.pick(["admin", "root", "oracle", "test", "ubuntu", "git", "pi", "user", "ftp"]);
      if (r.chance(0.6)) sshd(log, time, bastion, `Invalid user ${name} from ${from.ip} port ${r.int(30_000, 60_000)}`);
      sshFailed(log, time + 1000, bastion, name, from.ip, name !== "root");
      if (r.chance(0.3)) {
        sshd(log, time + 2000, bastion, `Connection closed by authenticating user root ${from.ip} port ` +
          `${r.int(30_000, 60_000)} [preauth]`);
      }
    }
  }
  if (r.chance(0.2)) {
    const on = r.pick(w.servers);
    kernel(log, start + r.float(0, 24) * hour, on,
      r.pick(["Out of memory: Killed process 21844 (java) total-vm:9221232kB",
      "EXT4-fs (sda1): re-mounted. Opts: errors=remount-ro", "nf_conntrack: table full, dropping packet"]));
  }
};

/** A weekly vulnerability scan with many failed logins, from a known machine. */
const scan = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  if (weekdayOf(start) !== 6) return;
  for (const [i, on] of w.servers.entries()) {
    const time = start + 4 * hour + i * 40_000;
    for (const name of ["admin", "nessus-check", "root"]) sshFailed(log, time + r.int(0, 9000), on, name, "10.62.40.5",
      name !== "root");
    if (i % 3 === 0) sshLogin(log, time + 12_000, on, "vulnscan", "10.62.40.5", { key: keyOf(w, "vulnscan") });
  }
};

/** Patching on Tuesday mornings; the audit daemon and other services start again. */
const patching = (w: World, log: EverydayLog, start: number): void => {
  if (weekdayOf(start) !== 2) return;
  const ansible = server(w, "ansible-01");
  for (const [i, on] of w.servers.entries()) {
    const time = start + 3 * hour + i * 50_000;
    sudo(log, time, on, "ansible", "/usr/bin/apt-get -y dist-upgrade", { tty: "unknown" });
    if (i % 2 === 0) {
      systemd(log, time + 60_000, on, "Stopping Security Auditing Service...");
      systemd(log, time + 64_000, on, "Started Security Auditing Service.");
    }
    if (i % 4 === 0) kernel(log, time + 3 * minute, on, "Linux version 6.8.0-45-generic (buildd@lcy02)", "notice");
  }
  sudo(log, start + 3 * hour, ansible, "ansible", "/usr/bin/systemctl restart ansible-pull.timer", { tty: "unknown" });
};

const peopleWork = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  const bastions = w.servers.filter((one) => one.name.startsWith("bastion"));
  for (const who of shellUsers(w)) {
    if (!whereabouts.works(who, start) || !r.chance(who.department === "Site Reliability" ? 0.7 : 0.2)) continue;
    const time = whereabouts.moment(r, who, start);
    const from = whereabouts.spot(who, time);
    const user = unixName(who);
    const key = keyOf(w, user);
    const bastion = bastions[user.length % 2] as Server;
    sshLogin(log, time, bastion, user, from.ip, { key });
    const own = w.servers.filter((_, i) => (i + user.length) % 4 === 0 && !bastions.includes(w.servers[i] as Server));
    for (const on of r.sample(own, r.int(1, 3))) {
      const at = time + r.int(1, 40) * minute;
      sshLogin(log, at, on, user, bastion.ip, { key });
      for (let i = r.int(0, 2); i > 0; i--) {
        sudo(log, at + i * minute, on, user, r.pick(["/usr/bin/systemctl restart api",
          "/usr/bin/journalctl -u api -n 200",
          "/usr/bin/docker ps", "/usr/bin/tail -f /var/log/nginx/error.log", "/usr/bin/apt-get update",
            "/usr/bin/ss -tlnp",
          "/usr/bin/vi /etc/nginx/nginx.conf", "/usr/bin/tcpdump -c 100 port 5432", "/usr/bin/crontab -l"]));
      }
    }
    if (r.chance(0.04)) {
      kube(log, time + 30 * minute, server(w, "k8s-ctl-01"), who.upn, r.pick(["get", "create"]),
        r.pick(["pods/exec", "pods",
        "secrets"]), "prod", `api-${r.hex(5)}`, bastion.ip);
    }
    if (r.chance(0.03)) sudoDenied(log, time + 5 * minute, r.pick(own), user, "/usr/bin/ls /root");
    if (r.chance(0.02)) sshFailed(log, time - minute, bastion, user, from.ip);
  }
};

export const linuxWork = (w: World, base: EverydayLog, whereabouts: Whereabouts): void => {
  const log = base.fork("linux");
  for (let start = w.from; start < w.until; start += day) {
    machines(w, log, start);
    scan(w, log, start);
    patching(w, log, start);
    peopleWork(w, log, whereabouts, start);
  }
};
