import { addToRole, audit, consent, graphCall, groupMember, passwordReset, pimActivation, principalSignIn,
  principalTarget,
  riskEvent, securityInfo, signIn, userTarget } from "../emit/entra.ts";
import { message } from "../emit/mail.ts";
import { identityChange, accountEvent } from "../emit/windows.ts";
import type { EverydayLog } from "../lib/log.ts";
import { day, hour, isWeekend, iso, minute, weekdayOf } from "../lib/time.ts";
import { apps } from "../org/identities.ts";
import type { Person } from "../org/people.ts";
import { foreignPlaces, homeLine, hostingSpot } from "../org/places.ts";
import { adminOf, byTitle, host, principal } from "../org/world.ts";
import type { World } from "../org/world.ts";
import type { Whereabouts } from "./whereabouts.ts";

const roleId = (w: World, role: string): string => w.roles[role] ?? "";

const provisioning = (w: World, log: EverydayLog, time: number, who: Person, action: string): void => {
  const sp = principal(w, "hr-provisioning");
  const { r } = log;
  for (const system of ["Salescope CRM", "GitForge"]) {
    if (!r.chance(0.6)) continue;
    log.add("AADProvisioningLogs", time + r.int(1, 40) * minute, {
      Id: r.uuid(), JobId: `${system.replace(/ /g, "")}.${r.hex(8)}`, CycleId: r.uuid(), ChangeId: r.uuid(),
      ProvisioningAction: action, ResultType: r.chance(0.96) ? "Success" : "Failure",
        OperationName: "Provisioning activity",
      InitiatedBy: JSON.stringify({ id: "", name: "Azure AD Provisioning Service", initiatorType: "system" }),
      ServicePrincipal: JSON.stringify({ Id: sp.id, Name: system }), DurationMs: r.int(300, 4000),
      SourceIdentity: JSON.stringify({ id: who.id, identityType: "User", displayName: who.name,
        details: { upn: who.upn } }),
      TargetIdentity: JSON.stringify({ id: r.digits(6), identityType: "User", displayName: who.name }),
      TargetSystem: JSON.stringify({ displayName: system }), SourceSystem: "Azure AD", Category: "ProvisioningLogs",
    });
  }
};

const joinersAndLeavers = (w: World, log: EverydayLog): void => {
  const { r } = log;
  const sp = principal(w, "hr-provisioning");
  const helpdesk = w.people.filter((one) => /Helpdesk/.test(one.title));
  const all = w.groups.find((group) => group.name === "sg-vpn-users") ?? { id: "", name: "" };
  for (const who of w.newcomers) {
    const time = who.created + 2 * hour;
    audit(log, time, { op: "Add user", category: "UserManagement", by: sp, targets: [userTarget(who, [
      ["AccountEnabled", [], [true]], ["UserPrincipalName", [], [who.upn]], ["Department", [], [who.department]]])] });
    audit(log, time + minute, { op: "Change user license", category: "UserManagement", by: sp,
      targets: [userTarget(who)] });
    groupMember(log, time + 2 * minute, sp, who, all, "Add");
    provisioning(w, log, time, who, "create");
    const agent = r.pick(helpdesk);
    audit(log, who.joins + 7 * hour, { op: "Admin registered security info", category: "UserManagement", by: agent,
      service: "Authentication Methods", reason: "Admin registered temporary access pass method for user",
      targets: [userTarget(who)] });
    securityInfo(log, who.joins + 8 * hour, who, who, "Authenticator app with push notification and code",
      "registered");
  }
  for (const who of w.people.filter((one) => one.leaves < w.until)) {
    message(log, who.leaves - 9 * day - 3 * hour,
      { subject: `Your last day at Brightkiln: offboarding checklist (${who.name})`,
      from: { address: "people-ops@brightkiln.example", name: "People Operations" }, to: [who] });
    const time = who.leaves + r.float(0.5, 3) * hour;
    audit(log, time, { op: "Disable account", category: "UserManagement", by: sp,
      targets: [userTarget(who, [["AccountEnabled", [true], [false]]])] });
    audit(log, time + minute, { op: "Update StsRefreshTokenValidFrom Timestamp", category: "UserManagement", by: sp,
      targets: [userTarget(who)] });
    provisioning(w, log, time, who, "disable");
    if (r.chance(0.6)) {
      signIn(log, time + r.int(2, 20) * hour, who, { app: apps.outlookMobile, device: who.phone, result: "50057",
        mfa: "none" });
    }
  }
  // The end of a project: an administrator disables its contractors in one go.
  const contractors = w.people.filter((one) => one.contractor && one.department !== "Site Reliability").slice(-7);
  const identity = adminOf(w, /Identity/);
  for (const [round, gone] of [contractors.slice(0, 3), contractors.slice(3)].entries()) {
    const end = w.from + (19 + round * 21) * day + 13 * hour;
    pimActivation(log, end - 6 * minute, identity, "User Administrator", roleId(w, "User Administrator"),
      "CHG-4471 end of project Sandpiper");
    for (const [i, who] of gone.entries()) {
      who.leaves = end;
      audit(log, end + i * 4000, { op: "Disable account", category: "UserManagement", by: identity,
        targets: [userTarget(who, [["AccountEnabled", [true], [false]]])] });
      audit(log, end + i * 4000 + 1500, { op: "Update StsRefreshTokenValidFrom Timestamp", category: "UserManagement",
        by: identity, targets: [userTarget(who)] });
    }
  }
};

