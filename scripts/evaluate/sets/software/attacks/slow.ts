import { azure, madeUp } from "../emit/azure.ts";
import { graphCall, signIn } from "../emit/entra.ts";
import { inside, message } from "../emit/mail.ts";
import { file, itemsAccessed, label, sharing } from "../emit/office.ts";
import { shareAccess } from "../emit/windows.ts";
import { syslog } from "../emit/linux.ts";
import { unixName } from "../everyday/linux.ts";
import { workstationOf } from "../everyday/windows.ts";
import { apps } from "../org/identities.ts";
import type { Subscription } from "../org/identities.ts";
import { byTitle, host, resource, server } from "../org/world.ts";
import type { Kind } from "./case.ts";

export const slowKinds: Kind[] = [
  {
    kind: "salaries-peeked-at", area: "slow", difficulty: "hard", days: 18,
    types: ["insider_threat", "policy_violation"],
    run: (c) => {
      const who = c.take((one) => one.department === "IT" || one.department === "Workplace");
      const site = c.site("People");
      for (let i = 0; i < 9; i++) {
        c.working(who);
        c.core(file(c, c.t, who, "FileAccessed", site, c.r.pick(
          site.files.filter((path) => /salary|offer|contract/.test(path))), { from: c.spot(who) }));
        c.nextDays(1, 2);
      }
      return "Over weeks somebody outside of HR opens a salary file every other day.";
    },
  },
  {
    kind: "customers-copied-drop-by-drop", area: "slow", difficulty: "context", days: 20,
    types: ["data_exfiltration", "insider_threat"],
    run: (c) => {
      const who = c.of("Engineering", "Product");
      const site = c.site("Customers");
      for (let i = 0; i < 12; i++) {
        c.working(who);
        for (const path of c.r.sample(site.files, c.r.int(2, 4))) {
          c.core(file(c, c.step(1, 9), who, "FileDownloaded", site, path, { from: c.spot(who) }));
        }
        c.nextDays(1);
      }
      return "Each working day an engineer downloads a few customer files, which he never needed before.";
    },
  },
  {
    kind: "mail-to-private-box-each-week", area: "slow", difficulty: "context", days: 21,
    types: ["data_exfiltration", "insider_threat"],
    run: (c) => {
      const who = c.of("Data", "Legal", "Product", "Finance");
      const target = `${who.first[0]}${who.last}${c.r.int(70, 99)}@freemail.example`.toLowerCase();
      c.about(target);
      for (let i = 0; i < 6; i++) {
        c.workday();
        c.local(who, 17.5);
        c.core(message(c, c.t, { subject: c.r.pick(["notes", "for the weekend", "backup", "fwd"]), from: inside(who),
          to: [target], attachments: [
          { name: `${c.r.pick(["model", "plan", "list", "terms"])}-${i + 1}.xlsx`,
            size: c.r.int(2, 9) * 1_000_000 }] }).rows);
        c.nextDays(3, 4);
      }
      return "Twice a week a person mails a large work file to a private box.";
    },
  },
  {
    kind: "one-site-after-the-other", area: "slow", difficulty: "hard", days: 19,
    types: ["privilege_escalation", "insider_threat"],
    run: (c) => {
      const who = c.admin(/Messaging|Systems/);
      for (const name of ["People", "LegalMatters", "FinanceTeam", "ProjectKestrel"]) {
        c.working(who.owner ?? who);
        c.core(sharing(c, c.t, who, "SiteCollectionAdminAdded", c.site(name), "", (who.owner ?? who).upn,
          { from: c.spot(who.owner ?? who) }));
        c.nextDays(4, 5);
      }
      return "Every few days a site administrator adds his everyday account to one more confidential site.";
    },
  },
  {
    kind: "vendors-edited-at-odd-times", area: "slow", difficulty: "context", days: 16,
    types: ["financial_fraud", "insider_threat"],
    run: (c) => {
      const who = c.take((one) => /Payable|Procurement/.test(one.title));
      const machine = workstationOf(c.w, who);
      const files = c.site("FinanceTeam").files.filter((path) => path.includes("vendor-master"));
      const path = files[0] ?? "Shared Documents/General/vendor-master.xlsx";
      for (let i = 0; i < 5; i++) {
        c.workday();
        c.local(who, c.r.pick([5.3, 21.2]));
        c.core(file(c, c.t, who, "FileModified", c.site("FinanceTeam"), path));
        c.core(shareAccess(c, c.step(3, 9), host(c.w, "FIN-FS01"), who, machine.ip, "Finance$",
          `AP\\2026\\vendor-bank-${i + 1}.csv`, true));
        c.nextDays(3);
      }
      return "A payables clerk changes the vendor master and its bank file again and again, before and after " +
        "everybody's hours.";
    },
  },
  {
    kind: "log-keeping-shortened", area: "slow", difficulty: "hard", days: 16, types: ["sabotage", "policy_violation"],
    run: (c) => {
      const who = c.of("Site Reliability");
      const workspace = resource(c.w, "law-security");
      c.about(workspace.name);
      for (const days of [365, 180, 90, 31]) {
        c.working(who);
        c.core(azure(c, c.t, { op: "Microsoft.OperationalInsights/workspaces/write", by: who, from: c.spot(who),
          on: workspace, short: true,
          body: { properties: { retentionInDays: days } } }));
        c.nextDays(4);
      }
      return "In four small steps the time for which security logs are kept shrinks from years to a month.";
    },
  },
  {
    kind: "labels-lowered-one-a-day", area: "slow", difficulty: "context", days: 14,
    types: ["policy_violation", "insider_threat", "data_exfiltration"],
    run: (c) => {
      const who = c.of("Sales", "Customer Success", "Product");
      const site = c.site("SalesPipeline");
      for (let i = 0; i < 8; i++) {
        c.working(who);
        c.core(label(c, c.t, who, c.r.chance(0.4) ? "LabelRemoved" : "LabelDowngraded",
          site.url + c.r.pick(site.files), "Highly Confidential", "General",
          "ok", { from: c.spot(who) }));
        c.nextDays(1, 2);
      }
      return "Day after day somebody takes the label off one more file of others.";
    },
  },
  {
    kind: "network-opened-inch-by-inch", area: "slow", difficulty: "hard", days: 15,
    types: ["policy_violation", "sabotage"],
    run: (c) => {
      const who = c.of("Site Reliability");
      const nsg = resource(c.w, "nsg-prod-data");
      c.about(nsg.name);
      for (const source of ["10.60.0.0/16", "10.0.0.0/8", "62.153.88.0/24", "0.0.0.0/1"]) {
        c.working(who);
        c.core(azure(c, c.t, { op: "Microsoft.Network/networkSecurityGroups/securityRules/write", by: who,
          from: c.spot(who), on: { ...nsg,
          id: `${nsg.id}/securityRules/db-access` }, body: { properties: { access: "Allow", sourceAddressPrefix: source,
          destinationPortRange: "5432" } } }));
        c.nextDays(3, 4);
      }
      return "The same rule before the database is widened a little each time, until half the Internet fits.";
    },
  },
  {
    kind: "one-secret-a-day", area: "slow", difficulty: "context", days: 14,
    types: ["insider_threat", "data_exfiltration"],
    run: (c) => {
      const who = c.of("Site Reliability");
      for (let i = 0; i < 7; i++) {
        c.working(who);
        const on = resource(c.w, c.r.pick(["bkprodcustomers", "bkprodattachments", "bkprodlogs",
          "cosmos-prod-events"]));
        signIn(c, c.t, who, { app: apps.portal, from: c.spot(who) });
        c.core(azure(c, c.step(2, 5), { op: `${on.type}/listKeys/action`, by: who, from: c.spot(who), on,
          short: true }));
        c.nextDays(1, 2);
      }
      return "Every other day somebody looks up the key of one production store, without any task there.";
    },
  },
  {
    kind: "alarms-tuned-away", area: "slow", difficulty: "hard", days: 16, types: ["sabotage", "insider_threat"],
    run: (c) => {
      const who = c.of("Site Reliability");
      for (const name of ["login-failures", "egress-high"]) {
        for (const threshold of [200, 5000]) {
          c.working(who);
          c.core(azure(c, c.t, { op: "Microsoft.Insights/metricAlerts/write", by: who, from: c.spot(who),
            on: resource(c.w, name), short: true,
            body: { properties: { enabled: threshold < 1000, criteria: { threshold } } } }));
          c.nextDays(3, 4);
        }
      }
      return "The thresholds of just those alarms that watch logins and outgoing data are raised step by step " +
        "and then switched off.";
    },
  },
  {
    kind: "guest-reads-a-page-a-day", area: "slow", difficulty: "hard", days: 16,
    types: ["account_compromise", "data_exfiltration"],
    run: (c) => {
      const guest = c.take((one) => !one.company.startsWith("halden"), c.w.guests);
      for (let i = 0; i < 8; i++) {
        c.working(guest);
        graphCall(c, c.t, guest, c.r.pick(["/groups?$top=20", "/users?$top=20", "/me/memberOf", "/sites?search=*"]));
        c.core(file(c, c.step(1, 4), guest, "FilePreviewed", c.site("Operations"),
          c.r.pick(c.site("Operations").files)));
        c.nextDays(1, 2);
      }
      return "A guest reads a page of the directory and one runbook every other day.";
    },
  },
  {
    kind: "source-taken-tree-by-tree", area: "slow", difficulty: "hard", days: 16,
    types: ["data_exfiltration", "insider_threat"],
    run: (c) => {
      const who = c.take((one) => one.department === "Support" || one.contractor);
      c.about(unixName(who));
      for (const project of ["signing", "ml-core", "tenant-db", "pricing", "edge", "secrets-ops", "search"]) {
        c.local(who, 20);
        c.core(syslog(c, c.t, server(c.w, "git-01"), "local0", "info", "gitlab-shell",
          JSON.stringify({ command: "git-upload-pack", gl_key_type: "key",
          gl_project_path: `core/${project}`, username: unixName(who), remote_ip: who.home.ip,
            msg: "executing git command" })));
        c.nextDays(2);
      }
      return "Each second evening one repository is cloned that is none of this person's business.";
    },
  },
  {
    kind: "chiefs-mail-glanced-at", area: "slow", difficulty: "context", days: 18, types: ["insider_threat"],
    run: (c) => {
      const who = c.admin(/Messaging|Identity/);
      const boss = byTitle(c.w, /Chief (Executive|Technology)/);
      c.about(boss.upn);
      for (let i = 0; i < 6; i++) {
        c.working(who.owner ?? who);
        c.core(itemsAccessed(c, c.t, who, boss, c.r.int(2, 9), { from: c.spot(who.owner ?? who) }));
        c.nextDays(2, 3);
      }
      return "Every few days an administrator glances at the mail of a chief.";
    },
  },
  {
    kind: "machines-left-running-for-oneself", area: "slow", difficulty: "context", days: 12,
    types: ["policy_violation", "financial_fraud", "insider_threat"],
    run: (c) => {
      const who = c.of("Data", "Engineering");
      const sandbox = c.w.subscriptions[2] as Subscription;
      for (let i = 0; i < 5; i++) {
        c.local(who, 23);
        c.core(azure(c, c.t, { op: "Microsoft.Compute/virtualMachines/start/action", by: who,
          on: madeUp(sandbox, "rg-sbx-shared",
          `Microsoft.Compute/virtualMachines/render-${i + 1}`), short: true }));
        c.core(azure(c, c.step(370, 420), { op: "Microsoft.Compute/virtualMachines/deallocate/action", by: who,
          on: madeUp(sandbox, "rg-sbx-shared",
          `Microsoft.Compute/virtualMachines/render-${i + 1}`), short: true }));
        c.nextDays(2);
      }
      return "Night after night somebody starts expensive machines for own purposes and stops them before work.";
    },
  },
];
