import { azure, grant, madeUp } from "../emit/azure.ts";
import { pimActivation, principalSignIn, signIn } from "../emit/entra.ts";
import { anomaly } from "../emit/upstream.ts";
import type { EverydayLog } from "../lib/log.ts";
import { day, hour, isWeekend, minute, weekdayOf } from "../lib/time.ts";
import { apps } from "../org/identities.ts";
import type { Subscription } from "../org/identities.ts";
import { principal, resource } from "../org/world.ts";
import type { World } from "../org/world.ts";
import type { Whereabouts } from "./whereabouts.ts";

const nightly = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  const backup = principal(w, "nightly-backup");
  const night = start + 1.5 * hour;
  const prod = w.subscriptions[0] as Subscription;
  principalSignIn(log, night, backup);
  for (const [i, vm] of w.resources.filter((one) => one.group === "rg-prod-vm").entries()) {
    azure(log, night + i * 70_000, { op: "Microsoft.Compute/snapshots/write", by: backup, short: true,
      on: madeUp(prod, "rg-prod-backup", `Microsoft.Compute/snapshots/${vm.name}-${start / day}`) });
    azure(log, night + i * 70_000 + 20_000, { op: "Microsoft.Compute/snapshots/delete", by: backup, short: true,
      on: madeUp(prod, "rg-prod-backup", `Microsoft.Compute/snapshots/${vm.name}-${start / day - 7}`) });
  }
  for (const name of ["bkprodcustomers", "bkprodattachments"]) {
    azure(log, night + 15 * minute, { op: "Microsoft.Storage/storageAccounts/listKeys/action", by: backup, short: true,
      on: resource(w, name) });
  }
  azure(log, night + 20 * minute, { op: "Microsoft.Sql/servers/databases/export/action", by: backup, short: true,
    on: resource(w, "sql-prod-weu/databases/tenants") });
  const runner = principal(w, "vm-backup-runner");
  azure(log, night + 30 * minute, { op: "Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/" +
    "protectedItems/backup/action", by: runner, on: resource(w, "rsv-prod"), short: true });
  // The test environments of the night: made, used and deleted as a whole.
  const tester = principal(w, "ci-ephemeral-tests");
  const sandbox = w.subscriptions[2] as Subscription;
  const from = tester.spot();
  principalSignIn(log, night + 40 * minute, tester, { from });
  for (let i = r.int(3, 6); i > 0; i--) {
    const group = `rg-e2e-${start / day}-${r.hex(4)}`;
    const time = night + (45 + i * 6) * minute;
    azure(log, time, { op: "Microsoft.Resources/subscriptions/resourceGroups/write", by: tester, from, short: true,
      on: madeUp(sandbox, group, "") });
    for (let k = 1; k < 4; k++) {
      azure(log, time + k * 20_000, { op: "Microsoft.Compute/virtualMachines/write", by: tester, from, short: true,
        on: madeUp(sandbox, group, `Microsoft.Compute/virtualMachines/e2e-${k}`) });
    }
    azure(log, time + 50 * minute, { op: "Microsoft.Resources/subscriptions/resourceGroups/delete", by: tester, from,
      on: madeUp(sandbox, group, "") });
  }
  const saver = principal(w, "cost-optimizer");
  for (const vm of w.resources.filter((one) => one.group === "rg-stg-vm")) {
    azure(log, start + 19 * hour + r.int(0, 60_000), { op: "Microsoft.Compute/virtualMachines/deallocate/action",
      by: saver,
      on: vm, short: true });
    azure(log, start + 5 * hour + r.int(0, 60_000), { op: "Microsoft.Compute/virtualMachines/start/action", by: saver,
      on: vm, short: true });
  }
  const scale = principal(w, "vm-api-scale");
  for (const at of [7, 12, 17, 22]) {
    azure(log, start + at * hour + r.int(0, 20) * minute, { op: "Microsoft.Compute/virtualMachineScaleSets/write",
      by: scale,
      on: madeUp(prod, "rg-prod-vm", "Microsoft.Compute/virtualMachineScaleSets/api-pool"), short: true });
  }
  const pool = principal(w, "aks-prod-agentpool");
  for (let i = r.int(2, 5); i > 0; i--) {
    azure(log, start + r.float(0, 24) * hour, { op: r.pick(["Microsoft.Network/loadBalancers/write",
      "Microsoft.Compute/virtualMachineScaleSets/virtualMachines/write", "Microsoft.Network/publicIPAddresses/write"]),
    by: pool, short: true, on: madeUp(prod, "MC_rg-prod-app_aks-prod-weu_westeurope",
      "Microsoft.Network/loadBalancers/kubernetes") });
  }
};

