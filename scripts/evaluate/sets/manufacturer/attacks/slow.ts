/** Slow insiders and quiet changes: each row looks like work, the weeks do not. */
import type { Plot, Stage } from "./plot.ts";
import { slowPlot } from "./plot.ts";
import type { Person } from "../types.ts";
import { change, thingTarget, userTarget } from "../entra.ts";
import { fillPlaceholders, present } from "../everyday/people.ts";
import { erp } from "../everyday/offices.ts";
import { homeNet, hostingNet, script } from "../places.ts";
import { HOUR, MINUTE, range, slug } from "../util.ts";

/** Working days of the person from the first day of the attack on. */
function workdays(s: Stage, person: Person, count: number, step = 1): number[] {
  const found: number[] = [];
  for (let day = s.day; day < s.w.days - 3 && found.length < count; day += step) {
    while (!present(person, day) && day < s.w.days - 3) {
      day++;
    }
    found.push(Math.min(day, s.w.days - 3));
  }
  return [...new Set(found)];
}

export const slowPlots: Plot[] = [
  slowPlot("few-foreign-drawings-each-day", "hard", ["data_exfiltration", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work, where } = s;
    const insider = person((p) => p.department === "Engineering");
    const foreign = w.teams.slice(0, 14).filter((t) => !insider.teams.includes(t));
    for (const day of workdays(s, insider, 18)) {
      const time = work(insider, day);
      for (const i of range(rng.int(3, 6))) {
        const ids = out.file(time + i * 4 * MINUTE, insider, where(insider), "FileDownloaded",
          out.of(rng.pick(foreign)));
        key(i === 0 ? ids : []);
      }
    }
    return {
      subjects: [insider.upn],
      summary: "For weeks a designer downloads three to six drawings a day of projects that are not his.",
    };
  }),
  slowPlot("attachments-home-every-week", "hard", ["data_exfiltration", "insider_threat"], (s) => {
    const { out, rng, key, person, work } = s;
    const insider = person((p) => p.department === "Sales" || p.department === "Purchasing");
    const target = `${insider.sam}@mailhome.example`;
    for (const day of workdays(s, insider, 12, 2)) {
      key(out.mail(work(insider, day) + HOUR, insider.mail, target, rng.pick(["notes", "todo", "list", "FW: figures"]),
        { name: insider.name, senderId: insider.id,
        files: [[fillPlaceholders(rng, rng.pick(["price-list-{n}.xlsx", "supplier-prices-{n}.xlsx",
        "customers-{n}.xlsx"])), rng.int(200_000, 2_000_000)]] }).ids);
    }
    return {
      subjects: [insider.upn, target],
      summary: "Every few days a list with prices or customers goes to the private address.",
    };
  }),
  slowPlot("groups-one-by-one", "hard", ["privilege_escalation", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work, by } = s;
    const actor = w.staff.helpdesk[0]!;
    const friend = person((p) => p.department === "Logistics" || p.department === "Production");
    const names = rng.some(["GG-FileAccess-Projects", "GG-PLM-Writers", "GG-VPN", "GG-Finance-Read",
      "GG-ERP-Masterdata", "GG-Backup-Operators"], 5);
    workdays(s, actor, 5, 4).forEach((day, i) => {
      const time = work(actor, day);
      key(out.groupAdd(time, w.servers.dc1!, actor.admin!, friend, names[i]!));
      if (i > 2) {
        const group = w.groups.find((g) => g.name === (i === 3 ? "GRP-Finance" : "PLM-Export-Approvers"))!;
        key(out.audit(time + 6 * MINUTE, by(actor.admin!, actor.desk.net), "Add member to group",
          [userTarget(friend), thingTarget("Group", group.id, group.name)]));
      }
    });
    return {
      subjects: [actor.admin!.sam, friend.upn],
      summary: "A friend in the warehouse gets one more group each week, until he can read finance and approve exports.",
    };
  }),
  slowPlot("one-password-per-day-and-account", "hard", ["account_compromise"], (s) => {
    const { w, out, rng, key, day, at: clock, person } = s;
    const targets = rng.some(w.people, 14);
    const victim = person();
    for (const d of range(16)) {
      for (const target of rng.some(targets, 5)) {
        out.signin(clock(day + d, rng.real(7, 18)), target,
          { net: homeNet(rng, rng.pick(["DE", "CZ", "US", "FR", "IT"])),
          device: script("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:115.0) Gecko/20100101 Firefox/115.0",
          "Windows 10") }, { app: "OfficeHome", code: 50126, mfa: false });
      }
    }
    const at =
      { net: homeNet(rng, "FR"),
      device: script("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:115.0) Gecko/20100101 Firefox/115.0",
      "Windows 10") };
    key(out.signin(clock(day + 17, 11), victim, at, { app: "OfficeHome", code: 50076, mfa: false }));
    key(out.signin(clock(day + 18, 11), victim, at,
      { app: "Office 365 Exchange Online", mfa: false, client: "Authenticated SMTP", conditional: "notApplied" }));
    return {
      subjects: [victim.upn, at.net.ip],
      summary: "Over weeks a few passwords a day are tried from changing private connections with one and the same " +
        "browser; in the end one works.",
    };
  }),
  slowPlot("service-account-walks-the-shares", "hard", ["account_compromise", "data_exfiltration"], (s) => {
    const { w, out, rng, key, day, at: clock } = s;
    const account = w.services.svc_mfp!;
    for (const d of range(20)) {
      const time = clock(day + d, rng.real(2, 4));
      out.logon(time, w.servers.fs1!, account, 3, w.servers.print!.ip);
      for (const i of range(rng.int(2, 4))) {
        const folder = slug(rng.pick(w.teams.slice(0, 14)).name.split(" ")[0]!);
        const ids = out.share(time + i * MINUTE, w.servers.fs1!, account, w.servers.print!.ip, "Drawings",
          `${folder}\\${fillPlaceholders(rng, "drawing-{n}.dwg")}`);
        key(i === 0 ? ids : []);
      }
    }
    return {
      subjects: [account.sam, w.servers.print!.name, w.servers.fs1!.name],
      summary: "The account for scanning to mail reads two to four drawings from the file server each night, from the " +
        "print server.",
    };
  }),
  slowPlot("logging-shrinks-step-by-step", "hard", ["sabotage", "insider_threat"], (s) => {
    const { w, out, key, work } = s;
    const actor = w.staff.cloud[w.staff.cloud.length - 1]!;
    const r = w.cloud.resources;
    const steps: [string, string, Record<string, unknown>][] = [
      ["Microsoft.OperationalInsights/workspaces/write", r.workspace!, { retentionInDays: 60 }],
      ["Microsoft.Insights/diagnosticSettings/write",
      `${r.vault}/providers/Microsoft.Insights/diagnosticSettings/to-law`,
      { logs: [{ category: "AuditEvent", enabled: false }] }],
      ["Microsoft.OperationalInsights/workspaces/write", r.workspace!, { retentionInDays: 31 }],
      ["Microsoft.SecurityInsights/alertRules/delete",
      `${r.workspace}/providers/Microsoft.SecurityInsights/alertRules/mass-download`, {}],
      ["Microsoft.Insights/dataCollectionRules/write",
        r.workspace!.replace("Microsoft.OperationalInsights/workspaces/law-core",
        "Microsoft.Insights/dataCollectionRules/dcr-windows"),
        { xPathQueries: ["Security!*[System[(EventID=4624)]]"] }],
    ];
    workdays(s, actor, steps.length, 4).forEach((day, i) => {
      const [operation, resource, properties] = steps[i]!;
      key(out.azure(work(actor, day), actor.admin!, operation, resource, { ip: actor.desk.net.ip, properties }));
    });
    return {
      subjects: [actor.admin!.upn, "law-core"],
      summary: "In small steps over weeks retention becomes shorter, diagnostics and rules disappear and fewer events " +
        "are collected.",
    };
  }),
  slowPlot("labels-lowered-now-and-then", "hard", ["policy_violation", "data_exfiltration", "insider_threat"], (s) => {
    const { out, rng, key, person, work, where } = s;
    const insider = person((p) => p.department === "Engineering" && p.title !== "Release Manager");
    for (const day of workdays(s, insider, 16)) {
      const ref = out.of(rng.pick(insider.teams));
      const time = work(insider, day);
      key(out.label(time, insider, where(insider), ref, "Confidential", rng.pick(["General", "Public"]),
        rng.pick(["obsolete", "no longer confidential", "mistake"])));
      if (rng.chance(0.4)) {
        out.file(time + 20 * MINUTE, insider, where(insider), "FileDownloaded", ref);
      }
    }
    return {
      subjects: [insider.upn],
      summary: "An engineer lowers the label of a document or two almost every day, and takes some of them.",
    };
  }),
  slowPlot("evening-visits-of-contractor", "context", ["insider_threat", "data_exfiltration"], (s) => {
    const { w, out, rng, key, person, at: clock } = s;
    const insider = person((p) => p.remoteDays.length > 0 &&
      (p.department === "IT" || p.department === "Quality" || p.department === "Sales"));
    const folder = rng.pick(["Management", "Legal", "Finance"]);
    for (const day of workdays(s, insider, 9, 2)) {
      const time = clock(day, rng.real(22, 24));
      const ip = out.officeIp(insider, true);
      out.vpn(time, insider.site, insider, insider.home.net, "up", { assigned: ip });
      for (const i of range(rng.int(2, 5))) {
        key(out.share(time + (4 + i * 3) * MINUTE, w.servers.fs1!, insider, ip, "Projects",
          `${folder}\\${fillPlaceholders(rng, "paper-{n}.docx")}`));
      }
      out.vpn(time + 50 * MINUTE, insider.site, insider, insider.home.net, "down",
        { assigned: ip, sent: rng.int(4e6, 6e7) });
    }
    return {
      subjects: [insider.sam, w.servers.fs1!.name],
      summary: "Three evenings a week somebody connects late from home and reads in a folder of another department.",
    };
  }),
  slowPlot("warnings-overridden-again-and-again", "context", ["policy_violation", "data_exfiltration"], (s) => {
    const { w, out, rng, key, person, work, where } = s;
    const insider = person((p) => ["Finance", "Human Resources", "Purchasing"].includes(p.department));
    for (const day of workdays(s, insider, 14)) {
      const name = fillPlaceholders(rng, rng.pick(["salary-review-{n}.xlsx", "supplier-payments-{n}.xlsx"]));
      const time = work(insider, day);
      key(out.endpointFile(time, insider, where(insider), "DLPRuleUndo",
        `C:\\Users\\${insider.sam}\\Documents\\${name}`,
        { PolicyName: "Personal and financial data",
        ExceptionInfo: { Reason: "Override", Justification: rng.pick(["business", "ok", "needed"]) } }));
      key(out.endpointFile(time + 20_000, insider, where(insider), "FileUploadedToCloud",
        `C:\\Users\\${insider.sam}\\Documents\\${name}`, { TargetDomain: "paste-share.example" }));
    }
    return {
      subjects: [insider.upn],
      summary: `Day after day the same employee of ${w.organization} overrides the warning and uploads financial or ` +
        `personal data to a website.`,
    };
  }),
  slowPlot("bank-data-of-small-suppliers", "hard", ["financial_fraud", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const insider = person((p) => p.title === "Accounts Payable Clerk");
    for (const day of workdays(s, insider, 6, 4)) {
      const time = work(insider, day);
      const supplier = rng.int(100_900, 100_990);
      key(erp(out, time, w, insider.sam, "FK02", insider.host.name,
        `bank data of supplier ${supplier} changed, no second approver`));
      out.syslog(time + 40 * MINUTE, w.servers.erpApp!, "SAPSAL", "local4", "info",
        `AU3 client=100 user=${insider.sam.toUpperCase()} terminal=${insider.host.name} tcode=F110 Transaction F110 ` +
        `started`);
      key(erp(out, time + 5 * HOUR, w, insider.sam, "FK02", insider.host.name,
        `bank data of supplier ${supplier} changed, no second approver`));
    }
    return {
      subjects: [insider.sam, insider.upn],
      summary: "A clerk changes the bank data of a small supplier in the morning, pays, and changes it back in the " +
        "afternoon, once a week.",
    };
  }),
  slowPlot("secrets-hoarded", "hard", ["insider_threat", "privilege_escalation"], (s) => {
    const { w, out, rng, key, person, work, by } = s;
    const insider = person((p) => w.staff.developers.includes(p));
    const apps = ["expense", "signatures", "erpConnector", "portalApp", "powerBi"];
    workdays(s, insider, apps.length, 4).forEach((day, i) => {
      const app = w.apps[apps[i]!]!;
      key(out.audit(work(insider, day), by(insider, insider.desk.net),
        "Update application – Certificates and secrets management ",
        [{ ...thingTarget("Application", app.id, app.name,
        change("KeyDescription", [`[KeyIdentifier=${app.keyId}]`],
        [`[KeyIdentifier=${app.keyId}]`, `[KeyIdentifier=${rng.uuid()},KeyType=Password,EndDate=2099]`])) }]));
    });
    return {
      subjects: [insider.upn, ...apps.map((a) => w.apps[a]!.name)],
      summary: "A developer adds a secret without end to one application after another, also to those that are not his.",
    };
  }),
  slowPlot("calls-home-once-a-day", "hard", ["account_compromise"], (s) => {
    const { w, out, rng, key, day, at: clock } = s;
    const server = w.servers[rng.pick(["quality", "print", "plm"])]!;
    const net = hostingNet(rng);
    for (const d of range(24)) {
      key(out.traffic(clock(day + d, 3.25) + rng.int(-5, 5) * MINUTE, w.sites[0]!, server.ip, net.ip,
        { port: 443, sent: rng.int(900, 1300), received: rng.int(400, 700), app: "ssl" }));
    }
    out.traffic(clock(day + 24, 3.4), w.sites[0]!, server.ip, net.ip,
      { port: 443, sent: rng.int(4e7, 2e8), received: 9000, app: "ssl" });
    return {
      subjects: [server.name, server.ip, net.ip],
      summary: "A server calls the same rented server at the same minute each night, and after weeks sends a large " +
        "amount.",
    };
  }),
];
