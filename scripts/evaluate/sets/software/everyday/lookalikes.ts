import { azure } from "../emit/azure.ts";
import { audit, principalSignIn, principalTarget, riskEvent, signIn } from "../emit/entra.ts";
import { cron, kernel, sudo, written } from "../emit/linux.ts";
import { message } from "../emit/mail.ts";
import { cloudApp, cmdlet, sharing } from "../emit/office.ts";
import { anomaly, behavior } from "../emit/upstream.ts";
import { accountEvent, eventData, identityQuery, subject, winEvent } from "../emit/windows.ts";
import type { EverydayLog } from "../lib/log.ts";
import { day, hour, isWeekend, minute, weekdayOf } from "../lib/time.ts";
import { apps } from "../org/identities.ts";
import type { Person } from "../org/people.ts";
import { adminOf, host, principal, resource } from "../org/world.ts";
import type { World } from "../org/world.ts";
import { unixName } from "./linux.ts";
import type { Whereabouts } from "./whereabouts.ts";
import { service, workstationOf } from "./windows.ts";

const ticket = (w: World, log: EverydayLog, time: number, subjectLine: string, to: Person): void => {
  message(log, time, { subject: subjectLine, to: [to], from: { address: "tickets@brightkiln.example",
    name: "Service desk" } });
};

/** Accounts of machines which sign in the same way each day, with an old protocol or without a second factor. */
const serviceAccounts = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  for (const who of w.services.slice(0, 3)) {
    for (const at of [3, 15]) {
      signIn(log, start + at * hour + r.int(0, 90_000), who, { app: apps.exchange, from: w.offices.hamburg,
        device: undefined,
        agent: "BAV2ROPC", client: who.name.includes("ticketmail") ? "IMAP4" : "Other clients", mfa: "none" });
    }
  }
};

/** Changes of trust and applications that look dangerous and are somebody's task. */
const plannedChanges = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  const identity = adminOf(w, /Identity/);
  const owner = identity.owner ?? identity;
  const offset = Math.floor((start - w.from) / day);
  const evening = start + 17.2 * hour;
  if (weekdayOf(start) === 3) {
    if (r.chance(0.6)) {
      const app = r.pick(w.principals);
      ticket(w, log, evening - 5 * hour, `CHG-${r.digits(4)} Permission for ${app.name} approved`, owner);
      audit(log, evening, { op: "Add app role assignment to service principal", category: "ApplicationManagement",
        by: identity,
        type: "Assign", targets: [{ type: "ServicePrincipal", name: "Microsoft Graph", changes: [["AppRole.Value", null,
          r.pick(["User.Read.All", "Group.Read.All", "Reports.Read.All"])],
            ["ServicePrincipal.DisplayName", null, app.name]] },
        principalTarget(app)] });
    }
    if (r.chance(0.35)) {
      audit(log, evening + 20 * minute, { op: "Update conditional access policy", category: "Policy", by: identity,
        service: "Conditional Access", targets: [{ type: "Policy", name: "CA060 Pilot token protection", changes: [[
          "ConditionalAccessPolicy", { state: "enabled" }, { state: "enabledForReportingButNotEnforced" }]] }] });
    }
  }
  if ([16, 44].includes(offset)) {
    ticket(w, log, evening - 9 * hour, "CHG-4519 Domain for the campaign site", owner);
    const name = `brightkiln-${offset === 16 ? "events" : "labs"}.example`;
    for (const op of ["Add unverified domain", "Verify domain"]) {
      audit(log, evening + r.int(1, 9) * minute, { op, category: "DirectoryManagement", by: identity,
        targets: [{ type: "Directory", name }] });
    }
  }
  if ([9, 37].includes(offset)) {
    const tenant = r.uuid();
    ticket(w, log, evening - 9 * hour, "CHG-4530 Cross-tenant settings for the auditors", owner);
    audit(log, evening, { op: "Add a partner to cross-tenant access setting", category: "Policy", by: identity,
      targets: [{ type: "Policy", name: tenant, changes: [["tenantId", null, tenant]] }] });
  }
  if (isWeekend(start)) return;
  if (r.chance(0.25)) {
    const who = r.pick(w.people.filter((one) => one.department === "Site Reliability"));
    const time = whereabouts.moment(r, who, start);
    const app = r.pick(w.principals.slice(0, 4));
    audit(log, time, { op: "Update application", category: "ApplicationManagement", by: who,
      from: whereabouts.spot(who, time),
      targets: [{ type: "Application", name: app.name, changes: [["FederatedIdentityCredentials", [], [{ Name: r.hex(4),
        Issuer: "https://token.actions.githubusercontent.example",
        Subject: `repo:brightkiln/${r.pick(["api", "infra", "web"])}:environment:prod` }]]] }] });
  }
  if (r.chance(0.25)) {
    const who = r.pick(w.people.filter((one) => one.department === "Engineering"));
    const time = whereabouts.moment(r, who, start);
    audit(log, time, { op: "Add owner to application", category: "ApplicationManagement", by: who,
      from: whereabouts.spot(who, time),
      targets: [{ type: "User", id: who.id, upn: who.upn, name: who.name }, { type: "Application",
        name: `dev-${who.last.toLowerCase()}-demo` }] });
  }
  // Engineers sign in on servers without a browser, by device code, from the line that they always use.
  if (r.chance(0.5)) {
    const who = r.pick(w.people.filter((one) => ["Site Reliability", "Data"].includes(one.department)));
    if (whereabouts.works(who, start)) {
      const time = whereabouts.moment(r, who, start);
      signIn(log, time, who, { app: apps.cli, protocol: "deviceCode", mfa: "prompt",
        from: whereabouts.spot(who, time) });
    }
  }
};