const deployments = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  const prod = w.subscriptions[0] as Subscription;
  const staging = w.subscriptions[1] as Subscription;
  const deploy = principal(w, "ci-deploy-prod");
  for (let i = r.int(1, 4); i > 0; i--) {
    const from = deploy.spot();
    const time = start + (8 + r.float(0, 7)) * hour;
    principalSignIn(log, time, deploy, { from });
    azure(log, time + 30_000, { op: "Microsoft.Resources/deployments/write", by: deploy, from,
      on: madeUp(prod, "rg-prod-app", `Microsoft.Resources/deployments/release-${r.digits(5)}`) });
    azure(log, time + 60_000, { op: "Microsoft.ContainerService/managedClusters/listClusterUserCredential/action",
      by: deploy,
      from, on: resource(w, "aks-prod-weu"), short: true });
    azure(log, time + 90_000, { op: "Microsoft.Web/sites/write", by: deploy, from,
      on: resource(w, "func-webhook-relay"),
      short: true });
    azure(log, time + 95_000, { op: "Microsoft.Web/sites/config/list/action", by: deploy, from,
      on: resource(w, "func-webhook-relay"), short: true });
  }
  const stage = principal(w, "ci-deploy-staging");
  for (let i = r.int(3, 8); i > 0; i--) {
    const from = stage.spot();
    const time = start + (7 + r.float(0, 11)) * hour;
    principalSignIn(log, time, stage, { from });
    azure(log, time + 30_000, { op: "Microsoft.Resources/deployments/write", by: stage, from, short: true,
      on: madeUp(staging, "rg-stg-app", `Microsoft.Resources/deployments/build-${r.digits(5)}`) });
    azure(log, time + 40_000, { op: "Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action",
      by: stage,
      from, on: resource(w, "aks-stg-weu"), short: true });
  }
  // Infrastructure as code: roles, networks and settings, Tuesday and Thursday.
  if ([2, 4].includes(weekdayOf(start))) {
    const terraform = principal(w, "terraform-landing-zone");
    const from = terraform.spot();
    const time = start + (12 + r.float(0, 2)) * hour;
    principalSignIn(log, time, terraform, { from });
    for (let i = r.int(4, 9); i > 0; i--) {
      const subscription = r.pick(w.subscriptions);
      const at = time + i * 40_000;
      const kind = r.int(0, 4);
      if (kind === 0) {
        grant(log, at, terraform, r.pick(w.identities).id, "ServicePrincipal",
          r.pick(["Reader", "Key Vault Secrets User",
          "Contributor"]), subscription, from, "rg-generated");
      } else {
        azure(log, at, { op: ["Microsoft.Network/networkSecurityGroups/securityRules/write",
          "Microsoft.Insights/diagnosticSettings/write", "Microsoft.Storage/storageAccounts/write",
          "Microsoft.Authorization/policyAssignments/write"][kind - 1] ?? "Microsoft.Resources/tags/write",
            by: terraform, from,
        on: r.pick(w.resources.filter((one) => one.subscription === subscription)), body: { properties: {
          provisioningState: "Succeeded", publicNetworkAccess: "Disabled", sourceAddressPrefix: "10.60.0.0/16" } } });
      }
    }
  }
};

