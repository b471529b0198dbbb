/** Routines of offices and plants: large, late or sensitive work that belongs to the task of the person. */
import type { Routine } from "./routine.ts";
import { routine } from "./routine.ts";
import { change, thingTarget, userTarget } from "../entra.ts";
import { SUPPLIERS } from "../names.ts";
import { homeNet, hostingNet } from "../places.ts";
import { DAY, HOUR, MINUTE, range } from "../util.ts";
import { fillPlaceholders } from "./people.ts";

export const offices: Routine[] = [
  routine("release-managers-bulk-download", ({ w, out, rng, days, where }) => {
    for (const person of w.staff.releases.slice(0, 4)) {
      days(person, 0.12, (day, time) => {
        const at = time();
        const team = rng.pick(w.teams.slice(0, 14));
        for (const i of range(rng.int(12, 28))) {
          out.file(at + i * 2500, person, where(person, day), "FileDownloaded",
            { site: team.url, document: team.documents[(i * 3) % team.documents.length]! });
        }
      });
    }
  }),
  routine("month-end-closing", ({ w, out, rng, days, where, at }) => {
    for (const person of w.people.filter((p) => p.department === "Finance" && p.joins === 0)) {
      days(person, 1, (day, time) => {
        const date = new Date(w.from + day * DAY).getUTCDate();
        if (date > 4) {
          return;
        }
        const team = w.teams.find((t) => t.name === "Finance")!;
        for (const _ of range(rng.int(3, 9))) {
          out.file(rng.chance(0.3) ? at(day, rng.real(19, 22.5)) : time(), person, where(person, day),
            rng.pick(["FileDownloaded", "FileAccessed", "FileModified"]), out.of(team));
        }
      });
    }
  }),
  routine("payment-and-payroll-mails", ({ w, out, rng, days }) => {
    for (const person of w.staff.payables) {
      days(person, 0.5, (_, time) => {
        const supplier = rng.pick(w.suppliers);
        out.mail(time(), `accounts@${supplier}`, person, `Invoice ${rng.int(70_000, 99_999)}`,
          { files: [[`invoice-${rng.int(70_000, 99_999)}.pdf`, 210_000]] });
        if (rng.chance(0.06)) {
          out.mail(time(), `accounts@${supplier}`, person, "New bank details of our company",
            { files: [["bank-confirmation.pdf", 320_000]] });
        }
      });
    }
    days(w.staff.payroll, 0.25, (_, time) => out.mail(time(), w.staff.payroll.mail, "upload@payroll-bureau.example",
      "Payroll data", { name: w.staff.payroll.name, files: [[`payroll-${rng.int(1, 12)}.zip`, 4_200_000]] }));
  }),
  routine("supplier-sharing", ({ w, out, rng, days, where }) => {
    for (const person of w.people.filter((p) => p.title === "Strategic Buyer" || p.title === "Process Engineer")) {
      days(person, 0.25, (day, time) => {
        const team = rng.pick(person.teams.slice(1).concat(person.teams[0]!));
        const at = time();
        for (const i of range(rng.int(1, 4))) {
          out.file(at + i * 15_000, person, where(person, day),
            rng.pick(["SharingInvitationCreated", "AddedToSecureLink"]), out.of(team),
            { target: `j.berg@${rng.pick(w.suppliers)}` });
        }
      });
    }
  }),
  routine("press-anonymous-links", ({ w, out, rng, days, where }) => {
    days(w.staff.press, 0.35, (day, time) => {
      const team = w.teams.find((t) => t.name === "Marketing")!;
      const ref = out.of(team);
      const at = time();
      out.file(at, w.staff.press, where(w.staff.press, day), "AnonymousLinkCreated", ref);
      const anonymous = { ...w.guests[0]!, upn: "anonymous", name: "Anonymous", id: "" };
      for (const i of range(rng.int(1, 4))) {
        out.file(at + (i + 1) * 50 * MINUTE, anonymous,
          { net: homeNet(rng, rng.pick(["FR", "GB", "IT"])), device: w.guests[0]!.home.device }, "AnonymousLinkUsed",
          ref);
      }
    });
  }),
  routine("labels-lowered-for-publication", ({ w, out, rng, days, where }) => {
    for (const person of [w.staff.press, w.staff.compliance]) {
      days(person, 0.3, (day, time) => out.label(time(), person, where(person, day),
        out.of(w.teams.find((t) => t.name === "Marketing")!), "General", "Public",
        rng.pick(["Approved for publication", "Press release", "Customer brochure approved"])));
    }
    for (const person of w.staff.releases) {
      days(person, 0.08, (day, time) => out.label(time(), person, where(person, day),
        out.of(rng.pick(w.teams.slice(0, 14))), "Strictly Confidential", "Confidential", "Release to supplier"));
    }
  }),
  routine("legal-searches", ({ w, out, rng, days, where }) => {
    days(w.staff.compliance, 0.2, (day, time) => {
      const at = time();
      const name = `Case-${rng.int(100, 140)}-${rng.pick(["warranty", "patent", "supplier"])}`;
      out.compliance(at, w.staff.compliance, where(w.staff.compliance, day), "SearchCreated", name,
        { Query: "subject:coupling AND warranty", Case: name });
      out.compliance(at + 3 * MINUTE, w.staff.compliance, where(w.staff.compliance, day), "SearchStarted", name);
      if (rng.chance(0.4)) {
        out.compliance(at + 90 * MINUTE, w.staff.compliance, where(w.staff.compliance, day), "SearchExportDownloaded",
          name);
      }
    });
    out.compliance(w.from + 17 * DAY + 10 * HOUR, w.staff.compliance, w.staff.compliance.desk,
      "New-RetentionCompliancePolicy", "Hold warranty case", { Name: "Hold warranty case" });
  }),
  routine("auditor-reads-everything", ({ w, out, rng, days, where }) => {
    days(w.staff.auditor, 0.25, (day, time) => {
      const at = time();
      const team = rng.pick(w.teams.slice(14));
      for (const i of range(rng.int(10, 25))) {
        out.file(at + i * 40_000, w.staff.auditor, where(w.staff.auditor, day), "FileAccessed", out.of(team));
      }
    });
  }),
  routine("newsletter-and-mass-mail", ({ w, out, rng, days }) => {
    days(w.staff.press, 0.08, (_, time) => {
      const at = time();
      const subject = fillPlaceholders(rng, "News from the plants {n}");
      for (const person of w.people.slice(0, 60)) {
        out.mail(at + rng.int(0, 90_000), w.staff.press.mail, person, subject,
          { name: w.staff.press.name, urls: ["https://intranet.portal.example/news"] });
      }
    });
  }),
  routine("blocked-phishing", ({ w, out, rng, nights }) => {
    nights((day) => {
      for (let n = rng.count(5); n > 0; n--) {
        const time = w.from + day * DAY + rng.real(3, 22) * HOUR;
        const person = rng.pick(w.people);
        const domain = rng.pick(["secure-docs-view.example", "parcel-info.example", "bank-alert.example",
          "voice-inbox.example"]);
        const url = `https://${domain}/${rng.hex(8)}`;
        const late = rng.chance(0.15);
        const { message } = out.mail(time, `no-reply@${domain}`, person,
          rng.pick(["Parcel waiting", "You have a voice message", "Your mailbox is almost full", "Payment advice"]),
          { threat: late ? undefined : "Phish", blocked: !late && rng.chance(0.8), junk: !late, urls: [url],
            authentication: "fail", ip: hostingNet(rng).ip, firstContact: true });
        if (late) {
          out.postDelivery(time + rng.int(10, 120) * MINUTE, message, person.mail, "Phish ZAP", "Moved to quarantine");
          if (rng.chance(0.4)) {
            out.click(time + 8 * MINUTE, person, person.desk.net.ip, url, { message, action: "ClickBlocked" });
          }
        }
      }
    });
  }),
  routine("phishing-simulation", ({ w, out, rng, at }) => {
    const day = rng.pick([8, 29, 36]);
    for (const [i, person] of rng.some(w.people, 80).entries()) {
      const url = "https://training.awareness-partner.example/login";
      const time = at(day, 10) + i * 20_000;
      const { message } = out.mail(time, "it-desk@awareness-partner.example", person, "Please confirm your password",
        { urls: [url], firstContact: true });
      if (rng.chance(0.12)) {
        out.click(time + rng.int(2, 200) * MINUTE, person, person.desk.net.ip, url, { message, through: true });
      }
    }
  }),
  routine("migration-to-sharepoint", ({ w, out, rng, at }) => {
    const account = w.services.svc_migrate!;
    const machine = { net: w.sites[0]!.egress,
      device: { ...w.people[0]!.desk.device, name: "MIG-01", agent: "ISV|Microsoft|SPMT/4.2", browser: "" } };
    for (const day of [3, 10, 17, 24, 31, 38, 45].map((d) => d + 2)) {
      const team = rng.pick(w.teams.slice(0, 14));
      out.signin(at(day, 20), account, machine, { app: "Office 365 SharePoint Online", mfa: false });
      for (const i of range(45)) {
        const ref = { site: team.url, document: { name: fillPlaceholders(rng, "legacy-{n}.dwg"), folder: "Archive" } };
        out.file(at(day, 20) + i * 9000, account, machine, "FileUploaded", ref);
        if (i % 3 === 0) {
          out.object(at(day, 20) + i * 9000 - 2000, w.servers.fs1!, account,
            `E:\\Shares\\Drawings\\archive\\${ref.document.name}`, "0x1");
        }
      }
    }
  }),
  routine("clean-up-of-old-files", ({ w, out, rng, days, where }) => {
    for (const person of rng.some(w.people.filter((p) => p.department === "Engineering" && p.joins === 0 &&
      p.leaves > w.days), 9)) {
      days(person, 0.035, (day, time) => {
        const at = time();
        for (const i of range(rng.int(12, 30))) {
          out.file(at + i * 1500, person, where(person, day), "FileRecycled",
            { site: person.teams[1]!.url, document: { name: fillPlaceholders(rng, "old-variant-{n}.sldprt"),
            folder: "Archive" } });
        }
      });
    }
  }),
  routine("usb-for-cnc-machines", ({ w, out, rng, days, where }) => {
    for (const person of w.people.filter((p) => p.title === "CNC Programmer" || p.title === "Process Engineer")) {
      days(person, 0.22, (day, time) => out.endpointFile(time(), person, where(person, day),
        "FileCopiedToRemovableMedia", `C:\\CNC\\${fillPlaceholders(rng, "program-{n}.nc")}`,
        { RemovableMediaDeviceAttributes: { Manufacturer: "SanDisk", SerialNumber: "4C53000" } }));
    }
  }),
  routine("field-service-travel", ({ w, out, rng, days }) => {
    for (const person of w.staff.serviceField) {
      const countries = rng.some(["FR", "IT", "US", "SE", "TR", "GB", "CN"], 3);
      days(person, 0.3, (_, time) => {
        const at = { net: homeNet(rng, rng.pick(countries)), device: person.desk.device };
        const start = time();
        if (rng.chance(0.2)) {
          out.vpn(start - MINUTE, person.site, person, at.net, "fail");
        }
        out.vpn(start, person.site, person, at.net, "up", { assigned: out.officeIp(person, true) });
        out.signin(start + 2 * MINUTE, person, at, { mfa: true });
        out.vpn(start + 2 * HOUR, person.site, person, at.net, "down", { sent: rng.int(1e6, 6e7) });
        if (rng.chance(0.12)) {
          out.risk(start + 2 * MINUTE, person, at.net, "unlikelyTravel", "low", { state: "dismissed" });
        }
      });
    }
  }),
  routine("maintenance-vendor-sessions", ({ w, out, rng, at }) => {
    const net = homeNet(rng, "IT");
    const site = w.sites[1]!;
    for (let day = 1; day < w.days; day += 7) {
      const start = at(day, rng.real(13, 14.5));
      out.vpn(start, site, "ext-machineservice", net, "up", { assigned: `${site.subnet}.210.7` });
      out.logon(start + 4 * MINUTE, w.servers.jumpOt!, w.services.svc_mes!, 10, `${site.subnet}.210.7`);
      out.ssh(start + 9 * MINUTE, w.servers.mes2!, "vendor", w.servers.jumpOt!.ip, true, "password");
      out.traffic(start + 12 * MINUTE, site, w.servers.jumpOt!.ip, `${site.subnet}.52.21`,
        { port: 102, app: "s7comm", received: 30_000 });
      out.vpn(start + 2 * HOUR, site, "ext-machineservice", net, "down", { sent: rng.int(1e6, 3e7) });
    }
  }),
  routine("plc-engineering", ({ w, out, rng, days }) => {
    for (const person of w.staff.plantEngineers) {
      days(person, 0.3, (_, time) => {
        const jump = w.servers.jumpOt!;
        const start = time();
        out.logon(start, jump, person, 10, person.host.ip);
        out.traffic(start + 5 * MINUTE, jump.site, jump.ip, `${person.site.subnet}.52.${rng.int(20, 30)}`,
          { port: rng.pick([102, 44818, 502]), app: "s7comm", received: rng.int(20_000, 200_000) });
      });
    }
  }),
  routine("erp-activities", ({ w, out, rng, days }) => {
    for (const person of w.people.filter((p) => ["Finance", "Purchasing", "Logistics"].includes(p.department))) {
      days(person, 0.5, (_, time) => {
        const code = person.department === "Finance" ? rng.pick(["FB60", "F110", "FBL1N", "FK03", "FB03"])
          : person.department === "Purchasing" ? rng.pick(["ME21N", "ME23N", "MK03", "ME2N"])
          : rng.pick(["VL02N", "MB52", "VT01N"]);
        erp(out, time(), w, person.sam, code, person.host.name);
        if (person.department === "Purchasing" && rng.chance(0.05)) {
          erp(out, time(), w, person.sam, "MK02", person.host.name, `supplier ${rng.pick(SUPPLIERS)} address changed`);
        }
        if (person.title === "Treasury Analyst" && rng.chance(0.3)) {
          erp(out, time(), w, person.sam, "FK02", person.host.name,
            `bank data of supplier ${rng.int(100_100, 100_900)} changed, second approver ${w.staff.controller.sam}`);
        }
      });
    }
  }),
  routine("kiosk-sign-ins", ({ w, out, rng, nights }) => {
    nights((day) => {
      if (day % 7 === 6) {
        return;
      }
      for (const kiosk of w.kiosks) {
        for (const shift of [5.9, 13.9, 21.9]) {
          const time = w.from + day * DAY + shift * HOUR + rng.int(-9, 9) * MINUTE;
          out.signin(time, kiosk, { net: kiosk.site.egress,
            device: { ...w.people[0]!.desk.device, id: kiosk.id, name: `TERM-${kiosk.site.code}` } },
            { app: "MES Web Client", mfa: false, conditional: "notApplied", code: rng.chance(0.08) ? 50126 : 0 });
        }
      }
    });
  }),
  routine("self-service-groups-and-owners", ({ w, out, rng, days, where }) => {
    for (const person of w.people.filter((p) => p.title.startsWith("Head of"))) {
      days(person, 0.06, (day, time) => {
        const group = w.groups[rng.int(0, 11)]!;
        out.audit(time(), { actor: person, ip: where(person, day).net.ip }, "Add member to group",
          [userTarget(rng.pick(w.people)), thingTarget("Group", group.id, group.name,
          change("Group.DisplayName", null, group.name))]);
      });
    }
  }),
];

/** A line of the security audit log of the ERP system, sent by syslog. */
export function erp(out: Parameters<Routine["run"]>[0]["out"], time: number, w: Parameters<Routine["run"]>[0]["w"],
  user: string, transaction: string, terminal: string, note = ""): string[] {
  return out.syslog(time, w.servers.erpApp!, "SAPSAL", "local4", "info",
    `AU3 client=100 user=${user.toUpperCase()} terminal=${terminal} tcode=${transaction} Transaction ${transaction} ` +
    `started${note ? `; ${note}` : ""}`);
}
