/** Builds the organization: sites, people, hosts, applications and who has which task. */
import type { Actor, Host, Person, Site, Staff, Team, World } from "./types.ts";
import type { Endpoint } from "./places.ts";
import type { Rng } from "./util.ts";
import { CUSTOMERS, DOCUMENTS, NAMES, PROJECTS, SUPPLIERS } from "./names.ts";
import { homeNet, laptop, mobileNet, officeNet, phone } from "./places.ts";
import { createRng, DAY, iso, range, slug } from "./util.ts";

const HISTORY_DAYS = 22;
const COUNTED_DAYS = 34;

const BRANDS = [["Kestrel Drive Components", "kestrel-drives", "KESTREL"],
  ["Brackwede Motion", "brackwede-motion", "BRACKWEDE"],
  ["Haldane Gearworks", "haldane-gear", "HALDANE"]] as const;

/** Department, number of people by site (headquarters, second, third plant), titles; the first is the head. */
const DEPARTMENTS: [string, [number, number, number], string[]][] = [
  ["Management", [4, 1, 1], ["Managing Director", "Chief Financial Officer", "Chief Operating Officer",
    "Plant Manager"]],
  ["Finance", [8, 2, 2], ["Head of Finance", "Controller", "Accounts Payable Clerk", "Accounts Payable Clerk",
    "Treasury Analyst"]],
  ["Human Resources", [4, 2, 2], ["Head of HR", "Payroll Specialist", "HR Business Partner", "Recruiter"]],
  ["Purchasing", [6, 2, 2], ["Head of Purchasing", "Strategic Buyer", "Operational Buyer"]],
  ["Sales", [10, 3, 3], ["Head of Sales", "Key Account Manager", "Inside Sales", "Service Engineer"]],
  ["Marketing", [4, 0, 0], ["Head of Marketing", "Press Officer", "Trade Fair Manager"]],
  ["Engineering", [22, 8, 6], ["Head of Engineering", "Design Engineer", "Release Manager", "Simulation Engineer",
    "Test Engineer"]],
  ["Quality", [6, 4, 4], ["Head of Quality", "Quality Engineer", "Internal Auditor", "Measuring Technician"]],
  ["Production", [10, 12, 12], ["Production Manager", "Shift Leader", "CNC Programmer", "Process Engineer",
    "Maintenance Planner"]],
  ["Logistics", [4, 3, 3], ["Head of Logistics", "Dispatcher", "Customs Clerk"]],
  ["IT", [26, 2, 2], ["Head of IT", "Systems Administrator", "Service Desk Agent", "Cloud Engineer", "Network Engineer",
    "ERP Developer", "Linux Administrator", "Cloud Engineer", "Software Developer", "Database Administrator",
    "Security Analyst"]],
  ["Legal", [3, 0, 0], ["General Counsel", "Compliance Officer", "Patent Counsel"]],
];

const APPS_BY_DEPARTMENT: Record<string, string[]> = {
  Engineering: ["Teamcenter PLM", "Office 365 SharePoint Online"],
  Sales: ["Salesforce", "Office 365 SharePoint Online"],
  Finance: ["SAP S/4HANA", "Microsoft Power BI"],
  "Human Resources": ["Workday", "SAP S/4HANA"],
  Purchasing: ["SAP S/4HANA", "SupplierLink Portal"],
  Production: ["MES Web Client", "SAP S/4HANA"],
  Logistics: ["SAP S/4HANA", "Transporeon"],
  Quality: ["Teamcenter PLM", "CAQ Web"],
  IT: ["Azure Portal", "ServiceNow"],
  Marketing: ["Adobe Identity Management (OIDC)", "Office 365 SharePoint Online"],
  Legal: ["Office 365 SharePoint Online", "DocuSign"],
  Management: ["Microsoft Power BI", "Office 365 SharePoint Online"],
};

function makeSites(rng: Rng): Site[] {
  const hq = rng.pick([["ESS", "DE", "Esslingen"], ["LNZ", "AT", "Linz"]] as const);
  const second = rng.pick([["BRN", "CZ", "Brno"], ["WRO", "PL", "Wroclaw"], ["GYR", "HU", "Gyor"]] as const);
  const third = rng.pick([["QRO", "MX", "Queretaro"], ["PNQ", "IN", "Pune"]] as const);
  const egress = ["203.0.113", "198.51.100", "192.0.2"];
  return [hq, second, third].map(([code, country, city], i) => ({
    code,
    country,
    city,
    zone: country === "MX" ? "MX" : country === "IN" ? "IN" : "EU",
    egress: officeNet(country, city, `${egress[i]}.${rng.int(10, 60)}`),
    subnet: `10.${10 * (i + 1)}`,
    firewall: `fw-${code.toLowerCase()}-01`,
  }));
}

