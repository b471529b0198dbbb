/** Attacks with identities of machines: service principals, managed identities, keys. */
import type { Plot } from "./plot.ts";
import { plot } from "./plot.ts";
import type { AppSpec } from "../types.ts";
import { appTarget, change, userTarget } from "../entra.ts";
import { hostingNet } from "../places.ts";
import { DAY, HOUR, MINUTE, range } from "../util.ts";

const SECRETS = "Update application – Certificates and secrets management ";

function newSecret(app: AppSpec, keyId: string, name: string, type = "Password") {
  return appTarget(app, "Application", change("KeyDescription", [`[KeyIdentifier=${app.keyId},KeyType=Password]`],
    [`[KeyIdentifier=${app.keyId},KeyType=Password]`,
    `[KeyIdentifier=${keyId},KeyType=${type},KeyUsage=Verify,DisplayName=${name}]`]));
}

export const machinePlots: Plot[] = [
  plot("secret-added-and-used-from-outside", "obvious", ["account_compromise"], (s) => {
    const { w, out, rng, key, admin, night, intruder, by } = s;
    const thief = admin(w.staff.cloud);
    const app = w.apps[rng.pick(["mailArchive", "inventory", "plmExport"])]!;
    const at = intruder();
    const time = night();
    const keyId = rng.uuid();
    out.signin(time - 5 * MINUTE, thief.account, at, { app: "Azure Portal", mfa: true, unmanaged: true });
    key(out.audit(time, by(thief.account, at.net), SECRETS,
      [newSecret(app, keyId, rng.pick(["sync", "default", "sdk"]))]));
    key(out.spSignin(time + 10 * MINUTE, app, { net: at.net, keyId }));
    for (const i of range(8)) {
      out.graph(time + (11 + i) * MINUTE, app, at.net.ip, "GET",
        app === w.apps.plmExport ? `/sites/${rng.hex(8)}/drive/root/children`
        : `/users/${rng.pick(w.people).id}/messages?$top=100`);
    }
    return {
      subjects: [thief.account.upn, app.name, at.net.ip],
      summary: "A stolen administrator adds a secret to an application and signs in as this application from the same " +
        "server.",
    };
  }),
  plot("pipeline-key-used-elsewhere", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, day, at: clock } = s;
    const app = w.apps[rng.pick(["deployProd", "terraform", "deployDev"])]!;
    const net = hostingNet(rng);
    const time = clock(day, rng.real(0, 24));
    key(out.spSignin(time, app, { net, resource: "Azure Resource Manager" }));
    const r = w.cloud.resources;
    out.azure(time + 3 * MINUTE, app, "Microsoft.KeyVault/vaults/accessPolicies/write",
      `${r.vaultErp}/accessPolicies/add`, { ip: net.ip });
    key(out.azure(time + 6 * MINUTE, app, "Microsoft.Storage/storageAccounts/listKeys/action", r.drawingStore!,
      { ip: net.ip }));
    return {
      subjects: [app.name, net.ip],
      summary: "The unchanged key of a deployment pipeline is used from an address where the pipeline never ran, to " +
        "reach vault and store.",
    };
  }),
  plot("token-of-managed-identity-replayed", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, night } = s;
    const app = w.apps[rng.pick(["miFunction", "miPortal"])]!;
    const net = hostingNet(rng);
    const time = night();
    out.miSignin(time - 4 * MINUTE, app, "Microsoft Graph");
    out.miSignin(time - 3 * MINUTE, app, "Azure Resource Manager");
    for (const i of range(rng.int(5, 10))) {
      key(out.graph(time + i * 30_000, app, net.ip, "GET",
        rng.pick(["/users?$top=999", "/servicePrincipals?$top=999", "/applications", "/directoryRoles"]),
        { status: rng.chance(0.4) ? 403 : 200, roles: "" }));
    }
    key(out.azure(time + 9 * MINUTE, app, "Microsoft.Compute/virtualMachines/runCommand/action",
      w.cloud.resources.portalVm!, { ip: net.ip, status: "Failure" }));
    return {
      subjects: [app.name, net.ip],
      summary: "A token taken from the web service through its metadata interface is used from outside for Graph and " +
        "for Azure.",
    };
  }),
  plot("application-explores-directory", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, day, at: clock } = s;
    const app = w.apps[rng.pick(["signatures", "ticketing", "erpConnector"])]!;
    const time = clock(day, rng.real(0, 24));
    for (const [i, path] of ["/organization", "/users?$top=999&$select=userPrincipalName,assignedLicenses",
      "/directoryRoles", "/roleManagement/directory/roleAssignments?$expand=principal", "/servicePrincipals?$top=999",
      "/applications?$top=999", "/oauth2PermissionGrants", "/identity/conditionalAccess/policies", "/domains",
      "/groups?$top=999"].entries()) {
      const ids = out.graph(time + i * 7000, app, app.ip, "GET", path,
        { status: path.includes("identity") || path.includes("roleManagement") ? 403 : 200 });
      key(i > 1 ? ids : []);
    }
    return {
      subjects: [app.name],
      summary: "An application that only ever made two kinds of requests lists roles, applications, grants and " +
        "policies within a minute.",
    };
  }),
  plot("federated-credential-of-foreign-repository", "hard", ["account_compromise", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work, where, by } = s;
    const insider = person((p) => w.staff.developers.includes(p));
    const app = w.apps[rng.pick(["deployProd", "terraform"])]!;
    const time = work(insider);
    const subject = `repo:${rng.pick(["tmp-forks", "devtools-lab"])}/infra:ref:refs/heads/main`;
    key(out.audit(time, by(insider, where(insider).net), "Update application",
      [appTarget(app, "Application", change("FederatedIdentityCredentials", [],
      [{ Name: "gh", Issuer: "https://token.actions.githubusercontent.com", Subject: subject }]))]));
    key(out.spSignin(time + 6 * HOUR, app, { net: { ...hostingNet(rng),
      ip: `4.175.${rng.int(1, 250)}.${rng.int(1, 250)}`, country: "US" }, federated: rng.uuid(),
      resource: "Azure Resource Manager" }));
    return {
      subjects: [insider.upn, app.name],
      summary: "A federated credential for a repository of strangers is added to the pipeline's application and used " +
        "without any secret.",
    };
  }),
  plot("owner-added-then-secret", "hard", ["privilege_escalation", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work, where, by, admin } = s;
    const insider = person((p) => w.staff.developers.includes(p) || p.title === "Systems Administrator");
    const actor = admin(w.staff.cloud);
    const app = w.apps[rng.pick(["cloudBackup", "hrSync"])]!;
    const time = work(insider);
    key(out.audit(time, by(actor.account, actor.at.net), "Add owner to application",
      [userTarget(insider), appTarget(app, "Application")]));
    key(out.audit(time + DAY + 2 * HOUR, by(insider, where(insider).net), SECRETS,
      [newSecret(app, rng.uuid(), "migration")]));
    return {
      subjects: [insider.upn, actor.account.upn, app.name],
      summary: "Somebody becomes owner of a powerful application and the next day adds a secret of his own.",
    };
  }),
  plot("export-application-reads-personnel-files", "context", ["account_compromise", "data_exfiltration"], (s) => {
    const { w, out, rng, key, night } = s;
    const app = w.apps.plmExport!;
    const time = night();
    const net = hostingNet(rng);
    out.spSignin(time, app, { net });
    for (const i of range(rng.int(14, 25))) {
      const ids = out.graph(time + MINUTE + i * 9000, app, net.ip, "GET",
        `/sites/${rng.pick(["humanresources", "management", "finance"])}/drive/items/${rng.hex(12)}/content`);
      key(i < 3 ? ids : []);
    }
    return {
      subjects: [app.name, net.ip],
      summary: "The application which exports drawings reads documents of personnel and management from an unknown " +
        "address.",
    };
  }),
  plot("secrets-guessed", "obvious", ["account_compromise"], (s) => {
    const { w, out, rng, key, night } = s;
    const net = hostingNet(rng);
    const time = night();
    const apps = Object.values(w.apps).filter((a) => a.kind === "Application" && !a.firstParty);
    for (const i of range(rng.int(24, 40))) {
      out.spSignin(time + i * 6000, apps[i % apps.length]!, { net, code: 7000215, keyId: "" });
    }
    const app = rng.pick(apps.filter((a) => a.permissions.length > 0));
    key(out.spSignin(time + 8 * MINUTE, app, { net }));
    key(out.graph(time + 9 * MINUTE, app, net.ip, "GET", "/users?$top=999"));
    return {
      subjects: [app.name, net.ip],
      summary: "Found secrets are tried on all applications from one server until one of them works.",
    };
  }),
  plot("certificate-on-microsoft-application", "context", ["account_compromise", "privilege_escalation"], (s) => {
    const { w, out, rng, key, admin, by, day, at: clock } = s;
    const thief = admin(w.staff.cloud);
    const time = clock(day, rng.real(17, 20));
    const app = w.apps.exchange!;
    key(out.audit(time, by(thief.account, thief.at.net), "Add service principal credentials",
      [appTarget(app, "ServicePrincipal", change("KeyDescription", [],
      [`[KeyIdentifier=${rng.uuid()},KeyType=AsymmetricX509Cert,KeyUsage=Verify,DisplayName=CN=O365]`]))]));
    out.spSignin(time + 26 * HOUR, app, { net: hostingNet(rng), keyId: rng.uuid(), resource: "Microsoft Graph" });
    return {
      subjects: [thief.account.upn, app.name],
      summary: "A certificate is put on the service principal of Exchange, where no credential of customers belongs.",
    };
  }),
  plot("powerful-identity-attached-to-test-machine", "hard", ["privilege_escalation", "insider_threat"], (s) => {
    const { w, out, key, person, work, where, rng } = s;
    const insider = person((p) => w.staff.developers.includes(p));
    const time = work(insider) + HOUR;
    const ip = where(insider).net.ip;
    const core = `/subscriptions/${w.cloud.production}/resourceGroups/rg-core-prod`;
    const identity = `${core}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/id-platform-operations`;
    key(out.azure(time, insider, "Microsoft.Compute/virtualMachines/write", w.cloud.resources.devVm!,
      { ip, properties: { identity: { type: "UserAssigned", userAssignedIdentities: { [identity]: {} } } } }));
    out.azure(time + 30_000, insider, "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action", identity,
      { ip });
    key(out.miSignin(time + rng.int(20, 60) * MINUTE, w.apps.miPlatform!, "Azure Key Vault"));
    return {
      subjects: [insider.upn, "id-platform-operations", "vm-test-01"],
      summary: "A developer attaches the identity of the platform to his test machine and gets a token for the vaults " +
        "with it.",
    };
  }),
  plot("provisioning-makes-administrators", "context", ["account_compromise", "privilege_escalation"], (s) => {
    const { w, out, rng, key, night, intruder, by, admin } = s;
    const thief = admin(w.staff.cloud);
    const at = intruder();
    const time = night();
    key(out.audit(time, by(thief.account, at.net), "Update external secrets", [appTarget(w.apps.ticketing!)]));
    for (const i of range(rng.int(3, 5))) {
      key(out.provision(time + (20 + i) * MINUTE, w.apps.ticketing!, "create", `Support User ${i + 1}`, "ServiceNow",
        { properties: [{ DisplayName: "roles", OldValue: null, NewValue: "admin" }] }));
    }
    return {
      subjects: [thief.account.upn, w.apps.ticketing!.name, at.net.ip],
      summary: "The credentials of provisioning are replaced, and it creates users with the role of administrators in " +
        "the ticket system.",
    };
  }),
  plot("backup-application-reads-one-mailbox", "hard", ["account_compromise", "data_exfiltration"], (s) => {
    const { w, out, rng, key, day, at: clock, person } = s;
    const app = w.apps.cloudBackup!;
    const target = person((p) => p.department === "Management" || p.department === "Legal");
    const time = clock(day, rng.real(10, 16));
    for (const i of range(rng.int(5, 9))) {
      key(out.graph(time + i * 80_000, app, app.ip.replace(/\d+$/, String(rng.int(2, 250))), "GET",
        rng.pick([`/users/${target.id}/messages?$search="offer"`,
        `/users/${target.id}/mailFolders/${rng.hex(8)}/messages?$top=50`])));
    }
    return {
      subjects: [app.name, target.upn],
      summary: "The backup application, which walks through all mailboxes at night, searches a single one by day from " +
        "a neighbouring address.",
    };
  }),
];
