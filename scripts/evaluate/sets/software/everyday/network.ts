import { firewallConfig, firewallSystem, threat, traffic, vpn, web } from "../emit/network.ts";
import type { EverydayLog } from "../lib/log.ts";
import { day, hour, isWeekend, minute, weekdayOf } from "../lib/time.ts";
import { foreignPlaces, homeLine, hostingSpot } from "../org/places.ts";
import { adminOf, byTitle, server } from "../org/world.ts";
import type { World } from "../org/world.ts";
import type { Whereabouts } from "./whereabouts.ts";

const pages: [string, string][] = [["docs.devportal.example/guide", "Computers and Technology"],
  ["news.morningpost.example/", "News"], ["video.streambox.example/watch", "Streaming Media"],
  ["registry.npmmirror.example/react", "Software Downloads"], ["www.shopmall.example/cart", "Online Shopping"],
  ["github.example/brightkiln/api", "Professional Services"], ["maps.wayfinder.example/", "Maps"],
  ["chat.helperbot.example/c", "Generative AI"], ["www.railways.example/tickets", "Travel"],
  ["salescope.example/app", "Professional Services"], ["stackanswers.example/q/77", "Computers and Technology"]];

const blockedPages: [string, string][] = [["bet.luckyspin.example/", "Gambling"],
  ["ads.trackwide.example/p", "Web Advertising"],
  ["files.quickdrop.example/", "File Host"], ["newdomain-promo.example/", "Newly Registered Domains"]];

const inbound = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  const targets = ["62.153.88.14", "62.153.88.15", "62.153.88.20", "62.153.88.21"];
  for (let i = r.int(16, 28); i > 0; i--) {
    const from = r.chance(0.75) ? hostingSpot(r) : homeLine(r, r.pick(foreignPlaces));
    traffic(log, start + r.float(0, 24) * hour, { source: from.ip, destination: r.pick(targets),
      action: r.pick(["deny", "drop"]),
      port: r.pick([22, 23, 445, 3389, 8080, 5900, 1433, 6379, 80, 8443]), zones: ["untrust", "dmz"] });
  }
  for (let i = r.count(3); i > 0; i--) {
    const from = hostingSpot(r);
    threat(log, start + r.float(0, 24) * hour, { source: from.ip, destination: "62.153.88.20", port: 443,
      action: "reset-both" },
      r.pick(["Apache Log4j Remote Code Execution Vulnerability(91991)",
        "ZGrab Application Layer Scanner Detection(57955)",
        "HTTP Directory Traversal Vulnerability(30844)", "Generic PHP Webshell Upload(57216)"]), "vulnerability",
      r.pick(["2", "3", "4"]), "/");
  }
  // A partner monitors the gateway every hour; its many short sessions are no scan.
  for (let at = 0; at < 24; at += 4) {
    traffic(log, start + at * hour, { source: "198.51.100.40", destination: "62.153.88.20", port: 443,
      zones: ["untrust", "dmz"],
      rule: "partner-probe", sent: 740, received: 2100 });
  }
};

const machines = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  // The offsite copy of the backup: very large, each night, to the same address.
  traffic(log, start + 3.2 * hour, { source: server(w, "backup-01").ip, destination: "203.0.113.77", port: 22,
    app: "ssh",
    sent: r.int(60, 90) * 1_000_000_000, received: 40_000_000, rule: "backup-offsite", seconds: 6400,
      host: "vault.coldbarn.example" });
  traffic(log, start + 4 * hour, { source: server(w, "artifact-01").ip, destination: "151.101.2.132", port: 443,
    app: "ssl",
    sent: 9_000_000, received: r.int(2, 9) * 1_000_000_000, rule: "package-mirror" });
  for (const name of ["api-01", "web-02", "kafka-01", "build-03", "search-01"]) {
    for (let i = r.int(2, 4); i > 0; i--) {
      traffic(log, start + r.float(0, 24) * hour, { source: server(w, name).ip,
        destination: r.pick(["20.60.12.9", "13.107.42.14",
        "151.101.2.132", "91.189.91.39"]), port: 443, rule: "servers-egress" });
    }
  }
  // Clocks and name servers: regular, small, harmless.
  for (let at = 0; at < 24; at += 4) {
    traffic(log, start + at * hour + 1000, { source: server(w, "dns-01").ip, destination: "9.9.9.9", port: 53,
      app: "dns", protocol: "udp",
      sent: 90, received: 220, rule: "dns-egress", seconds: 1 });
    traffic(log, start + at * hour + 5000, { source: server(w, "mon-01").ip, destination: "203.0.113.123", port: 443,
      sent: 610,
      received: 820, rule: "heartbeat", host: "deadman.pagerbell.example", seconds: 1 });
  }
  if (weekdayOf(start) === 6) {
    for (const on of w.servers) {
      traffic(log, start + 4 * hour + r.int(0, 3600) * 1000, { source: "10.62.40.5", destination: on.ip,
        port: r.pick([22, 443, 8080, 5432,
        9200]), zones: ["mgmt", "servers"], rule: "vulnscan", action: r.chance(0.4) ? "deny" : "allow" });
    }
    for (const on of w.windows) {
      traffic(log, start + 5 * hour + r.int(0, 3600) * 1000, { source: "10.62.40.5", destination: on.ip,
        port: r.pick([445, 135, 3389]),
        zones: ["mgmt", "finance"], rule: "vulnscan", action: r.chance(0.4) ? "deny" : "allow" });
    }
  }
};

