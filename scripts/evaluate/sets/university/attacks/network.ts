import type { Plan } from "../scenario.ts";
import { HOUR, MINUTE, SECOND } from "../calendar.ts";
import { netOf } from "../everyday-people.ts";
import { edge, forti, inner, vpn, web } from "../infra.ts";
import { hostileNet, residentialNet, torNet } from "../places.ts";
import { host, idLogon, logon } from "../windows.ts";
import { onWindows, ordinary, times } from "./tools.ts";

const area = "network" as const;

export const network: Plan[] = [
  { kind: "vpn-from-abroad-while-on-campus", area, difficulty: "context", types: ["account_compromise"], times: 2,
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff(ordinary, "campus");
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(10, 15));
    const tunnel = `10.99.7.${rng.int(2, 250)}`;
    a.core(() => vpn(w, t, p, net, "up", { tunnel }));
    times(6, (i) => inner(w, t + (3 + i) * MINUTE, { from: tunnel, to: host(w, rng.pick(["fs01", "fs02", "sql01"])).ip,
      port: rng.pick([445, 3389, 1433]), user: `waalhaven\\${p.sam}`, zoneFrom: "vpn" }));
    logon(w, t + 7 * MINUTE, host(w, "fs01"), p, { ip: tunnel, from: "DESKTOP-7Q1H2KD", pack: "NTLM" });
    vpn(w, t + 80 * MINUTE, p, net, "down", { tunnel, sent: 900_000_000, received: 40_000_000 });
    return `A VPN of ${p.display} is opened from ${net.city} while ${p.display} is on campus, and reaches for servers.`;
  } },
  { kind: "vpn-password-guessed", area, difficulty: "obvious", types: ["account_compromise"], when: "any", times: 2,
      run: (a) => {
    const { w, rng } = a;
    const p = a.anybody((x) => x.kind === "staff" && x.unitCode !== "it");
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(0, 6));
    times(55, (i) => vpn(w, t + i * 6 * SECOND, p.sam, net, "fail"));
    a.core(() => vpn(w, t + 6 * MINUTE, p, net, "up", { tunnel: "10.99.8.8" }));
    times(12, (i) => inner(w, t + 8 * MINUTE + i * 2000, { from: "10.99.8.8", to: `10.10.2.${20 + i}`, port: 445,
      action: "deny", zoneFrom: "vpn", user: `waalhaven\\${p.sam}` }));
    return `The VPN password of ${p.display} is guessed at night; the session looks for file servers.`;
  } },
  { kind: "regular-calls-to-one-server", area, difficulty: "hard", types: ["account_compromise"], days: 2, times: 2,
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => onWindows(x) && !w.taken.has(x.laptop.id));
    const net = a.net(hostileNet(rng));
    a.about(p.laptop.name);
    const name = `cdn-${rng.hex(5)}.static-assets.example`;
    times(40, (i) => {
      const write = (): string => edge(w, a.at(9) + i * 30 * MINUTE + rng.int(-20, 20) * SECOND,
        { from: p.laptop.ip, to: net.ip, port: 443, host: p.laptop.name, name, app: "SSL", sent: 1312 + rng.int(0, 9),
        received: 604, duration: 2 });
      if (i < 20) a.core(write);
      else write();
    });
    return `The laptop ${p.laptop.name} calls a rented server every half hour, day and night, with messages of the `
      + `same size.`;
  } },
  { kind: "data-hidden-in-names", area, difficulty: "obvious", types: ["data_exfiltration", "account_compromise"],
      run: (a) => {
    const { w, rng } = a;
    const on = host(w, rng.pick(["lab-spec02", "lab-mic01", "lab-cnc03"]));
    a.about(on.name);
    const t = a.at(rng.float(18, 23));
    const domain = `ns${rng.int(1, 9)}.tnl-${rng.hex(4)}.example`;
    times(70, (i) => {
      const write = (): string => forti(w, t + i * 1700, "54802", "dns:dns-response pass",
        { DeviceAction: "pass", SourceIP: on.ip, SourceHostName: on.name, DestinationIP: "10.10.1.53",
        DestinationPort: 53, Protocol: "UDP",
        DestinationHostName: `${rng.hex(58)}.${i}.${domain}`, AdditionalExtensions: "FTNTFGTqtype=TXT",
          LogSeverity: "1" });
      if (i < 25) a.core(write);
      else write();
    });
    return `${on.name} asks for hundreds of long random names of one domain: data leaves through the name service.`;
  } },
  { kind: "laboratory-uploads-at-night", area, difficulty: "context", types: ["data_exfiltration"], when: "any",
      run: (a) => {
    const { w, rng } = a;
    const on = host(w, rng.pick(["lab-seq04", "lab-cnc03"]));
    a.about(on.name);
    const t = a.at(rng.float(1, 4));
    a.core(() => times(4, (i) => edge(w, t + i * 25 * MINUTE, { from: on.ip, to: "89.44.168.31", port: 443,
      host: on.name, name: "gfs270n.userstorage.megastore.example", app: "MEGA", sent: rng.int(3e9, 9e9),
      received: 4_000_000, duration: 1400, zoneFrom: "labs" })));
    return `The laboratory computer ${on.name} uploads tens of gigabytes to a file hoster at night.`;
  } },
  { kind: "rule-for-everything", area, difficulty: "context", types: ["sabotage", "insider_threat", "policy_violation"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("network");
    const ip = `10.99.2.${rng.int(2, 250)}`;
    const t = a.at(rng.float(22, 25));
    forti(w, t - 50_000, "32001", "event:system login success", { DeviceAction: "login", SourceUserName: admin.sam,
      SourceIP: ip, Message: `Administrator ${admin.sam} logged in successfully from ssh(${ip})` });
    a.core(() => forti(w, t, "44547", "event:system", { DeviceAction: "Add", SourceUserName: admin.sam, SourceIP: ip,
      Message: "Add firewall.policy 0",
      AdditionalExtensions: "FTNTFGTcfgpath=firewall.policy;FTNTFGTcfgattr=srcintf[any]dstintf[any]srcaddr[all]"
        + "dstaddr[all]action[accept]service[ALL]logtraffic[disable];FTNTFGTui=ssh" }));
    return `${admin.display} adds a rule that allows everything without recording, at night through the VPN and not `
      + `from the jump host.`;
  } },
  { kind: "firewall-taken-over", area, difficulty: "obvious", types: ["account_compromise"], when: "any", run: (a) => {
    const { w, rng } = a;
    const net = a.net(hostileNet(rng));
    const name = rng.pick(["fortigate-tech-support", "forticloud-sync", "Gujhmk"]);
    a.about("fw-edge", name);
    const t = a.at(rng.float(0, 23));
    a.core(() => {
      forti(w, t, "32001", "event:system login success",
        { DeviceAction: "login", SourceUserName: "Local_Process_Access", SourceIP: net.ip, LogSeverity: "7",
        Message: `Administrator Local_Process_Access logged in successfully from jsconsole(${net.ip})` });
      forti(w, t + 40_000, "44547", "event:system", { DeviceAction: "Add", SourceUserName: "Local_Process_Access",
        SourceIP: net.ip, Message: `Add system.admin ${name}`,
        AdditionalExtensions: "FTNTFGTcfgpath=system.admin;FTNTFGTcfgattr=accprofile[super_admin]vdom[root];"
          + "FTNTFGTui=jsconsole" });
      forti(w, t + 3 * MINUTE, "32095", "event:system", { DeviceAction: "download", SourceUserName: name,
        SourceIP: net.ip, Message: `System configuration backed up by user ${name} via GUI(${net.ip})` });
    });
    return `Through a weakness of the firewall a further super administrator is created from the Internet, and the `
      + `configuration is taken.`;
  } },
  { kind: "printer-looks-around", area, difficulty: "obvious", types: ["account_compromise"], when: "any", run: (a) => {
    const { w, rng } = a;
    const ip = `10.80.${rng.int(1, 9)}.${rng.int(20, 200)}`;
    a.about(ip);
    const t = a.at(rng.float(0, 23));
    times(60, (i) => {
      const write = (): string => inner(w, t + i * 700, { from: ip, to: `10.10.${1 + (i % 6)}.${10 + (i % 12)}`,
        port: [445, 22, 3389, 135, 5985, 1433][i % 6]!, action: i % 9 ? "deny" : "allow", zoneFrom: "iot",
        app: "incomplete" });
      if (i < 25) a.core(write);
      else write();
    });
    return `The device ${ip} of the printer network tries ports of all servers within a minute.`;
  } },
  { kind: "tor-in-finance", area, difficulty: "context", types: ["policy_violation", "account_compromise",
      "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.unitCode === "fin" || x.unitCode === "hr", "campus");
    a.about(p.laptop.name);
    a.core(() => times(5, (i) => edge(w, a.at(12.1 + i * 0.15), { from: p.laptop.ip, to: torNet(rng).ip, port: 9001,
      host: p.laptop.name, user: p.sam, app: "Tor", sent: rng.int(1e6, 9e6) })));
    return `The computer of ${p.display} in ${p.unit} uses Tor, which only a research group of informatics does.`;
  } },
  { kind: "local-account-for-the-vpn", area, difficulty: "context", types: ["insider_threat", "account_compromise"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("network");
    const name = rng.pick(["printer2", "svc-cam", "test-br"]);
    a.about(name);
    const t = a.at(rng.float(12, 17));
    a.core(() => {
      forti(w, t, "44547", "event:system", { DeviceAction: "Add", SourceUserName: admin.sam, SourceIP: "10.10.5.20",
        Message: `Add user.local ${name}`,
        AdditionalExtensions: "FTNTFGTcfgpath=user.local;FTNTFGTcfgattr=type[password]two-factor[disable];"
          + "FTNTFGTui=GUI(10.10.5.20)" });
      vpn(w, t + 9 * HOUR, name, a.net(residentialNet(rng)), "up", { tunnel: "10.99.9.9" });
    });
    return `${admin.display} creates a local VPN account without a second factor, which is used in the night.`;
  } },
  { kind: "server-answers-an-exploit", area, difficulty: "obvious", types: ["account_compromise"], when: "any",
      run: (a) => {
    const { w, rng } = a;
    const on = host(w, rng.pick(["git01", "web-lab02"]));
    const net = a.net(hostileNet(rng));
    a.about(on.name);
    const t = a.at(rng.float(0, 23));
    a.core(() => {
      inner(w, t, { from: net.ip, to: on.ip, port: 443,
        threat: "Apache Log4j Remote Code Execution Vulnerability(91991)", action: "alert", zoneFrom: "wan",
        zoneTo: "dmz" });
      edge(w, t + 4000, { from: on.ip, to: net.ip, port: 1389, host: on.name, app: "LDAP", zoneFrom: "dmz", sent: 900,
        received: 3000 });
      edge(w, t + 9000, { from: on.ip, to: net.ip, port: 8888, host: on.name, app: "HTTP", zoneFrom: "dmz",
        received: 4_200_000 });
    });
    return `After an attempt that was only reported, ${on.name} itself connects to the attacker and loads a program.`;
  } },
  { kind: "guest-network-reaches-the-laboratory", area, difficulty: "hard",
      types: ["account_compromise", "policy_violation"], when: "any", run: (a) => {
    const { w, rng } = a;
    const ip = `10.90.${rng.int(1, 30)}.${rng.int(2, 240)}`;
    a.about(ip, "lab-mic01");
    a.core(() => times(3, (i) => inner(w, a.at(21 + i * 0.2), { from: ip, to: host(w, "lab-mic01").ip,
      port: [445, 5900, 5900][i]!, zoneFrom: "guest", zoneTo: "labs", rule: "temp-open-day", app: "vnc", sent: 90_000,
      received: 4_000_000 })));
    return `A device of the guest network works on a microscope computer in the evening through a forgotten rule of `
      + `the open day.`;
  } },
  { kind: "false-support-takes-the-screen", area, difficulty: "context",
      types: ["account_compromise", "financial_fraud"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => onWindows(x) && (x.tags.has("secretary") || x.tags.has("payments")
      || x.unitCode === "stu"));
    const net = netOf(rng, p, a.day);
    const t = a.at(rng.float(10, 15));
    web(w, t, p, net, "https://microsoft-alert-0x80.support-help.example/", "Miscellaneous or Unknown");
    a.core(() => {
      web(w, t + 6 * MINUTE, p, net, "https://download.anydesk.example/AnyDesk.exe", "Remote Access Tools",
        { file: "AnyDesk.exe", received: 5_400_000 });
      times(3, (i) => web(w, t + (8 + i * 9) * MINUTE, p, net, "https://relay-51f2.net.anydesk.example/",
        "Remote Access Tools", { sent: rng.int(9e6, 4e7), received: rng.int(1e6, 4e6), method: "CONNECT" }));
    });
    return `${p.display} comes to a false warning page, loads a remote tool and lets a stranger work on the computer `
      + `for half an hour.`;
  } },
  { kind: "malware-download-and-callback", area, difficulty: "obvious", types: ["account_compromise"], times: 2,
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff(onWindows);
    const net = netOf(rng, p, a.day);
    const t = a.at(rng.float(9, 17));
    web(w, t, p, net, "https://free-pdf-convert.update-chrome.example/install.js", "Newly Registered Domains",
      { file: "Update.js", received: 88_000 });
    a.core(() => {
      web(w, t + 3 * MINUTE, p, net, `https://${rng.hex(8)}.socgate.example/gate.php`, "Botnets",
        { method: "POST", threat: "Win32.Trojan.SocGholish", sent: 4400 });
      inner(w, t + 5 * MINUTE, { from: p.laptop.ip, to: hostileNet(rng).ip, port: 443,
        threat: "Cobalt Strike Beacon Command and Control Traffic(86445)", threatId: "spyware", action: "alert",
        user: `waalhaven\\${p.sam}`, zoneTo: "wan" });
    });
    idLogon(w, t + 20 * MINUTE, p, p.laptop, { action: "LogonFailed", protocol: "Ntlm", reason: "WrongPassword",
      to: host(w, "fs01") });
    return `A false browser update runs on the computer of ${p.display}, which then talks to a control server.`;
  } },
];