const officeTickets = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  const messaging = adminOf(w, /Messaging/);
  const owner = messaging.owner ?? messaging;
  if (isWeekend(start) || !whereabouts.works(owner, start)) return;
  const time = whereabouts.moment(r, owner, start);
  const from = whereabouts.spot(owner, time);
  if (r.chance(0.2)) {
    const site = r.pick(w.sites.filter((one) => !one.sensitive));
    const who = r.pick(w.people);
    ticket(w, log, time - 40 * minute, `[Ticket ${r.digits(5)}] New owner of site ${site.name}: ${who.name}`, owner);
    sharing(log, time, messaging, "SiteCollectionAdminAdded", site, "", who.upn, { from });
  }
  if (r.chance(0.15)) {
    cmdlet(log, time + hour, messaging, "Set-Mailbox", { Identity: r.pick(w.people).upn,
      LitigationHoldEnabled: "True" }, { from });
  }
  if (r.chance(0.2)) {
    const who = r.pick(w.people.filter((one) => ["Support", "Sales"].includes(one.department)));
    const at = whereabouts.moment(r, who, start);
    cloudApp(log, at, who, "DlpRuleUndo", "Microsoft Exchange Online", "Re: test data",
      { from: whereabouts.spot(who, at) }, {}, {
      ExceptionInfo: { Reason: "FalsePositive", Justification: "synthetic test data" },
        PolicyDetails: [{ PolicyName: "Personal data",
        Rules: [{ RuleName: "Low volume", Severity: "Low", Actions: ["NotifyUser"] }] }] });
  }
};

const windowsHabits = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  const dc = host(w, "FIN-DC01");
  const erp = service(w, "svc-erp");
  for (const at of [5, 17]) {
    identityQuery(log, start + at * hour, erp, "FIN-ERP01", "10.40.1.30", dc, "LDAP query", "AllUsers",
      "(objectCategory=person)");
  }
  const workstation = r.pick(w.windows.slice(8));
  const certificate = { Requester: `BKFIN\\${workstation.name}$`, RequestId: r.digits(4),
    Attributes: "CertificateTemplate:Machine" };
  winEvent(log, start + 7 * hour, host(w, "FIN-CA01"), 4886, certificate);
  winEvent(log, start + 7 * hour + 400, host(w, "FIN-CA01"), 4887, { ...certificate, Disposition: "3",
    Subject: `CN=${workstation.fqdn}` });
  if (isWeekend(start)) return;
  for (const who of r.sample(w.people.filter((one) => one.sam), 4)) {
    const machine = workstationOf(w, who);
    identityQuery(log, start + r.float(7, 15) * hour, who, machine.name, machine.ip, dc, "SAMR query", "GetUserInfo",
      "QueryUser", who.sam);
  }
  if (weekdayOf(start) === 2) {
    for (const on of w.windows.slice(8, 20)) {
      winEvent(log, start + 10 * hour + r.int(0, 3600) * 1000, on, 4698,
        { ...subject(`${on.name}$`), EventData: eventData({
        TaskName: "\\PatchPilot\\Reboot", TaskContent: "&lt;Command&gt;shutdown.exe&lt;/Command&gt;" }) });
    }
  }
  const agent = w.people.find((one) => one.sam && /Helpdesk/.test(one.title));
  if (agent && r.chance(0.3)) {
    accountEvent(log, start + r.float(7, 14) * hour, dc, agent, r.pick(w.people.filter((one) => one.sam)), 4738,
      { OldUacValue: "0x210", NewUacValue: "0x10" });
  }
};