const helpdeskDay = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  const agents = w.people.filter((one) => /Helpdesk/.test(one.title) && whereabouts.works(one, start));
  if (agents.length === 0) return;
  const rest = w.people.filter((one) => one.leaves > start + day && one.department !== "IT");
  for (let i = r.count(1.6); i > 0; i--) {
    const agent = r.pick(agents);
    const who = r.pick(rest);
    const time = whereabouts.moment(r, agent, start);
    const from = whereabouts.spot(agent, time);
    for (let k = r.int(2, 5); k > 0; k--) {
      signIn(log, time - (10 + k) * minute, who, { result: "50126", mfa: "none", from: whereabouts.spot(who, time) });
    }
    message(log, time - 8 * minute, { subject: `[Ticket ${r.digits(5)}] Password reset for ${who.name}`,
      from: { address: "tickets@brightkiln.example", name: "Service desk" }, to: [agent] });
    passwordReset(log, time, agent, who, from);
    signIn(log, time + 6 * minute, who, { app: apps.officeHome, mfa: "prompt", from: whereabouts.spot(who, time) });
  }
  if (r.chance(0.5)) {
    const agent = r.pick(agents);
    const who = r.pick(rest);
    const group = r.pick(w.groups.filter((one) => /^sg-(prod|finance|vpn|kestrel)/.test(one.name)));
    const time = whereabouts.moment(r, agent, start);
    message(log, time - 9 * minute, { subject: `[Ticket ${r.digits(5)}] Access approved: ${who.name}`,
      from: { address: "tickets@brightkiln.example", name: "Service desk" }, to: [agent] });
    groupMember(log, time, agent, who, group, r.chance(0.8) ? "Add" : "Remove", whereabouts.spot(agent, time));
  }
  if (r.chance(0.55)) {
    const agent = r.pick(agents);
    const who = r.pick(rest);
    const time = whereabouts.moment(r, agent, start);
    message(log, time - 9 * minute, { subject: `[Ticket ${r.digits(5)}] Lost phone: ${who.name}`,
      from: { address: "tickets@brightkiln.example", name: "Service desk" }, to: [agent] });
    securityInfo(log, time, who, agent, "Authenticator app", "deleted", whereabouts.spot(agent, time));
    securityInfo(log, time + 25 * minute, who, who, "Authenticator app with push notification and code", "registered",
      whereabouts.spot(who, time));
  }
};

