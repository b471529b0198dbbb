/** Sabotage: deletion, encryption, altered data, and switched-off protection. */
import type { Plot } from "./plot.ts";
import { plot } from "./plot.ts";
import { appTarget, userTarget } from "../entra.ts";
import { fillPlaceholders } from "../everyday/people.ts";
import { HOUR, MINUTE, range, slug } from "../util.ts";

const POWERSHELL = "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";

export const sabotagePlots: Plot[] = [
  plot("project-site-emptied", "obvious", ["sabotage", "insider_threat"], (s) => {
    const { out, rng, key, person, work } = s;
    const insider = person((p) => p.department === "Engineering" || p.department === "Quality");
    const team = insider.teams[1] ?? insider.teams[0]!;
    const time = work(insider) + 8 * HOUR;
    for (const i of range(team.documents.length)) {
      const ref = { site: team.url, document: team.documents[i]! };
      const ids = out.file(time + i * 1200, insider, insider.home, "FileRecycled", ref);
      key(i % 20 === 0 ? ids : []);
    }
    for (const i of range(rng.int(30, 50))) {
      const ref = { site: team.url, document: team.documents[i]! };
      const ids = out.file(time + 20 * MINUTE + i * 800, insider, insider.home,
        rng.chance(0.5) ? "FileDeletedFirstStageRecycleBin" : "FileDeletedSecondStageRecycleBin", ref);
      key(i % 15 === 0 ? ids : []);
    }
    return {
      subjects: [insider.upn, team.name],
      summary: "A whole project library is deleted in the evening and the recycle bins are emptied as well.",
    };
  }),
  plot("shadow-copies-and-recovery-removed", "obvious", ["sabotage", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, night } = s;
    const thief = admin(w.staff.windows);
    const server = w.servers[rng.pick(["fs1", "plm", "erpApp"])]!;
    const time = night();
    key(out.logon(time - 5 * MINUTE, server, thief.account, 10, thief.person.host.ip, { elevated: true }));
    for (const [i, command] of ["vssadmin.exe delete shadows /all /quiet", "wbadmin delete catalog -quiet",
      "bcdedit /set {default} recoveryenabled No", "wmic shadowcopy delete", "net stop \"VeeamDeploySvc\" /y",
      "sc config VSS start= disabled"].entries()) {
      key(out.process(time + i * 9000, server, thief.account, command,
        `C:\\Windows\\System32\\${command.split(/[ .]/)[0]}.exe`, POWERSHELL));
    }
    return {
      subjects: [thief.account.sam, server.name],
      summary: "Shadow copies, recovery and backup agent of a server are removed at night with an administrator's " +
        "account.",
    };
  }),
  plot("files-encrypted-on-share", "obvious", ["sabotage", "account_compromise"], (s) => {
    const { w, out, rng, key, person, night } = s;
    const victim = person((p) => p.department === "Engineering" || p.department === "Production");
    const server = w.servers[victim.site === w.sites[0] ? "fs1" : victim.site === w.sites[1] ? "fs2" : "fs3"]!;
    const time = night();
    const suffix = rng.pick([".locked", ".rhy7", ".crypt0"]);
    const image = `C:\\Users\\${victim.sam}\\AppData\\Local\\Temp\\${rng.hex(6)}.exe`;
    key(out.process(time - MINUTE, victim.host, victim, `${image} -p ${server.name}`, image, POWERSHELL));
    out.logon(time - 30_000, server, victim, 3, victim.host.ip);
    for (const i of range(rng.int(70, 120))) {
      const folder = slug(rng.pick(w.teams.slice(0, 14)).name.split(" ")[0]!);
      const ids = out.share(time + i * 350, server, victim, victim.host.ip, "Drawings",
        `${folder}\\${fillPlaceholders(rng, "part-{n}.sldprt")}${i % 2 ? suffix : ""}`, i % 2 ? "0x130197" : "0x10080");
      key(i % 24 === 1 ? ids : []);
    }
    key(out.share(time + 60_000, server, victim, victim.host.ip, "Drawings", "HOW_TO_RESTORE.txt", "0x130197"));
    return {
      subjects: [victim.sam, victim.host.name, server.name],
      summary: "A program on a workstation renames and rewrites the files of the share within a minute and leaves a " +
        "ransom note.",
    };
  }),
  plot("programs-of-machines-altered", "hard", ["sabotage", "insider_threat"], (s) => {
    const { w, out, rng, key, person, night } = s;
    const insider = person((p) => p.department === "Quality" || p.department === "Logistics");
    const server = w.servers[insider.site === w.sites[0] ? "fs1" : insider.site === w.sites[1] ? "fs2" : "fs3"]!;
    const time = night();
    for (const i of range(rng.int(4, 9))) {
      const name = fillPlaceholders(rng, "cnc-program-{n}.nc");
      key(out.share(time + i * 4 * MINUTE, server, insider, insider.host.ip, "CNC", `released\\${name}`, "0x12019f"));
      out.object(time + i * 4 * MINUTE + 3000, server, insider, `E:\\Shares\\CNC\\released\\${name}`, "0x2");
    }
    return {
      subjects: [insider.sam, server.name],
      summary: "Somebody who has nothing to do with CNC programs rewrites a few released ones at night.",
    };
  }),
  plot("plant-share-wiped", "obvious", ["sabotage", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const insider = person((p) => p.department === "Production");
    const server = w.servers[insider.site === w.sites[0] ? "fs1" : insider.site === w.sites[1] ? "fs2" : "fs3"]!;
    const time = work(insider);
    out.process(time - MINUTE, insider.host, insider, `cmd /c del /s /q \\\\${server.name}\\Production\\programs\\*.*`,
      "C:\\Windows\\System32\\cmd.exe");
    for (const i of range(rng.int(45, 80))) {
      const ids = out.object(time + i * 500, server, insider,
        `E:\\Shares\\Production\\programs\\${fillPlaceholders(rng, "line-{n}.nc")}`, "0x10000");
      key(i % 15 === 0 ? ids : []);
    }
    return {
      subjects: [insider.sam, server.name, insider.host.name],
      summary: "A shift worker deletes all programs of the line from the share.",
    };
  }),
  plot("protection-off-by-group-policy", "context", ["sabotage", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, night } = s;
    const thief = admin(w.staff.windows);
    const time = night();
    const policy = `CN={${rng.uuid().toUpperCase()}},CN=Policies,CN=System,DC=${w.adDomain.split(".").join(",DC=")}`;
    out.logon(time - 9 * MINUTE, w.servers.dc1!, thief.account, 3, thief.person.host.ip, { elevated: true });
    key(out.directoryChange(time, thief.account, policy, "gPCMachineExtensionNames",
      "[{35378EAC-683F-11D2-A89A-00C04FBBCFA2}{D02B1F72-3407-48AE-BA88-E8213C6761F1}]"));
    out.directoryChange(time + 2000, thief.account, policy, "versionNumber", String(rng.int(65_537, 900_000)));
    for (const host of rng.some(w.people, 4)) {
      key(out.winEvent(time + rng.int(20, 100) * MINUTE, host.host, 4657,
        { ...thief.account, sam: `${host.host.name}$`, sid: "S-1-5-18" },
        { ObjectName: "\\REGISTRY\\MACHINE\\SOFTWARE\\Policies\\Microsoft\\Windows Defender",
        ObjectValueName: "DisableAntiSpyware", NewValue: "1", OldValue: "0", OperationType: "%%1905",
        ProcessName: "C:\\Windows\\System32\\svchost.exe" }));
    }
    return {
      subjects: [thief.account.sam, "Group policy"],
      summary: "A group policy that switches off Defender is set at night, and workstations apply it.",
    };
  }),
  plot("log-cleared-and-auditing-off", "obvious", ["sabotage", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, night } = s;
    const thief = admin(w.staff.windows);
    const server = w.servers[rng.pick(["dc2", "jump", "erpDb", "ca"])]!;
    const time = night();
    out.logon(time - 12 * MINUTE, server, thief.account, 10, thief.person.host.ip, { elevated: true });
    key(out.process(time, server, thief.account, "auditpol /set /category:* /success:disable /failure:disable",
      "C:\\Windows\\System32\\auditpol.exe"));
    key(out.winEvent(time + 500, server, 4719, thief.account,
      { AuditPolicyChanges: "%%8448, %%8450", CategoryId: "%%8273",
      SubcategoryGuid: "{0cce9215-69ae-11d9-bed3-505054503030}" }));
    key(out.winEvent(time + 60_000, server, 1102, thief.account, {}));
    return {
      subjects: [thief.account.sam, server.name],
      summary: "On a productive server auditing is switched off and the security log cleared.",
    };
  }),
  plot("cloud-objects-deleted-by-administrator", "context", ["sabotage", "insider_threat"], (s) => {
    const { w, out, rng, key, admin, work, by, aside } = s;
    const actor = admin(w.staff.cloud);
    const time = work(actor.person) + 2 * HOUR;
    const users = rng.some(w.people.filter((p) => p.department === "Production"), rng.int(12, 20));
    users.forEach((user, i) => {
      const ids = out.audit(time + i * 4000, by(actor.account, actor.at.net), "Delete user", [userTarget(user)]);
      key(i < 3 ? ids : []);
    });
    for (const app of [w.apps.telemetry!, w.apps.portalApp!]) {
      key(out.audit(time + 5 * MINUTE, by(actor.account, actor.at.net), "Remove service principal", [appTarget(app)]));
      key(out.audit(time + 5 * MINUTE + 900, by(actor.account, actor.at.net), "Delete application",
        [appTarget(app, "Application")]));
    }
    aside(() => {
      const other = w.staff.cloud.find((p) => p !== actor.person)!;
      users.forEach((user, i) => out.audit(time + 40 * MINUTE + i * 3000, by(other.admin!, other.desk.net),
        "Restore user", [userTarget(user)]));
      for (const app of [w.apps.telemetry!, w.apps.portalApp!]) {
        out.audit(time + 45 * MINUTE, by(other.admin!, other.desk.net), "Restore application",
          [appTarget(app, "Application")]);
      }
    });
    return {
      subjects: [actor.account.upn, w.apps.telemetry!.name, w.apps.portalApp!.name],
      summary: "A cloud administrator deletes users of the plant and the applications of portal and telemetry without " +
        "any change planned.",
    };
  }),
  plot("audit-of-microsoft-365-off", "obvious", ["sabotage", "account_compromise"], (s) => {
    const { w, out, key, night, intruder, admin } = s;
    const { account } = admin(w.staff.mailAdmins);
    const at = intruder();
    const time = night();
    out.signin(time - 3 * MINUTE, account, at,
      { app: "Microsoft Exchange REST API Based Powershell", mfa: true, unmanaged: true });
    key(out.exchange(time, account, at, "Set-AdminAuditLogConfig", "Admin Audit Log Settings",
      { UnifiedAuditLogIngestionEnabled: "False" }));
    out.exchange(time + MINUTE, account, at, "Set-OrganizationConfig", "", { AuditDisabled: "True" });
    return {
      subjects: [account.upn, at.net.ip],
      summary: "Auditing of the whole of Microsoft 365 is switched off from a rented server.",
    };
  }),
  plot("retention-and-alerts-removed", "hard", ["sabotage", "insider_threat"], (s) => {
    const { w, out, rng, key, work } = s;
    const actor = w.staff.compliance;
    const time = work(actor);
    key(out.compliance(time, actor, actor.desk, "Remove-RetentionCompliancePolicy", "Hold warranty case",
      { Identity: "Hold warranty case", ForceDeletion: "True" }));
    out.compliance(time + 20 * MINUTE, actor, actor.desk, rng.pick(["Disable-ActivityAlert", "Remove-ProtectionAlert"]),
      "Mass deletion", { Identity: "Mass deletion" });
    return {
      subjects: [actor.upn],
      summary: "The hold of a pending warranty case is removed together with the alert on mass deletion.",
    };
  }),
  plot("own-mailbox-purged", "context", ["sabotage", "insider_threat"], (s) => {
    const { out, rng, key, person, work, where } = s;
    const insider = person((p) => p.department === "Purchasing" || p.department === "Quality" ||
      p.department === "Sales");
    const time = work(insider);
    for (const i of range(rng.int(6, 12))) {
      const ids = out.mailbox(time + i * 2 * MINUTE, insider, where(insider), i % 3 === 0 ? "SoftDelete" : "HardDelete",
        insider, { folder: rng.pick(["Inbox", "Suppliers", "Recoverable Items\\Deletions"]), count: rng.int(60, 200),
        subject: "RE: frame contract" });
      key(i < 2 ? ids : []);
    }
    return {
      subjects: [insider.upn],
      summary: "Thousands of mails with one supplier are purged, also from the recoverable items.",
    };
  }),
  plot("delayed-job-of-leaving-developer", "context", ["sabotage", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const insider = person((p) => p.title === "ERP Developer" || p.title === "Software Developer");
    const server = w.servers.erpApp!;
    const time = work(insider) + HOUR;
    out.logon(time, server, insider, 10, insider.host.ip);
    key(out.task(time + 6 * MINUTE, server, insider, `\\ERP\\Cleanup${rng.int(2, 9)}`,
      `cmd.exe</Command><Arguments>/c if %DATE:~-4%%DATE:~3,2% GEQ 202701 rd /s /q ` +
      `E:\\usr\\sap\\trans</Arguments><Command>`));
    return {
      subjects: [insider.sam, server.name],
      summary: "A developer leaves a scheduled task on the ERP server that deletes the transport directory after a date.",
    };
  }),
  plot("alarms-of-mail-protection-weakened", "context", ["sabotage", "policy_violation"], (s) => {
    const { w, out, rng, key, day, at: clock, admin } = s;
    const { account, person: actor } = admin(w.staff.mailAdmins);
    const time = clock(day, rng.real(12, 13));
    const at = actor.home;
    key(out.exchange(time, account, at, "Set-SafeLinksPolicy", "Company Safe Links",
      { Identity: "Company Safe Links", EnableSafeLinksForEmail: "False", TrackClicks: "False" }));
    key(out.exchange(time + 2 * MINUTE, account, at, "Set-AntiPhishPolicy", "Office365 AntiPhish Default",
      { Identity: "Office365 AntiPhish Default", Enabled: "False" }));
    out.exchange(time + 4 * MINUTE, account, at, "Set-HostedContentFilterPolicy", "Default",
      { AllowedSenderDomains: rng.pick(["delivery-express.example", "cloud-invoice.example"]) });
    return {
      subjects: [account.upn],
      summary: "Protection of links and against phishing is switched off for everybody and a foreign sender allowed, " +
        "at noon from home.",
    };
  }),
];
