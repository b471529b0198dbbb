import { addToRole, audit, graphCall, groupMember, pimActivation, securityInfo, signIn,
  userTarget } from "../emit/entra.ts";
import { cloudApp, itemsAccessed, file } from "../emit/office.ts";
import { apps } from "../org/identities.ts";
import type { Person } from "../org/people.ts";
import { homeLine } from "../org/places.ts";
import { adminOf } from "../org/world.ts";
import { strangeAgents } from "./case.ts";
import type { Case, Kind } from "./case.ts";

const tier0 = (c: Case): { id: string; name: string } =>
  c.w.groups.find((one) => one.name === "sg-tier0-operators") ?? { id: "", name: "" };

export const roleKinds: Kind[] = [
  {
    kind: "highest-role-for-new-account", area: "roles", difficulty: "obvious", times: 2,
    types: ["privilege_escalation", "account_compromise"],
    run: (c) => {
      c.at(c.r.pick([0, 3, 22]));
      const who = c.admin(/Identity|Head of IT/);
      const from = c.outside();
      c.about(from.ip);
      const made = c.stranger(c.r.pick(["Azure Sync Agent", "Svc Monitor", "Support Tier Three"]));
      signIn(c, c.t, who, { app: apps.portal, from, device: undefined, agent: c.r.pick(strangeAgents), mfa: "claim" });
      c.core(audit(c, c.step(4, 9), { op: "Add user", category: "UserManagement", by: who, from,
        targets: [userTarget(made, [
        ["UserPrincipalName", [], [made.upn]], ["AccountEnabled", [], [true]]])] }));
      c.core(addToRole(c, c.step(1, 3), who, userTarget(made), "Global Administrator", c.role("Global Administrator"),
        from));
      c.core(signIn(c, c.step(4, 9), made, { app: apps.portal, from, device: undefined, agent: c.r.pick(strangeAgents),
        mfa: "none" }));
      return "A stolen administrator creates an account and makes it a global administrator, who signs in at once.";
    },
  },
  {
    kind: "guest-becomes-administrator", area: "roles", difficulty: "obvious",
    types: ["privilege_escalation", "account_compromise"],
    run: (c) => {
      c.workday();
      c.at(21);
      const who = c.admin(/Identity|Head of IT/);
      const guest = c.take(() => true, c.w.guests);
      c.core(addToRole(c, c.t, who, userTarget(guest), "Privileged Authentication Administrator",
        c.role("Privileged Authentication Administrator"), who.home));
      c.core(signIn(c, c.step(9, 40), guest, { app: apps.portal, from: guest.home, mfa: "prompt" }));
      const victim = c.w.breakGlass[1] as Person;
      c.about(victim.upn);
      c.core(audit(c, c.step(4, 9), { op: "Reset user password", category: "UserManagement", by: guest,
        targets: [userTarget(victim)] }));
      return "A guest of a partner receives a powerful role in the evening and resets the password of an " +
        "emergency account.";
    },
  },
  {
    kind: "activation-at-odd-hour", area: "roles", difficulty: "context", times: 2,
    types: ["account_compromise", "insider_threat", "privilege_escalation"],
    run: (c) => {
      const who = c.admin(/Identity|Head of IT/);
      c.local(who, c.r.pick([2, 3, 4]));
      const from = homeLine(c.r, who.city);
      c.about(from.ip);
      const role = c.r.pick(["Privileged Role Administrator", "User Administrator"]);
      signIn(c, c.t, who, { app: apps.portal, from, mfa: "claim" });
      c.core(pimActivation(c, c.step(2), who, role, c.role(role), c.r.pick(["test", "urgent", "asdf"]), from));
      const accomplice = c.anyone();
      c.core(addToRole(c, c.step(3, 8), who, userTarget(accomplice), "Exchange Administrator",
        c.role("Exchange Administrator"), from));
      c.core(cloudApp(c, c.step(20, 60), accomplice, "Add-MailboxPermission", "Microsoft Exchange Online",
        c.w.people[0]?.upn ?? ""));
      return "Deep in the night an administrator activates a role with an empty reason and makes an ordinary " +
        "person a mail administrator.";
    },
  },
  {
    kind: "helper-collects-groups", area: "roles", difficulty: "hard", days: 20,
    types: ["privilege_escalation", "insider_threat"],
    run: (c) => {
      const who = c.take((one) => /Helpdesk/.test(one.title));
      for (const name of ["sg-prod-access", "sg-finance-erp", "sg-kestrel-deal"]) {
        c.working(who);
        const group = c.w.groups.find((one) => one.name === name);
        if (group) c.core(groupMember(c, c.t, who, who, group, "Add", c.spot(who)));
        c.nextDays(5, 6);
      }
      c.working(who);
      c.core(file(c, c.t, who, "FileDownloaded", c.site("ProjectKestrel"), c.r.pick(c.site("ProjectKestrel").files),
        { from: c.spot(who) }));
      return "Over weeks a helpdesk agent adds himself to one group after the other and finally opens a file of " +
        "the secret deal.";
    },
  },
  {
    kind: "role-through-group", area: "roles", difficulty: "context", types: ["privilege_escalation", "insider_threat"],
    run: (c) => {
      c.workday();
      const who = c.admin(/Identity|Head of IT/);
      c.working(who.owner ?? who);
      const group = tier0(c);
      c.about(group.name);
      c.core(audit(c, c.t, { op: "Add owner to group", category: "GroupManagement", by: who,
        targets: [userTarget(who.owner ?? who, [
        ["Group.DisplayName", null, group.name]]), { type: "Group", id: group.id, name: group.name }] }));
      c.core(groupMember(c, c.step(30, 120), who.owner ?? who, who.owner ?? who, group, "Add"));
      return "An administrator makes the own everyday account owner and then member of a group that carries the " +
        "highest roles.";
    },
  },
  {
    kind: "private-guests-in-bulk", area: "roles", difficulty: "context",
    types: ["policy_violation", "data_exfiltration", "insider_threat"],
    run: (c) => {
      c.workday();
      const who = c.take((one) => one.contractor);
      c.working(who);
      const team = c.w.groups.find((one) => one.name === "team-partner-exchange") ?? { id: "", name: "" };
      for (let i = c.r.int(7, 12); i > 0; i--) {
        const mail = `${c.r.pick(["lux", "kai", "neo", "ren", "sol"])}${c.r.digits(4)}@freemail.example`;
        const guest = c.stranger(mail, `${mail.replace("@", "_")}#EXT#@brightkilnhq.onmicrosoft.example`);
        c.core(audit(c, c.step(0.4, 2), { op: "Invite external user", category: "UserManagement", by: who,
          service: "Invited Users",
          from: c.spot(who), targets: [userTarget(guest)], details: { InvitedUserEmailAddress: mail } }));
        groupMember(c, c.step(0.2), who, guest, team, "Add", c.spot(who));
      }
      return "A contractor invites a dozen private addresses as guests and puts them into the team shared with " +
        "partners.";
    },
  },
  {
    kind: "short-lived-administrator", area: "roles", difficulty: "obvious",
    types: ["privilege_escalation", "account_compromise", "insider_threat"],
    run: (c) => {
      c.at(c.r.pick([4, 21]));
      const who = c.admin(/Identity|Head of IT/);
      const from = who.home;
      const made = c.stranger("Temp Migration");
      c.core(audit(c, c.t, { op: "Add user", category: "UserManagement", by: who, from, targets: [userTarget(made)] }));
      c.core(addToRole(c, c.step(1), who, userTarget(made), "Exchange Administrator", c.role("Exchange Administrator"),
        from));
      signIn(c, c.step(2, 4), made, { app: apps.portal, from, device: who.laptop, mfa: "none" });
      const boss = c.w.people.find((one) => /Chief Executive/.test(one.title)) ?? who;
      itemsAccessed(c, c.step(3, 9), { ...made, admin: true }, boss, 120, { from });
      c.core(audit(c, c.step(9, 20), { op: "Delete user", category: "UserManagement", by: who, from,
        targets: [userTarget(made)] }));
      c.core(audit(c, c.step(1), { op: "Hard Delete user", category: "UserManagement", by: who, from,
        targets: [userTarget(made)] }));
      return "Within an hour an account is made, becomes mail administrator, reads the chief's mail and is " +
        "deleted without trace.";
    },
  },
  {
    kind: "emergency-account-used", area: "roles", difficulty: "context",
    types: ["account_compromise", "privilege_escalation"],
    run: (c) => {
      const who = c.take(() => true, c.w.breakGlass);
      c.at(c.r.int(0, 5));
      const from = homeLine(c.r, adminOf(c.w, /Identity/).city);
      c.about(from.ip);
      c.core(signIn(c, c.t, who, { app: apps.graphCli, from, device: undefined, agent: strangeAgents[1] ?? "",
        mfa: "none" }));
      graphCall(c, c.step(1), who, "/directoryRoles?$expand=members", { from });
      c.core(audit(c, c.step(4, 9), { op: "Update policy", category: "Policy", by: who, from,
        targets: [{ type: "Policy", name: "DefaultPolicy" }] }));
      return "An emergency account is used at night from a home line, with no test announced and no incident open.";
    },
  },
  {
    kind: "activation-rules-weakened", area: "roles", difficulty: "context",
    types: ["privilege_escalation", "policy_violation"],
    run: (c) => {
      c.workday();
      const who = c.admin(/Identity/);
      c.at(6);
      c.core(audit(c, c.t, { op: "Update role setting in PIM", category: "RoleManagement", by: who, from: who.home,
        service: "PIM", targets: [
        { type: "Role", id: c.role("Global Administrator"), name: "Global Administrator",
          changes: [["RequireApproval", "true", "false"],
          ["RequireMFA", "true", "false"], ["MaximumGrantPeriod", "PT4H", "P30D"]] }],
      reason: "Approval_EndUser_Assignment,Enablement_EndUser_Assignment" }));
      c.core(pimActivation(c, c.step(3, 15), who, "Global Administrator", c.role("Global Administrator"),
        "maintenance", who.home));
      return "An identity administrator removes approval and factor from the highest role, and activates it " +
        "minutes later.";
    },
  },
  {
    kind: "eligible-role-for-a-friend", area: "roles", difficulty: "hard", days: 8,
    types: ["privilege_escalation", "policy_violation"],
    run: (c) => {
      c.workday();
      while (new Date(c.day).getUTCDay() !== 3) c.day += 86_400_000;
      c.at(18);
      const who = c.admin(/Identity/);
      const friend = c.of("Support", "Marketing", "Sales");
      c.core(audit(c, c.t, { op: "Add eligible member to role in PIM completed (permanent)",
        category: "RoleManagement", by: who,
        from: who.home, service: "PIM", targets: [{ type: "Role", id: c.role("Cloud Application Administrator"),
          name: "Cloud Application Administrator" }, userTarget(friend)], reason: "project" }));
      return "Hidden in the change window a person without any such task is made eligible for an application " +
        "role for ever.";
    },
  },
  {
    kind: "guest-turned-member", area: "roles", difficulty: "context",
    types: ["privilege_escalation", "policy_violation"],
    run: (c) => {
      c.workday();
      const guest = c.take((one) => !one.company.startsWith("halden"), c.w.guests);
      const who = c.admin(/Identity|Head of IT/);
      c.working(who.owner ?? who);
      c.core(audit(c, c.t, { op: "Update user", category: "UserManagement", by: who, from: c.spot(who),
        targets: [userTarget(guest, [
        ["UserType", ["Guest"], ["Member"]], ["Included Updated Properties", null, "UserType"]])] }));
      const group = c.w.groups.find((one) => one.name === "sg-prod-access") ?? { id: "", name: "" };
      c.core(groupMember(c, c.step(3, 9), who, guest, group, "Add", c.spot(who)));
      signIn(c, c.step(60, 200), guest, { app: apps.portal, from: guest.home, mfa: "prompt" });
      return "An identity administrator turns a partner's guest into a member and lets him into production.";
    },
  },
  {
    kind: "guest-lists-the-directory", area: "roles", difficulty: "context",
    types: ["account_compromise", "data_exfiltration"],
    run: (c) => {
      const guest = c.take(() => true, c.w.guests);
      c.at(c.r.int(18, 22));
      const from = c.outside();
      c.about(from.ip);
      c.core(signIn(c, c.t, guest, { app: apps.graphCli, from, device: undefined, agent: "python/3.12 roadrecon",
        mfa: "prompt" }));
      c.core(signIn(c, c.step(1, 2), guest, { app: apps.powershell, from, device: undefined, agent: "python/3.12",
        mfa: "claim" }));
      for (const uri of ["/users?$top=999", "/groups?$top=999", "/servicePrincipals?$top=999",
        "/roleManagement/directory/roleAssignments",
        "/applications", "/policies/conditionalAccessPolicies"]) {
        graphCall(c, c.step(0.1, 0.4), guest, uri, { from, size: 400_000,
          status: uri.includes("policies") ? 403 : 200 });
      }
      return "A guest signs in to command line tools, which he never did, and reads out the whole directory.";
    },
  },
  {
    kind: "factor-of-colleague-replaced", area: "roles", difficulty: "hard",
    types: ["insider_threat", "privilege_escalation"],
    run: (c) => {
      c.workday();
      const who = c.take((one) => /Helpdesk/.test(one.title));
      const victim = c.take((one) => one.department === "Finance" || one.department === "HR");
      c.working(who);
      const from = c.spot(who);
      c.core(audit(c, c.t, { op: "Admin registered security info", category: "UserManagement", by: who, from,
        service: "Authentication Methods",
        reason: "Admin registered temporary access pass method for user", targets: [userTarget(victim)] }));
      c.core(signIn(c, c.step(3, 6), victim, { app: apps.sharepoint, from, device: who.laptop, mfa: "prompt",
        detail: "Temporary Access Pass" }));
      const site = c.site(victim.department === "HR" ? "People" : "FinanceTeam");
      c.core(file(c, c.step(2, 5), victim, "FileDownloaded", site, c.r.pick(site.files),
        { from, device: who.laptop.name, agent: who.laptop.agent }));
      securityInfo(c, c.step(2), victim, who, "Temporary access pass", "deleted", from);
      return "A helpdesk agent issues himself a temporary pass for a colleague's account and reads a " +
        "confidential file with it.";
    },
  },
];