function makeServers(sites: Site[], adDomain: string): Record<string, Host> {
  const [hq, second, third] = sites as [Site, Site, Site];
  const servers: Record<string, Host> = {};
  const add = (key: string, name: string, site: Site, octet: string, role: string, linux = false): void => {
    servers[key] = { name, fqdn: `${name.toLowerCase()}.${adDomain}`, ip: `${site.subnet}.${octet}`, site, role,
      linux };
  };
  add("dc1", `DC-${hq.code}-01`, hq, "20.10", "domain controller");
  add("dc2", `DC-${hq.code}-02`, hq, "20.11", "domain controller");
  add("dc3", `DC-${second.code}-01`, second, "20.10", "domain controller");
  add("dc4", `DC-${third.code}-01`, third, "20.10", "domain controller");
  add("fs1", `FS-${hq.code}-01`, hq, "20.21", "file server");
  add("fs2", `FS-${second.code}-01`, second, "20.21", "file server");
  add("fs3", `FS-${third.code}-01`, third, "20.21", "file server");
  add("erpApp", "ERP-APP-01", hq, "20.31", "ERP application server");
  add("erpDb", "ERP-DB-01", hq, "20.32", "ERP database server");
  add("plm", "PLM-01", hq, "20.41", "PLM server");
  add("backup", `BKP-${hq.code}-01`, hq, "20.51", "backup server");
  add("sccm", "CM-01", hq, "20.52", "configuration manager");
  add("ca", "CA-01", hq, "20.53", "certification authority");
  add("sync", "AADC-01", hq, "20.54", "Entra Connect");
  add("print", `PRT-${hq.code}-01`, hq, "20.55", "print server");
  add("jump", `JMP-${hq.code}-01`, hq, "20.61", "jump host");
  add("jumpOt", `JMP-OT-${second.code}`, second, "20.61", "OT jump host");
  add("quality", "CAQ-01", hq, "20.42", "quality web server");
  add("mes1", `mes-${hq.code.toLowerCase()}-01`, hq, "50.11", "MES server", true);
  add("mes2", `mes-${second.code.toLowerCase()}-01`, second, "50.11", "MES server", true);
  add("mes3", `mes-${third.code.toLowerCase()}-01`, third, "50.11", "MES server", true);
  add("historian", "hist-01", hq, "50.21", "process historian", true);
  add("portal", "portal-01", hq, "40.11", "supplier portal", true);
  add("sftp", "sftp-01", hq, "40.12", "SFTP server", true);
  add("git", "git-01", hq, "20.71", "git and build server", true);
  add("monitor", "mon-01", hq, "20.72", "monitoring server", true);
  add("scanner", "scan-01", hq, "20.73", "vulnerability scanner", true);
  add("bastion", "bastion-01", hq, "20.74", "Linux bastion", true);
  return servers;
}

function makeTeams(rng: Rng, domain: string): Team[] {
  const base = `https://${domain.split(".")[0]!.replace("-", "")}.sharepoint.example/sites`;
  const teams: Team[] = [];
  const fill = (department: string, prefix: string, count: number): { name: string; folder: string }[] =>
    range(count).map(() => {
      const pattern = rng.pick(DOCUMENTS[department]!);
      const name = pattern.replace("{p}", prefix).replace("{n}", String(rng.int(100, 9800)));
      return { name, folder: rng.pick(["General", "Released", "Working", "Archive", "Reviews"]) };
    });
  for (const project of PROJECTS) {
    const code = slug(project.split(" ")[0]!);
    teams.push({ name: project, url: `${base}/prj-${code}`, documents: fill("Engineering", code, 70),
      department: "Engineering", confidential: rng.chance(0.5) });
  }
  for (const department of Object.keys(DOCUMENTS)) {
    const confidential = ["Finance", "Human Resources", "Legal", "Management"].includes(department);
    const documents = fill(department, rng.pick(["k220", "hx", "r9"]), 60);
    teams.push({ name: department, url: `${base}/${slug(department)}`, documents, department, confidential });
  }
  return teams;
}

