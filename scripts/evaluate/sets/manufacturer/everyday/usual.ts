/** Usual means of administration and failures of every day, so that no operation belongs to attackers alone. */
import type { Routine } from "./routine.ts";
import { routine } from "./routine.ts";
import { appTarget, change, thingTarget, userTarget } from "../entra.ts";
import { script } from "../places.ts";
import { HOUR, MINUTE, range } from "../util.ts";
import { localTime, present } from "./people.ts";

export const usual: Routine[] = [
  routine("interrupted-sign-ins", ({ w, out, rng, days, where }) => {
    for (const person of w.people) {
      days(person, 0.05, (day, time) => {
        const at = where(person, day);
        const start = time();
        const code = rng.pick([50076, 50074, 50140, 500121, 500121]);
        for (const i of range(code === 500121 ? rng.int(1, 3) : 1)) {
          const mfa = code === 500121 ? "denied" : false;
          out.signin(start + i * 45_000, person, at, { app: "OfficeHome", code, mfa });
        }
        out.signin(start + 3 * MINUTE, person, at, { app: "OfficeHome", mfa: true });
      });
      days(person, 0.004, (day, time) => {
        out.signin(time(), person, where(person, day), {
          app: "OfficeHome", mfa: true, risk: rng.pick(["low", "medium"]), riskTypes: ["unfamiliarFeatures"],
        });
      });
    }
  }),
  routine("devices-with-old-mail-protocols", ({ w, out, rng, nights, at }) => {
    const account = w.services.svc_mfp!;
    const device = { ...script("BAV2ROPC"), os: "" };
    nights((day) => {
      for (const client of ["Authenticated SMTP", "IMAP4", "IMAP4"]) {
        const site = rng.pick(w.sites);
        const o = { mfa: false, client, conditional: "notApplied", code: rng.chance(0.05) ? 50126 : 0 };
        out.signin(at(day, rng.real(6, 18)), account, { net: site.egress, device }, o);
      }
    });
  }),
  routine("chats-and-recycle-bins", ({ w, out, rng, days, where }) => {
    for (const person of w.people) {
      days(person, 0.05, (day, time) => {
        const at = where(person, day);
        const start = time();
        if (rng.chance(0.7)) {
          const partner = rng.chance(0.8) ? rng.pick(person.contacts).upn : rng.pick(person.outside);
          out.teamsEvent(start, person, at, rng.pick(["MessageSent", "MessageSent", "ChatCreated"]), {
            ChatName: partner, CommunicationType: "OneOnOne", Members: [{ UPN: person.upn }, { UPN: partner }],
          });
        } else {
          out.file(start, person, at, "FileDeletedSecondStageRecycleBin", out.of(rng.pick(person.teams)));
        }
      });
      days(person, 0.003, (day, time) => {
        const ref = out.of(rng.pick(person.teams));
        out.label(time(), person, where(person, day), ref, "General", null, "Template without label");
      });
    }
  }),
  routine("directory-housekeeping-in-window", ({ w, out, rng, windows, by }) => {
    windows((day, time) => {
      const person = w.staff.cloud[(day + 1) % w.staff.cloud.length]!;
      if (!present(person, day)) {
        return;
      }
      const who = by(person, day);
      const details = { Change: `CHG${rng.int(20_000, 39_999)}` };
      const name = rng.pick(["Pilot chatbot", "Old survey tool", "Test app"]);
      const old = thingTarget("ServicePrincipal", rng.uuid(), name);
      const role = "Intune Administrator";
      for (const run of rng.some([
        () => out.audit(time(), who, "Remove service principal", [old], { details }),
        () => out.audit(time(), who, "Delete application", [{ ...old, type: "Application" }], { details }),
        () => out.audit(time(), who, "Delete user", [thingTarget("User", rng.uuid(), "Test user")], { details }),
        () => out.audit(time(), who, "Add eligible member to role in PIM completed (permanent)",
          [thingTarget("Role", w.roles[role]!, role), userTarget(rng.pick(w.staff.windows).admin!)], { details }),
        () => out.audit(time(), who, "Add delegated permission grant", [
          appTarget(w.apps.graph!, "ServicePrincipal",
            change("DelegatedPermissionGrant.Scope", null, "User.Read openid")),
        ], { details }),
        () => out.audit(time(), who, "Update a partner cross-tenant access setting",
          [thingTarget("Policy", rng.uuid(), rng.pick(w.customers))], { details }),
      ], 3)) {
        run();
      }
    });
    for (const guest of w.guests.slice(0, 8)) {
      const time = w.from + rng.real(24, 800) * HOUR;
      out.audit(time, { actor: guest, ip: guest.home.net.ip }, "Redeem external user invite",
        [userTarget(guest)]);
    }
  }),
  routine("names-and-other-server-traffic", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      for (const key of ["dc1", "dc2", "dc3", "dc4"]) {
        const server = w.servers[key]!;
        for (let n = 3; n > 0; n--) {
          out.traffic(at(day, rng.real(0, 24)), server.site, server.ip, rng.pick(["9.9.9.9", "1.1.1.2"]), {
            port: 53, protocol: "UDP", app: "dns", sent: rng.int(80, 160), received: rng.int(90, 400),
            count: rng.int(40, 400),
          });
        }
      }
      const git = w.servers.git!;
      out.traffic(at(day, rng.real(0, 24)), git.site, git.ip, `151.101.${rng.int(1, 200)}.${rng.int(1, 200)}`, {
        port: rng.pick([80, 443, 8080]), app: "web-browsing", received: rng.int(1e5, 4e7),
      });
      if (rng.chance(0.4)) {
        const person = rng.pick(w.people);
        const name = rng.pick(["HTTP Suspicious User Agent", "Generic JavaScript Obfuscation", "SSL Weak Cipher"]);
        const target = rng.chance(0.5) ? w.servers.portal!.ip : `104.18.4.${rng.int(2, 99)}`;
        out.threat(at(day, rng.real(7, 18)), person.site, person.host.ip, target, name, {
          action: "alert", severity: rng.int(3, 6), kind: rng.pick(["vulnerability", "spyware"]),
        });
      }
    });
  }),
  routine("applications-that-fail-or-federate", ({ w, out, rng, nights, at }) => {
    const outage = rng.int(4, w.days - 4);
    nights((day) => {
      for (let n = rng.count(2); n > 0; n--) {
        out.spSignin(at(day, rng.real(7, 19)), w.apps.deployDev!, {
          ip: `4.175.${rng.int(1, 250)}.${rng.int(1, 250)}`, federated: w.apps.deployDev!.keyId,
        });
      }
      if (day === outage || day === outage + 1) {
        for (const i of range(20)) {
          out.spSignin(at(day, 6) + i * 30 * MINUTE, w.apps.expense!, { code: i % 2 ? 7000215 : 7000222 });
        }
      }
      if (rng.chance(0.5)) {
        out.graph(at(day, rng.real(0, 24)), w.apps.ticketing!, w.apps.ticketing!.ip, "GET",
          "/auditLogs/signIns", { status: 403 });
        out.graph(at(day, rng.real(0, 24)), w.apps.erpConnector!, w.apps.erpConnector!.ip, "POST",
          "/users/invoices/sendMail", { status: 202 });
      }
    });
  }),
  routine("logons-at-desks-and-with-other-rights", ({ w, out, rng, nights }) => {
    nights((day) => {
      for (const person of rng.some(w.people.filter((p) => present(p, day)), 9)) {
        out.logon(localTime(w, person, day, person.start), person.host, person, rng.pick([2, 7, 11]), "127.0.0.1");
      }
      for (const person of rng.some([...w.staff.windows, ...w.staff.helpdesk].filter((p) => present(p, day)), 2)) {
        const time = localTime(w, person, day, person.start + rng.real(1, 7));
        out.logon(time, person.host, person.admin!, 9, "::1");
        const server = w.servers[rng.pick(["fs1", "print", "plm"])]!;
        out.share(time + MINUTE, server, person.admin!, w.servers.jump!.ip, "C$");
        if (rng.chance(0.3)) {
          const user = rng.pick(w.people);
          out.share(time + 2 * MINUTE, user.host, person.admin!, person.host.ip, "IPC$", "srvsvc");
        }
      }
      const person = rng.pick(w.people.filter((p) => present(p, day) || p === w.people[0]));
      out.idLogon(localTime(w, person, day, 10), person, person.host, person.host.ip,
        { protocol: "Ntlm", type: "Credentials validation", fail: rng.chance(0.3) ? "WrongPassword" : undefined });
    });
  }),
  routine("directory-queries-of-tools", ({ w, out, rng, nights, at }) => {
    const queries: [string, string][] = [
      ["AllTrusts", "(objectClass=trustedDomain)"], ["AllGpos", "(objectCategory=groupPolicyContainer)"],
      ["AdminCount", "(adminCount=1)"], ["ServicePrincipalNames", "(servicePrincipalName=MSSQLSvc*)"],
      ["AllComputers", "(operatingSystem=*server*)"],
    ];
    nights((day) => {
      if (day % 7 < 5) {
        const [type, query] = rng.pick(queries);
        out.idQuery(at(day, rng.real(1, 5)), w.services.svc_mon!, w.servers.sccm!, type, query);
        const user = rng.pick(w.staff.helpdesk);
        out.idQuery(at(day, rng.real(8, 16)), user.admin!, user.host, "EnumerateUsers", "SAMR", {
          protocol: "Samr", action: "SAMR query", target: rng.pick(w.people).sam,
        });
      }
    });
  }),
  routine("platform-changes-in-window", ({ w, out, rng, windows }) => {
    const r = w.cloud.resources;
    windows((_, time) => {
      const changes: [string, string][] = [
        ["Microsoft.Authorization/locks/delete", `${r.sql}/providers/Microsoft.Authorization/locks/keep`],
        ["Microsoft.Authorization/locks/write", `${r.sql}/providers/Microsoft.Authorization/locks/keep`],
        ["Microsoft.Insights/diagnosticSettings/delete",
          `${r.function}/providers/Microsoft.Insights/diagnosticSettings/old`],
        ["Microsoft.OperationalInsights/workspaces/write", r.workspace!],
        ["Microsoft.Storage/storageAccounts/write", r.telemetryStore!],
        ["Microsoft.Storage/storageAccounts/listAccountSas/action", r.telemetryStore!],
        ["Microsoft.Automation/automationAccounts/runbooks/publish/action",
          `${r.automation}/runbooks/Stop-TestMachines`],
        ["Microsoft.RecoveryServices/vaults/backupconfig/write", `${r.recovery}/backupconfig/vaultconfig`],
        ["Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/protectedItems/delete",
          `${r.recovery}/backupFabrics/Azure/protectionContainers/old/protectedItems/retired`],
        ["Microsoft.ManagedIdentity/userAssignedIdentities/assign/action", r.automation!],
      ];
      const at = time();
      for (const [i, [operation, resource]] of rng.some(changes, 6).entries()) {
        out.azure(at + i * 40_000, w.apps.terraform!, operation, resource);
      }
    });
  }),
  routine("memberships-by-request", ({ w, out, rng, days, by }) => {
    for (const agent of w.staff.helpdesk) {
      days(agent, 0.35, (day, time) => {
        const group = w.groups[rng.int(12, 25)] ?? w.groups[0]!;
        out.audit(time(), by(agent, day), "Add member to group",
          [userTarget(rng.pick(w.people)), thingTarget("Group", group.id, group.name)],
          { details: { Ticket: `INC${rng.int(10_000, 99_999)}` } });
      });
    }
  }),
];
