/** Attacks with roles, groups and guests. */
import type { Plot } from "./plot.ts";
import { plot, singlePlot } from "./plot.ts";
import type { Actor } from "../types.ts";
import { change, thingTarget, userTarget } from "../entra.ts";
import { homeNet, strangeDevice } from "../places.ts";
import { DAY, HOUR, MINUTE, range } from "../util.ts";

export const rolePlots: Plot[] = [
  plot("global-administrator-without-approval", "obvious", ["privilege_escalation", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, night, intruder, by, person } = s;
    const thief = admin(w.staff.cloud);
    const victim = person((p) => p.department !== "IT");
    const at = intruder();
    const time = night();
    const role = rng.pick(["Global Administrator", "Privileged Role Administrator",
      "Privileged Authentication Administrator"]);
    out.signin(time - 7 * MINUTE, thief.account, at, { app: "Azure Portal", mfa: true, unmanaged: true });
    key(out.audit(time, by(thief.account, at.net), "Add member to role",
      [userTarget(victim, change("Role.DisplayName", null, role), change("Role.ObjectID", null, w.roles[role]))]));
    out.audit(time + 3000, { app: "MS-PIM" }, "Add member to role outside of PIM (permanent)",
      [thingTarget("Role", w.roles[role]!, role), userTarget(victim)]);
    out.signin(time + 20 * MINUTE, victim, at, { app: "Azure Portal", mfa: true, unmanaged: true });
    return {
      subjects: [thief.account.upn, victim.upn, at.net.ip],
      summary: "At night the highest role is given permanently and past the approval to an ordinary employee, whose " +
        "account is then used from the same server.",
    };
  }),
  plot("activation-at-odd-hour", "context", ["account_compromise", "privilege_escalation"], (s) => {
    const { w, out, rng, key, admin, night, intruder, by } = s;
    const thief = admin(w.staff.cloud);
    const at = intruder("home");
    const time = night();
    const role = "Application Administrator";
    out.signin(time - 3 * MINUTE, thief.account, at, { app: "Azure Portal", mfa: true, unmanaged: true });
    key(out.audit(time, by(thief.account, at.net), "Add member to role completed (PIM activation)",
      [thingTarget("Role", w.roles[role]!, role), userTarget(thief.account)],
      { details: { Justification: rng.pick(["test", "a", "work", "."]) } }));
    key(out.audit(time + 14 * MINUTE, by(thief.account, at.net),
      "Update application – Certificates and secrets management ",
      [thingTarget("Application", w.apps.cloudBackup!.id, w.apps.cloudBackup!.name,
      change("KeyDescription", [], [`[KeyIdentifier=${rng.uuid()},KeyType=Password,DisplayName=rbac]`]))]));
    return {
      subjects: [thief.account.upn, w.apps.cloudBackup!.name, at.net.ip],
      summary: "An eligible role is activated at night from abroad with an empty reason, and used to add a secret to " +
        "the backup application.",
    };
  }),
  plot("guest-becomes-administrator", "obvious", ["privilege_escalation", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, work, by } = s;
    const actor = admin([...w.staff.cloud, ...w.staff.windows.slice(0, 1)]);
    const address = `${rng.pick(["kontakt", "it.support", "a.miller"])}${rng.int(10, 99)}@freemail.example`;
    const guest: Actor = { ...w.guests[0]!, id: rng.uuid(), upn: `${address.replace("@", "_")}#EXT#@${w.domain}`,
      name: address, mail: address };
    const time = work(actor.person) + HOUR;
    const role = rng.pick(["Exchange Administrator", "User Administrator", "SharePoint Administrator"]);
    out.audit(time, by(actor.account, actor.at.net), "Invite external user", [userTarget(guest)],
      { details: { InvitedUserEmailAddress: address } });
    out.audit(time + 6 * MINUTE, by(guest, homeNet(rng, "TR")), "Redeem external user invite", [userTarget(guest)]);
    key(out.audit(time + 9 * MINUTE, by(actor.account, actor.at.net), "Add member to role",
      [userTarget(guest, change("Role.DisplayName", null, role))]));
    key(out.signin(time + 30 * MINUTE, guest, { net: homeNet(rng, "TR"), device: strangeDevice(rng) },
      { app: "Azure Portal", mfa: true }));
    return {
      subjects: [actor.account.upn, guest.upn],
      summary: "An administrator invites a freemail address and gives it an administrative role within minutes.",
    };
  }),
  plot("private-guests-in-project-group", "context", ["insider_threat", "policy_violation", "data_exfiltration"],
    (s) => {
    const { w, out, rng, key, person, work, where, by } = s;
    const insider = person((p) => p.department === "Engineering");
    const time = work(insider);
    const group = w.groups.find((g) => g.name === `PRJ-${insider.teams[1]!.name}`)!;
    const subjects = [insider.upn];
    for (const i of range(rng.int(2, 4))) {
      const address = `${insider.sam}${i + 1}@freemail.example`;
      const guest: Actor = { ...w.guests[0]!, id: rng.uuid(), upn: `${address.replace("@", "_")}#EXT#@${w.domain}`,
        name: address, mail: address };
      const at = time + i * 8 * MINUTE;
      subjects.push(guest.upn);
      key(out.audit(at, by(insider, where(insider).net), "Invite external user", [userTarget(guest)],
        { details: { InvitedUserEmailAddress: address } }));
      key(out.audit(at + 2 * MINUTE, by(insider, where(insider).net), "Add member to group",
        [userTarget(guest), thingTarget("Group", group.id, group.name)]));
      out.file(at + 7 * HOUR, guest, { net: insider.home.net, device: strangeDevice(rng) }, "FileDownloaded",
        out.of(insider.teams[1]!));
    }
    return { subjects,
      summary: "A designer invites private addresses as guests to the group of his project and fetches drawings with " +
      "them from home." };
  }),
  plot("member-of-role-group", "context", ["privilege_escalation", "insider_threat"], (s) => {
    const { w, out, key, person, work, by, admin } = s;
    const actor = admin(w.staff.helpdesk);
    const friend = person((p) => p.department === "IT" || p.department === "Production");
    const group = w.groups.find((g) => g.name === "ROLE-Cloud-Operators")!;
    const time = work(actor.person) + 2 * HOUR;
    key(out.audit(time, by(actor.account, actor.at.net), "Add member to group",
      [userTarget(friend, change("Group.DisplayName", null, group.name)), thingTarget("Group", group.id, group.name)]));
    key(out.signin(time + 90 * MINUTE, friend, friend.desk, { app: "Azure Portal", mfa: true }));
    out.azure(time + 100 * MINUTE, friend, "Microsoft.Compute/virtualMachines/listInstances/action",
      w.cloud.resources.portalVm!, { ip: friend.desk.net.ip, status: "Failure" });
    return {
      subjects: [actor.account.upn, friend.upn, group.name],
      summary: "A service desk agent puts an employee into the group which carries the role of cloud operators.",
    };
  }),
  plot("scoped-role-becomes-tenant-wide", "hard", ["privilege_escalation"], (s) => {
    const { w, out, key, admin, work, by } = s;
    const actor = admin(w.staff.windows.slice(0, 1));
    const agent = w.staff.helpdesk[1] ?? w.staff.helpdesk[0]!;
    const role = "Authentication Administrator";
    const time = work(actor.person);
    out.audit(time, by(actor.account, actor.at.net), "Remove scoped member from role",
      [userTarget(agent.admin!, change("Role.DisplayName", `${role} (plant)`, null))]);
    key(out.audit(time + 70_000, by(actor.account, actor.at.net),
      "Add eligible member to role in PIM completed (permanent)",
      [thingTarget("Role", w.roles["Privileged Authentication Administrator"]!,
      "Privileged Authentication Administrator"), userTarget(agent.admin!)]));
    return {
      subjects: [actor.account.upn, agent.admin!.upn],
      summary: "While a scoped role is tidied up, an agent silently becomes eligible for the tenant-wide privileged one.",
    };
  }),
  plot("rule-of-dynamic-group-changed", "hard", ["privilege_escalation", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work, where, by } = s;
    const insider = person((p) => p.department === "Sales" || p.department === "Marketing");
    const actor = w.staff.cloud[2]!;
    const time = work(actor);
    const group = w.groups.find((g) => g.name === "GRP-Finance")!;
    key(out.audit(time, by(actor.admin!, actor.desk.net), "Update group",
      [thingTarget("Group", group.id, group.name,
      change("MembershipRule", "(user.department -eq \"Finance\")",
      `(user.department -eq "Finance") or (user.mailNickname -eq "${insider.sam}")`))]));
    for (const i of range(rng.int(4, 8))) {
      const ids = out.file(time + 5 * HOUR + i * 3 * MINUTE, insider, where(insider), "FileAccessed",
        out.of(w.teams.find((t) => t.name === "Finance")!));
      key(i === 0 ? ids : []);
    }
    return {
      subjects: [actor.admin!.upn, insider.upn, group.name],
      summary: "The membership rule of the finance group gets one more name; a salesman reads files of finance the " +
        "same evening.",
    };
  }),
  singlePlot("approval-no-longer-needed", "context", ["privilege_escalation", "sabotage"], (s) => {
    const { w, out, key, admin, day, at: clock, by } = s;
    const actor = admin(w.staff.cloud.slice(0, 2));
    const time = clock(day, 12.4);
    const role = "Global Administrator";
    key(out.audit(time, by(actor.account, actor.at.net), "Update role setting in PIM",
      [thingTarget("Role", w.roles[role]!, role,
      change("Approval_EndUser_Assignment", { isApprovalRequired: true }, { isApprovalRequired: false }))]));
    key(out.audit(time + 6 * MINUTE, by(actor.account, actor.at.net), "Add member to role completed (PIM activation)",
      [thingTarget("Role", w.roles[role]!, role), userTarget(actor.account)],
      { details: { Justification: "urgent" } }));
    out.audit(time + 40 * MINUTE, by(actor.account, actor.at.net),
      "Add eligible member to role in PIM completed (permanent)",
      [thingTarget("Role", w.roles["Security Administrator"]!, "Security Administrator"), userTarget(actor.person)]);
    out.audit(time + 44 * MINUTE, by(actor.account, actor.at.net), "Update role setting in PIM",
      [thingTarget("Role", w.roles[role]!, role,
      change("Approval_EndUser_Assignment", { isApprovalRequired: false }, { isApprovalRequired: true }))]);
    return {
      subjects: [actor.account.upn],
      summary: "An administrator switches off the approval of the highest role, activates it, and switches the " +
        "approval on again.",
    };
  }),
  plot("guest-of-ended-project", "context", ["data_exfiltration", "account_compromise"], (s) => {
    const { w, out, rng, key, day, at: clock } = s;
    const guest = rng.pick(w.guests.slice(8, 11));
    const at = { net: homeNet(rng, rng.pick(["CN", "TR", "IT"])), device: strangeDevice(rng) };
    const time = clock(day, rng.real(5, 20));
    key(out.signin(time, guest, at, { app: "Office 365 SharePoint Online", mfa: false }));
    const team = rng.pick(w.teams.slice(0, 14));
    for (const i of range(rng.int(18, 35))) {
      const ids = out.file(time + 2 * MINUTE + i * 7000, guest, at, "FileDownloaded",
        { site: team.url, document: team.documents[i]! });
      key(i < 2 ? ids : []);
    }
    return {
      subjects: [guest.upn, at.net.ip],
      summary: "A guest of a supplier who was never seen in this period signs in from another country and downloads " +
        "the drawings of a project.",
    };
  }),
  plot("hidden-administrator-created", "context", ["account_compromise", "privilege_escalation"], (s) => {
    const { w, out, rng, key, admin, night, intruder, by } = s;
    const thief = admin(w.staff.windows.slice(0, 2));
    const at = intruder();
    const time = night();
    const sam = rng.pick(["svc_aadsync2", "svc_teamsroom", "svc_intune_conn"]);
    const created: Actor = { ...w.services.svc_mon!, id: rng.uuid(), sam, name: sam, upn: `${sam}@${w.domain}`,
      mail: `${sam}@${w.domain}` };
    out.signin(time - 5 * MINUTE, thief.account, at, { app: "Azure Portal", mfa: true, unmanaged: true });
    key(out.audit(time, by(thief.account, at.net), "Add user", [userTarget(created)]));
    key(out.audit(time + 2 * MINUTE, by(thief.account, at.net), "Add member to role",
      [userTarget(created, change("Role.DisplayName", null, "Exchange Administrator"))]));
    out.audit(time + 3 * MINUTE, by(thief.account, at.net), "Add member to group",
      [userTarget(created), thingTarget("Group", w.groups[0]!.id, "CA-Exclude-Kiosk")]);
    key(out.signin(time + DAY + HOUR, created, { net: at.net, device: strangeDevice(rng) },
      { app: "Microsoft Exchange REST API Based Powershell", mfa: false, conditional: "notApplied" }));
    return {
      subjects: [thief.account.upn, created.upn, at.net.ip],
      summary: "An account that looks like a service is created at night, gets a role and an exclusion, and is used " +
        "the next day.",
    };
  }),
  plot("owner-of-privileged-group", "hard", ["privilege_escalation", "insider_threat"], (s) => {
    const { w, out, key, person, work, admin, by } = s;
    const insider = person((p) => w.staff.developers.includes(p));
    const actor = admin(w.staff.helpdesk);
    const group = w.groups.find((g) => g.name === "PLM-Export-Approvers")!;
    const time = work(actor.person);
    key(out.audit(time, by(actor.account, actor.at.net), "Add owner to group",
      [userTarget(insider), thingTarget("Group", group.id, group.name)]));
    key(out.audit(time + 3 * DAY, by(insider, insider.desk.net), "Add member to group",
      [userTarget(insider), thingTarget("Group", group.id, group.name)]));
    return {
      subjects: [actor.account.upn, insider.upn, group.name],
      summary: "A developer becomes owner of the group that approves exports of drawings, and days later makes himself " +
        "a member.",
    };
  }),
];