export function buildWorld(seed: number): World {
  const rng = createRng(`manufacturer/${seed}`);
  const [organization, label, netbios] = rng.pick(BRANDS);
  const domain = `${label}.example`;
  const adDomain = `corp.${domain}`;
  const sites = makeSites(rng);
  const from = Date.UTC(2026, 2, 2) + rng.int(0, 25) * 7 * DAY;
  const sidBase = `S-1-5-21-${rng.int(1e9, 2e9)}-${rng.int(1e8, 9e8)}-${rng.int(1e9, 3e9)}`;
  let rid = 1104;
  const sid = (): string => `${sidBase}-${rid++}`;
  const servers = makeServers(sites, adDomain);
  const teams = makeTeams(rng, domain);
  const suppliers = rng.some(SUPPLIERS, 10).map((s) => `${s}.example`);
  const customers = rng.some(CUSTOMERS, 7).map((s) => `${s}.example`);

  const people: Person[] = [];
  const taken = new Set<string>();
  const usedIps = new Set<string>();
  for (const [department, counts, titles] of DEPARTMENTS) {
    sites.forEach((site, index) => {
      for (let n = 0; n < counts[index]!; n++) {
        const pool = NAMES[site.country === "AT" ? "DE" : site.country]!;
        let first = "";
        let last = "";
        do {
          first = rng.pick(pool.first);
          last = rng.pick(pool.last);
        } while (taken.has(slug(last) + slug(first).slice(0, 3)));
        taken.add(slug(last) + slug(first).slice(0, 3));
        const sam = `${slug(first).slice(0, 3)}${slug(last).slice(0, 9)}`;
        const upn = `${slug(first)}.${slug(last)}@${domain}`;
        const onSite = index === 0 ? n : n + (department === "Management" ? 3 : 1);
        const title = onSite === 0 ? titles[0]! : titles[1 + ((onSite - 1) % (titles.length - 1))]!;
        const technical = department === "Engineering" || department === "Quality" || title === "CNC Programmer";
        let ip = "";
        do {
          ip = `${site.subnet}.${technical ? 12 : 11}.${rng.int(20, 250)}`;
        } while (usedIps.has(ip));
        usedIps.add(ip);
        const name = `${technical ? "EWS" : "NB"}-${site.code}-${rng.int(1000, 9999)}`;
        const device = laptop(rng, name);
        const mobile = phone(rng);
        const shift = department === "Production" && ["Shift Leader", "Maintenance Planner"].includes(title);
        const night = shift && rng.chance(0.5);
        const start = night ? 21.7 : shift ? rng.pick([5.7, 13.6]) : rng.real(6.6, 9.4);
        const traveller = ["Sales", "Management", "Purchasing"].includes(department) || title === "Process Engineer";
        const tripFrom = rng.int(2, HISTORY_DAYS + COUNTED_DAYS - 6);
        const vacation = rng.int(0, HISTORY_DAYS + COUNTED_DAYS);
        const away = rng.chance(0.45) ? rng.int(3, 12) : 0;
        const off = new Set(range(away).map((i) => vacation + i));
        for (const day of range(HISTORY_DAYS + COUNTED_DAYS)) {
          if (rng.chance(0.025)) {
            off.add(day);
          }
        }
        const tripAt: Endpoint = {
          net: homeNet(rng, rng.pick(["FR", "IT", "US", "CN", "GB", "SE", "TR", ...sites.map((s) => s.country)])),
          device,
        };
        people.push({
          id: rng.uuid(),
          upn,
          sam,
          name: `${first} ${last}`,
          sid: sid(),
          mail: upn,
          kind: "person",
          department,
          title,
          site,
          enabled: true,
          created: iso(from - rng.int(60, 3900) * DAY),
          desk: { net: site.egress, device },
          home: { net: homeNet(rng, site.country), device },
          phone: { net: mobileNet(rng, site.country, site.city), device: mobile },
          host: { name, fqdn: `${name.toLowerCase()}.${adDomain}`, ip, site, role: "workstation", linux: false },
          start,
          end: start + (shift ? 8.2 : rng.real(8, 9.8)),
          nightShift: night,
          weekend: shift ? 0.35 : rng.pick([0, 0, 0, 0.03, 0.08]),
          remoteDays: shift || ["Production", "Quality"].includes(department) ? []
            : rng.some([1, 2, 3, 4, 5], rng.int(0, 3)),
          off,
          trip: traveller && rng.chance(0.6) ? { from: tripFrom, until: tripFrom + rng.int(2, 5), at: tripAt } : null,
          joins: 0,
          leaves: 999,
          filesPerDay: { Engineering: 3.4, Quality: 2.6, Finance: 3, Legal: 3, Production: 1.2,
            Logistics: 1.5 }[department] ?? rng.real(1.4, 2.8),
          mailsPerDay: { Sales: 3.6, Purchasing: 3.4, Management: 3.2, Production: 1.1 }[department] ??
            rng.real(1.4, 2.8),
          appNames: [...APPS_BY_DEPARTMENT[department]!,
            ...rng.some(["Microsoft Teams", "One Outlook Web", "Office 365 Exchange Online"], 2)],
          teams: [],
          shares: [],
          contacts: [],
          outside: [],
          sloppy: rng.real(0.01, 0.08),
        });
      }
    });
  }
  connect(rng, people, teams, suppliers, customers);
  const staff = assignTasks(people);
  const world: World = {
    seed, rng, organization, domain, adDomain, netbios, tenant: rng.uuid(), sidBase, from,
    counted: from + HISTORY_DAYS * DAY,
    until: from + (HISTORY_DAYS + COUNTED_DAYS) * DAY,
    historyDays: HISTORY_DAYS,
    days: HISTORY_DAYS + COUNTED_DAYS,
    sites, people, admins: [], services: {}, kiosks: [], shared: [], guests: [], servers, apps: {}, teams,
    groups: [], roles: {}, cloud: { production: "", development: "", connectivity: "", resources: {} },
    suppliers, customers, staff,
  };
  addAccounts(world, rng.fork("accounts"), sid);
  addCloud(world, rng.fork("cloud"));
  addApps(world, rng.fork("apps"));
  addGroups(world, rng.fork("groups"));
  chooseComings(world, rng.fork("comings"));
  return world;
}

