/** Attacks on what the tenant trusts: federation, other tenants, conditional access, authentication methods. */
import type { Plot } from "./plot.ts";
import { plot, singlePlot } from "./plot.ts";
import { change, thingTarget, userTarget } from "../entra.ts";
import { hostingNet, strangeDevice } from "../places.ts";
import { DAY, HOUR, MINUTE } from "../util.ts";

export const trustPlots: Plot[] = [
  singlePlot("domain-federated-to-attacker", "obvious", ["account_compromise", "sabotage"], (s) => {
    const { w, out, rng, key, admin, night, intruder, by, person } = s;
    const thief = admin(w.staff.cloud.slice(0, 2));
    const at = intruder();
    const time = night();
    const domain = `${rng.pick(["login", "mail", "eu"])}-${w.domain}`;
    out.signin(time - 8 * MINUTE, thief.account, at,
      { app: "Microsoft Graph Command Line Tools", mfa: true, unmanaged: true });
    out.audit(time - 6 * MINUTE, by(thief.account, at.net), "Add unverified domain",
      [thingTarget("Other", domain, domain)]);
    out.audit(time - 3 * MINUTE, by(thief.account, at.net), "Verify domain", [thingTarget("Other", domain, domain)]);
    key(out.audit(time, by(thief.account, at.net), "Set domain authentication",
      [thingTarget("Other", domain, domain, change("LiveType", "Managed", "Federated"))]));
    key(out.audit(time + 20_000, by(thief.account, at.net), "Set federation settings on domain",
      [thingTarget("Other", domain, domain, change("IssuerUri", null, `http://any.sts/${rng.hex(8).toUpperCase()}`),
      change("PassiveLogOnUri", null, "https://sts.node-auth.example/adfs/ls"))]));
    const victim = person((p) => p.department === "Management");
    key(out.signin(time + 2 * HOUR, victim, { net: hostingNet(rng), device: strangeDevice(rng) },
      { app: "OfficeHome", issuer: "ADFederationServices", mfa: true, unmanaged: true }));
    return {
      subjects: [thief.account.upn, domain, victim.upn, at.net.ip],
      summary: "A stolen administrator adds a federated domain with a foreign issuer; a director's account is then " +
        "used with a forged token.",
    };
  }),
  plot("second-signing-certificate", "hard", ["account_compromise", "sabotage"], (s) => {
    const { w, out, rng, key, admin, work, by, at: clock, day } = s;
    const thief = admin(w.staff.cloud);
    const time = rng.chance(0.5) ? work(thief.person) : clock(day, 20.3);
    key(out.audit(time, by(thief.account, thief.at.net), "Set federation settings on domain",
      [thingTarget("Other", w.domain, w.domain,
      change("NextSigningCertificate", null, `MIIC8DCCAdigAwIBAgIQ${rng.hex(24)}`),
      change("FederatedIdpMfaBehavior", "rejectMfaByFederatedIdp", "acceptIfMfaDoneByFederatedIdp"))]));
    return {
      subjects: [thief.account.upn, w.domain],
      summary: "A second signing certificate and acceptance of foreign second factors are set on the domain, without " +
        "change and without reason.",
    };
  }),
  plot("partner-tenant-trusted", "context", ["policy_violation", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, day, at: clock, intruder, by } = s;
    const thief = admin(w.staff.cloud);
    const at = intruder("home");
    const time = clock(day, rng.real(20, 23));
    const tenant = rng.uuid();
    out.signin(time - 6 * MINUTE, thief.account, at, { app: "Azure Portal", mfa: true, unmanaged: true });
    key(out.audit(time, by(thief.account, at.net), "Add a partner to cross-tenant access setting",
      [thingTarget("Policy", tenant, tenant, change("tenantId", null, tenant))]));
    key(out.audit(time + 90_000, by(thief.account, at.net), "Update a partner cross-tenant access setting",
      [thingTarget("Policy", tenant, tenant, change("inboundTrust", { isMfaAccepted: false },
      { isMfaAccepted: true, isCompliantDeviceAccepted: true }))]));
    const guest = rng.pick(w.guests.slice(0, 11));
    out.signin(time + 14 * HOUR, guest, { net: at.net, device: strangeDevice(rng) },
      { app: "Azure Portal", crossTenant: "b2bDirectConnect", mfa: true });
    return {
      subjects: [thief.account.upn, tenant, guest.upn, at.net.ip],
      summary: "An unknown tenant is added as partner whose second factors and devices are trusted, from an " +
        "administrator's session abroad.",
    };
  }),
  plot("inbound-synchronization-from-other-tenant", "context", ["account_compromise", "privilege_escalation"], (s) => {
    const { w, out, rng, key, admin, night, intruder, by } = s;
    const thief = admin(w.staff.windows.slice(0, 2));
    const at = intruder();
    const time = night();
    const tenant = rng.uuid();
    key(out.audit(time, by(thief.account, at.net), "Create a partner cross-tenant identity sync setting",
      [thingTarget("Policy", tenant, tenant, change("userSyncInbound", null, { isSyncAllowed: true }))]));
    out.audit(time + 3 * MINUTE, by(thief.account, at.net), "Update a partner cross-tenant access setting",
      [thingTarget("Policy", tenant, tenant, change("automaticUserConsentSettings", { inboundAllowed: false },
      { inboundAllowed: true }))]);
    key(out.audit(time + 5 * HOUR, { app: "Azure AD Cross-Tenant Synchronization" }, "Add user",
      [thingTarget("User", rng.uuid(), "Platform Operations 2")]));
    return {
      subjects: [thief.account.upn, tenant, at.net.ip],
      summary: "Synchronization of users from a foreign tenant is allowed at night, and a user from there appears.",
    };
  }),
  plot("exclusion-in-conditional-access", "context", ["policy_violation", "sabotage", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, work, by, person, where } = s;
    const actor = admin(w.staff.cloud);
    const friend = person((p) => p.department === "IT" && !w.staff.cloud.includes(p));
    const time = work(actor.person);
    key(out.audit(time, by(actor.account, actor.at.net), "Update conditional access policy",
      [thingTarget("Policy", rng.uuid(), "CA001 Require MFA for all",
      change("ConditionalAccessPolicy", { excludeUsers: [w.services.breakglass!.id] },
      { excludeUsers: [w.services.breakglass!.id, friend.id, actor.account.id] }))]));
    key(out.signin(time + 40 * MINUTE, friend, where(friend),
      { app: "Azure Portal", mfa: false, conditional: "notApplied" }));
    return {
      subjects: [actor.account.upn, friend.upn],
      summary: "An administrator excludes himself and a colleague from the second factor, outside of a change window.",
    };
  }),
  plot("policy-off-for-half-an-hour", "context", ["sabotage", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, night, intruder, by, person } = s;
    const thief = admin(w.staff.cloud);
    const at = intruder("home", thief.person.site.country);
    const time = night();
    const policy = thingTarget("Policy", rng.uuid(),
      rng.pick(["CA012 Compliant device for engineering", "CA003 Block countries"]));
    const state = (from: string, to: string) =>
      ({ ...policy, modifiedProperties: [change("ConditionalAccessPolicy", { state: from }, { state: to })] });
    key(out.audit(time, by(thief.account, at.net), "Update conditional access policy",
      [state("enabled", "enabledForReportingButNotEnforced")]));
    const victim = person((p) => p.department === "Engineering");
    const guest = { net: hostingNet(rng), device: strangeDevice(rng) };
    key(out.signin(time + 11 * MINUTE, victim, guest,
      { app: "Office 365 SharePoint Online", mfa: false, conditional: "notApplied", unmanaged: true }));
    for (let i = 0; i < 6; i++) {
      out.file(time + 13 * MINUTE + i * 20_000, victim, guest, "FileDownloaded", out.of(rng.pick(victim.teams)));
    }
    key(out.audit(time + 32 * MINUTE, by(thief.account, at.net), "Update conditional access policy",
      [state("enabledForReportingButNotEnforced", "enabled")]));
    return {
      subjects: [thief.account.upn, victim.upn, at.net.ip, guest.net.ip],
      summary: "A policy is switched off for half an hour at night, used for one sign-in, and switched on again.",
    };
  }),
  plot("trusted-location-gets-foreign-range", "context", ["policy_violation", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, day, at: clock, by, person } = s;
    const thief = admin(w.staff.cloud);
    const net = hostingNet(rng, "RO");
    const time = clock(day, rng.real(12, 13));
    key(out.audit(time, by(thief.account, thief.at.net), "Update named location",
      [thingTarget("Policy", rng.uuid(), "Plants and offices",
      change("ipRanges", w.sites.map((s) => `${s.egress.ip}/32`),
      [...w.sites.map((s) => `${s.egress.ip}/32`), `${net.ip.split(".").slice(0, 3).join(".")}.0/24`]),
      change("isTrusted", true, true))]));
    const victim = person((p) => p.department === "Finance" || p.department === "Purchasing");
    const at = { net, device: strangeDevice(rng) };
    key(out.signin(time + 7 * HOUR, victim, at, { mfa: false, conditional: "notApplied", unmanaged: true }));
    out.mailbox(time + 7.1 * HOUR, victim, at, "MailItemsAccessed", victim, { count: 33 });
    return {
      subjects: [thief.account.upn, victim.upn, net.ip],
      summary: "The range of a hosting provider becomes part of the trusted plants; a sign-in from there needs no " +
        "second factor.",
    };
  }),
  plot("second-factor-switched-off-for-director", "obvious", ["sabotage", "account_compromise"], (s) => {
    const { w, out, key, admin, night, intruder, by, person } = s;
    const thief = admin(w.staff.helpdesk);
    const victim = person((p) => p.department === "Management" || p.department === "Finance");
    const at = intruder();
    const time = night();
    out.signin(time - 4 * MINUTE, thief.account, at,
      { app: "Azure Portal", mfa: true, unmanaged: true, risk: "medium" });
    key(out.audit(time, by(thief.account, at.net), "Disable Strong Authentication",
      [userTarget(victim, change("StrongAuthenticationRequirement", [{ State: 1 }], []))]));
    out.audit(time + MINUTE, by(thief.account, at.net), "Reset user password", [userTarget(victim)]);
    key(out.signin(time + 5 * MINUTE, victim, at, { mfa: false, conditional: "notApplied", unmanaged: true }));
    out.mailbox(time + 9 * MINUTE, victim, at, "MailItemsAccessed", victim, { count: 80 });
    return {
      subjects: [thief.account.upn, victim.upn, at.net.ip],
      summary: "With a stolen help desk account the second factor of a director is switched off and his password " +
        "reset; both accounts are used from the same server.",
    };
  }),
  plot("weak-methods-allowed-again", "hard", ["policy_violation", "sabotage"], (s) => {
    const { w, out, rng, key, admin, work, by } = s;
    const actor = admin(w.staff.windows.slice(0, 2));
    const time = work(actor.person);
    key(out.audit(time, by(actor.account, actor.at.net), "Authentication Methods Policy Update",
      [thingTarget("Policy", w.tenant, "Authentication Methods Policy",
      change("Sms", { state: "disabled" }, { state: "enabled", includeTargets: "all_users" }),
      change("Voice", { state: "disabled" }, { state: rng.pick(["enabled", "disabled"]) }))]));
    out.audit(time + 10 * MINUTE, by(actor.account, actor.at.net), "Authentication Methods Policy Update",
      [thingTarget("Policy", w.tenant, "Authentication Methods Policy",
      change("TemporaryAccessPass", { maximumLifetimeInMinutes: 480 }, { maximumLifetimeInMinutes: 43_200 }))]);
    return {
      subjects: [actor.account.upn],
      summary: "An administrator of servers allows text messages for all and makes temporary passes last a month; it " +
        "is neither his task nor a change window.",
    };
  }),
  plot("foreign-authentication-agent", "context", ["account_compromise", "sabotage"], (s) => {
    const { w, out, rng, key, admin, night, by, intruder } = s;
    const thief = admin(w.staff.windows);
    const at = intruder("home");
    const time = night();
    key(out.audit(time, by(thief.account, at.net), "Register connector",
      [thingTarget("Other", rng.uuid(), `WIN-${rng.hex(8).toUpperCase()}.WORKGROUP`)],
      { details: { "Connector type": "Pass-through authentication agent" } }));
    out.signin(time - 2 * MINUTE, thief.account, at, { app: "Azure Portal", mfa: true, unmanaged: true });
    return {
      subjects: [thief.account.upn, at.net.ip],
      summary: "A pass-through authentication agent on a computer outside of the domain is registered, which would see " +
        "all passwords.",
    };
  }),
  plot("policy-deleted", "obvious", ["sabotage"], (s) => {
    const { w, out, rng, key, admin, night, by } = s;
    const actor = admin(w.staff.cloud);
    const time = night();
    for (const [i, name] of rng.some(["CA001 Require MFA for all", "CA007 Block legacy authentication",
      "CA003 Block countries", "CA012 Compliant device for engineering"], 3).entries()) {
      key(out.audit(time + i * 40_000, by(actor.account, actor.person.home.net), "Delete conditional access policy",
        [thingTarget("Policy", rng.uuid(), name)]));
    }
    out.signin(time - DAY / 96, actor.account, actor.person.home, { app: "Azure Portal", mfa: true });
    return {
      subjects: [actor.account.upn],
      summary: "Three policies of conditional access are deleted from home in the middle of the night by one " +
        "administrator.",
    };
  }),
];
