import { apps, strangeAgents } from "./org.ts";
import { audit, groupChange, prop, roleChange, signIn, silent, target, userTarget } from "./rows-identity.ts";
import type { AttackKind } from "./stage.ts";

const area = "trust";
const policyState = (name: string, from: string, to: string, extra: Record<string, unknown> = {}) =>
  prop("ConditionalAccessPolicy", { displayName: name, state: from }, { displayName: name, state: to, ...extra });

export const trustAttacks: AttackKind[] = [
  { kind: "domain-made-federated", area, difficulty: "obvious", types: ["account_compromise", "privilege_escalation"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    const net = s.stranger();
    s.at("night", by);
    signIn(w, s.next(), by, { net, app: apps.graphShell, mfa: "claim", device: null, ua: strangeAgents[3] });
    s.core(audit(w, s.next(), "Set domain authentication", "DirectoryManagement", { person: by, net },
      [target("Other", w.org.domain, "",
      prop("LiveType", ["Managed"], ["Federated"]))]),
    audit(w, s.next(), "Set federation settings on domain", "DirectoryManagement", { person: by, net },
      [target("Other", w.org.domain, "",
      prop("IssuerUri", [], [`http://any.sts/${w.rng.hex(8).toUpperCase()}`]),
        prop("SigningCertificate", [], [`MIIC${w.rng.hex(40)}`]))]));
    return {
      subjects: [by.upn, w.org.domain, net.ip],
      summary: "The domain of the firm was turned over to a foreign token issuer, so that tokens for anyone can be "
        + "forged.",
    };
  } },
  { kind: "second-signing-certificate", area, difficulty: "context",
    types: ["account_compromise", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    s.at("night", by);
    s.core(audit(w, s.next(), "Set federation settings on domain", "DirectoryManagement",
      { person: by, net: s.nearby(by) },
      [target("Other", `partners.${w.org.domain}`, "", prop("NextSigningCertificate", [], [`MIIC${w.rng.hex(40)}`]),
        prop("IssuerUri", [`http://sts.${w.org.domain}/adfs`], [`http://sts.${w.org.domain}/adfs`]))]));
    return {
      subjects: [by.upn, `partners.${w.org.domain}`],
      summary: "A second signing certificate was added to a federated domain by someone who never touches federation.",
    };
  } },
  { kind: "policy-switched-off", area, difficulty: "context",
    types: ["sabotage", "policy_violation", "account_compromise"], run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    s.at("night", by);
    const name = w.rng.pick(["CA02 Require MFA for all", "CA05 Block legacy authentication"]);
    s.core(audit(w, s.next(), "Update conditional access policy", "Policy", { person: by, net: s.nearby(by) },
      [target("Policy", name,
      w.rng.guid(), policyState(name, "enabled", w.rng.pick(["disabled", "enabledForReportingButNotEnforced"])))]));
    const p = s.employee();
    s.core(signIn(w, s.next(5, 20), p, { net: s.stranger(), mfa: "password", device: null, ua: strangeAgents[0],
      app: apps.owa }));
    return {
      subjects: [by.upn, p.upn],
      summary: `The policy ${name} was switched off at night, and soon a foreign sign-in came without a second `
        + "factor.",
    };
  } },
  { kind: "exclusion-group-joined", area, difficulty: "context",
    types: ["policy_violation", "account_compromise", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const by = s.who((p) => p.grade === "helpdesk");
    const p = s.lawyer();
    const group = w.org.groups.find((g) => g.name === "CA Exclusions")!;
    s.at("work", by);
    s.core(groupChange(w, s.next(), { person: by }, p, group));
    s.core(signIn(w, s.next(15, 60), p, { net: s.stranger(), mfa: "password", device: null, ua: strangeAgents[1] }));
    return {
      subjects: [by.upn, p.upn, group.name],
      summary: "The service desk put a lawyer into the group that is exempt from conditional access; her account was "
        + "then used from abroad with the password alone.",
    };
  } },
  { kind: "trusted-location-planted", area, difficulty: "context", types: ["policy_violation", "account_compromise"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    const net = s.stranger();
    s.at("evening", by);
    s.core(audit(w, s.next(), "Add named location", "Policy", { person: by, net: s.home(by) },
      [target("Policy", `Branch ${w.rng.hex(3)}`,
      w.rng.guid(), prop("IpRanges", [], [`${net.ip.replace(/\d+$/, "0")}/24`]), prop("IsTrusted", [], [true]))]));
    const p = s.employee();
    s.at("night", p, 1);
    s.core(signIn(w, s.next(), p, { net, mfa: "password", device: null, ua: strangeAgents[1], app: apps.sharepoint }));
    return {
      subjects: [by.upn, p.upn, net.ip],
      summary: "The network of a hosting company was declared a trusted branch office; the next night an account "
        + "came from there and was asked for nothing.",
    };
  }, span: 2 },
  { kind: "foreign-tenant-trusted", area, difficulty: "context", types: ["privilege_escalation", "policy_violation"],
    run: (s) => {
    const { w } = s;
    const by = s.admin(w.rng.pick(["SharePoint", "Identity Engineer"]));
    const tenant = w.rng.guid();
    s.at("night", by);
    s.core(audit(w, s.next(), "Add a partner to cross-tenant access setting", "CrossTenantAccessSettings",
      { person: by, net: s.home(by) },
      [target("Policy", tenant, w.rng.guid(), prop("tenantId", null, tenant))]),
    audit(w, s.next(), "Update a partner cross-tenant access setting", "CrossTenantAccessSettings",
      { person: by, net: s.home(by) },
      [target("Policy", tenant, w.rng.guid(), prop("b2bDirectConnectInbound", { usersAndGroups: "blocked" },
        { usersAndGroups: "AllUsers",
        applications: "AllApplications" }), prop("inboundTrust", null,
          { isMfaAccepted: true, isCompliantDeviceAccepted: true }))]));
    return {
      subjects: [by.upn, tenant],
      summary: "An unknown tenant may now enter directly, and its second factors and devices are believed.",
    };
  } },
  { kind: "sync-to-foreign-tenant", area, difficulty: "obvious", types: ["data_exfiltration", "privilege_escalation"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    const net = s.stranger();
    const tenant = w.rng.guid();
    s.at("night", by);
    signIn(w, s.next(), by, { net, app: apps.portal, mfa: "claim", device: null });
    s.core(audit(w, s.next(), "Create a partner cross-tenant identity sync setting", "CrossTenantIdentitySyncSettings",
      { person: by, net },
      [target("Policy", tenant, tenant, prop("userSyncInbound", null, { isSyncAllowed: true }))]),
    audit(w, s.next(), "Update a partner cross-tenant access setting", "CrossTenantAccessSettings", { person: by, net },
      [target("Policy",
      tenant, tenant, prop("automaticUserConsentSettings", null, { inboundAllowed: true, outboundAllowed: true }))]));
    return {
      subjects: [by.upn, tenant, net.ip],
      summary: "From a rented server the synchronisation of identities with an unknown tenant was set up as a back "
        + "door.",
    };
  } },
  { kind: "strange-domain-verified", area, difficulty: "context", types: ["privilege_escalation", "account_compromise"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Microsoft 365");
    const domain = `aldermere-quist-${w.rng.pick(["legal", "law", "llp"])}.example`;
    s.at("early", by);
    s.core(audit(w, s.next(), "Add unverified domain", "DirectoryManagement", { person: by, net: s.nearby(by) },
      [target("Other", domain, "")]),
      audit(w, s.next(10, 30), "Verify domain", "DirectoryManagement", { person: by, net: s.nearby(by) },
        [target("Other", domain, "")]));
    s.core(audit(w, s.next(5, 9), "Update user", "UserManagement", { person: by },
      [userTarget(by, prop("ProxyAddresses",
      [`SMTP:${by.mail}`], [`SMTP:${by.mail}`, `smtp:invoices@${domain}`]))]));
    return {
      subjects: [by.upn, domain],
      summary: "A domain that resembles the firm's was added to the tenant and given an invoice address.",
    };
  } },
  { kind: "weak-methods-allowed", area, difficulty: "hard", types: ["policy_violation", "sabotage"], run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    s.at("work", by);
    s.core(audit(w, s.next(), "Authentication Methods Policy Update", "Policy", { person: by },
      [target("Policy", "Authentication Methods Policy",
      "AuthenticationMethodsPolicy", prop("Fido2.isAttestationEnforced", true, false),
        prop("Sms.state", "disabled", "enabled"),
      prop("Sms.includeTargets", [], [{ id: "all_users" }]))]));
    return {
      subjects: [by.upn],
      summary: "Text messages were allowed as second factor for everybody and the attestation of keys dropped, "
        + "outside a change window.",
    };
  } },
  { kind: "second-factor-removed-for-one", area, difficulty: "context",
    types: ["account_compromise", "policy_violation"], run: (s) => {
    const { w } = s;
    const by = s.who((p) => p.grade === "helpdesk");
    const p = s.who((one) => one.department === "Finance");
    s.at("evening", by);
    s.core(audit(w, s.next(), "Disable Strong Authentication", "UserManagement", { person: by, net: s.nearby(by) },
      [userTarget(p,
      prop("StrongAuthenticationRequirement", [{ State: 2 }], []))]));
    s.core(signIn(w, s.next(6, 30), p, { net: s.stranger(), mfa: "password", device: null, app: apps.owa,
      ua: strangeAgents[4] }));
    return {
      subjects: [by.upn, p.upn],
      summary: "An account of the service desk, used from elsewhere, removed the second factor of a clerk in Finance "
        + "before a foreign sign-in.",
    };
  } },
  { kind: "guest-settings-opened", area, difficulty: "hard", types: ["policy_violation", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("SharePoint");
    s.at("work", by);
    s.core(audit(w, s.next(), "Update authorization policy", "AuthorizationPolicy", { person: by },
      [target("Policy", "Authorization Policy",
      "authorizationPolicy", prop("GuestUserRoleId", ["2af84b1e-32c8-42b7-82bc-daa82404023b"],
        ["a0b1b346-4d3e-4e8b-98f8-753987be4970"]),
      prop("AllowInvitesFrom", ["adminsAndGuestInviters"], ["everyone"]))]));
    return {
      subjects: [by.upn],
      summary: "Guests got the rights of members in the directory and may invite others, though nobody asked for it.",
    };
  } },
  { kind: "forged-token-use", area, difficulty: "hard", types: ["account_compromise"], span: 3, run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.grade === "executive" || one.title.startsWith("Partner, Head"));
    const net = s.nearby(p);
    for (let d = 0; d < 3; d++) {
      s.at("night", p, d);
      for (let n = 0; n < 2; n++) s.core(silent(w, s.next(3, 30), p,
        { net, device: null, app: apps.sharepoint, ua: strangeAgents[5],
        token: w.rng.hex(22) }));
    }
    return {
      subjects: [p.upn, net.ip],
      summary: "For three nights tokens of a head of department were used silently without any sign-in before, as "
        + "forged tokens are.",
    };
  } },
  { kind: "policy-changed-by-new-owner", area, difficulty: "obvious", types: ["privilege_escalation", "sabotage"],
    run: (s) => {
    const { w } = s;
    const by = s.employee();
    const net = s.stranger();
    s.at("night", by);
    s.core(roleChange(w, s.next(), { person: w.org.breakGlass[1] ?? by, net }, by, "Conditional Access Administrator"));
    for (const name of ["CA02 Require MFA for all", "CA05 Block legacy authentication",
      "CA11 Compliant device for Office"]) {
      s.core(audit(w, s.next(), "Delete conditional access policy", "Policy", { person: by, net },
        [target("Policy", name, w.rng.guid(),
        policyState(name, "enabled", "deleted"))]));
    }
    return {
      subjects: [by.upn, net.ip],
      summary: "An employee who is no administrator was given the role and deleted three access policies from abroad.",
    };
  } },
];