function connect(rng: Rng, people: Person[], teams: Team[], suppliers: string[], customers: string[]): void {
  const heads = new Map<string, Person>();
  for (const person of people) {
    if (!heads.has(person.department)) {
      heads.set(person.department, person);
    }
  }
  const chief = people[0]!;
  for (const person of people) {
    const head = heads.get(person.department)!;
    person.manager = person === chief ? undefined : head === person ? chief : head;
    const colleagues = people.filter((p) => p.department === person.department && p !== person);
    person.contacts = [...rng.some(colleagues, 5), ...rng.some(people.filter((p) => p !== person), 4)];
    const own = teams.find((t) => t.name === person.department)!;
    const projects = ["Engineering", "Quality", "Sales", "Production", "Purchasing"].includes(person.department);
    const count = person.department === "Engineering" ? rng.int(2, 3) : 1;
    person.teams = [own, ...(projects ? rng.some(teams.slice(0, PROJECTS.length), count) : [])];
    person.shares = [person.department, ...(projects ? person.teams.slice(1).map((t) => slug(t.name.split(" ")[0]!))
      : [])];
    const companies = person.department === "Sales" ? customers : suppliers;
    person.outside = rng.some(companies, 3).map((c) =>
      `${rng.pick(["office", "info", "j.marsh", "orders", "p.dahl", "service"])}@${c}`);
  }
}

function assignTasks(people: Person[]): Staff {
  const byTitle = (title: string): Person[] => people.filter((p) => p.title === title);
  const it = people.filter((p) => p.department === "IT");
  return {
    helpdesk: it.filter((p) => p.title === "Service Desk Agent"),
    windows: it.filter((p) => p.title === "Systems Administrator"),
    cloud: [...it.filter((p) => p.title === "Cloud Engineer"),
      ...it.filter((p) => p.title === "Systems Administrator").slice(2)],
    exchange: it[0]!,
    mailAdmins: [it[0]!, ...it.filter((p) => p.title === "Systems Administrator").slice(1, 4)],
    network: it.filter((p) => p.title === "Network Engineer"),
    linux: it.filter((p) => p.title === "Linux Administrator"),
    dba: byTitle("Database Administrator")[0]!,
    security: byTitle("Security Analyst")[0]!,
    compliance: byTitle("Compliance Officer")[0]!,
    auditor: byTitle("Internal Auditor")[0]!,
    releases: byTitle("Release Manager"),
    developers: [...byTitle("Software Developer"), ...byTitle("ERP Developer")],
    payables: byTitle("Accounts Payable Clerk"),
    payroll: byTitle("Payroll Specialist")[0]!,
    controller: byTitle("Controller")[0]!,
    chief: people[0]!,
    cfo: byTitle("Chief Financial Officer")[0]!,
    press: byTitle("Press Officer")[0]!,
    plantEngineers: byTitle("Process Engineer"),
    serviceField: byTitle("Service Engineer"),
  };
}

