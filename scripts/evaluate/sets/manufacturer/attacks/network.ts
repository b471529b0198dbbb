/** Attacks that firewalls, VPN gateways and the proxy see. */
import type { Plot } from "./plot.ts";
import { plot } from "./plot.ts";
import { homeNet, hostingNet } from "../places.ts";
import { HOUR, MINUTE, range } from "../util.ts";

export const networkPlots: Plot[] = [
  plot("vpn-passwords-tried-with-hit", "obvious", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, night } = s;
    const site = rng.pick(w.sites.slice(1));
    const victim = person((p) => p.site === site);
    const net = hostingNet(rng);
    const time = night();
    for (const [i, target] of rng.some(w.people, rng.int(25, 45)).entries()) {
      out.vpn(time + i * 15_000, site, target.sam, net, "fail");
    }
    key(out.vpn(time + 14 * MINUTE, site, victim, net, "up", { assigned: `${site.subnet}.200.77` }));
    for (const i of range(6)) {
      out.traffic(time + (16 + i) * MINUTE, site, `${site.subnet}.200.77`,
        w.servers[site === w.sites[1] ? "fs2" : "fs3"]!.ip, { port: rng.pick([445, 3389]) });
    }
    return {
      subjects: [victim.sam, net.ip, site.firewall],
      summary: "Names of employees are tried at the VPN of a plant from one server; one session comes up and goes to " +
        "the file server.",
    };
  }),
  plot("second-vpn-session-from-far", "context", ["account_compromise"], (s) => {
    const { out, rng, key, person, work } = s;
    const victim = person((p) => p.remoteDays.length > 0 && p.trip === null);
    const net = homeNet(rng, rng.pick(["VN", "NG", "BR", "RU"]));
    const time = work(victim);
    const assigned = `${victim.site.subnet}.200.${rng.int(100, 200)}`;
    key(out.vpn(time, victim.site, victim, net, "up", { assigned, host: `DESKTOP-${rng.hex(7).toUpperCase()}` }));
    for (const i of range(5)) {
      out.traffic(time + (3 + i * 2) * MINUTE, victim.site, assigned,
        `${victim.site.subnet}.20.${rng.pick([21, 31, 41])}`, { port: rng.pick([445, 3389, 1433]) });
    }
    key(out.vpn(time + 2 * HOUR, victim.site, victim, net, "down", { assigned, sent: rng.int(3e8, 2e9) }));
    return {
      subjects: [victim.sam, net.ip],
      summary: "While the person is at work, a second VPN session with the account comes from another continent, on an " +
        "unknown computer.",
    };
  }),
  plot("regular-small-connections", "hard", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, day, at: clock } = s;
    const victim = person((p) => p.department === "Engineering" || p.department === "Finance");
    const net = hostingNet(rng);
    const interval = rng.int(23, 61) * MINUTE;
    const start = clock(day, 8);
    for (const i of range(Math.floor((30 * HOUR) / interval))) {
      const ids = out.traffic(start + i * interval + rng.int(-40_000, 40_000), victim.site, victim.host.ip, net.ip,
        { port: 443, sent: rng.int(510, 560), received: rng.int(240, 270), app: "ssl",
        user: `${w.netbios}\\${victim.sam}` });
      key(i < 6 ? ids : []);
    }
    return {
      subjects: [victim.host.name, victim.host.ip, net.ip],
      summary: "A workstation calls a rented server at even intervals with nearly the same few bytes, also at night.",
    };
  }),
  plot("data-in-name-queries", "context", ["data_exfiltration", "account_compromise"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const victim = person();
    const time = work(victim) + 5 * HOUR;
    const net = hostingNet(rng);
    for (const i of range(rng.int(25, 40))) {
      const ids = out.traffic(time + i * 8000, victim.site, victim.host.ip, net.ip,
        { port: 53, protocol: "UDP", sent: rng.int(210, 255), received: rng.int(90, 240), app: "dns",
        count: rng.int(80, 220) });
      key(i < 3 ? ids : []);
    }
    key(out.threat(time + 3 * MINUTE, victim.site, victim.host.ip, net.ip, "Tunneling:t1.update-cdn.example",
      { action: "alert", port: 53, severity: 6, kind: "spyware" }));
    return {
      subjects: [victim.host.name, victim.host.ip, net.ip],
      summary: `A workstation of ${w.netbios} sends thousands of long name queries directly to a foreign server ` +
        `instead of the resolvers.`,
    };
  }),
  plot("firewall-opened-to-machines", "context", ["sabotage", "account_compromise", "policy_violation"], (s) => {
    const { w, out, rng, key, admin, night } = s;
    const thief = admin(w.staff.network);
    const site = rng.pick(w.sites);
    const time = night();
    const account = `adm-${thief.person.sam}`;
    const from = `${site.subnet}.11.${rng.int(20, 200)}`;
    key(out.firewallAdmin(time, site, account, from, "login",
      `Administrator ${account} logged in successfully from https(${from})`));
    key(out.firewallAdmin(time + 4 * MINUTE, site, account, from, "add",
      "Add firewall.policy 998 srcintf any dstintf ot-machines service ALL action accept logtraffic disable",
      { path: "firewall.policy:998", severity: 5 }));
    out.firewallAdmin(time + 7 * MINUTE, site, account, from, "add",
      "Add system.admin svc-backup accprofile super_admin", { path: "system.admin", severity: 6 });
    return {
      subjects: [account, site.firewall, from],
      summary: "From a desk instead of the jump host a rule opens the machine network to everything, unlogged, and a " +
        "second administrator is made.",
    };
  }),
  plot("scan-from-workstation", "obvious", ["account_compromise", "policy_violation"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const victim = person();
    const time = work(victim);
    for (const i of range(rng.int(70, 120))) {
      const site = rng.pick(w.sites);
      const ids = out.traffic(time + i * 700, victim.site, victim.host.ip,
        `${site.subnet}.${rng.pick([20, 50, 52])}.${rng.int(2, 250)}`,
        { port: rng.pick([22, 80, 102, 135, 445, 502, 3389, 5985, 44818]),
        action: rng.chance(0.85) ? "deny" : "accept" });
      key(i % 30 === 0 ? ids : []);
    }
    return {
      subjects: [victim.host.name, victim.host.ip],
      summary: "A workstation tries many ports of servers and machine controls in all plants; nearly all is denied.",
    };
  }),
  plot("office-computer-talks-to-controls", "context", ["sabotage", "policy_violation"], (s) => {
    const { w, out, rng, key, person, night } = s;
    const victim = person((p) => !["Production", "IT", "Engineering"].includes(p.department));
    const site = victim.site;
    const time = night();
    for (const i of range(rng.int(6, 12))) {
      key(out.traffic(time + i * 90_000, site, victim.host.ip, `${site.subnet}.52.${rng.int(20, 30)}`,
        { port: rng.pick([102, 502]), app: "s7comm", sent: rng.int(3000, 90_000), received: rng.int(3000, 20_000),
        user: `${w.netbios}\\${victim.sam}` }));
    }
    out.threat(time + 11 * MINUTE, site, victim.host.ip, `${site.subnet}.52.22`, "S7comm.PLC.Stop.Request",
      { action: "alert", port: 102, severity: 7 });
    return {
      subjects: [victim.host.name, victim.host.ip, `${site.subnet}.52.22`],
      summary: "The computer of an office clerk speaks the protocol of the machine controls at night and asks one to " +
        "stop.",
    };
  }),
  plot("server-uploads-to-file-service", "context", ["data_exfiltration", "account_compromise"], (s) => {
    const { w, out, rng, key, night } = s;
    const server = w.servers[rng.pick(["plm", "fs1", "erpApp"])]!;
    const time = night();
    const host = rng.pick(["g.api.megashare.example", "s3.fast-bucket.example"]);
    for (const i of range(rng.int(8, 15))) {
      key(out.web(time + i * 6 * MINUTE, `${server.name}$`, server.ip, `https://${host}/put/${rng.hex(12)}`,
        "Online Storage", { method: "PUT", sent: rng.int(9e8, 4e9), agent: "rclone/v1.66.0" }));
    }
    return {
      subjects: [server.name, server.ip, host],
      summary: "A server which never uses the proxy uploads tens of gigabytes to a file service with a copying tool.",
    };
  }),
  plot("anonymizer-in-the-office", "obvious", ["policy_violation", "insider_threat"], (s) => {
    const { out, rng, key, person, work, intruder } = s;
    const insider = person();
    const time = work(insider);
    key(out.web(time, insider, insider.host.ip, "https://dist.onion-browser.example/torbrowser-install.exe",
      "Anonymizer", { received: 98_000_000 }));
    for (const i of range(rng.int(5, 10))) {
      key(out.traffic(time + (6 + i * 4) * MINUTE, insider.site, insider.host.ip, intruder("tor").net.ip,
        { port: rng.pick([9001, 443]), app: "tor", sent: rng.int(1e6, 3e7), received: rng.int(1e6, 4e7) }));
    }
    return {
      subjects: [insider.upn, insider.host.name, insider.host.ip],
      summary: "An employee installs a browser for anonymity on his workstation and sends data through it.",
    };
  }),
  plot("gateway-taken-over", "obvious", ["account_compromise", "sabotage"], (s) => {
    const { w, out, rng, key, night } = s;
    const site = rng.pick(w.sites.slice(1));
    const net = hostingNet(rng);
    const time = night();
    key(out.firewallAdmin(time, site, "admin", net.ip, "login",
      "Administrator admin logged in successfully from jsconsole", { ui: "jsconsole", severity: 6 }));
    key(out.firewallAdmin(time + 40_000, site, "admin", net.ip, "add",
      `Add system.admin ${rng.pick(["forticloud-tech", "support_tmp"])} accprofile super_admin`,
      { path: "system.admin", ui: "jsconsole", severity: 6 }));
    out.firewallAdmin(time + 70_000, site, "admin", net.ip, "add",
      "Add user.local vpnsvc; Edit user.group SSLVPN-Users", { path: "user.local", ui: "jsconsole" });
    key(out.firewallAdmin(time + 2 * MINUTE, site, "admin", net.ip, "backup",
      "System configuration backed up by user admin via jsconsole", { ui: "jsconsole" }));
    key(out.vpn(time + 20 * MINUTE, site, "vpnsvc", net, "up", { assigned: `${site.subnet}.200.66` }));
    return {
      subjects: [site.firewall, "admin", "vpnsvc", net.ip],
      summary: "A gap of the gateway of a plant gives an administrator session from the Internet; accounts are made, " +
        "the configuration taken, and a tunnel opened.",
    };
  }),
  plot("vpn-of-somebody-who-never-used-it", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, night } = s;
    const victim = person((p) => p.remoteDays.length === 0 && p.trip === null && p.department === "Production");
    const net = homeNet(rng, rng.chance(0.5) ? victim.site.country : "US");
    const time = night();
    const assigned = `${victim.site.subnet}.200.${rng.int(100, 200)}`;
    key(out.vpn(time, victim.site, victim, net, "up", { assigned, client: "Linux" }));
    for (const server of ["dc1", "fs1", "backup", "erpDb"]) {
      out.traffic(time + rng.int(3, 30) * MINUTE, victim.site, assigned, w.servers[server]!.ip,
        { port: rng.pick([445, 389, 3389]), action: rng.chance(0.5) ? "deny" : "accept" });
    }
    key(out.vpn(time + HOUR, victim.site, victim, net, "down", { assigned, sent: rng.int(1e6, 9e7) }));
    return {
      subjects: [victim.sam, net.ip],
      summary: "A shop floor employee who never used the VPN connects at night with a Linux client and tries the " +
        "servers of the headquarters.",
    };
  }),
  plot("exploit-followed-by-callback", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, day, at: clock } = s;
    const host = w.servers[rng.pick(["portal", "quality"])]!;
    const net = hostingNet(rng);
    const back = hostingNet(rng);
    const time = clock(day, rng.real(0, 24));
    key(out.threat(time, w.sites[0]!, net.ip, host.ip,
      rng.pick(["Apache Log4j Remote Code Execution Vulnerability", "Oracle WebLogic Deserialization Vulnerability"]),
      { action: "alert", severity: 9 }));
    key(out.traffic(time + 3000, w.sites[0]!, host.ip, back.ip,
      { port: rng.pick([1389, 4444, 8088]), sent: 3200, received: 190_000, app: "unknown-tcp" }));
    for (const i of range(5)) {
      out.traffic(time + (10 + i * 15) * MINUTE, w.sites[0]!, host.ip, back.ip,
        { port: 443, sent: rng.int(4000, 90_000), received: rng.int(2000, 9000), app: "ssl" });
    }
    return {
      subjects: [host.name, host.ip, net.ip, back.ip],
      summary: "An exploit against a web server is seen but not blocked; seconds later the server itself calls out.",
    };
  }),
  plot("plant-router-passes-traffic-to-stranger", "hard", ["data_exfiltration", "account_compromise"], (s) => {
    const { w, out, rng, key, night } = s;
    const site = rng.pick(w.sites.slice(1));
    const net = hostingNet(rng);
    const mes = w.servers[site === w.sites[1] ? "mes2" : "mes3"]!;
    const time = night();
    for (const i of range(rng.int(3, 5))) {
      key(out.traffic(time + i * 50 * MINUTE, site, mes.ip, net.ip,
        { port: 443, sent: rng.int(3e8, 7e8), received: rng.int(9000, 40_000), app: "HTTPS", protocol: "TCP" }));
    }
    return {
      subjects: [mes.name, mes.ip, net.ip],
      summary: "The MES host of a plant, which only talks to the headquarters, sends hundreds of megabytes to an " +
        "address outside.",
    };
  }),
];