const people = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  for (const who of w.people) {
    if (!whereabouts.works(who, start)) continue;
    const remoteUser = who.sam !== undefined || who.department === "Site Reliability";
    const spot = whereabouts.spot(who, start + 9 * hour);
    if (remoteUser && spot !== who.office && !spot.ip.includes(":")) {
      const time = whereabouts.moment(r, who, start);
      const user = who;
      const tunnel = `10.90.${r.int(0, 3)}.${r.int(5, 250)}`;
      if (r.chance(0.05)) vpn(log, time - minute, user, spot, "login", false,
        { reason: "Authentication failed: Invalid password" });
      vpn(log, time, user, spot, "login", true, { tunnel });
      if (r.chance(0.5)) vpn(log, time + 4000, user, spot, "connected", true, { tunnel });
      if (r.chance(0.5)) vpn(log, time + r.int(60, 480) * minute, user, spot, "logout", true, { tunnel });
    }
    if (!r.chance(0.42)) continue;
    const time = whereabouts.moment(r, who, start);
    const from = whereabouts.spot(who, time);
    const [url, category] = r.pick(pages);
    web(log, time, who, url + r.digits(3), category, { from });
    if (r.chance(0.05)) {
      const [bad, kind] = r.pick(blockedPages);
      web(log, time + 2 * minute, who, bad, kind, { from, action: "Blocked" });
    }
    if (["Marketing", "Product", "Data"].includes(who.department) && r.chance(0.1)) {
      web(log, time + 9 * minute, who, `upload.${who.department === "Data" ? "modelhub" : "videobox"}.example/api/put`,
        "Professional Services", { from, method: "POST", sent: r.int(40, 900) * 1_000_000 });
    }
  }
};

const management = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  const who = adminOf(w, /Network/);
  const name = `adm-${who.last.toLowerCase()}`;
  if (weekdayOf(start) === 3) {
    const time = start + (17 + r.float(0, 2)) * hour;
    firewallSystem(log, time - 2 * minute, "auth-success", `User '${name}' authenticated. From: 10.20.4.18.`, "3",
      name);
    for (let i = r.int(1, 3); i > 0; i--) {
      firewallConfig(log, time + i * 4 * minute, name, "10.20.4.18", r.pick(["set", "edit"]),
        `/config/devices/entry/vsys/entry/rulebase/security/rules/entry[@name='${r.pick(["allow-saas", "partner-probe",
          "servers-egress"])}']`, "", `CHG-${r.digits(4)}`);
    }
    firewallConfig(log, time + 20 * minute, name, "10.20.4.18", "commit", "");
  }
  if (r.chance(0.5)) firewallSystem(log, start + 4 * hour, "general",
    "Antivirus package upgraded from version 4921 to 4922", "2");
  if (r.chance(0.1)) {
    firewallSystem(log, start + r.float(7, 16) * hour, "auth-fail",
      `failed authentication for user '${name}'. Reason: Invalid ` +
      "username/password. From: 10.20.4.18.", "4", name);
  }
  // The branch in Krakow has another firewall.
  for (let i = r.int(6, 12); i > 0; i--) {
    const outside = r.chance(0.5);
    log.add("CommonSecurityLog", start + r.float(0, 24) * hour, {
      DeviceVendor: "Fortinet", DeviceProduct: "Fortigate", DeviceVersion: "v7.2.8", DeviceEventClassID: "0000000013",
      Activity: outside ? "traffic:forward deny" : "traffic:forward close", LogSeverity: "3",
        DeviceAction: outside ? "deny" : "close",
      SourceIP: outside ? hostingSpot(r).ip : `10.30.4.${r.int(10, 90)}`,
        DestinationIP: outside ? "83.15.204.66" : "13.107.42.14",
      SourcePort: r.int(1025, 65_000), DestinationPort: outside ? r.pick([22, 3389, 445, 8291]) : 443, Protocol: "6",
      SentBytes: outside ? 0 : r.int(900, 90_000), ReceivedBytes: outside ? 0 : r.int(900, 300_000),
        DeviceName: "fgt-krk-01",
      DeviceExternalID: "FG100FTK22001234", DeviceInboundInterface: outside ? "wan1" : "lan",
      AdditionalExtensions: `cat=traffic:forward;FTNTFGTpolicyid=${outside ? 0 : 12};FTNTFGTvd=root`,
    });
  }
};

/** A load test of the product, announced, from rented machines. */
const loadTests = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  if (Math.floor((start - w.from) / day) % 17 !== 5) return;
  const who = byTitle(w, /QA Engineer/);
  for (let i = 0; i < 60; i++) {
    traffic(log, start + 13 * hour + i * 7000, { source: `198.51.100.${100 + (i % 8)}`, destination: "62.153.88.21",
      port: 443,
      zones: ["untrust", "dmz"], rule: "loadtest", sent: r.int(90_000, 900_000), received: r.int(900_000, 9_000_000),
        user: who.upn });
  }
};

export const networkWork = (w: World, base: EverydayLog, whereabouts: Whereabouts): void => {
  const log = base.fork("network");
  for (let start = w.from; start < w.until; start += day) {
    inbound(w, log, start);
    machines(w, log, start);
    people(w, log, whereabouts, start);
    if (isWeekend(start)) continue;
    management(w, log, start);
    loadTests(w, log, start);
  }
};