function addAccounts(w: World, rng: Rng, sid: () => string): void {
  const hq = w.sites[0]!;
  const make = (sam: string, name: string, kind: Actor["kind"], title: string, owner?: Person): Actor => ({
    id: rng.uuid(), upn: `${sam}@${w.domain}`, sam, name, sid: sid(), mail: `${sam}@${w.domain}`, kind,
    department: kind === "shared" ? "Shared mailboxes" : "IT", title, site: owner?.site ?? hq, enabled: true,
    created: iso(w.from - rng.int(300, 2500) * DAY), owner,
  });
  for (const person of w.people.filter((p) => p.department === "IT" &&
    !["ERP Developer", "Software Developer"].includes(p.title))) {
    const admin = make(`adm-${person.sam}`, `${person.name} (admin)`, "admin",
      `Administrative account of ${person.title}`, person);
    person.admin = admin;
    w.admins.push(admin);
  }
  const services: [string, string][] = [
    ["svc_backup", "Backup service"], ["svc_sccm", "Software distribution and patching"],
    ["svc_sql_erp", "ERP database service"],
    ["svc_plm", "PLM vault service"], ["svc_scan", "Vulnerability scanner, authenticated scans"],
    ["svc_mon", "Monitoring probes"],
    ["svc_mes", "MES interface"], ["svc_hrsync", "HR synchronization"],
    ["svc_http_caq", "Quality web application pool"],
    ["svc_cadlic", "CAD licence service"], ["svc_migrate", "File server migration to SharePoint"],
    ["svc_mfp", "Scan to mail of printers"],
    ["MSOL_5f2a81c09b7e", "Entra Connect synchronization"],
  ];
  for (const [sam, title] of services) {
    w.services[sam.startsWith("MSOL") ? "msol" : sam] = make(sam, sam, "service", title);
  }
  for (const site of w.sites) {
    for (const n of [1, 2]) {
      w.kiosks.push({ ...make(`kiosk-${site.code.toLowerCase()}-${n}`, `Shop floor terminal ${site.code} ${n}`,
        "shared", "Shop floor terminals, shared by a shift"), site });
    }
  }
  for (const name of ["invoices", "sales", "spareparts", "careers", "quality"]) {
    w.shared.push(make(name, `${name} mailbox`, "shared", "Shared mailbox, no direct sign-in"));
  }
  w.services.breakglass = make("emergency-01", "Emergency access 01", "admin",
    "Break-glass account, tested each quarter");
  for (const company of w.suppliers.slice(0, 7)) {
    for (const n of range(2)) {
      const surname = rng.pick(["berg", "costa", "lindt", "novy", "ortega", "sund", "weir"]);
      const local = `${rng.pick(["j", "m", "k", "l", "r"])}.${surname}${n + 1}`;
      const country = rng.pick(["IT", "FR", "GB", "SE", "DE", "TR"]);
      const base = make(`${local}_${company}#EXT#`, `${local} (${company})`, "guest", "Supplier contact");
      w.guests.push({ ...base, upn: `${local}_${company}#EXT#@${w.domain.split(".")[0]}.onmicrosoft.example`,
        mail: `${local}@${company}`,
        department: "", company, home: { net: homeNet(rng, country), device: laptop(rng, "", false) } });
    }
  }
}