const administration = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  const identities = w.admins.filter((one) => /Identity/.test(one.title));
  const at = (who: Person): [number, ReturnType<Whereabouts["spot"]>] => {
    const owner = who.owner ?? who;
    const time = whereabouts.moment(r, owner, start);
    return [time, whereabouts.spot(owner, time)];
  };
  for (const who of identities) {
    if (!whereabouts.works(who.owner ?? who, start)) continue;
    const [time, from] = at(who);
    if (r.chance(0.8)) {
      const role = r.pick(["User Administrator", "Application Administrator"]);
      pimActivation(log, time, who, role, roleId(w, role), `CHG-${r.digits(4)} access requests`, from);
      for (let i = r.int(2, 9); i > 0; i--) {
        const person = r.pick(w.people);
        groupMember(log, time + i * 5 * minute, who, person, r.pick(w.groups.filter((g) => !g.roleAssignable
          && g.name !== "sg-ca-exclusions")), r.chance(0.7) ? "Add" : "Remove", from);
      }
    }
    for (let i = r.int(0, 3); i > 0; i--) {
      audit(log, time + (30 + i) * minute, { op: "Update user", category: "UserManagement", by: who, from,
        targets: [userTarget(r.pick(w.people), [["JobTitle", ["Engineer"], ["Senior Engineer"]]])] });
    }
  }
  // Change window: Wednesday evening. Policies are changed here only, by the identity administrators.
  if (weekdayOf(start) === 3) {
    const who = r.pick(identities);
    const time = start + (17 + r.float(0, 1.5)) * hour;
    const from = who.home;
    pimActivation(log, time, who, "Conditional Access Administrator", roleId(w, "Conditional Access Administrator"),
      `CHG-${r.digits(4)} weekly window`, from);
    for (let i = r.int(1, 3); i > 0; i--) {
      const name = r.pick(["CA010 Require compliant device", "CA020 Block legacy authentication", "CA031 Contractors",
        "CA044 Azure management"]);
      audit(log, time + i * 9 * minute, { op: "Update conditional access policy", category: "Policy", by: who, from,
        service: "Conditional Access", targets: [{ type: "Policy", name, changes: [["ConditionalAccessPolicy",
          { state: "enabledForReportingButNotEnforced" }, { state: "enabled", displayName: name }]] }] });
    }
    if (r.chance(0.35)) {
      audit(log, time + 40 * minute, { op: "Update named location", category: "Policy", by: who, from,
        service: "Conditional Access", targets: [{ type: "Policy", name: "Offices", changes: [["NamedLocation", null,
          { isTrusted: true, ipRanges: [`${w.offices.hamburg.ip}/32`, `${w.offices.krakow.ip}/32`] }]] }] });
    }
    if (r.chance(0.4)) {
      const role = r.pick(["Security Reader", "Reports Reader", "Global Reader"]);
      addToRole(log, time + 50 * minute, who, userTarget(r.pick(w.people.filter((p) => p.department === "Security"))),
        role,
        roleId(w, role), from);
    }
  }
  if (r.chance(0.3)) {
    const who = r.pick(w.people.filter((one) => ["Product", "Customer Success",
      "Engineering"].includes(one.department)));
    const [time, from] = at(who);
    const name = `${r.pick(["mira", "jon", "ilse", "pavel", "noor"])}.${r.pick(["hale", "stern", "quist", "lund"])}`;
    const company = r.pick(["northgate-retail.example", "sundvik-consulting.example", "tessera-labs.example"]);
    const upn = `${name}_${company}#EXT#@brightkilnhq.onmicrosoft.example`;
    audit(log, time, { op: "Invite external user", category: "UserManagement", by: who, from, service: "Invited Users",
      targets: [{ type: "User", name: `${name}@${company}`, upn }],
        details: { InvitedUserEmailAddress: `${name}@${company}` } });
    audit(log, time + r.int(1, 20) * hour, { op: "Redeem external user invite", category: "UserManagement",
      by: { app: "Microsoft B2B Admin Worker" }, service: "B2B Auth", targets: [{ type: "User", upn }] });
  }
  for (let i = r.count(0.8); i > 0; i--) {
    const who = r.pick(w.people);
    const [time, from] = at(who);
    consent(log, time, who, r.pick(w.approvedApps), r.pick(["User.Read openid profile", "Calendars.Read User.Read",
      "User.Read offline_access"]), false, from);
  }
  if (weekdayOf(start) === 2 && r.chance(0.6)) {
    const who = r.pick(identities);
    const [time, from] = at(who);
    consent(log, time, who, r.pick(w.approvedApps), "Calendars.ReadWrite User.Read.All", true, from);
  }
  if (r.chance(0.3)) {
    const who = r.pick(w.people.filter((one) => one.department === "Engineering"));
    const [time, from] = at(who);
    const name = `dev-${who.last.toLowerCase()}-${r.pick(["demo", "poc", "test"])}-${r.hex(3)}`;
    audit(log, time, { op: "Add application", category: "ApplicationManagement", by: who, from,
      targets: [{ type: "Application", name, changes: [["DisplayName", [], [name]]] }] });
    audit(log, time + 2000, { op: "Add service principal", category: "ApplicationManagement", by: who, from,
      targets: [{ type: "ServicePrincipal", name }] });
    audit(log, time + 6 * minute, { op: "Update application – Certificates and secrets management",
      category: "ApplicationManagement", by: who, from, targets: [{ type: "Application", name,
        changes: [["KeyDescription", [],
        [`[KeyIdentifier=${r.uuid()},KeyType=Password,KeyUsage=Verify,DisplayName=dev]`]]] }] });
  }
  if (r.chance(0.25)) {
    const who = r.pick(w.people);
    const [time, from] = at(who);
    audit(log, time, { op: "Register device", category: "Device", by: who, from, service: "Device Registration Service",
      targets: [{ type: "Device", name: who.laptop.name }] });
  }
};

