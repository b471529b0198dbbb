import { audit, pimActivation, signIn } from "../emit/entra.ts";
import { file } from "../emit/office.ts";
import { anomaly } from "../emit/upstream.ts";
import { minute, hour } from "../lib/time.ts";
import { apps } from "../org/identities.ts";
import type { Person } from "../org/people.ts";
import type { Spot } from "../org/places.ts";
import { strangeAgents } from "./case.ts";
import type { Case, Kind } from "./case.ts";

const policyChange = (
  c: Case, by: Person, from: Spot, op: string, name: string, property: string, before: unknown, after: unknown,
  service = "Conditional Access",
): string => audit(c, c.step(2, 6), { op, category: "Policy", by, from, service,
  targets: [{ type: "Policy", name, changes: [[property,
  before, after]] }] });

const stolenAdmin = (c: Case, title: RegExp): [Person, Spot] => {
  const who = c.admin(title);
  const from = c.outside();
  c.about(from.ip);
  c.core(signIn(c, c.t, who, { app: apps.portal, from, device: undefined, agent: c.r.pick(strangeAgents),
    mfa: "claim" }));
  return [who, from];
};

export const trustKinds: Kind[] = [
  {
    kind: "federated-domain-added", area: "trust", difficulty: "obvious",
    types: ["account_compromise", "privilege_escalation", "sabotage"],
    run: (c) => {
      c.at(c.r.pick([0, 2, 3]));
      const [who, from] = stolenAdmin(c, /Identity|Head of IT/);
      const name = `sso-${c.r.hex(4)}.brightkilncorp.example`;
      c.about(name);
      audit(c, c.step(3, 6), { op: "Add unverified domain", category: "DirectoryManagement", by: who, from,
        targets: [{ type: "Directory",
        name }] });
      audit(c, c.step(2), { op: "Verify domain", category: "DirectoryManagement", by: who, from,
        targets: [{ type: "Directory", name }] });
      c.core(audit(c, c.step(1), { op: "Set domain authentication", category: "DirectoryManagement", by: who, from,
        targets: [
        { type: "Directory", name, changes: [["LiveType", ["Managed"], ["Federated"]],
          ["IssuerUri", [], [`http://${name}/adfs/services`]]] }] }));
      c.core(audit(c, c.step(0.2), { op: "Set federation settings on domain", category: "DirectoryManagement", by: who,
        from, targets: [
        { type: "Directory", name, changes: [["FederationSettings", [],
          ["PassiveLogOnUri, SigningCertificate"]]] }] }));
      return "A stolen administrator adds a domain whose sign-ins a foreign identity provider may vouch for.";
    },
  },
  {
    kind: "partner-tenant-trusted", area: "trust", difficulty: "context",
    types: ["privilege_escalation", "account_compromise"],
    run: (c) => {
      c.workday();
      c.at(19);
      const who = c.admin(/Identity|Security/);
      const tenant = c.r.uuid();
      c.about(tenant);
      c.core(policyChange(c, who, who.home, "Add a partner to cross-tenant access setting", tenant, "tenantId", null,
        tenant, "Core Directory"));
      c.core(policyChange(c, who, who.home, "Update a partner cross-tenant access setting", tenant, "inboundTrust",
        { isMfaAccepted: false }, { isMfaAccepted: true, isCompliantDeviceAccepted: true }, "Core Directory"));
      c.core(policyChange(c, who, who.home, "Create a partner cross-tenant identity sync setting", tenant,
        "userSyncInbound",
        null, { isSyncAllowed: true }, "Core Directory"));
      return "Without a change request a foreign tenant is trusted for factors and devices, and may create " +
        "accounts here.";
    },
  },
  {
    kind: "policy-exclusion-for-one", area: "trust", difficulty: "context", times: 2,
    types: ["policy_violation", "account_compromise"],
    run: (c) => {
      c.workday();
      const who = c.admin(/Identity/);
      c.at(c.r.pick([5, 20]));
      const friend = c.anyone();
      c.core(policyChange(c, who, who.home, "Update conditional access policy",
        c.r.pick(["CA010 Require compliant device",
        "CA001 Require MFA for all"]), "ConditionalAccessPolicy", { conditions: { users: { excludeUsers: [] } } },
      { conditions: { users: { includeUsers: ["All"], excludeUsers: [friend.id] } } }));
      c.core(signIn(c, c.step(30, 200), friend, { app: apps.officeHome, from: c.outside(), device: undefined,
        agent: c.r.pick(strangeAgents), mfa: "none" }));
      return "One ordinary person is excluded from a protection policy outside the window; soon the account is " +
        "used without a factor.";
    },
  },
  {
    kind: "protection-policies-switched-off", area: "trust", difficulty: "obvious",
    types: ["account_compromise", "sabotage", "policy_violation"],
    run: (c) => {
      c.at(c.r.pick([1, 23]));
      const [who, from] = stolenAdmin(c, /Identity|Head of IT|Security/);
      pimActivation(c, c.step(2), who, "Conditional Access Administrator", c.role("Conditional Access Administrator"),
        "fix", from);
      for (const name of ["CA001 Require MFA for all", "CA020 Block legacy authentication", "CA044 Azure management"]) {
        c.core(policyChange(c, who, from, "Update conditional access policy", name, "ConditionalAccessPolicy",
          { state: "enabled" },
          { state: "disabled" }));
      }
      c.core(policyChange(c, who, from, "Delete conditional access policy", "CA010 Require compliant device",
        "ConditionalAccessPolicy",
        { state: "enabled" }, null));
      return "At night a stolen administrator disables and deletes the policies that protect sign-ins.";
    },
  },
  {
    kind: "trusted-place-widened", area: "trust", difficulty: "hard", days: 10,
      types: ["policy_violation", "account_compromise"],
    run: (c) => {
      c.workday();
      while (new Date(c.day).getUTCDay() !== 3) c.day += 24 * hour;
      const who = c.admin(/Identity/);
      c.at(18.2);
      const from = who.home;
      const extra = c.outside();
      c.about(extra.ip);
      c.core(policyChange(c, who, from, "Update named location", "Offices", "NamedLocation",
        { isTrusted: true, ipRanges: [
        `${c.w.offices.hamburg.ip}/32`, `${c.w.offices.krakow.ip}/32`] },
          { isTrusted: true, ipRanges: [`${c.w.offices.hamburg.ip}/32`,
        `${c.w.offices.krakow.ip}/32`, extra.ip.replace(/\d+$/, "0/24")] }));
      const victim = c.take((one) => one.department === "Finance");
      c.nextDays(1, 2);
      c.at(2);
      c.core(signIn(c, c.t, victim, { app: apps.officeHome, from: extra, device: undefined,
        agent: strangeAgents[0] ?? "", mfa: "none" }));
      return "In the middle of a change window a rented network is slipped into the trusted places, and used " +
        "days later.";
    },
  },
  {
    kind: "own-certificate-authority", area: "trust", difficulty: "obvious",
    types: ["privilege_escalation", "account_compromise"],
    run: (c) => {
      c.at(c.r.int(0, 4));
      const [who, from] = stolenAdmin(c, /Identity|Security/);
      c.core(audit(c, c.step(5, 9), { op: "Set Company Information", category: "DirectoryManagement", by: who, from,
        targets: [
        { type: "Directory", name: "Brightkiln", changes: [["TrustedCAsForPasswordlessAuth", [],
          [{ TrustedIssuer: `CN=${c.r.hex(8)} Root`,
          AuthorityType: 0 }]]] }] }));
      c.core(policyChange(c, who, from, "Authentication Methods Policy Update", "Authentication Methods Policy",
        "x509Certificate", { state: "disabled" }, { state: "enabled", includeTargets: ["all_users"] },
          "Authentication Methods"));
      c.core(signIn(c, c.step(20, 50), c.w.breakGlass[0] as Person,
        { app: apps.portal, from, device: undefined, agent: "", mfa: "claim",
        detail: "X.509 certificate" }));
      c.about((c.w.breakGlass[0] as Person).upn);
      return "A foreign root certificate is trusted for sign-ins, and with it an emergency account is entered.";
    },
  },
  {
    kind: "weak-factors-allowed", area: "trust", difficulty: "context", types: ["policy_violation", "sabotage"],
    run: (c) => {
      c.workday();
      const who = c.admin(/Identity|Head of IT/);
      c.at(13);
      for (const [method, after] of [["Sms", "enabled"], ["Voice", "enabled"], ["Email", "enabled"]]) {
        c.core(policyChange(c, who, who.home, "Authentication Methods Policy Update", "Authentication Methods Policy",
          method ?? "",
          { state: "disabled" }, { state: after }, "Authentication Methods"));
      }
      c.core(policyChange(c, who, who.home, "Authentication Methods Policy Update", "Authentication Methods Policy",
        "MicrosoftAuthenticator.numberMatchingRequiredState", { state: "enabled" }, { state: "disabled" },
          "Authentication Methods"));
      return "On a normal day, outside the window, weak second factors are allowed for everybody again.";
    },
  },
  {
    kind: "collaboration-thrown-open", area: "trust", difficulty: "context",
    types: ["policy_violation", "data_exfiltration"],
    run: (c) => {
      c.workday();
      c.at(20.5);
      const who = c.admin(/Identity|Head of IT/);
      c.core(policyChange(c, who, who.home, "Update authorization policy", "Authorization Policy", "AllowInvitesFrom",
        "adminsAndGuestInviters", "everyone", "AuthorizationPolicy"));
      c.core(policyChange(c, who, who.home, "Update policy", "B2BManagementPolicy",
        "InvitationsAllowedAndBlockedDomainsPolicy",
        { AllowedDomains: ["northgate-retail.example", "halden-audit.example"] }, { BlockedDomains: [] },
          "Core Directory"));
      c.core(audit(c, c.step(9, 20), { op: "Invite external user", category: "UserManagement", by: who, from: who.home,
        service: "Invited Users",
        targets: [{ type: "User", name: `m${c.r.digits(4)}@freemail.example` }] }));
      return "Somebody lets everyone invite guests of any domain, and invites a private address himself.";
    },
  },
  {
    kind: "long-lived-tokens", area: "trust", difficulty: "hard", types: ["policy_violation", "sabotage"],
    run: (c) => {
      c.workday();
      const who = c.admin(/Identity|Head of IT/);
      c.working(who.owner ?? who);
      const name = "Default-session";
      c.core(audit(c, c.t, { op: "Add policy", category: "Policy", by: who,
        targets: [{ type: "Policy", name, changes: [["PolicyDetail", [],
        [{ TokenLifetimePolicy: { Version: 1, AccessTokenLifetime: "23:59:59" } }]]] }] }));
      c.core(audit(c, c.step(1, 3), { op: "Assign default policy to organization", category: "Policy", by: who,
        targets: [{ type: "Policy",
        name, changes: [["IsOrganizationDefault", [false], [true]]] }] }));
      return "A policy that nobody asked for makes all access tokens of the organization live for a day.";
    },
  },
  {
    kind: "legacy-block-report-only", area: "trust", difficulty: "context",
    types: ["policy_violation", "account_compromise"],
    run: (c) => {
      c.workday();
      c.at(11);
      const who = c.admin(/Identity|Security/);
      c.core(policyChange(c, who, who.home, "Update conditional access policy", "CA020 Block legacy authentication",
        "ConditionalAccessPolicy", { state: "enabled" }, { state: "enabledForReportingButNotEnforced" }));
      const from = c.outside();
      c.about(from.ip);
      for (const one of c.some(4)) {
        c.core(signIn(c, c.step(10, 50), one, { app: apps.exchange, from, device: undefined, agent: "BAV2ROPC",
          client: "Authenticated SMTP", result: "0", mfa: "none" }));
        c.about(one.upn);
      }
      anomaly(c, c.t + 50 * minute, who, from, "Anomalous sign-in location by user account", 0.77, "DefenseEvasion",
        "T1562");
      return "The block of old protocols is turned into a mere report at noon; accounts are entered through it " +
        "within hours.";
    },
  },
  {
    kind: "guest-tenant-data-reach", area: "trust", difficulty: "context",
    types: ["data_exfiltration", "policy_violation"],
    run: (c) => {
      c.workday();
      const guest = c.take(() => true, c.w.guests);
      c.at(22);
      const who = c.admin(/Messaging|Identity/);
      c.core(audit(c, c.t, { op: "Update policy", category: "Policy", by: who,
        targets: [{ type: "Policy", name: "SharePoint B2B", changes: [[
        "GuestUserRoleId", "2af84b1e-32c8-42b7-82bc-daa82404023b", "a0b1b346-4d3e-4e8b-98f8-753987be4970"]] }] }));
      for (const path of c.r.sample(c.site("Customers").files, 12)) {
        c.core(file(c, c.step(2, 8), guest, "FileAccessed", c.site("Customers"), path));
      }
      return "Guests are given the rights of members late in the evening; one of them looks through customers' " +
        "files at once.";
    },
  },
];
