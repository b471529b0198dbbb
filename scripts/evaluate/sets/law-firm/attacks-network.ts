import { hostOf } from "./rows-host.ts";
import { anomaly, signIn } from "./rows-identity.ts";
import { dns, firewallAdmin, flow, intrusion, vpn, web } from "./rows-net.ts";
import type { AttackKind } from "./stage.ts";

const area = "network";

export const networkAttacks: AttackKind[] = [
  { kind: "vpn-guessed", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.employee();
    const net = s.stranger();
    s.at("night", p);
    for (let n = w.rng.int(20, 40); n > 0; n--) s.core(vpn(w, s.soon(3, 20), w.rng.chance(0.6)
      ? p : w.rng.pick(w.org.people), net, { event: "fail", host: "" }));
    s.core(vpn(w, s.soon(), p, net, { host: "DESKTOP-9X1K2P" }));
    for (let n = 0; n < 4; n++) flow(w, s.next(), w.org.offices[0]!,
      { from: `${w.org.offices[0]!.subnet}.200.9`, to: w.rng.pick(w.org.hosts).ip, port:
      w.rng.pick([445, 3389, 22]), user: p.sam });
    return {
      subjects: [p.upn, net.ip],
      summary: "The VPN was tried with many passwords from a rented server, until a tunnel was built and servers "
        + "were touched.",
    };
  } },
  { kind: "vpn-from-two-countries", area, difficulty: "context", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.lawyer();
    const net = s.stranger(p.office.place.country);
    s.at("work", p);
    s.core(vpn(w, s.next(), p, net, { host: "DESKTOP-HQ7712" }),
      vpn(w, s.next(120, 200), p, net, { event: "down", out: w.rng.int(4e8, 2e9) }));
    return {
      subjects: [p.upn, net.ip],
      summary: "While the owner works in his own country a tunnel with his name is open from another one and carries "
        + "much out.",
    };
  } },
  { kind: "regular-calls-home", area, difficulty: "hard", types: ["account_compromise"], span: 2, run: (s) => {
    const { w } = s;
    const p = s.employee();
    const host = `cdn-${w.rng.hex(6)}.example`;
    s.at("early", p);
    for (let n = 0; n < 26; n++) s.core(web(w, s.next(29, 31), p,
      { url: `https://${host}/jquery-3.3.1.min.js`, out: 412, in: w.rng.int(1800, 1900), category:
      "Miscellaneous or Unknown" }));
    return {
      subjects: [p.device.name, host],
      summary: "Every half hour, day and night, a laptop asks a rare server for the same file: a beacon.",
    };
  } },
  { kind: "firewall-opened-from-outside", area, difficulty: "context",
    types: ["account_compromise", "policy_violation", "sabotage"], run: (s) => {
    const { w } = s;
    const p = w.org.people.find((one) => one.title === "Network Engineer")!;
    const office = w.rng.pick(w.org.offices);
    const net = s.stranger();
    s.at("night", p);
    s.core(firewallAdmin(w, s.next(), office, `fw-${p.sam}`, net.ip, "login"),
      firewallAdmin(w, s.next(), office, `fw-${p.sam}`, net.ip, "change", "firewall.policy",
      "srcaddr[all]dstaddr[all]service[ALL]action[deny->accept]"),
        firewallAdmin(w, s.next(), office, `fw-${p.sam}`, net.ip, "change", "log.setting", "status[enable->disable]"));
    return {
      subjects: [`fw-${p.sam}`, `FW-${office.code}`, net.ip],
      summary: "The account of the network engineer opened the firewall for all from the Internet and switched its "
        + "log off.",
    };
  } },
  { kind: "scan-from-laptop", area, difficulty: "context", types: ["account_compromise", "policy_violation"],
    run: (s) => {
    const { w } = s;
    const p = s.employee();
    s.at("work", p);
    for (let n = w.rng.int(35, 60); n > 0; n--) s.core(flow(w, s.soon(0.2, 2), p.office,
      { from: p.device.ip, to: `${p.office.subnet}.${w.rng.int(1, 3)}.${w.rng.int(2, 250)}`,
      port: w.rng.pick([22, 80, 135, 139, 445, 1433, 3389, 5985]), action: w.rng.chance(0.6) ? "deny" : "close",
        user: p.sam, out: 60, in: 0, seconds: 1 }));
    return {
      subjects: [p.device.name, p.device.ip],
      summary: "The laptop of an employee, not the scanner, went through the ports of the servers.",
    };
  } },
  { kind: "names-carry-data", area, difficulty: "hard", types: ["data_exfiltration", "account_compromise"],
    run: (s) => {
    const { w } = s;
    const p = s.employee();
    const domain = `t${w.rng.hex(3)}.example`;
    s.at("evening", p);
    for (let n = 0; n < 30; n++) s.core(dns(w, s.soon(3, 20), p.office, p.device.ip,
      `${w.rng.hex(48)}.${w.rng.hex(12)}.${domain}`, w.rng.pick(["TXT", "A", "NULL"])));
    return {
      subjects: [p.device.name, domain],
      summary: "Data leave in the names of a strange domain.",
    };
  } },
  { kind: "exploit-succeeds", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const office = w.org.offices[0]!;
    const net = s.stranger();
    const web01 = w.org.hosts.find((h) => h.name === w.rng.pick(["lnx-web01", "lnx-web02"])) ?? hostOf(w, "web");
    s.at("night", w.org.people[0]!);
    s.core(intrusion(w, s.next(), office, w.rng.pick(["Apache.Log4j.Error.Log.Remote.Code.Execution",
      "MOVEit.Transfer.SQL.Injection"]), net.ip, web01.ip, 443, "detected", "9"));
    for (let n = 0; n < 3; n++) s.core(flow(w, s.next(), office,
      { from: web01.ip, to: net.ip, port: w.rng.pick([1389, 4444, 8088]), out: w.rng.int(20_000, 900_000),
      country: net.place.country }));
    return {
      subjects: [web01.name, net.ip],
      summary: "An exploit was seen but not stopped, and the web server at once called back to the attacker.",
    };
  } },
  { kind: "night-upload-through-firewall", area, difficulty: "context", types: ["data_exfiltration", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const host = hostOf(w, w.rng.pick(["file", "app"]));
    const net = s.stranger();
    s.at("night", w.org.people[0]!);
    for (let n = 0; n < 3; n++) s.core(flow(w, s.next(20, 40), host.office,
      { from: host.ip, to: net.ip, port: w.rng.pick([22, 443]), out: w.rng.int(3e9, 2e10), seconds: 3000,
      country: net.place.country }));
    return {
      subjects: [host.name, net.ip],
      summary: "A file server, which sends nothing to the Internet, sent many gigabytes to a rented server at night.",
    };
  } },
  { kind: "firewall-login-guessed", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const office = w.rng.pick(w.org.offices);
    const net = s.stranger();
    s.at("night", w.org.people[0]!);
    for (let n = w.rng.int(15, 30); n > 0; n--) s.core(firewallAdmin(w, s.soon(3, 15), office,
      w.rng.pick(["admin", "admin", "fortiadmin"]), net.ip, "login-failed"));
    s.core(firewallAdmin(w, s.soon(), office, "admin", net.ip, "login"),
      firewallAdmin(w, s.next(), office, "admin", net.ip, "change", "system.admin",
      "name[support_eu]accprofile[super_admin]"));
    return {
      subjects: [`FW-${office.code}`, net.ip, "support_eu"],
      summary: "The administration of a firewall was guessed from the Internet and a new administrator made.",
    };
  } },
  { kind: "tor-from-inside", area, difficulty: "obvious", types: ["policy_violation", "data_exfiltration",
    "insider_threat"], run: (s) => {
    const { w } = s;
    const p = s.employee();
    s.at("evening", p);
    for (let n = 0; n < 8; n++) s.core(flow(w, s.next(2, 9), p.office,
      { from: p.device.ip, to: s.tor().ip, port: 9001, app: "Tor", user: p.sam, out: w.rng.int(1e6, 9e7),
      country: "DE" }));
    s.core(anomaly(w, s.next(), { person: p, host: p.device.name }, "Tor traffic from internal host", 0.92,
      "CommandAndControl", "T1090.003"));
    return {
      subjects: [p.sam, p.device.name],
      summary: "A laptop in the office used the Tor network and sent a lot through it.",
    };
  } },
  { kind: "laptop-sends-mail-directly", area, difficulty: "context", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.employee();
    s.at("work", p);
    for (let n = 0; n < 24; n++) s.core(flow(w, s.soon(3, 20), p.office,
      { from: p.device.ip, to: s.stranger().ip, port: 25, action: w.rng.chance(0.7) ? "deny" : "close" }));
    return {
      subjects: [p.device.name, p.device.ip],
      summary: "A laptop sends mail straight to the Internet, which only the relay does.",
    };
  } },
  { kind: "vpn-of-leaver", area, difficulty: "context", types: ["account_compromise", "insider_threat"], run: (s) => {
    const { w } = s;
    const gone = w.org.people.filter((one) => one.leaves !== undefined && one.leaves < w.historyDays);
    const p = s.who(() => true, gone);
    s.at("evening", p);
    s.core(signIn(w, s.next(), p, { net: s.home(p), error: "50057", mfa: "password" }), vpn(w, s.next(), p, s.home(p)));
    s.core(flow(w, s.next(), w.org.offices[0]!, { from: `${w.org.offices[0]!.subnet}.200.31`, to: hostOf(w, "file").ip,
      port: 445, user: p.sam, out: 9e4, in: w.rng.int(3e8, 9e8) }));
    vpn(w, s.next(40, 80), p, s.home(p), { event: "down" });
    return {
      subjects: [p.upn],
      summary: "A lawyer who left weeks ago cannot sign in to the cloud any more, but her VPN account still worked "
        + "and read the file server.",
    };
  } },
  { kind: "unknown-computer-in-tunnel", area, difficulty: "hard", types: ["account_compromise", "policy_violation"],
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.grade === "associate" || one.grade === "staff");
    s.at("work", p);
    s.core(vpn(w, s.next(), p, s.nearby(p), { host: "kali" }));
    s.core(flow(w, s.next(), p.office, { from: `${p.office.subnet}.200.44`, to: hostOf(w, "dc").ip, port: 389,
      user: p.sam, out: 40_000, in: 6_000_000 }));
    return {
      subjects: [p.upn, "kali"],
      summary: "A tunnel was built from a computer that is none of the firm's and read the whole directory.",
    };
  } },
];
