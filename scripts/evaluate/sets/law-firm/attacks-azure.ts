import { principalNamed } from "./everyday-machines.ts";
import type { AzureResource, World } from "./model.ts";
import { apps } from "./org.ts";
import { anomaly, appSignIn, signIn } from "./rows-identity.ts";
import { azure, azureRole } from "./rows-net.ts";
import type { AttackKind } from "./stage.ts";

const area = "azure";
const named = (w: World, name: string): AzureResource => {
  const r = w.org.resources.find((x) => x.name === name);
  if (r === undefined) throw new Error(`no resource ${name}`);
  return r;
};
const sub = (w: World, index: number): string => `/subscriptions/${w.org.subscriptions[index]?.id ?? ""}`;

export const azureAttacks: AttackKind[] = [
  { kind: "access-elevated-to-root", area, difficulty: "obvious", types: ["privilege_escalation", "account_compromise"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    const net = s.stranger();
    s.at("night", by);
    signIn(w, s.next(), by, { net, app: apps.portal, mfa: "claim", device: null });
    s.core(azure(w, s.next(), by, "Microsoft.Authorization/elevateAccess/action",
      { net, scope: "/providers/Microsoft.Authorization" }));
    s.core(azureRole(w, s.next(), by, by, "Owner", sub(w, 0), "User", net));
    return {
      subjects: [by.upn, net.ip],
      summary: "A stolen identity engineer took access to all subscriptions and made himself owner.",
    };
  } },
  { kind: "owner-for-outsider", area, difficulty: "context", types: ["privilege_escalation", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const guest = s.who(() => true, w.org.guests.slice(2));
    s.at("evening", by);
    s.core(azureRole(w, s.next(), by, guest, w.rng.pick(["Owner", "User Access Administrator"]),
      sub(w, w.rng.int(0, 1)), "User", s.home(by)));
    s.core(signIn(w, s.next(15, 60), guest, { net: guest.home, app: apps.portal, mfa: "code" }));
    return {
      subjects: [by.upn, guest.mail],
      summary: "A guest of a client became owner of a subscription and opened the portal.",
    };
  } },
  { kind: "commands-on-machines", area, difficulty: "context", types: ["account_compromise", "privilege_escalation"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const net = s.nearby(by);
    s.at("night", by);
    signIn(w, s.next(), by, { net, app: apps.cli, mfa: "claim", device: null });
    for (const name of ["vm-portal-01", "vm-portal-02", "vm-ocr-01"]) s.core(azure(w, s.next(), by,
      "Microsoft.Compute/virtualMachines/runCommand/action",
      { net, resource: named(w, name), properties: { requestbody: "{\"commandId\":\"RunShellScript\"}" } }));
    return {
      subjects: [by.upn, net.ip],
      summary: "With the session of a cloud engineer commands were run on all machines of the portal at night, which "
        + "the pipeline alone does by day.",
    };
  } },
  { kind: "storage-keys-taken", area, difficulty: "context", types: ["data_exfiltration", "account_compromise"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const net = s.stranger();
    s.at("work", by);
    for (const name of ["aqmatterarchive", "aqportalfiles", "aqreporting"]) s.core(azure(w, s.soon(10, 60), by,
      "Microsoft.Storage/storageAccounts/listKeys/action", { net, resource: named(w, name) }));
    return {
      subjects: [by.upn, net.ip],
      summary: "The keys of all storage accounts were read from a foreign address in the name of an engineer who was "
        + "in the office.",
    };
  } },
  { kind: "remote-desktop-opened", area, difficulty: "context", types: ["policy_violation", "account_compromise"],
    run: (s) => {
    const { w } = s;
    const by = s.who((p) => p.title === "Applications Developer" || p.title === "Cloud Engineer");
    s.at("evening", by);
    s.core(azure(w, s.next(), by, "Microsoft.Network/networkSecurityGroups/securityRules/write",
      { net: s.home(by), scope: `${named(w, "nsg-portal").id}`
      + "/securityRules/tmp", properties: { requestbody: JSON.stringify({ properties: { access: "Allow",
        direction: "Inbound", sourceAddressPrefix: "*",
        destinationPortRange: w.rng.pick(["3389", "22", "*"]), priority: 100 } }) } }));
    return {
      subjects: [by.upn, "nsg-portal"],
      summary: "The administration port of the portal was opened to the whole Internet outside of a change.",
    };
  } },
  { kind: "coin-mining-fleet", area, difficulty: "obvious", types: ["account_compromise", "financial_fraud"],
    run: (s) => {
    const { w } = s;
    const sp = principalNamed(w, "Infrastructure Pipeline");
    const net = s.stranger();
    s.at("night", w.org.people[0]!);
    s.core(appSignIn(w, s.next(), sp, { net, resource: "Windows Azure Service Management API" }));
    for (let n = 0; n < 14; n++) s.core(azure(w, s.soon(5, 40), sp, "Microsoft.Compute/virtualMachines/write",
      { net, scope: `${sub(w, 2)}/resourceGroups/`
      + `rg-x${w.rng.hex(2)}/providers/Microsoft.Compute/virtualMachines/w${w.rng.hex(6)}`, status: w.rng.chance(0.85)
        ? "Success" : "Failure",
    properties: { requestbody: JSON.stringify({
      location: w.rng.pick(["brazilsouth", "southeastasia", "koreacentral"]),
      properties: { hardwareProfile: { vmSize: "Standard_NC24ads_A100_v4" } },
    }) } }));
    return {
      subjects: [sp.name, net.ip],
      summary: "A stolen key of the pipeline made a fleet of machines with graphics processors in regions that the "
        + "firm does not use.",
    };
  } },
  { kind: "vault-opened-and-read", area, difficulty: "context",
    types: ["privilege_escalation", "data_exfiltration", "insider_threat"], run: (s) => {
    const { w } = s;
    const by = s.admin(w.rng.pick(["Cloud Engineer", "Windows Server"]));
    const vault = named(w, w.rng.pick(["kv-portal", "kv-billing"]));
    s.at("evening", by);
    s.core(azure(w, s.next(), by, "Microsoft.KeyVault/vaults/accessPolicies/write",
      { net: s.home(by), resource: vault, properties: { requestbody: JSON.stringify({
      properties: { accessPolicies: [{ objectId: by.id, permissions: { secrets: ["Get", "List", "Backup"],
        keys: ["Get", "List", "Export"] } }] } }) } }));
    s.core(azure(w, s.next(), by, "Microsoft.KeyVault/vaults/secrets/read", { net: s.home(by), resource: vault }));
    azure(w, s.next(15, 30), by, "Microsoft.KeyVault/vaults/accessPolicies/delete",
      { net: s.home(by), resource: vault });
    return {
      subjects: [by.upn, vault.name],
      summary: "An administrator gave himself the secrets of a vault, read them and took the right away again.",
    };
  } },
  { kind: "disk-carried-away", area, difficulty: "context", types: ["data_exfiltration", "account_compromise"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const net = s.nearby(by);
    const scope = `${sub(w, 0)}/resourceGroups/rg-portal/providers/Microsoft.Compute`;
    s.at("early", by);
    s.core(azure(w, s.next(), by, "Microsoft.Compute/snapshots/write", { net, scope: `${scope}/snapshots/s1` }));
    s.core(azure(w, s.next(), by, "Microsoft.Compute/snapshots/beginGetAccess/action",
      { net, scope: `${scope}/snapshots/s1` }));
    azure(w, s.next(60, 120), by, "Microsoft.Compute/snapshots/delete", { net, scope: `${scope}/snapshots/s1` });
    return {
      subjects: [by.upn, net.ip],
      summary: "A snapshot of the portal's disk was made, opened for download and deleted two hours later.",
    };
  } },
  { kind: "runbook-as-back-door", area, difficulty: "context", types: ["account_compromise", "privilege_escalation"],
    run: (s) => {
    const { w } = s;
    const by = s.who((p) => p.title === "Applications Developer" || p.grade === "it");
    const account = named(w, "aa-nightly");
    s.at("evening", by);
    s.core(azure(w, s.next(), by, "Microsoft.Automation/automationAccounts/runbooks/write",
      { net: s.home(by), scope: `${account.id}/runbooks/Get-Health` }));
    s.core(azure(w, s.next(), by, "Microsoft.Automation/automationAccounts/webhooks/write",
      { net: s.home(by), scope: `${account.id}/webhooks/h1` }));
    s.core(azureRole(w, s.next(20, 40), principalNamed(w, "aa-nightly"), by, "Contributor", sub(w, 0), "User"));
    return {
      subjects: [by.upn, "aa-nightly"],
      summary: "A new runbook with a webhook let the automation account, which only starts and stops machines, give "
        + "rights to a person.",
    };
  } },
  { kind: "policy-exempted", area, difficulty: "hard", types: ["policy_violation", "sabotage"], run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    s.at("work", by);
    s.core(azure(w, s.next(), by, "Microsoft.Authorization/policyExemptions/write",
      { scope: `${named(w, "aqmatterarchive").id}/providers/`
      + "Microsoft.Authorization/policyExemptions/temp" }));
    s.core(azure(w, s.next(30, 60), by, "Microsoft.Storage/storageAccounts/write",
      { resource: named(w, "aqmatterarchive"), properties: { requestbody:
      "{\"properties\":{\"allowBlobPublicAccess\":true,\"publicNetworkAccess\":\"Enabled\"}}" } }));
    return {
      subjects: [by.upn, "aqmatterarchive"],
      summary: "The archive of matters was exempted from the policy and then opened for the public.",
    };
  } },
  { kind: "publishing-profile-read", area, difficulty: "hard", types: ["account_compromise", "privilege_escalation"],
    run: (s) => {
    const { w } = s;
    const by = s.who((p) => p.grade === "it" && p.title !== "Network Engineer");
    s.at("work", by);
    for (const name of ["func-intake", "func-billing"]) s.core(azure(w, s.next(), by,
      w.rng.pick(["Microsoft.Web/sites/publishxml/action",
      "Microsoft.Web/sites/host/listkeys/action", "Microsoft.Web/sites/config/list/action"]),
        { net: s.nearby(by), resource: named(w, name) }));
    return {
      subjects: [by.upn],
      summary: "The publishing secrets of two functions were read by an employee of IT from a network he does not "
        + "use.",
    };
  } },
  { kind: "archive-deleted", area, difficulty: "obvious", types: ["sabotage", "account_compromise"], run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const net = s.stranger();
    s.at("night", by);
    for (const name of ["aqmatterarchive", "aqportalfiles"]) {
      s.core(azure(w, s.next(), by, "Microsoft.Authorization/locks/delete",
        { net, scope: `${named(w, name).id}/providers/Microsoft.Authorization/locks/keep` }));
      s.core(azure(w, s.next(), by, "Microsoft.Storage/storageAccounts/delete", { net, resource: named(w, name) }));
    }
    anomaly(w, s.next(), { person: by, net }, "Suspicious volume of deletion operations", 0.94, "Impact", "T1485");
    return {
      subjects: [by.upn, net.ip],
      summary: "Locks were removed and the storage with archived matters deleted from a rented server.",
    };
  } },
  { kind: "machine-extension-planted", area, difficulty: "context",
    types: ["account_compromise", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const sp = principalNamed(w, "vm-backup-proxy");
    s.at("night", w.org.people[1]!);
    for (const name of ["vm-portal-01", "vm-ocr-01"]) s.core(azure(w, s.next(), sp,
      "Microsoft.Compute/virtualMachines/extensions/write", { scope:
      `${named(w, name).id}/extensions/VMAccessForLinux`,
        properties: { requestbody: "{\"properties\":{\"publisher\":\"Microsoft.OSTCExtensions\"}}" } }));
    return {
      subjects: [sp.name, "vm-portal-01"],
      summary: "The identity of the backup machine reset the administrator of other machines by an extension, which "
        + "it never did.",
    };
  } },
];
