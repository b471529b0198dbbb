import type { Person, World } from "./model.ts";
import type { Routine } from "./everyday-people.ts";
import type { Rng } from "./rng.ts";
import { MINUTE } from "./calendar.ts";
import { audit, signin, silent, thing } from "./entra.ts";
import { azure, line, newResource, resource } from "./infra.ts";
import { command, file } from "./m365.ts";
import { NETBIOS } from "./model.ts";
import { netOf } from "./everyday-people.ts";
import { campusNet, hostileNet, residentialNet } from "./places.ts";
import { act, event, host, idQuery } from "./windows.ts";

const here = (w: World, day: number, fits: (p: Person) => boolean): Person[] =>
  w.people.filter((p) => fits(p) && (p.plan[day] === "campus" || p.plan[day] === "home"));
const changeDays = (w: World): number[] => w.cal.workdays().filter((d) => w.cal.weekday(d) === 2
  || w.cal.weekday(d) === 4);
const admins = (w: World, tag: string): Person[] => w.admins.filter((a) => a.tags.has(tag));

function azureChanges(w: World, rng: Rng): void {
  const vault = resource(w, "platform", "rsv-campus");
  const law = resource(w, "platform", "law-security");
  const account = resource(w, "platform", "aa-it-automation");
  const relay = resource(w, "platform", "vm-relay-01");
  for (const day of changeDays(w)) {
    const by = rng.pick(admins(w, "cloud"));
    const net = campusNet(rng, 24);
    const t = w.cal.at(day, rng.float(18, 20.5));
    const plans: [string, { id: string }][] = [
      ["Microsoft.Compute/virtualMachines/runCommand/action", relay],
      ["Microsoft.Compute/virtualMachines/extensions/write", { id: `${relay.id}/extensions/AzureMonitorLinuxAgent` }],
      ["Microsoft.OperationalInsights/workspaces/write", law],
      ["Microsoft.Automation/automationAccounts/webhooks/write", { id: `${account.id}/webhooks/nightly` }],
      ["Microsoft.RecoveryServices/vaults/backupPolicies/write", { id: `${vault.id}/backupPolicies/Weekly` }],
      ["Microsoft.Authorization/roleDefinitions/write",
        { id: `/subscriptions/${law.sub.id}/providers/roleDefinitions/${w.rng.uuid()}` }],
    ];
    for (const [op, on] of rng.sample(plans, 2)) azure(w, t + rng.int(0, 30) * MINUTE, by, net, op,
      { ...relay, ...on });
    if (rng.chance(0.3)) {
      const analyst = rng.pick(admins(w, "security"));
      const id = `${law.id}/providers/Microsoft.SecurityInsights/alertRules/${w.rng.uuid()}`;
      const op = rng.pick(["write", "write", "delete"]);
      azure(w, t + 40 * MINUTE, analyst, net, `Microsoft.SecurityInsights/alertRules/${op}`, { ...law, id });
    }
  }
  for (const day of w.cal.workdays()) {
    const key = rng.pick(["genomics", "climate", "ml", "economics"]);
    const sub = w.subs.get(key)!;
    const p = rng.pick([sub.owner, ...sub.members]);
    const store = sub.resources.find((r) => r.type.endsWith("storageAccounts"));
    if (!store || p.plan[day] === "off" || !rng.chance(0.5)) continue;
    const net = netOf(rng, p, day);
    const t = w.cal.at(day, rng.float(9, 18));
    const container = `${store.id}/blobServices/default/containers/run-${rng.int(1, 400)}`;
    azure(w, t, p, net, "Microsoft.Storage/storageAccounts/blobServices/containers/write", { ...store, id: container },
      { body: { properties: { publicAccess: "None" } } });
    if (rng.chance(0.3)) {
      const fresh = newResource(w, key, "Microsoft.Storage/storageAccounts", `sttmp${rng.hex(6)}`);
      azure(w, t + 5 * MINUTE, p, net, "Microsoft.Storage/storageAccounts/write", fresh,
        { body: { properties: { allowBlobPublicAccess: false } } });
      azure(w, t + 300 * MINUTE, p, net, "Microsoft.Storage/storageAccounts/delete", fresh);
    }
  }
}

