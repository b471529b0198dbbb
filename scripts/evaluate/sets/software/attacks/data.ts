import { azure } from "../emit/azure.ts";
import { signIn } from "../emit/entra.ts";
import { cloudApp, file, label, personalSite, sharing } from "../emit/office.ts";
import { inside, message } from "../emit/mail.ts";
import { traffic, web } from "../emit/network.ts";
import { anomaly } from "../emit/upstream.ts";
import { day } from "../lib/time.ts";
import { apps } from "../org/identities.ts";
import { homeLine, hostingSpot } from "../org/places.ts";
import { resource } from "../org/world.ts";
import { strangeAgents } from "./case.ts";
import type { Kind } from "./case.ts";

export const dataKinds: Kind[] = [
  {
    kind: "takes-customers-when-leaving", area: "data", difficulty: "context", times: 2,
    types: ["data_exfiltration", "insider_threat"],
    run: (c) => {
      const leaving = c.w.people.some((one) => one.resigned && one.leaves > c.day + day);
      const who = c.take((one) => leaving ? one.resigned : one.department === "Sales");
      c.working(who);
      const from = c.spot(who);
      const site = c.site(who.department === "Sales" ? "SalesPipeline" : "Customers");
      for (const path of c.r.sample(site.files, c.r.int(45, 75))) {
        c.core(file(c, c.step(0.1, 0.9), who, c.r.pick(["FileDownloaded", "FileDownloaded", "FileSyncDownloadedFull"]),
          site, path, { from }));
      }
      c.core(web(c, c.step(10, 40), who, "upload.megabox.example/put", "File Host",
        { from, method: "POST", sent: 730_000_000 }));
      anomaly(c, c.step(60), who, from, "Unusual mass download by user", 0.86, "Exfiltration", "T1030");
      return "Somebody who has given notice downloads the customer files and uploads them to a private store.";
    },
  },
  {
    kind: "anyone-links-on-deal-files", area: "data", difficulty: "obvious",
    types: ["data_exfiltration", "policy_violation"],
    run: (c) => {
      const who = c.take((one) => ["Legal", "Executive", "Finance"].includes(one.department));
      c.working(who);
      const site = c.site("ProjectKestrel");
      const outsider = hostingSpot(c.r);
      c.about(outsider.ip);
      const anonymous = c.stranger("anonymous", "urn:spo:anon#" + c.r.hex(40));
      for (const path of c.r.sample(site.files, 7)) {
        c.core(sharing(c, c.step(0.5, 2), who, "AnonymousLinkCreated", site, path, "", { from: c.spot(who) }, "Edit"));
        c.core(file(c, c.step(4, 9), anonymous, "AnonymousLinkUsed", site, path,
          { from: outsider, agent: "curl/8.6.0" }));
      }
      return "Files of the secret deal are opened to anyone with the link, and fetched from a rented machine " +
        "minutes later.";
    },
  },
  {
    kind: "label-lowered-then-sent", area: "data", difficulty: "context", times: 2,
    types: ["data_exfiltration", "insider_threat", "policy_violation"],
    run: (c) => {
      const who = c.of("Product", "Legal", "Finance", "HR");
      c.working(who);
      const from = c.spot(who);
      const site = c.site(who.department === "HR" ? "People" : who.department === "Finance" ? "FinanceTeam"
        : who.department === "Legal"
        ? "LegalMatters" : "Product");
      const target = `${who.last}.${who.first}@freemail.example`.toLowerCase();
      for (const path of c.r.sample(site.files, 4)) {
        c.core(label(c, c.step(1, 4), who, "LabelDowngraded", site.url + path, "Highly Confidential", "Public", "n/a",
          { from }));
      }
      c.core(message(c, c.step(3, 9), { subject: "fyi", from: inside(who), to: [target], attachments: [
        { name: "documents.zip", size: 14_000_000 }] }).rows);
      return "The highest label is taken off several files, and they go to a private address as an archive.";
    },
  },
  {
    kind: "sync-to-private-computer", area: "data", difficulty: "context",
    types: ["data_exfiltration", "insider_threat"],
    run: (c) => {
      const who = c.take((one) => one.contractor || one.department === "Engineering");
      c.local(who, 22);
      const site = c.site("Engineering");
      for (const path of c.r.sample(site.files, c.r.int(50, 80))) {
        c.core(file(c, c.step(0.02, 0.3), who, "FileSyncDownloadedFull", site, path,
          { device: `HOME-${c.r.hex(5).toUpperCase()}`, managed: false }));
      }
      return "Late in the evening the whole engineering site is synchronized to a private computer.";
    },
  },
  {
    kind: "database-exported-to-foreign-storage", area: "data", difficulty: "obvious",
    types: ["data_exfiltration", "insider_threat", "account_compromise"],
    run: (c) => {
      const who = c.of("Site Reliability");
      c.local(who, c.r.pick([23, 2]));
      const from = c.outside();
      c.about(from.ip);
      signIn(c, c.t, who, { app: apps.cli, from, device: undefined, agent: c.r.pick(strangeAgents) });
      const target = resource(c.w, c.r.pick(["sql-prod-weu/databases/tenants", "sql-prod-weu/databases/billing"]));
      c.about(target.name);
      c.core(azure(c, c.step(4, 9), { op: "Microsoft.Sql/servers/firewallRules/write", by: who, from, on: target,
        body: { properties: {
        startIpAddress: "0.0.0.0", endIpAddress: "255.255.255.255" } } }));
      c.core(azure(c, c.step(2, 5), { op: "Microsoft.Sql/servers/databases/export/action", by: who, from, on: target,
        body: {
        storageUri: `https://stg${c.r.hex(8)}.blob.core.windows.example/x/full.bacpac`,
          storageKeyType: "SharedAccessKey" } }));
      return "At night the database of the tenants is opened to the Internet and exported to a store outside " +
        "the organization.";
    },
  },
  {
    kind: "keys-listed-then-blobs-copied", area: "data", difficulty: "context",
    types: ["data_exfiltration", "account_compromise"],
    run: (c) => {
      const who = c.of("Data", "Site Reliability");
      c.working(who);
      const from = homeLine(c.r, who.city);
      c.about(from.ip);
      const store = resource(c.w, who.department === "Data" ? c.r.pick(["bkdatalake", "bkfinexports"])
        : c.r.pick(["bkprodcustomers", "bkprodattachments"]));
      c.about(store.name);
      c.core(azure(c, c.t, { op: "Microsoft.Storage/storageAccounts/listKeys/action", by: who, from, on: store,
        short: true }));
      c.core(azure(c, c.step(3, 9), { op: "Microsoft.Storage/storageAccounts/write", by: who, from, on: store,
        body: { properties: {
        networkAcls: { defaultAction: "Allow", ipRules: [{ value: from.ip }] } } } }));
      for (let i = 3; i > 0; i--) {
        c.core(traffic(c, c.step(20, 50), { source: "10.60.0.10", destination: "20.60.12.9", port: 443, host:
          `${store.name}.blob.core.windows.example`, user: who.upn, sent: 90_000,
            received: c.r.int(11, 30) * 1_000_000_000, rule: "servers-egress" }));
      }
      return "The keys of a store of customer data are listed, its network is opened for one address, and tens " +
        "of gigabytes are read.";
    },
  },
  {
    kind: "upload-to-private-cloud", area: "data", difficulty: "context", times: 2,
    types: ["data_exfiltration", "policy_violation", "insider_threat"],
    run: (c) => {
      const who = c.of("Engineering", "Finance", "Support", "Legal");
      c.working(who);
      for (let i = c.r.int(4, 9); i > 0; i--) {
        c.core(web(c, c.step(2, 9), who, `${c.r.pick(["api.megabox.example/upload", "content.driveaway.example/files",
          "transfer.bigsend.example/put"])}?part=${i}`, "File Host", { from: c.spot(who), method: "POST",
            sent: c.r.int(80, 400) * 1_000_000,
          file: "zip" }));
      }
      return "Archives of gigabytes go from a work computer to a private cloud store.";
    },
  },
  {
    kind: "partner-takes-whole-site", area: "data", difficulty: "context", types: ["data_exfiltration"],
    run: (c) => {
      c.workday();
      const guest = c.take((one) => !one.company.startsWith("halden"), c.w.guests);
      c.at(17, 4);
      const site = c.site(c.r.pick(["Product", "Engineering"]));
      for (const path of site.files.slice(0, c.r.int(55, 85))) {
        c.core(file(c, c.step(0.05, 0.5), guest, "FileDownloaded", site, path, { agent: "python-requests/2.31.0" }));
      }
      return "A guest who reads a file now and then downloads a site with a script.";
    },
  },
  {
    kind: "few-crown-jewels", area: "data", difficulty: "hard", times: 2, days: 3,
    types: ["insider_threat", "data_exfiltration"],
    run: (c) => {
      const who = c.of("Engineering", "Data", "Support", "Marketing");
      const site = c.site(c.r.pick(["ProjectKestrel", "LegalMatters", "People"]));
      for (let round = 0; round < 3; round++) {
        c.working(who);
        c.core(file(c, c.t, who, c.r.pick(["FileAccessed", "FileDownloaded", "FilePreviewed"]), site,
          c.r.pick(site.files), { from: c.spot(who) }));
        c.nextDays(1);
      }
      return "A person of another department opens a few of the most secret files over several days.";
    },
  },
  {
    kind: "protection-overridden", area: "data", difficulty: "context",
    types: ["policy_violation", "data_exfiltration"],
    run: (c) => {
      const who = c.of("Support", "Customer Success", "HR");
      c.working(who);
      const target = `team@${c.r.hex(4)}-analytics.example`;
      c.about(target);
      c.core(cloudApp(c, c.t, who, "DlpRuleUndo", "Microsoft Exchange Online", "customer_export_full.csv",
        { from: c.spot(who) }, {}, {
        ExceptionInfo: { Reason: "OverrideJustification", Justification: "need it" },
          PolicyDetails: [{ PolicyName: "Personal data",
          Rules: [{ RuleName: "High volume", Severity: "High", Actions: ["BlockAccess"],
            SensitiveInformation: [{ Count: 8120,
            SensitiveInformationTypeName: "EU Passport Number" }] }] }] }));
      c.core(message(c, c.step(1, 2), { subject: "export", from: inside(who), to: [target], attachments: [
        { name: "customer_export_full.csv", size: 21_000_000 }] }).rows);
      return "Somebody overrides the block on thousands of personal records and mails them to an unknown company.";
    },
  },
  {
    kind: "looks-for-secrets-in-sites", area: "data", difficulty: "hard",
    types: ["account_compromise", "insider_threat"],
    run: (c) => {
      const who = c.anyone();
      c.working(who);
      const own = personalSite(who);
      for (const words of ["password", "admin credentials", "vpn config", "iban", "api key prod"]) {
        c.core(file(c, c.step(1, 4), who, "SearchQueryPerformed", own, words, { from: c.spot(who) }));
        c.core(file(c, c.step(0.5, 2), who, "FileAccessed", c.site("Operations"), c.r.pick(c.site("Operations").files),
          { from: c.spot(who) }));
      }
      return "Within half an hour somebody searches for passwords, keys and bank accounts in all sites, and " +
        "opens what comes up.";
    },
  },
  {
    kind: "reports-exported-by-the-dozen", area: "data", difficulty: "context",
    types: ["data_exfiltration", "insider_threat"],
    run: (c) => {
      const who = c.of("Sales", "Executive", "Finance");
      c.local(who, 20.5);
      for (const name of ["Revenue by tenant", "Usage by tenant", "Pipeline", "Churn forecast", "Discounts",
        "Contacts", "Cost", "Margins",
        "Renewals", "Support load"]) {
        c.core(cloudApp(c, c.step(0.6, 3), who, "ExportReport", "Microsoft Power BI", name, { from: who.home }, {},
          { ExportedArtifact:
          { ExportType: "XLSX", RowCount: c.r.int(2000, 90_000) } }));
      }
      return "All reports about customers and margins are exported within a quarter of an hour in the evening.";
    },
  },
];
