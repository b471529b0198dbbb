import { apps, strangeAgents } from "./org.ts";
import type { Person } from "./model.ts";
import { audit, behavior, graph, groupChange, prop, roleChange, signIn, target, userTarget } from "./rows-identity.ts";
import { cloud, command, file } from "./rows-office.ts";
import type { AttackKind, Stage } from "./stage.ts";

const area = "roles";

/** A person that does not stand in the directory: an account that an attacker makes. */
export const newAccount = (s: Stage, name: string): Person => {
  const { w } = s;
  const base = w.rng.pick(w.org.people);
  return { ...base, id: w.rng.guid(), upn: `${name}@${w.org.domain}`, mail: `${name}@${w.org.domain}`, alias: "", name,
    sam: name,
    sid: `${w.org.sidBase}-${w.rng.int(9000, 9900)}`, grade: "staff", department: "", title: "" };
};

export const roleAttacks: AttackKind[] = [
  { kind: "global-administrator-for-employee", area, difficulty: "obvious",
    types: ["privilege_escalation", "account_compromise"], run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    const to = s.employee();
    const net = s.stranger();
    s.at("night", by);
    signIn(w, s.next(), by, { net, app: apps.portal, mfa: "claim", device: null, ua: strangeAgents[0] });
    s.core(roleChange(w, s.next(), { person: by, net }, to, "Global Administrator"),
      behavior(w, s.next(), by, "Add member to role", "Administrative", net, 10, { FirstTimeUserPerformedAction: "True",
        ActionUncommonlyPerformedInTenant: "True" }));
    return {
      subjects: [by.upn, to.upn, net.ip],
      summary: "A stolen administrator account made an ordinary employee Global Administrator at night from abroad.",
    };
  } },
  { kind: "activation-at-night", area, difficulty: "context", types: ["account_compromise", "privilege_escalation"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    const net = s.nearby(by);
    s.at("night", by);
    signIn(w, s.next(), by, { net, app: apps.portal, mfa: "claim", device: null });
    s.core(roleChange(w, s.next(), { person: by, net }, by, "Global Administrator",
      "Add member to role completed (PIM activation)"));
    s.core(audit(w, s.next(), "Add member to role in PIM completed (permanent)", "RoleManagement", { person: by, net },
      [target("Role",
      "Privileged Authentication Administrator", "7be44c8a-adaf-4e2a-84d6-ab2649e08a13"), userTarget(by)]));
    return {
      subjects: [by.upn, net.ip],
      summary: "A session of an identity engineer activated Global Administrator at night and made a second role "
        + "permanent.",
    };
  } },
  { kind: "guest-becomes-administrator", area, difficulty: "obvious", types: ["privilege_escalation", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const by = s.admin(w.rng.pick(["SharePoint", "Microsoft 365"]));
    const guest = s.who(() => true, w.org.guests.slice(2));
    s.at("evening", by);
    s.core(roleChange(w, s.next(), { person: by, net: s.home(by) }, guest,
      w.rng.pick(["SharePoint Administrator", "Exchange Administrator"])));
    s.core(signIn(w, s.next(20, 60), guest, { net: guest.home, app: apps.portal, device: guest.device, mfa: "code" }));
    return {
      subjects: [by.upn, guest.mail],
      summary: "A guest from a client was made administrator, and used the portal within the hour.",
    };
  } },
  { kind: "back-door-account", area, difficulty: "obvious", types: ["account_compromise", "privilege_escalation"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const net = s.tor();
    const fresh = newAccount(s, w.rng.pick(["svc-aadhealth", "ms-support", "sync_health01"]));
    s.at("night", by);
    s.core(audit(w, s.next(), "Add user", "UserManagement", { person: by, net },
      [userTarget(fresh, prop("AccountEnabled", [], [true]))]),
      roleChange(w, s.next(), { person: by, net }, fresh, "Privileged Role Administrator"));
    s.core(signIn(w, s.next(), fresh, { net, app: apps.graphShell, mfa: "password", device: null,
      ua: strangeAgents[0] }));
    graph(w, s.next(), { person: fresh }, "directoryRoles?$expand=members",
      { net, scopes: "RoleManagement.ReadWrite.Directory" });
    return {
      subjects: [by.upn, fresh.upn, net.ip],
      summary: "Through Tor an account with a harmless name was created and given a powerful role.",
    };
  } },
  { kind: "group-that-carries-a-role", area, difficulty: "context", types: ["privilege_escalation", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const by = s.who((p) => p.title === "Applications Developer" || p.grade === "helpdesk");
    const group = w.org.groups.find((g) => g.name === "Privileged Identity Operators")!;
    s.at("evening", by);
    s.core(groupChange(w, s.next(), { person: by }, by, group));
    s.core(audit(w, s.next(10, 30), "Reset user password", "UserManagement", { person: by },
      [userTarget(w.rng.pick(w.org.admins))]));
    return {
      subjects: [by.upn, group.name],
      summary: "Someone added himself to the group that carries a privileged role and reset the password of an "
        + "administrator.",
    };
  } },
  { kind: "service-desk-resets-administrator", area, difficulty: "context",
    types: ["privilege_escalation", "account_compromise"], run: (s) => {
    const { w } = s;
    const agent = s.who((p) => p.grade === "helpdesk");
    const victim = s.admin(w.rng.pick(["Windows Server", "Information Security", "Chief"]));
    s.at("work", agent);
    s.core(audit(w, s.next(), "Reset user password", "UserManagement", { person: agent }, [userTarget(victim)]));
    s.core(audit(w, s.next(), "Admin registered phone method for user", "UserManagement", { person: agent },
      [userTarget(victim)],
      { reason: "Admin registered phone method for user" }), signIn(w, s.next(5, 20), victim,
        { net: s.nearby(agent), app: apps.portal,
      mfa: "sms", device: null }));
    return {
      subjects: [agent.upn, victim.upn],
      summary: "The outsourced service desk, which serves staff only, reset an administration account and registered "
        + "another telephone for it.",
    };
  } },
  { kind: "role-outside-of-pim", area, difficulty: "context", types: ["policy_violation", "privilege_escalation"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    const to = s.admin("Cloud Engineer");
    s.at("early", by);
    s.core(roleChange(w, s.next(), { person: by, net: s.home(by) }, to, "Global Administrator",
      "Add member to role outside of PIM (permanent)"));
    return {
      subjects: [by.upn, to.upn],
      summary: "Two administrators helped each other: a permanent Global Administrator outside of the approval "
        + "procedure.",
    };
  } },
  { kind: "temporary-pass-for-administrator", area, difficulty: "context",
    types: ["account_compromise", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    const victim = s.admin("Microsoft 365");
    const net = s.stranger();
    s.at("night", by);
    s.core(audit(w, s.next(), "Admin registered temporary access pass method for user", "UserManagement",
      { person: by, net },
      [userTarget(victim)]), signIn(w, s.next(), victim, { net, app: apps.exchangeShell, mfa: "code", device: null }));
    s.core(audit(w, s.next(), "User registered security info", "UserManagement", { person: victim, net },
      [userTarget(victim)],
      { reason: "User registered Passkey (FIDO2) method" }));
    return {
      subjects: [by.upn, victim.upn, net.ip],
      summary: "With one stolen administrator another was entered by a temporary access pass and given a foreign "
        + "passkey.",
    };
  } },
  { kind: "guest-turned-member", area, difficulty: "hard", types: ["privilege_escalation", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    const guest = s.who(() => true, w.org.guests.slice(2));
    s.at("work", by);
    s.core(audit(w, s.next(), "Update user", "UserManagement", { person: by },
      [userTarget(guest, prop("UserType", ["Guest"], ["Member"]),
      prop("ShowInAddressList", [true], [false]))]));
    for (let n = 0; n < 3; n++) file(w, s.next(40, 70), guest, "FileAccessed", w.org.sites[3]!,
      { net: guest.home, managed: false });
    return {
      subjects: [by.upn, guest.mail],
      summary: "A guest was turned into a member and hidden, and then read the internal knowledge site.",
    };
  } },
  { kind: "partner-invites-many", area, difficulty: "context",
    types: ["policy_violation", "data_exfiltration", "insider_threat"], run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.grade === "partner");
    s.at("evening", p);
    const domain = `${w.rng.pick(["northgate-law", "sterling-counsel"])}.example`;
    const m = p.matters[0] ?? w.rng.pick(w.org.matters);
    for (let n = w.rng.int(9, 14); n > 0; n--) {
      const address = `${w.rng.pick(["j", "k", "m", "s"])}.${w.rng.hex(4)}@${domain}`;
      s.core(audit(w, s.soon(15, 60), "Invite external user", "UserManagement", { person: p, net: s.home(p) },
        [{ id: w.rng.guid(), type: "User",
        userPrincipalName: `${address.replace("@", "_")}#EXT#@aldermerequist.onmicrosoft.example`,
          modifiedProperties: [] }],
      { details: { InvitedUserEmailAddress: address } }));
      if (w.rng.chance(0.5)) s.core(file(w, s.soon(), p, "SharingInvitationCreated", m,
        { net: s.home(p), with: address, scope: "Direct" }));
    }
    return {
      subjects: [p.upn, domain],
      summary: "A partner who is negotiating with a rival firm invited a dozen of its people to her client's matter "
        + "in one evening.",
    };
  } },
  { kind: "leaver-gets-recipient-role", area, difficulty: "hard", types: ["insider_threat", "privilege_escalation"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Microsoft 365");
    const p = s.who((one) => one.leaves !== undefined && one.leaves >= s.day,
      w.org.people.filter((one) => one.leaves !== undefined));
    s.at("work", by);
    s.core(command(w, s.next(), by, "Add-RoleGroupMember", { Identity: "Discovery Management", Member: p.upn }));
    s.core(command(w, s.next(30, 60), by, "New-ManagementRoleAssignment",
      { Role: "ApplicationImpersonation", User: p.upn }));
    return {
      subjects: [by.upn, p.upn],
      summary: "Someone who will soon leave was given search and impersonation rights over mailboxes by a friend in "
        + "IT.",
    };
  } },
  { kind: "administrative-consent-to-reader", area, difficulty: "context",
    types: ["privilege_escalation", "policy_violation"], run: (s) => {
    const { w } = s;
    const by = s.admin("Information Security");
    s.at("evening", by);
    s.core(roleChange(w, s.next(), { person: by, net: s.home(by) }, by,
      w.rng.pick(["Exchange Administrator", "Compliance Administrator"])));
    s.core(cloud(w, s.next(10, 25), by, "SecurityComplianceCenter", "SearchExportDownloaded",
      { net: s.home(by), object: "Partners remuneration",
      type: "Search", admin: true, raw: { CaseName: "none" } }));
    return {
      subjects: [by.upn],
      summary: "The security analyst gave himself another role in the evening and downloaded an export about the pay "
        + "of partners.",
    };
  } },
  { kind: "role-through-application", area, difficulty: "obvious",
    types: ["account_compromise", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const sp = s.app((p) => ["HR Connect", "Directory Synchronisation"].includes(p.name));
    const to = s.employee();
    s.at("night", to);
    s.core(roleChange(w, s.next(), { sp }, to, "Privileged Role Administrator"));
    s.core(roleChange(w, s.next(2, 9), { person: to, net: s.stranger() }, to, "Global Administrator"));
    return {
      subjects: [sp.name, to.upn],
      summary: "An application that only keeps personal data gave an employee a privileged role, who took the "
        + "highest one himself.",
    };
  } },
];