export const restRoutines: Routine[] = [
  { name: "research groups and IT change storage, agents and rules", run: azureChanges },
  { name: "searches in SharePoint", run: (w, rng) => {
    const words = ["budget 2027", "room booking", "password policy", "exam regulations", "logo", "travel form",
      "vpn manual"];
    for (const day of w.cal.workdays()) {
      for (const p of rng.sample(here(w, day, () => true), 9)) {
        const site = p.sites[0] ?? p.drive;
        file(w, w.cal.at(day, rng.float(8.5, 18)), p, "SearchQueryPerformed", site, "search",
          { net: netOf(rng, p, day), extra: { Event_Data: `<Query>${rng.pick(words)}</Query>` } });
      }
    }
  } },
  { name: "journalists open the links of the press office", run: (w, rng) => {
    const site = w.sites.get("press-kit")!;
    const reader = w.guests[1]!;
    for (let day = 0; day < w.cal.days; day++) {
      for (let i = rng.poisson(1.5); i > 0; i--) {
        file(w, w.cal.at(day, rng.float(7, 22)), { ...reader, upn: "anonymous", id: "", display: "anonymous" },
          "AnonymousLinkUsed",
          site, rng.pick(site.files), { net: residentialNet(rng), device: null,
            extra: { UserId: "anonymous", UserType: "Anonymous" } });
      }
    }
  } },
  { name: "old devices deleted each month", run: (w, rng) => {
    for (const day of [10, 38]) {
      const by = rng.pick(admins(w, "endpoint"));
      const date = w.cal.isWeekend(day) ? day + 2 : day;
      for (let i = 0; i < 21; i++) {
        const name = `WH-LT-${rng.int(200, 900)}`;
        audit(w, w.cal.at(date, 18.3) + i * 6000, { person: by, net: campusNet(rng, 24) }, "Delete device", "Device",
          [thing("Device", w.rng.uuid(), name)]);
      }
    }
  } },
  { name: "grants that follow consents, and lists of users", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      if (rng.chance(0.5)) {
        const p = rng.pick(here(w, day, (x) => x.tags.has("faculty")));
        audit(w, w.cal.at(day, rng.float(9, 17)), { person: p, net: netOf(rng, p, day) },
          "Add delegated permission grant",
          "ApplicationManagement", [thing("ServicePrincipal", w.rng.uuid(), rng.pick(["Zotero", "Zoom", "Overleaf"]),
            ["DelegatedPermissionGrant.Scope", null, "User.Read openid profile offline_access"])]);
      }
      if (rng.chance(0.1)) {
        const by = rng.pick(admins(w, "identity"));
        audit(w, w.cal.at(day, 14), { person: by, net: campusNet(rng, 24) }, "Download users - started (bulk)",
          "UserManagement",
          [thing("Directory", w.tenant, "waalhaven")]);
      }
    }
  } },
  { name: "certificates of computers renew themselves", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of rng.sample(here(w, day, (x) => x.laptop.os === "Windows 11"), 2)) {
        const t = w.cal.at(day, rng.float(8, 12));
        const fields = { Requester: `${NETBIOS}\\${p.laptop.name}$`, RequestId: String(rng.int(4000, 9000)),
          Attributes: `CertificateTemplate:WorkstationAuth\nccm:${p.laptop.fqdn}` };
        event(w, t, host(w, "ca01"), 4886, fields);
        event(w, t + 700, host(w, "ca01"), 4887, { ...fields, Subject: `CN=${p.laptop.fqdn}`, Disposition: "3" });
      }
    }
  } },
  { name: "deleted files on the file servers", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of rng.sample(here(w, day, (x) => x.unitCode === "eng" || x.unitCode === "med"), 2)) {
        const on = host(w, p.unitCode === "med" ? "fs-med01" : "fs-eng01");
        const t = w.cal.at(day, rng.float(9, 18));
        for (let i = rng.int(1, 7); i > 0; i--) {
          act(w, t + i * 1500, on, 4663, p, undefined,
            { ObjectName: `D:\\instruments\\${p.unitCode}\\own\\${p.sam}\\old${i}.dat`,
            ObjectType: "File", AccessMask: "0x10000", ProcessName: "", IpAddress: p.laptop.ip });
        }
      }
    }
  } },
  { name: "small things on Linux servers", run: (w, rng) => {
    const web = host(w, "web-fac01");
    for (let day = 0; day < w.cal.days; day++) {
      for (let i = 0; i < 3; i++) {
        line(w, w.cal.at(day, rng.float(0, 24)), web, "apache2",
          `${hostileNet(rng).ip} - - "POST /wp-login.php HTTP/1.1" 403 199 "-" "-"`,
          { facility: "local7" });
      }
      const p = rng.pick(w.people.filter((x) => x.linux.length > 0));
      const on = rng.pick(p.linux);
      const t = w.cal.at(day, rng.float(9, 20));
      const x = rng.pick(["sftp", "kernel", "passwd", "su", "usermod", "auditd"]);
      if (x === "sftp") line(w, t, on, "sftp-server", `sent "/scratch/fig.png" bytes ${rng.int(1e5, 9e7)}`,
        { facility: "auth" });
      if (x === "kernel") {
        line(w, t, on, "kernel", `python3[${rng.int(2000, 90_000)}]: segfault at 0 ip 00007f11 error 4 in libc.so.6`,
          { facility: "kern", severity: "warning" });
      }
      if (x === "passwd") line(w, t, on, "passwd", `pam_unix(passwd:chauthtok): password changed for ${p.sam}`);
      if (x === "su") line(w, t, on, "su", `(to data) ${p.sam} on pts/1`);
      if (x === "usermod") line(w, t, on, "usermod", `add '${p.sam}' to group 'slurm-users'`);
      if (x === "auditd") line(w, t, on, "auditd", "Audit daemon rotating log files");
    }
  } },
  { name: "mail programs with old protocols", run: (w, rng) => {
    const users = rng.sample(w.people.filter((p) => p.tags.has("professor")), 4);
    for (const p of users) {
      for (const day of w.cal.workdays()) {
        if (p.plan[day] === "off" || !rng.chance(0.35)) continue;
        signin(w, w.cal.at(day, p.start), p, { net: netOf(rng, p, day), app: "outlook", client: "IMAP4", device: null,
          os: "", browser: "" });
      }
    }
    for (const day of w.cal.workdays()) {
      const p = rng.pick(here(w, day, (x) => x.laptop.os === "Windows 11"));
      const net = netOf(rng, p, day);
      const app = rng.pick(["onedrive", "broker", "azps"]);
      signin(w, w.cal.at(day, rng.float(9, 12)), p, { net, app, client: "Mobile Apps and Desktop clients" });
      silent(w, w.cal.at(day, rng.float(12, 17)), p, { net, app: "onedrive" });
    }
  } },
  { name: "searches and permissions are closed again", run: (w, rng) => {
    for (const day of changeDays(w)) {
      const by = rng.pick(admins(w, "m365"));
      const p = rng.pick(w.people);
      if (rng.chance(0.4)) {
        command(w, w.cal.at(day, 19.2), by, "Remove-MailboxPermission", p.sam,
          { Identity: p.sam, User: rng.pick(w.people).sam, AccessRights: "FullAccess" }, campusNet(rng, 24));
      }
      const officer = rng.pick(w.people.filter((x) => x.tags.has("legal")));
      if (rng.chance(0.15) && officer.plan[day] !== "off") {
        command(w, w.cal.at(day, 15.2), officer, "Remove-ComplianceSearch", `FOI-2026-${rng.int(1, 99)}`,
          { Identity: `FOI-2026-${rng.int(1, 99)}` }, netOf(rng, officer, day));
      }
    }
  } },
  { name: "inventory of policies by the jump host", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      const by = rng.pick(admins(w, "windows"));
      if (rng.chance(0.25)) idQuery(w, w.cal.at(day, 10), by, host(w, "jump01"), "AllGPOs",
        "(objectCategory=groupPolicyContainer)");
      if (rng.chance(0.3)) {
        idQuery(w, w.cal.at(day, 11), by, host(w, "jump01"), "EnumerateSessions", "",
          { action: "SAMR query", target: "fs01" });
      }
    }
  } },
];
