import { azure, madeUp } from "../emit/azure.ts";
import { audit, principalSignIn, signIn, userTarget } from "../emit/entra.ts";
import { cron, sudo, written } from "../emit/linux.ts";
import { cloudApp, cmdlet, file, personalSite } from "../emit/office.ts";
import { anomaly } from "../emit/upstream.ts";
import { unixName } from "../everyday/linux.ts";
import { apps } from "../org/identities.ts";
import type { Subscription } from "../org/identities.ts";
import { homeLine } from "../org/places.ts";
import { principal, resource } from "../org/world.ts";
import { strangeAgents } from "./case.ts";
import type { Kind } from "./case.ts";

export const sabotageKinds: Kind[] = [
  {
    kind: "files-deleted-in-anger", area: "sabotage", difficulty: "obvious", times: 2,
    types: ["sabotage", "insider_threat"],
    run: (c) => {
      const who = c.of("Engineering", "Product", "Marketing");
      c.local(who, 18.5);
      const from = c.spot(who);
      const site = c.site(who.department === "Marketing" ? "Marketing" : "Product");
      for (const path of c.r.shuffle(site.files).slice(0, c.r.int(60, 85))) {
        c.core(file(c, c.step(0.02, 0.2), who, "FileRecycled", site, path, { from }));
      }
      for (const path of site.files.slice(0, 12)) c.core(file(c, c.step(0.05), who, "FileDeletedSecondStageRecycleBin",
        site, path, { from }));
      return "In one evening hour somebody deletes most files of a shared site and empties its recycle bins.";
    },
  },
  {
    kind: "production-group-deleted", area: "sabotage", difficulty: "obvious",
    types: ["sabotage", "insider_threat", "account_compromise"],
    run: (c) => {
      const who = c.of("Site Reliability");
      c.local(who, c.r.pick([0, 4, 23]));
      const prod = c.w.subscriptions[0] as Subscription;
      const from = who.home;
      c.core(azure(c, c.t, { op: "Microsoft.Authorization/locks/delete", by: who, from, on: madeUp(prod, "rg-prod-data",
        "Microsoft.Authorization/locks/do-not-delete"), short: true }));
      c.core(azure(c, c.step(2, 4), { op: "Microsoft.Resources/subscriptions/resourceGroups/delete", by: who, from,
        on: madeUp(prod, "rg-prod-data", "") }));
      for (const one of c.w.resources.filter((x) => x.group === "rg-prod-data")) {
        c.core(azure(c, c.step(0.3, 1), { op: `${one.type}/delete`, by: who, from, on: one }));
      }
      return "At night the lock is removed and the resource group with all production data is deleted.";
    },
  },
  {
    kind: "backups-made-worthless", area: "sabotage", difficulty: "obvious", types: ["sabotage", "account_compromise"],
    run: (c) => {
      const who = c.admin(/Reliability|Platform/);
      c.at(c.r.pick([1, 2, 22]));
      const from = c.outside();
      c.about(from.ip);
      const vault = resource(c.w, "rsv-prod");
      c.about(vault.name);
      signIn(c, c.t, who, { app: apps.portal, from, device: undefined, agent: c.r.pick(strangeAgents) });
      c.core(azure(c, c.step(3, 6), { op: "Microsoft.RecoveryServices/vaults/backupconfig/write", by: who, from,
        on: vault, body: { properties: {
        softDeleteFeatureState: "Disabled", enhancedSecurityState: "Disabled" } } }));
      for (const vm of c.w.resources.filter((one) => one.group === "rg-prod-vm")) {
        c.core(azure(c, c.step(0.3, 1),
          { op: "Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/protectedItems/delete",
          by: who, from, on: { ...vault, id: `${vault.id}/backupFabrics/Azure/protectedItems/VM;${vm.name}` } }));
      }
      return "A stolen administrator turns off the safety net of the backups and deletes them for every machine.";
    },
  },
  {
    kind: "shared-files-encrypted", area: "sabotage", difficulty: "obvious", types: ["sabotage", "account_compromise"],
    run: (c) => {
      const who = c.anyone();
      c.local(who, c.r.pick([4, 22]));
      const site = c.site(c.r.pick(["Customers", "Company", "Engineering"]));
      const ending = c.r.pick([".kilned", ".lockd", `.${c.r.hex(6)}`]);
      for (const path of c.r.sample(site.files, c.r.int(35, 50))) {
        c.core(file(c, c.step(0.02, 0.1), who, "FileModified", site, path));
        c.core(file(c, c.step(0.01, 0.02), who, "FileRenamed", site, path, {},
          { DestinationFileName: path.replace(/^.*\//, "") + ending,
          DestinationFileExtension: ending.slice(1) }));
      }
      c.core(file(c, c.step(0.2), who, "FileUploaded", site, "Shared Documents/README_RESTORE_FILES.txt"));
      anomaly(c, c.step(30), who, who.home, "Unusual mass file modification", 0.95, "Impact", "T1486");
      return "A computer encrypts the synchronized files of a shared site, gives them a new ending and leaves a note.";
    },
  },
  {
    kind: "cluster-deleted-by-pipeline", area: "sabotage", difficulty: "context",
    types: ["sabotage", "account_compromise"],
    run: (c) => {
      c.at(c.r.pick([20, 22]));
      const sp = c.choose([principal(c.w, "ci-deploy-staging"), principal(c.w, "ci-deploy-prod")], (one) => one.name);
      c.about(sp.name);
      const from = sp.spot();
      c.core(principalSignIn(c, c.t, sp, { from }));
      const name = sp.name.endsWith("prod") ? "aks-prod-weu" : "aks-stg-weu";
      c.core(azure(c, c.step(1, 3), { op: "Microsoft.ContainerService/managedClusters/delete", by: sp, from,
        on: resource(c.w, name) }));
      c.core(azure(c, c.step(1, 3), { op: "Microsoft.ContainerRegistry/registries/delete", by: sp, from,
        on: resource(c.w, "bkprodacr") }));
      return "A pipeline identity which only deploys deletes the cluster and the image registry in the evening.";
    },
  },
  {
    kind: "vault-purged", area: "sabotage", difficulty: "context", types: ["sabotage", "insider_threat"],
    run: (c) => {
      const who = c.of("Site Reliability");
      c.workday();
      c.local(who, 19);
      const vault = resource(c.w, c.r.pick(["kv-prod-signing", "kv-prod-app"]));
      c.about(vault.name);
      c.core(azure(c, c.t, { op: "Microsoft.KeyVault/vaults/delete", by: who, from: c.spot(who), on: vault }));
      c.core(azure(c, c.step(2, 5), { op: "Microsoft.KeyVault/locations/deletedVaults/purge/action", by: who,
        from: c.spot(who),
        on: { ...vault, id: `/subscriptions/${vault.subscription.id}/providers/Microsoft.KeyVault/locations/` +
          `westeurope/deletedVaults/${vault.name}` } }));
      return "A vault of keys is deleted and purged, so that nothing can be restored.";
    },
  },
  {
    kind: "names-pointed-elsewhere", area: "sabotage", difficulty: "context", types: ["sabotage", "account_compromise"],
    run: (c) => {
      const who = c.of("Site Reliability");
      c.working(who);
      const from = homeLine(c.r, who.city);
      c.about(from.ip);
      const zone = resource(c.w, "brightkiln.example");
      for (const [kind, name] of [["CNAME", "login"], ["A", "app"], ["MX", "@"]]) {
        c.core(azure(c, c.step(1, 5), { op: `Microsoft.Network/dnszones/${kind}/write`, by: who, from, on: { ...zone,
          id: `${zone.id}/${kind}/${name}` }, body: { properties: { TTL: 60,
            records: [`${c.r.hex(6)}.edge-front.example`] } } }));
      }
      return "The names of the sign-in page, the product and the mail are pointed to foreign machines.";
    },
  },
  {
    kind: "accounts-disabled-in-mass", area: "sabotage", difficulty: "obvious",
    types: ["sabotage", "account_compromise"],
    run: (c) => {
      const who = c.admin(/Identity|Head of IT/);
      c.at(c.r.pick([3, 4]));
      const from = c.outside();
      c.about(from.ip);
      for (const one of c.some(c.r.int(28, 45))) {
        c.core(audit(c, c.step(0.03, 0.1), { op: "Disable account", category: "UserManagement", by: who, from,
          targets: [userTarget(one, [
          ["AccountEnabled", [true], [false]]])] }));
        if (c.r.chance(0.4)) c.core(audit(c, c.step(0.02), { op: "Reset user password", category: "UserManagement",
          by: who, from,
          targets: [userTarget(one)] }));
      }
      return "Within minutes dozens of accounts are disabled and given new passwords from a foreign place.";
    },
  },
  {
    kind: "time-bomb-on-server", area: "sabotage", difficulty: "hard", types: ["sabotage", "insider_threat"],
    run: (c) => {
      const who = c.of("Site Reliability", "Engineering");
      const on = c.takeServer((one) => one.role === "database" || one.role === "git server" || one.role === "backup");
      c.working(who);
      const user = unixName(who);
      c.about(user);
      c.core(sudo(c, c.t, on, user, "/usr/bin/vi /etc/cron.d/zz-maint"));
      c.core(written(c, c.step(1, 2), on, user, "/etc/cron.d/zz-maint", "vi", "cron"));
      c.core(cron(c, c.step(1, 3), on, "root",
        "test $(date +\\%F) = 2027-01-04 && rm -rf /var/lib/postgresql /srv/repos || true"));
      return "An engineer leaves a job on a server that deletes everything on a date in the future.";
    },
  },
  {
    kind: "retention-removed", area: "sabotage", difficulty: "context",
    types: ["sabotage", "policy_violation", "insider_threat"],
    run: (c) => {
      c.workday();
      const who = c.admin(/Messaging|Security/);
      c.at(15);
      c.core(cloudApp(c, c.t, who, "Remove-RetentionCompliancePolicy", "Microsoft 365", "Finance records 10 years", {},
        {}, {
        Workload: "SecurityComplianceCenter" }));
      c.core(cmdlet(c, c.step(3, 8), who, "Set-AdminAuditLogConfig", { UnifiedAuditLogIngestionEnabled: "False" }));
      c.core(cmdlet(c, c.step(3, 8), who, "Set-Mailbox", { Identity: "billing@brightkiln.example",
        LitigationHoldEnabled: "False",
        AuditEnabled: "False" }));
      return "The rule that keeps the records of finance is removed, with the hold and the audit log.";
    },
  },
  {
    kind: "alarms-removed-first", area: "sabotage", difficulty: "context", types: ["sabotage", "insider_threat"],
    run: (c) => {
      const who = c.of("Site Reliability");
      c.local(who, 21);
      for (const one of c.w.resources.filter((x) => x.type.endsWith("metricAlerts"))) {
        c.core(azure(c, c.step(0.5, 2), { op: "Microsoft.Insights/metricAlerts/delete", by: who, on: one,
          short: true }));
      }
      c.core(azure(c, c.step(5, 9), { op: "Microsoft.Compute/virtualMachineScaleSets/write", by: who,
        on: madeUp(c.w.subscriptions[0] as
        Subscription, "rg-prod-vm", "Microsoft.Compute/virtualMachineScaleSets/api-pool"),
          body: { sku: { capacity: 0 } } }));
      return "First all alarms go, then the machines of the product are scaled to none.";
    },
  },
  {
    kind: "drive-of-colleague-emptied", area: "sabotage", difficulty: "hard", types: ["sabotage", "insider_threat"],
    run: (c) => {
      const who = c.of("Product", "Sales");
      const victim = c.take((one) => one.department === who.department && one !== who);
      c.working(who);
      const drive = personalSite(victim);
      for (const path of drive.files.slice(0, 9)) {
        c.core(file(c, c.step(1, 9), who, "FileVersionsAllDeleted", drive, path, { from: c.spot(who) }));
        c.core(file(c, c.step(0.2), who, "FileModified", drive, path, { from: c.spot(who) }));
      }
      return "With an old share somebody spoils the documents of a colleague and deletes their versions.";
    },
  },
];