const engineers = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  const prod = w.subscriptions[0] as Subscription;
  const sres = w.people.filter((one) => one.department === "Site Reliability" && whereabouts.works(one, start));
  for (const who of sres) {
    for (let i = r.count(who.contractor ? 0.4 : 1); i > 0; i--) {
      const time = whereabouts.moment(r, who, start);
      const from = whereabouts.spot(who, time);
      const [op, name] = r.pick([
        ["Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action", "aks-prod-weu"],
        ["Microsoft.Compute/virtualMachines/restart/action", "api-01"],
        ["Microsoft.Compute/virtualMachines/runCommand/action", "pgdb-01"],
        ["Microsoft.Insights/metricAlerts/write", "api-errors"],
        ["Microsoft.KeyVault/vaults/write", "kv-stg-app"],
        ["Microsoft.Network/networkSecurityGroups/securityRules/write", "nsg-prod-app"],
        ["Microsoft.Storage/storageAccounts/listKeys/action", "bkstgdata"],
        ["Microsoft.ContainerService/managedClusters/write", "aks-stg-weu"],
      ] as [string, string][]);
      azure(log, time, { op, by: who, from, on: resource(w, name) });
    }
  }
  const owners = w.admins.filter((one) => one.department === "Site Reliability");
  for (const who of owners) {
    if (!whereabouts.works(who.owner ?? who, start) || !r.chance(0.25)) continue;
    const time = whereabouts.moment(r, who.owner ?? who, start);
    const from = whereabouts.spot(who.owner ?? who, time);
    pimActivation(log, time - 5 * minute, who, "Owner", "8e3af657-a8ff-443c-a75c-2fe8c4bcb635", `INC-${r.digits(4)}`,
      from);
    azure(log, time, { op: r.pick(["Microsoft.KeyVault/vaults/accessPolicies/write",
      "Microsoft.Network/azureFirewalls/write",
      "Microsoft.RecoveryServices/vaults/backupPolicies/write", "Microsoft.Insights/metricAlerts/delete"]), by: who,
        from,
    on: r.pick(w.resources.filter((one) => one.subscription === prod && one.group !== "rg-prod-vm")) });
  }
  // Sandbox: engineers make and delete what they like; GPU machines for the data team.
  const sandbox = w.subscriptions[2] as Subscription;
  for (const who of r.sample(w.people.filter((one) => ["Engineering", "Data"].includes(one.department)), 4)) {
    if (!whereabouts.works(who, start)) continue;
    const time = whereabouts.moment(r, who, start);
    const from = whereabouts.spot(who, time);
    const group = `rg-sbx-${who.last.toLowerCase()}`;
    signIn(log, time - 3 * minute, who, { app: r.pick([apps.cli, apps.portal]), from });
    azure(log, time, { op: "Microsoft.Compute/virtualMachines/write", by: who, from, on: madeUp(sandbox, group,
      `Microsoft.Compute/virtualMachines/${r.pick(["try", "box", "gpu"])}-${r.hex(3)}`),
    body: { location: "westeurope", properties: { hardwareProfile: { vmSize: who.department === "Data"
      ? "Standard_NC6s_v3" : "Standard_D4s_v5" } } } });
    azure(log, time + r.int(20, 300) * minute, { op: "Microsoft.Compute/virtualMachines/delete", by: who, from,
      on: madeUp(sandbox, group, `Microsoft.Compute/virtualMachines/try-${r.hex(3)}`), short: true });
    if (r.chance(0.3)) {
      azure(log, time + 30 * minute, { op: "Microsoft.Network/networkSecurityGroups/securityRules/write", by: who, from,
        on: madeUp(sandbox, group, "Microsoft.Network/networkSecurityGroups/nsg-dev/securityRules/ssh"),
        body: { properties: { access: "Allow", direction: "Inbound", destinationPortRange: "22",
          sourceAddressPrefix: `${from.ip}/32` } } });
    }
    if (r.chance(0.2)) {
      azure(log, time + 40 * minute, { op: "Microsoft.Storage/storageAccounts/write", by: who, from, status: "Failure",
        code: "RequestDisallowedByPolicy", on: madeUp(sandbox, group, "Microsoft.Storage/storageAccounts/tmp") });
    }
  }
  for (const who of r.sample(w.people.filter((one) => one.department === "Data"), 2)) {
    if (!whereabouts.works(who, start)) continue;
    const time = whereabouts.moment(r, who, start);
    azure(log, time, { op: r.pick(["Microsoft.DataFactory/factories/createRun/action",
      "Microsoft.Storage/storageAccounts/listAccountSas/action", "Microsoft.KeyVault/vaults/secrets/write"]), by: who,
    from: whereabouts.spot(who, time), on: resource(w, r.pick(["adf-lake", "bkdatalake", "kv-data"])), short: true });
  }
};