const linuxHabits = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  for (const on of r.sample(w.servers, 6)) {
    cron(log, start + r.int(0, 23) * hour + 5 * minute, on, "root",
      "curl -fsS -m 10 https://deadman.pagerbell.example/ping >/dev/null");
  }
  if (weekdayOf(start) === 1) {
    const joiner = r.pick(w.people.filter((one) => one.department === "Site Reliability"));
    for (const on of r.sample(w.servers, 9)) {
      written(log, start + 2.2 * hour + r.int(0, 90_000), on, "ansible",
        `/home/${unixName(joiner)}/.ssh/authorized_keys`, "python3.12",
        "ssh_keys");
    }
  }
  if (weekdayOf(start) === 2) {
    for (const on of w.servers.filter((one) => one.environment === "build")) {
      kernel(log, start + 3.3 * hour, on, "nvidia: loading out-of-tree module taints kernel.");
      sudo(log, start + 3.2 * hour, on, "ansible", "/usr/sbin/modprobe nvidia", { tty: "unknown" });
    }
  }
};

const upstream = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  for (let i = r.count(2.2); i > 0; i--) {
    const who = r.pick(w.people);
    const time = whereabouts.moment(r, who, start);
    const from = whereabouts.spot(who, time);
    behavior(log, time, who, from, r.pick(["LogOn", "ResourceAccess", "ApplicationAccess"]), "Sign-in", r.int(0, 4),
      { FirstTimeUserUsedBrowser: r.pick(["True", "False"]), ActionUncommonlyPerformedByUser: "False" });
  }
  if (r.chance(0.7)) {
    const who = r.pick(w.people);
    anomaly(log, start + r.float(0, 24) * hour, who, who.home,
      r.pick(["Anomalous web request activity", "Attempted user account bruteforce",
      "Unusual mass download by user"]), r.float(0.35, 0.7), r.pick(["InitialAccess", "CredentialAccess",
        "Exfiltration"]),
    r.pick(["T1190", "T1110", "T1030"]));
  }
  if (r.chance(0.4)) {
    const who = r.pick(w.people.filter((one) => one.consumerVpn || whereabouts.trip(one, start)));
    const time = whereabouts.moment(r, who, start);
    riskEvent(log, time, who, whereabouts.spot(who, time), r.pick(["unfamiliarFeatures", "anonymizedIPAddress",
      "unlikelyTravel"]),
      r.pick(["low", "low", "medium"]), { state: r.pick(["remediated", "dismissed"]),
        detail: "userPassedMFADrivenByRiskBasedPolicy" });
  }
  // The reports of the costs of a month, by the identity that always does it.
  const saver = principal(w, "cost-optimizer");
  if (weekdayOf(start) === 1) {
    principalSignIn(log, start + 4 * hour, saver);
    azure(log, start + 4 * hour + 9000, { op: "Microsoft.CostManagement/exports/run/action", by: saver,
      on: resource(w, "bkstgdata"), short: true });
  }
};

/** Work that resembles attacks and is not. */
export const lookalikes = (w: World, base: EverydayLog, whereabouts: Whereabouts): void => {
  const log = base.fork("lookalikes");
  for (let start = w.from; start < w.until; start += day) {
    serviceAccounts(w, log, start);
    plannedChanges(w, log, whereabouts, start);
    officeTickets(w, log, whereabouts, start);
    windowsHabits(w, log, start);
    linuxHabits(w, log, start);
    upstream(w, log, whereabouts, start);
  }
};
