import type { Plan } from "../scenario.ts";
import { MINUTE, SECOND } from "../calendar.ts";
import { audit, behavior, giveRole, signin, sp, thing, user } from "../entra.ts";
import { netOf } from "../everyday-people.ts";
import { campusNet, hostileNet, residentialNet } from "../places.ts";
import { has, ordinary, times } from "./tools.ts";

const area = "roles" as const;

export const roles: Plan[] = [
  { kind: "global-administrator-outside-activation", area, difficulty: "obvious",
      types: ["privilege_escalation", "account_compromise"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("identity");
    const net = a.net(hostileNet(rng));
    const friend = a.anybody(ordinary);
    const t = a.at(rng.float(0.5, 4));
    signin(w, t - 6 * MINUTE, admin, { net, app: "entra", device: null, mfa: "claim", risk: "medium",
      riskTypes: ["unfamiliarFeatures"] });
    a.core(() => giveRole(w, t, { person: admin, net }, "Global Administrator", user(friend)));
    a.core(() => signin(w, t + 20 * MINUTE, friend, { net, app: "azure", device: null, mfa: "claim" }));
    return `An administrative account makes ${friend.display} (${friend.title}) a permanent global administrator at `
      + `night from abroad.`;
  } },
  { kind: "activation-from-strange-place", area, difficulty: "context",
      types: ["account_compromise", "privilege_escalation"], when: "any", times: 2, run: (a) => {
    const { w, rng } = a;
    const admin = a.admin(rng.pick(["identity", "security", "cloud"]));
    const net = a.net(rng.chance(0.5) ? hostileNet(rng) : residentialNet(rng));
    const t = a.at(rng.float(22, 28));
    const eligible = w.roles.filter((r) => r.holder === admin && r.eligible);
    const role = eligible.length > 0 ? rng.pick(eligible).role : "Global Administrator";
    signin(w, t - 3 * MINUTE, admin, { net, app: "entra", device: null, mfa: "claim", os: "Windows10",
      browser: "Firefox 128.0" });
    a.core(() => giveRole(w, t, { person: admin, net }, role, user(admin), "activate",
      rng.pick(["test", "asdf", "admin"])));
    audit(w, t + 10 * MINUTE, { person: admin, net }, "Download users - started (bulk)", "UserManagement",
      [thing("Directory", w.tenant, "waalhaven")]);
    return `${admin.display} activates ${role} in the night from an unknown device without a change number, and `
      + `exports the users.`;
  } },
  { kind: "guest-becomes-application-administrator", area, difficulty: "obvious", types: ["privilege_escalation"],
      run: (a) => {
    const { w, rng } = a;
    const guest = a.guest();
    const admin = a.admin("identity");
    const net = a.net(residentialNet(rng));
    a.core(() => giveRole(w, a.at(rng.float(18, 22)), { person: admin, net },
      rng.pick(["Application Administrator", "Privileged Authentication Administrator"]), user(guest)));
    signin(w, a.at(23), guest, { net: guest.home, app: "entra", device: null, mfa: "none" });
    return `The guest ${guest.mail} gets a privileged role of the directory.`;
  } },
  { kind: "service-principal-gets-privileged-role", area, difficulty: "context", types: ["privilege_escalation"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("identity");
    const app = w.apps.get(rng.pick(["timetable", "discovery", "alumni"]))!;
    a.about(app.name);
    const net = a.net(residentialNet(rng));
    a.core(() => giveRole(w, a.at(rng.float(17.6, 21)), { person: admin, net }, "Privileged Role Administrator",
      sp(app)));
    return `"${app.name}", which only reads or writes calendars and mail, becomes privileged role administrator.`;
  } },
  { kind: "wave-of-private-guests", area, difficulty: "context", types: ["policy_violation", "insider_threat",
      "account_compromise"], run: (a) => {
    const { w, rng } = a;
    const student = a.anybody((p) => p.kind === "student");
    const net = a.net(residentialNet(rng));
    const t = a.at(rng.float(18, 22));
    times(17, (i) => {
      const address = `${rng.base62(7).toLowerCase()}${rng.int(10, 99)}@freemail.example`;
      const guest = thing("User", rng.uuid(), address, ["InvitedUserEmailAddress", null, address]);
      const write = (): string => audit(w, t + i * 25 * SECOND, { person: student, net }, "Invite external user",
        "UserManagement", [guest], { service: "Invited Users" });
      a.core(write);
      if (i % 3 === 0) audit(w, t + 20 * MINUTE + i * SECOND, { app: "Microsoft Invitation Acceptance Portal" },
        "Redeem external user invite", "UserManagement", [guest], { service: "Invited Users" });
    });
    return `The student assistant ${student.display} invites seventeen private addresses within minutes in the `
      + `evening.`;
  } },
  { kind: "into-role-assignable-group", area, difficulty: "context", types: ["privilege_escalation", "insider_threat"],
      run: (a) => {
    const { w, rng } = a;
    const agent = a.staff(has("helpdesk"));
    const group = w.groups.get("SG-Role-UserAdmins")!;
    const net = netOf(rng, agent, a.day);
    const t = a.at(rng.float(12, 13));
    a.core(() => audit(w, t, { person: agent, net }, "Add member to group", "GroupManagement",
      [user(agent, ["Group.DisplayName", null, group.name]), thing("Group", group.id, group.name)]));
    times(3, (i) => {
      const p = rng.pick(w.people.filter((x) => x.tags.has("lead")));
      audit(w, t + (20 + i * 7) * MINUTE, { person: agent, net }, "Update user", "UserManagement",
        [user(p, ["Mobile", "+31 6 00000001", "+31 6 00000099"])]);
    });
    return `${agent.display} of the service desk adds the own account to a group that carries a role, and changes `
      + `telephone numbers of directors.`;
  } },
  { kind: "approval-removed-then-activated", area, difficulty: "context", types: ["privilege_escalation"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("identity");
    const net = admin.home;
    const t = a.at(rng.float(19, 22));
    a.core(() => {
      audit(w, t, { person: admin, net }, "Update role setting in PIM", "RoleManagement",
        [thing("Role", "62e90394-69f5-4237-9190-012177145e10", "Global Administrator",
        ["Approval_EndUser_Assignment", '{"isApprovalRequired":true}', '{"isApprovalRequired":false}'],
          ["MfaRule", "true", "false"])], { service: "PIM" });
      giveRole(w, t + 3 * MINUTE, { person: admin, net }, "Global Administrator", user(admin), "activate", "fix");
    });
    audit(w, t + 50 * MINUTE, { person: admin, net }, "Update role setting in PIM", "RoleManagement",
      [thing("Role", "62e90394-69f5-4237-9190-012177145e10", "Global Administrator",
      ["Approval_EndUser_Assignment", '{"isApprovalRequired":false}', '{"isApprovalRequired":true}'])],
        { service: "PIM" });
    return `${admin.display} removes the approval of the highest role, activates it, and puts the approval back.`;
  } },
  { kind: "owner-of-a-group-adds-himself-to-data", area, difficulty: "hard",
      types: ["insider_threat", "privilege_escalation"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("secretary") || x.tags.has("lab"));
    const net = netOf(rng, p, a.day);
    const group = w.groups.get(rng.pick(["SG-HR-Personnel", "SG-Clinical-Trials"]))!;
    const t = a.at(rng.float(15, 17));
    a.core(() => audit(w, t, { person: p, net }, "Add owner to group", "GroupManagement",
      [user(p, ["Group.DisplayName", null, group.name])]));
    a.core(() => audit(w, t + 2 * MINUTE, { person: p, net }, "Add member to group", "GroupManagement",
      [user(p, ["Group.DisplayName", null, group.name])]));
    return `${p.display} (${p.title}) becomes owner and member of ${group.name}, which does not fit the job.`;
  } },
  { kind: "role-for-ten-minutes", area, difficulty: "hard", types: ["privilege_escalation"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("windows");
    const net = campusNet(rng, 24);
    const t = a.at(rng.float(12, 13.2));
    a.core(() => giveRole(w, t, { person: admin, net }, "Privileged Authentication Administrator", user(admin)));
    const lead = a.anybody(has("lead"));
    a.core(() => audit(w, t + 4 * MINUTE, { person: admin, net }, "Reset user password", "UserManagement",
      [user(lead)]));
    giveRole(w, t + 9 * MINUTE, { person: admin, net }, "Privileged Authentication Administrator", user(admin),
      "remove");
    return `A Windows administrator gives the own account a role for nine minutes, resets the password of `
      + `${lead.display} in between, and takes the role away.`;
  } },
  { kind: "helpdesk-takes-administrator-account", area, difficulty: "context",
      types: ["privilege_escalation", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const agent = a.staff(has("helpdesk"));
    const admin = a.admin("cloud");
    const net = netOf(rng, agent, a.day);
    const t = a.at(rng.float(16, 17));
    a.core(() => {
      audit(w, t, { person: agent, net }, "Reset user password", "UserManagement", [user(admin)]);
      audit(w, t + MINUTE, { person: agent, net }, "Admin registered security info", "UserManagement", [user(admin)],
        { service: "Authentication Methods", reason: "Admin registered temporary access pass method for user" });
      signin(w, t + 8 * MINUTE, admin, { net, app: "azure", device: agent.laptop, mfa: "tap" });
    });
    return `${agent.display} resets an administrative account, gives it a pass and signs in with it from the own `
      + `laptop.`;
  } },
  { kind: "emergency-account-used", area, difficulty: "obvious", types: ["account_compromise", "privilege_escalation"],
      when: "any", run: (a) => {
    const { w, rng } = a;
    const p = w.services.find((s) => s.sam === "emergency-01")!;
    a.about(p.upn);
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(1, 5));
    a.core(() => signin(w, t, p, { net, app: "azure", device: null, mfa: "none" }));
    behavior(w, t, p, "LogOn", "Sign-in", net, 9, { FirstTimeUserConnectedFromCountry: "True" });
    const fresh = thing("User", rng.uuid(), `sync_aad${rng.int(2, 9)}@waalhaven.example`);
    audit(w, t + 6 * MINUTE, { person: p, net }, "Add user", "UserManagement", [fresh]);
    a.core(() => giveRole(w, t + 8 * MINUTE, { person: p, net }, "Global Administrator", fresh));
    return `The emergency account signs in from abroad at night and creates another global administrator.`;
  } },
];