const weekly = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  const prod = w.subscriptions[0] as Subscription;
  const weekday = weekdayOf(start);
  if (weekday === 2) {
    const patching = principal(w, "aa-patching");
    for (const [i, vm] of w.resources.filter((one) => one.type.endsWith("virtualMachines")).entries()) {
      azure(log, start + 3 * hour + i * 4 * minute, { op: "Microsoft.Compute/virtualMachines/runCommand/action",
        by: patching,
        on: vm, short: true });
      azure(log, start + 3 * hour + i * 4 * minute + 90_000, { op: "Microsoft.Compute/virtualMachines/restart/action",
        by: patching, on: vm, short: true });
    }
  }
  if (weekday === 4) {
    // The restore test: an export of a disk from a snapshot, by the backup identity, every Thursday.
    const backup = principal(w, "nightly-backup");
    const disk = madeUp(prod, "rg-prod-backup", "Microsoft.Compute/snapshots/restore-test");
    azure(log, start + 6 * hour, { op: "Microsoft.Compute/snapshots/beginGetAccess/action", by: backup, on: disk });
    azure(log, start + 7 * hour, { op: "Microsoft.Compute/snapshots/endGetAccess/action", by: backup, on: disk });
    anomaly(log, start + 9 * hour, { upn: backup.name }, backup.spot(), "Anomalous Azure operations", 0.61, "Impact",
      "T1485", "Unusual number of operations by an application");
  }
  if (weekday === 0) {
    azure(log, start + 2 * hour, { op: "Microsoft.KeyVault/vaults/secrets/write", by: principal(w, "secret-rotator"),
      on: resource(w, "kv-prod-app"), short: true });
    azure(log, start + 2 * hour + 50_000, { op: "Microsoft.Storage/storageAccounts/regenerateKey/action",
      by: principal(w, "secret-rotator"), on: resource(w, "bkprodattachments"), short: true });
  }
  for (let i = r.count(0.7); i > 0; i--) {
    const one = r.pick(w.resources);
    azure(log, start + r.float(0, 24) * hour, { op: "Microsoft.Resourcehealth/healthevent/Activated/action",
      by: principal(w, "vm-metrics"), on: one, short: true, category: "ResourceHealth" });
  }
};

/** On call: at night from home or the mobile network, after an alert. */
const onCall = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  if (!r.chance(0.35)) return;
  const team = w.people.filter((one) => one.department === "Site Reliability" && !one.contractor);
  const who = team[Math.floor(start / (7 * day)) % team.length];
  if (!who) return;
  const time = start + (1 + r.float(0, 3) - who.city.offset) * hour;
  const from = r.chance(0.3) ? whereabouts.phoneSpot(who, time) : whereabouts.spot(who, time);
  signIn(log, time, who, { app: apps.portal, from, mfa: "prompt" });
  azure(log, time + 5 * minute, { op: "Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action",
    by: who,
    from, on: resource(w, "aks-prod-weu"), short: true });
  for (let i = r.int(1, 3); i > 0; i--) {
    azure(log, time + (8 + i * 4) * minute, { op: r.pick(["Microsoft.Compute/virtualMachines/restart/action",
      "Microsoft.ContainerService/managedClusters/write", "Microsoft.Compute/virtualMachines/runCommand/action"]),
        by: who, from,
    on: resource(w, r.pick(["api-02", "pgdb-02", "kafka-01"])) });
  }
};

export const cloudWork = (w: World, base: EverydayLog, whereabouts: Whereabouts): void => {
  const log = base.fork("cloud");
  for (let start = w.from; start < w.until; start += day) {
    nightly(w, log, start);
    weekly(w, log, start);
    onCall(w, log, whereabouts, start);
    if (isWeekend(start)) continue;
    deployments(w, log, start);
    engineers(w, log, whereabouts, start);
  }
};