/** Scripts on the Internet that try old passwords; conditional access and lockout stop all of them. */
const internetNoise = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  for (let i = r.count(1.4); i > 0; i--) {
    const from = r.chance(0.5) ? hostingSpot(r) : homeLine(r, r.pick(foreignPlaces));
    const time = start + r.float(0, 24) * hour;
    for (const who of r.sample(w.people, r.int(1, 5))) {
      signIn(log, time + r.int(0, 90) * minute, who, { app: apps.exchange, from, device: undefined, agent: "BAV2ROPC",
        client: r.pick(["Authenticated SMTP", "IMAP4", "Other clients"]),
          result: r.pick(["50126", "50126", "50053", "53003"]),
        mfa: "none" });
    }
  }
};

const machineIdentities = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  const hourly: Record<string, number> = { "siem-export": 3, "hr-provisioning": 3, "crm-sync": 3, "mail-archiver": 3,
    "support-portal": 3, "telemetry-gateway": 2, "feature-flag-service": 2, "data-platform-ingest": 2,
    "partner-status-board": 1, "cost-optimizer": 1, "nightly-backup": 1, "secret-rotator": 1 };
  for (const [name, count] of Object.entries(hourly)) {
    const sp = principal(w, name);
    for (let i = 0; i < count; i++) {
      const time = start + ((i * 24) / count + 1) * hour + r.int(0, 200_000);
      principalSignIn(log, time, sp);
      if (sp.permissions.length > 0) {
        graphCall(log, time + 4000, sp, sp.name === "siem-export"
          ? `/auditLogs/directoryAudits?$filter=activityDateTime ge ` +
          iso(time - 8 * hour) : sp.name === "mail-archiver" ? `/users/${r.pick(w.people.filter((p) => p.department ===
          "Finance")).id}/messages?$top=50` : "/users/delta?$select=id,displayName,department");
      }
    }
  }
  for (const one of w.identities) {
    for (let i = r.int(2, 4); i > 0; i--) {
      principalSignIn(log, start + r.float(0, 24) * hour, one,
        { resource: r.pick(["Azure Resource Manager", "Azure Key Vault", "Azure Storage"]) });
    }
  }
  const hr = principal(w, "hr-provisioning");
  for (let i = r.int(1, 5); i > 0; i--) {
    const who = r.pick(w.people);
    const time = start + (6 + r.float(0, 12)) * hour;
    audit(log, time, { op: "Update user", category: "UserManagement", by: hr,
      targets: [userTarget(who, [["Department", [who.department],
      [who.department]], ["LastDirSyncTime", [], [iso(time)]]])] });
    provisioning(w, log, time, who, "update");
  }
  if (weekdayOf(start) === 1) {
    const sp = principal(w, "license-reporter");
    principalSignIn(log, start + 4 * hour, sp);
    for (let page = 1; page < 9; page++) graphCall(log, start + 4 * hour + page * 3000, sp,
      `/users?$top=100&$skiptoken=${page}`);
  }
  // The rotator gives the applications new secrets every second Thursday.
  if (weekdayOf(start) === 4 && Math.floor(start / (7 * day)) % 2 === 0) {
    const rotator = principal(w, "secret-rotator");
    for (const [i, sp] of w.principals.slice(0, 12).entries()) {
      audit(log, start + 2 * hour + i * 11_000, { op: "Add service principal credentials",
        category: "ApplicationManagement",
        by: rotator, targets: [principalTarget(sp, [["KeyDescription", [],
          [`[KeyIdentifier=${r.uuid()},KeyType=Password,` +
          "KeyUsage=Verify,DisplayName=rotated]"]]])] });
    }
  }
  if (r.chance(0.12)) {
    const sp = r.pick(w.principals.slice(0, 4));
    for (let i = r.int(2, 6); i > 0; i--) {
      principalSignIn(log, start + 9 * hour + i * 60_000, sp, { result: "7000222" });
    }
  }
};