function addCloud(w: World, rng: Rng): void {
  const [production, development, connectivity] = [rng.uuid(), rng.uuid(), rng.uuid()] as [string, string, string];
  const prod = `/subscriptions/${production}/resourceGroups`;
  const dev = `/subscriptions/${development}/resourceGroups`;
  w.cloud = {
    production, development, connectivity,
    resources: {
      erpVm: `${prod}/rg-erp-prod/providers/Microsoft.Compute/virtualMachines/vm-erp-dr-01`,
      erpDisk: `${prod}/rg-erp-prod/providers/Microsoft.Compute/disks/vm-erp-dr-01_data_0`,
      telemetryVm: `${prod}/rg-telemetry-prod/providers/Microsoft.Compute/virtualMachines/vm-ingest-01`,
      portalVm: `${prod}/rg-portal-prod/providers/Microsoft.Compute/virtualMachines/vm-portal-02`,
      drawingStore: `${prod}/rg-plm-prod/providers/Microsoft.Storage/storageAccounts/stplmdrawings`,
      telemetryStore: `${prod}/rg-telemetry-prod/providers/Microsoft.Storage/storageAccounts/sttelemetryraw`,
      backupStore: `${prod}/rg-backup-prod/providers/Microsoft.Storage/storageAccounts/stbackupcopy`,
      sql: `${prod}/rg-erp-prod/providers/Microsoft.Sql/servers/sql-quality/databases/qualitydb`,
      vault: `${prod}/rg-core-prod/providers/Microsoft.KeyVault/vaults/kv-core-prod`,
      vaultErp: `${prod}/rg-erp-prod/providers/Microsoft.KeyVault/vaults/kv-erp-prod`,
      recovery: `${prod}/rg-backup-prod/providers/Microsoft.RecoveryServices/vaults/rsv-prod`,
      automation: `${prod}/rg-core-prod/providers/Microsoft.Automation/automationAccounts/aa-operations`,
      logicApp: `${prod}/rg-portal-prod/providers/Microsoft.Logic/workflows/la-supplier-orders`,
      function: `${prod}/rg-portal-prod/providers/Microsoft.Web/sites/fn-supplier-api`,
      nsg: `${prod}/rg-portal-prod/providers/Microsoft.Network/networkSecurityGroups/nsg-portal`,
      workspace: `${prod}/rg-core-prod/providers/Microsoft.OperationalInsights/workspaces/law-core`,
      devVm: `${dev}/rg-test/providers/Microsoft.Compute/virtualMachines/vm-test-01`,
      devVault: `${dev}/rg-test/providers/Microsoft.KeyVault/vaults/kv-test`,
      registry: `${dev}/rg-build/providers/Microsoft.ContainerRegistry/registries/crbuild`,
    },
  };
}

