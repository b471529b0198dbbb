import type { Plan } from "../scenario.ts";
import { HOUR, MINUTE } from "../calendar.ts";
import { anomaly, appSignin, audit, giveRole, graph, signin, thing, user } from "../entra.ts";
import { netOf } from "../everyday-people.ts";
import { azure, resource } from "../infra.ts";
import { mailbox } from "../m365.ts";
import { hostileNet, residentialNet } from "../places.ts";
import { host, idLogon, logon } from "../windows.ts";
import { has, times } from "./tools.ts";

const area = "machine" as const;
const SECRETS = "Update application – Certificates and secrets management ";

export const machine: Plan[] = [
  { kind: "secret-added-by-a-stranger", area, difficulty: "obvious",
      types: ["account_compromise", "privilege_escalation"], run: (a) => {
    const { w, rng } = a;
    const app = w.apps.get(rng.pick(["backup365", "repository", "proctor"]))!;
    const admin = a.admin("identity");
    a.about(app.name);
    const net = a.net(hostileNet(rng));
    const key = rng.uuid();
    const t = a.at(rng.float(1, 5));
    signin(w, t - 3 * MINUTE, admin, { net, app: "entra", device: null, mfa: "claim" });
    a.core(() => {
      audit(w, t, { person: admin, net }, SECRETS, "ApplicationManagement",
        [thing("Application", app.appId, app.name, ["KeyDescription", `[KeyIdentifier=${app.keyId}]`,
        `[KeyIdentifier=${key},KeyType=Password,DisplayName=az-${rng.hex(4)}]`])]);
      appSignin(w, t + 8 * MINUTE, app, { ip: net.ip, key, country: net.country });
    });
    times(8, (i) => graph(w, t + (9 + i) * MINUTE, app, "GET", `users/${rng.pick(w.people).id}/messages?$top=50`,
      { ip: net.ip, agent: "python-httpx/0.27.0" }));
    return `A second secret is put on "${app.name}" at night from abroad and used minutes later to read mail of many `
      + `people.`;
  } },
  { kind: "leaked-secret-used-abroad", area, difficulty: "context", types: ["account_compromise"], when: "any",
      times: 2, run: (a) => {
    const { w, rng } = a;
    const choices = ["osiris", "grants", "ticket", "alumni", "hpcacct"].map((key) => w.apps.get(key)!).filter(
      (x) => !w.taken.has(x.id));
    const app = rng.pick(choices);
    w.taken.add(app.id);
    a.about(app.name);
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(0, 23));
    a.core(() => times(3, (i) => appSignin(w, t + i * 20 * MINUTE, app, { ip: net.ip, country: net.country })));
    times(10, (i) => graph(w, t + (2 + i * 3) * MINUTE, app, "GET",
      rng.pick(["users?$top=999", "groups?$top=999", "servicePrincipals", "applications", "directoryRoles",
      "organization"]), { ip: net.ip, agent: "curl/8.4.0", status: i % 3 ? 200 : 403 }));
    return `"${app.name}", which always comes from one address, signs in from ${net.city} with its known secret and `
      + `lists the directory.`;
  } },
  { kind: "identity-of-a-machine-borrowed", area, difficulty: "hard",
      types: ["account_compromise", "privilege_escalation"], times: 2, run: (a) => {
    const { w, rng } = a;
    const key = rng.pick(["vm-mltrain", "vm-econ", "func-library"].filter((k) => !w.taken.has(w.apps.get(k)!.id)));
    const app = w.apps.get(key)!;
    w.taken.add(app.id);
    a.about(app.name);
    const t = a.at(rng.float(1, 4));
    a.core(() => {
      appSignin(w, t, app, { resource: "Azure Resource Manager" });
      appSignin(w, t + 5 * MINUTE, app, { resource: "Microsoft Graph" });
      const on = key === "vm-mltrain" ? resource(w, "ml", "stmldata") : key === "vm-econ" ? resource(w, "economics",
        "steconpanel") : resource(w, "library", "stlibraryscan");
      azure(w, t + 7 * MINUTE, app, "20.76.44.18", "Microsoft.Storage/storageAccounts/listKeys/action", on,
        { quiet: true });
    });
    graph(w, t + 9 * MINUTE, app, "GET", "servicePrincipals?$top=100", { ip: "20.76.44.18", status: 403 });
    return `The identity of ${app.name}, which only reads a vault, asks for management and directory tokens at night `
      + `and fetches storage keys.`;
  } },
  { kind: "federated-credential-for-a-foreign-repository", area, difficulty: "context",
      types: ["account_compromise", "privilege_escalation"], run: (a) => {
    const { w, rng } = a;
    const app = w.apps.get("terraform")!;
    const dev = a.staff(has("developer"));
    a.about(app.name);
    const net = a.net(residentialNet(rng));
    const t = a.at(rng.float(19, 23));
    a.core(() => audit(w, t, { person: dev, net }, "Update application", "ApplicationManagement",
      [thing("Application", app.appId, app.name, ["FederatedIdentityCredentials", "[]",
      `[{"Issuer":"https://token.actions.githubusercontent.com",`
        + `"Subject":"repo:${rng.base62(7).toLowerCase()}/infra-copy:ref:refs/heads/main"}]`])]));
    a.core(() => appSignin(w, t + 30 * MINUTE, app, { ip: `20.102.${rng.int(1, 200)}.${rng.int(2, 250)}`, country: "US",
      key: rng.uuid(), resource: "Windows Azure Service Management API" }));
    return `A build of an unknown code repository may sign in as the platform pipeline of IT, and does so half an `
      + `hour later.`;
  } },
  { kind: "pipeline-creates-people", area, difficulty: "context", types: ["privilege_escalation", "account_compromise"],
      run: (a) => {
    const { w, rng } = a;
    const app = w.apps.get("idgov")!;
    a.about(app.name);
    const t = a.at(rng.float(12, 16));
    const fresh = thing("User", rng.uuid(), `svc-report${rng.int(1, 9)}@waalhaven.example`);
    appSignin(w, t, app);
    a.core(() => {
      audit(w, t + 20_000, { app }, "Add user", "UserManagement", [fresh]);
      giveRole(w, t + 60_000, { app }, "Global Administrator", fresh);
    });
    return `The application of identity governance, which reads groups at night, creates an account in the afternoon `
      + `and makes it global administrator.`;
  } },
  { kind: "backup-reads-more-than-ever", area, difficulty: "hard", types: ["account_compromise", "data_exfiltration"],
      run: (a) => {
    const { w, rng } = a;
    const app = w.apps.get("backup365")!;
    a.about(app.name);
    const t = a.at(13.2);
    const boss = a.many(10, has("lead"));
    a.core(() => times(30, (i) => graph(w, t + i * 80_000, app, "GET",
      `users/${rng.pick(boss).id}/messages?$search="merger"&$top=250`, { agent: "CloudVault/7.2" })));
    return `The backup provider, which copies everything at night, searches the mail of directors for one word at `
      + `noon from its usual address.`;
  } },
  { kind: "forgotten-application-wakes", area, difficulty: "context",
      types: ["account_compromise", "data_exfiltration"], when: "any", run: (a) => {
    const { w, rng } = a;
    const app = w.apps.get("oldportal")!;
    const net = a.net(hostileNet(rng));
    a.about(app.name);
    const t = a.at(rng.float(2, 22));
    times(2, (i) => appSignin(w, t - (6 - i) * MINUTE, app, { ip: net.ip, country: net.country, result: 7000215,
      key: "" }));
    a.core(() => {
      appSignin(w, t, app, { ip: net.ip, country: net.country });
      times(12, (i) => graph(w, t + (1 + i) * MINUTE, app, "GET",
        `users/${rng.pick(w.people).id}/mailFolders/inbox/messages?$top=500`, { ip: net.ip }));
    });
    return `"${app.name}", which nobody has used for months and whose secret is from 2021, reads mailboxes from a `
      + `rented server.`;
  } },
  { kind: "owner-and-secret-in-two-steps", area, difficulty: "context",
      types: ["privilege_escalation", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("helpdesk") || x.tags.has("endpoint"));
    const app = w.apps.get("hrsync")!;
    a.about(app.name);
    const net = netOf(rng, p, a.day);
    const t = a.at(rng.float(16, 18));
    a.core(() => {
      audit(w, t, { person: p, net }, "Add owner to application", "ApplicationManagement",
        [user(p, ["Application.DisplayName", null, app.name])]);
      audit(w, t + 2 * HOUR, { person: p, net }, SECRETS, "ApplicationManagement",
        [thing("Application", app.appId, app.name, ["KeyDescription", null, "[KeyType=Password,DisplayName=temp]"])]);
    });
    return `${p.display} (${p.title}) becomes owner of the synchronisation of personnel, which may change every `
      + `account, and adds a secret two hours later.`;
  } },
  { kind: "service-account-at-a-desktop", area, difficulty: "context", types: ["account_compromise", "insider_threat"],
      run: (a) => {
    const { w, rng } = a;
    const name = rng.pick(["svc-backup", "svc-sql"]);
    const service = w.services.find((s) => s.sam === name)!;
    a.about(service.upn);
    const p = rng.pick(w.people.filter((x) => x.tags.has("lab")));
    const on = host(w, "rds01");
    const t = a.at(rng.float(19, 22));
    a.core(() => {
      logon(w, t, on, service, { type: 10, ip: p.laptop.ip, from: p.laptop.name, elevated: true });
      idLogon(w, t, service, p.laptop, { type: "Remote desktop", to: on });
    });
    logon(w, t + 9 * MINUTE, host(w, "fs-med01"), service, { type: 3, ip: on.ip, from: "RDS01" });
    return `The service account ${service.sam} is used for a remote desktop from a laptop of a laboratory in the `
      + `evening.`;
  } },
  { kind: "synchronisation-account-in-the-cloud", area, difficulty: "obvious",
      types: ["account_compromise", "privilege_escalation"], when: "any", run: (a) => {
    const { w, rng } = a;
    const service = w.services.find((s) => s.sam === "MSOL_4c1f0a7d")!;
    a.about(service.upn);
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(1, 5));
    a.core(() => {
      signin(w, t, service, { net, app: "azps", device: null, client: "Mobile Apps and Desktop clients",
        protocol: "ropc", mfa: "none", os: "", browser: "" });
      audit(w, t + 6 * MINUTE, { person: service, net }, "Reset user password", "UserManagement",
        [user(w.people.find((p) => p.title === "Chief Information Officer")!)]);
    });
    anomaly(w, t, "Anomalous sign-in location by user account", 0.97, "InitialAccess", "T1078",
      { p: service, ip: net.ip });
    return `The account of the directory synchronisation signs in from abroad and resets the password of the chief `
      + `information officer.`;
  } },
  { kind: "scanner-account-reads-mail", area, difficulty: "context", types: ["account_compromise"], when: "any",
      run: (a) => {
    const { w, rng } = a;
    const mfp = w.services.find((s) => s.sam === "svc-mfp")!;
    a.about(mfp.upn);
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(0, 23));
    a.core(() => {
      signin(w, t, mfp, { net, app: "outlook", client: "IMAP4", device: null, mfa: "none", os: "", browser: "" });
      mailbox(w, t + 3 * MINUTE, mfp, "MailItemsAccessed",
        { net, count: 60, access: "Sync", client: "Client=POP3/IMAP4;Protocol=IMAP4" });
    });
    return `The account of the copying machines, which only sends from the campus and needs no second factor, fetches `
      + `its mail by IMAP from abroad.`;
  } },
];