/** A phone with an old password that tries again all day, until its owner notices. */
const stalePhones = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  if (!r.chance(0.22)) return;
  const who = r.pick(w.people.filter((one) => one.phone));
  for (let i = 0; i < r.int(6, 14); i++) {
    signIn(log, start + 6 * hour + i * 50 * minute, who, { app: apps.exchange, device: who.phone, from: who.phoneLine,
      client: "Exchange ActiveSync", result: i > 6 ? "50053" : "50126", mfa: "none" });
  }
};

export const identityWork = (w: World, base: EverydayLog, whereabouts: Whereabouts): void => {
  const log = base.fork("identity");
  const { r } = log;
  joinersAndLeavers(w, log);
  for (let start = w.from; start < w.until; start += day) {
    machineIdentities(w, log, start);
    internetNoise(w, log, start);
    if (isWeekend(start)) continue;
    helpdeskDay(w, log, whereabouts, start);
    administration(w, log, whereabouts, start);
    stalePhones(w, log, start);
    if (r.chance(0.15)) {
      const who = r.pick(w.people);
      riskEvent(log, start + 10 * hour, who, who.home, r.pick(["anonymizedIPAddress", "unfamiliarFeatures",
        "unlikelyTravel"]), "low", { state: "dismissed", detail: "adminDismissedAllRiskForUser",
          delayMinutes: r.int(20, 600) });
    }
  }
  // The quarterly test of the emergency accounts, from the office, together with the head of security.
  const tester = byTitle(w, /Head of IT/);
  for (const offset of [9, 37]) {
    const time = w.from + offset * day + 8.5 * hour;
    message(log, time - 4 * hour, { subject: "CHG-0090 Quarterly test of emergency access accounts",
      from: { address: "tickets@brightkiln.example", name: "Service desk" },
        to: [tester, byTitle(w, /Head of Security/)] });
    for (const [i, who] of w.breakGlass.entries()) {
      signIn(log, time + i * 10 * minute, who, { app: apps.portal, from: w.offices.hamburg, mfa: "prompt",
        device: tester.laptop });
    }
  }
  // Quarterly access review: guests that nobody confirmed are removed.
  const review = adminOf(w, /Identity/);
  for (const guest of w.guests.slice(-3)) {
    const time = w.from + 30 * day + 9 * hour + r.int(0, 300) * 1000;
    guest.leaves = time;
    audit(log, time, { op: "Delete user", category: "UserManagement", by: review, targets: [userTarget(guest)] });
  }
  const dc = host(w, "FIN-DC01");
  const finance = w.people.filter((one) => one.sam && one.department !== "IT");
  const agents = w.people.filter((one) => one.sam && /Helpdesk/.test(one.title));
  for (let start = w.from; start < w.until; start += day) {
    if (isWeekend(start) || agents.length === 0 || !r.chance(0.4)) continue;
    const agent = r.pick(agents);
    const who = r.pick(finance);
    const time = whereabouts.moment(r, agent, start);
    accountEvent(log, time - 5 * minute, dc, `${dc.name}$`, who, 4740);
    accountEvent(log, time, dc, agent, who, 4724);
    identityChange(log, time + 1000, agent, "Account Password changed", dc, { TargetAccountUpn: who.upn,
      TargetAccountDisplayName: who.name });
  }
};