function addApps(w: World, rng: Rng): void {
  const owners = [...w.staff.developers, ...w.staff.cloud];
  const list: [string, string, string, string[], boolean?][] = [
    ["deployProd", "Azure DevOps - production deployment", "Azure Resource Manager", []],
    ["deployDev", "Azure DevOps - development deployment", "Azure Resource Manager", []],
    ["terraform", "Terraform platform", "Azure Resource Manager", []],
    ["hrSync", "Workday to Entra provisioning", "Microsoft Graph", ["User.ReadWrite.All"]],
    ["plmExport", "PLM drawing export", "Microsoft Graph", ["Sites.ReadWrite.All"]],
    ["erpConnector", "ERP connector", "Microsoft Graph", ["Mail.Send"]],
    ["mailArchive", "Mail archive", "Microsoft Graph", ["Mail.Read"]],
    ["cloudBackup", "Cloud backup for Microsoft 365", "Microsoft Graph",
      ["Files.Read.All", "Mail.Read", "Sites.Read.All"]],
    ["inventory", "Asset inventory", "Microsoft Graph", ["Device.Read.All", "User.Read.All", "Directory.Read.All"]],
    ["monitoring", "Tenant monitoring", "Microsoft Graph", ["AuditLog.Read.All", "Directory.Read.All"]],
    ["telemetry", "Machine telemetry ingest", "Azure Storage", []],
    ["powerBi", "Power BI dataset refresh", "Azure SQL Database", []],
    ["ticketing", "ServiceNow integration", "Microsoft Graph", ["User.Read.All", "Group.Read.All"]],
    ["portalApp", "Supplier portal", "Microsoft Graph", ["User.Invite.All"]],
    ["expense", "Expense portal", "Microsoft Graph", ["User.Read.All"]],
    ["oldCrm", "CRM bridge (retired)", "Microsoft Graph", ["Contacts.Read", "Files.Read.All"]],
    ["signatures", "Mail signatures", "Microsoft Graph", ["User.Read.All"]],
    ["keyRotation", "Key rotation", "Microsoft Graph", ["Application.ReadWrite.OwnedBy"]],
  ];
  for (const [key, name, resource, permissions] of list) {
    w.apps[key] = {
      id: rng.uuid(), appId: rng.uuid(), name, kind: "Application", resource, permissions, keyId: rng.uuid(),
      ip: rng.pick(["20.50", "20.82", "40.74", "52.166"]) + `.${rng.int(2, 250)}.${rng.int(2, 250)}`,
      owner: rng.pick(owners),
    };
  }
  const identities: [string, string, string, string][] = [
    ["miBackup", "vm-erp-dr-01", "Azure Key Vault", "erpVm"],
    ["miIngest", "vm-ingest-01", "Azure Storage", "telemetryVm"],
    ["miPortal", "vm-portal-02", "Azure Key Vault", "portalVm"],
    ["miFunction", "fn-supplier-api", "Azure Key Vault", "function"],
    ["miAutomation", "aa-operations", "Azure Resource Manager", "automation"],
    ["miLogic", "la-supplier-orders", "Azure Storage", "logicApp"],
    ["miTest", "vm-test-01", "Azure Key Vault", "devVm"],
    ["miPlatform", "id-platform-operations", "Azure Resource Manager", "automation"],
  ];
  for (const [key, name, resource, host] of identities) {
    w.apps[key] = { id: rng.uuid(), appId: rng.uuid(), name, kind: "ManagedIdentity", resource, permissions: [],
      keyId: rng.uuid(),
      ip: "", hostResource: w.cloud.resources[host] };
  }
  for (const [key, name, appId] of [["graph", "Microsoft Graph", "00000003-0000-0000-c000-000000000000"],
    ["exchange", "Office 365 Exchange Online", "00000002-0000-0ff1-ce00-000000000000"]] as const) {
    w.apps[key] = { id: rng.uuid(), appId, name, kind: "Application", ip: "", resource: "", permissions: [], keyId: "",
      firstParty: true };
  }
}

function addGroups(w: World, rng: Rng): void {
  const group = (name: string, members: Actor[], assignable = false): void => {
    w.groups.push({ id: rng.uuid(), name, members: members.map((m) => m.id), assignable });
  };
  for (const [department] of DEPARTMENTS) {
    group(`GRP-${department}`, w.people.filter((p) => p.department === department));
  }
  for (const team of w.teams.slice(0, PROJECTS.length)) {
    group(`PRJ-${team.name}`, w.people.filter((p) => p.teams.includes(team)));
  }
  const admins = (people: Person[]): Actor[] => people.flatMap((p) => (p.admin ? [p.admin] : []));
  group("ROLE-Helpdesk", admins(w.staff.helpdesk), true);
  group("ROLE-Cloud-Operators", admins(w.staff.cloud), true);
  group("CA-Exclude-Emergency", [w.services.breakglass!]);
  group("CA-Exclude-Kiosk", w.kiosks);
  group("VPN-Users", w.people.filter((p) => p.remoteDays.length > 0 || p.trip !== null));
  group("PLM-Export-Approvers", w.staff.releases);
  const roles = ["Global Administrator", "Privileged Role Administrator", "User Administrator",
    "Helpdesk Administrator",
    "Exchange Administrator", "SharePoint Administrator", "Application Administrator",
    "Cloud Application Administrator",
    "Conditional Access Administrator", "Security Administrator", "Security Reader", "Compliance Administrator",
    "Authentication Administrator", "Privileged Authentication Administrator", "Global Reader",
    "Hybrid Identity Administrator",
    "Intune Administrator", "Directory Readers"];
  for (const role of roles) {
    w.roles[role] = rng.uuid();
  }
}

/** Some people join and some leave; the others are there all the time. */
function chooseComings(w: World, rng: Rng): void {
  const keep = new Set<Person>(Object.values(w.staff).flat());
  const ordinary = rng.shuffle(w.people.filter((p) => !keep.has(p) && p.department !== "Management" &&
    p.department !== "IT"));
  for (const person of ordinary.slice(0, 6)) {
    person.joins = rng.int(4, w.days - 10);
    person.created = iso(w.from + (person.joins - 5) * DAY);
  }
  for (const person of ordinary.slice(6, 13)) {
    person.leaves = rng.int(14, w.days - 2);
  }
}
