import type { App, Group, Host, Person, Resource, Site, Subscription, World } from "./model.ts";
import { Calendar } from "./calendar.ts";
import { AD_DOMAIN, DOMAIN, SHAREPOINT } from "./model.ts";
import { fileNames, PersonFactory, UNITS } from "./people.ts";
import { azureNet, PARTNER_DOMAINS, partnerNet } from "./places.ts";
import { FIRST_NAMES, LAST_NAMES } from "./names.ts";
import { Rng } from "./rng.ts";
import { Sink } from "./sink.ts";

const HOSTS: [name: string, os: Host["os"], ip: string, role: string, unit: string][] = [
  ["dc01", "windows", "10.10.1.11", "domain controller", "it"], ["dc02", "windows", "10.10.1.12", "domain controller",
    "it"],
  ["dc03", "windows", "10.11.1.11", "domain controller", "it"], ["fs01", "windows", "10.10.2.21", "file server", "it"],
  ["fs02", "windows", "10.10.2.22", "file server", "it"], ["fs-med01", "windows", "10.10.2.31", "file server", "med"],
  ["fs-eng01", "windows", "10.10.2.33", "file server", "eng"], ["sccm01", "windows", "10.10.3.10", "deployment", "it"],
  ["aadc01", "windows", "10.10.3.20", "directory sync", "it"],
    ["ca01", "windows", "10.10.3.30", "certificate authority", "it"],
  ["sql01", "windows", "10.10.4.10", "database", "it"], ["print01", "windows", "10.10.3.40", "print", "it"],
  ["rds01", "windows", "10.10.5.10", "remote desktop", "it"], ["jump01", "windows", "10.10.5.20", "jump host", "it"],
  ["veeam01", "windows", "10.10.6.10", "backup", "it"], ["lab-mic01", "windows", "10.60.2.11", "lab pc", "med"],
  ["lab-spec02", "windows", "10.60.1.12", "lab pc", "sci"], ["lab-cnc03", "windows", "10.60.3.13", "lab pc", "eng"],
  ["lab-seq04", "windows", "10.60.2.14", "lab pc", "med"],
  ["hpc-login1", "linux", "10.50.1.11", "hpc login", "sci"], ["hpc-login2", "linux", "10.50.1.12", "hpc login", "sci"],
  ["genome01", "linux", "10.50.2.21", "research server", "med"], ["genome02", "linux", "10.50.2.22", "research server",
    "med"],
  ["astro-data", "linux", "10.50.2.31", "research server", "sci"],
    ["ml-gpu01", "linux", "10.50.2.41", "research server", "eng"],
  ["ml-gpu02", "linux", "10.50.2.42", "research server", "eng"], ["climate01", "linux", "10.50.2.51", "research server",
    "sci"],
  ["corpus01", "linux", "10.50.2.61", "research server", "hum"], ["econ-calc", "linux", "10.50.2.71", "research server",
    "eco"],
  ["web-fac01", "linux", "10.30.1.10", "web server", "com"], ["web-lab02", "linux", "10.30.1.12", "web server", "sci"],
  ["git01", "linux", "10.30.1.20", "git server", "it"], ["pgres01", "linux", "10.50.3.10", "research database", "med"],
  ["osiris-db", "linux", "10.10.4.20", "student database", "stu"], ["ezproxy01", "linux", "10.30.1.30", "library proxy",
    "lib"],
  ["backup-lx01", "linux", "10.10.6.20", "backup", "it"], ["mon01", "linux", "10.10.6.30", "monitoring", "it"],
  ["ssh-gw", "linux", "10.30.1.40", "ssh gateway", "it"],
  ["fw-edge", "appliance", "203.0.113.1", "perimeter firewall", "it"],
    ["fw-dc", "appliance", "10.10.0.1", "internal firewall", "it"],
];

const SERVICES: [sam: string, purpose: string][] = [
  ["svc-sccm", "Software deployment"], ["svc-backup", "Backup of servers"], ["svc-sql", "SQL Server"],
  ["svc-scan", "Vulnerability scanner"], ["svc-ldapweb", "LDAP lookups of the web site"],
    ["svc-print", "Print management"],
  ["svc-joinpc", "Domain join of computer rooms"], ["svc-mfp", "Scan to mail"],
    ["svc-labsync", "Transfer of instrument data"],
  ["svc-timetable", "Timetable export"], ["MSOL_4c1f0a7d", "Directory synchronisation"],
  ["svc-idaudit", "Monthly audit of the directory"], ["svc-legacyerp", "Old finance interface"],
];

const APP_SPECS: [key: string, name: string, roles: string, resource: string][] = [
  ["hrsync", "AFAS HR Identity Sync", "User.ReadWrite.All Group.ReadWrite.All", "Microsoft Graph"],
  ["backup365", "CloudVault M365 Backup", "Sites.Read.All Mail.Read Files.Read.All", "Microsoft Graph"],
  ["canvas", "Canvas LMS Provisioning", "User.Read.All Group.ReadWrite.All", "Microsoft Graph"],
  ["terraform", "Terraform IT Platform", "Application.ReadWrite.All Group.ReadWrite.All",
    "Windows Azure Service Management API"],
  ["gitlab", "GitLab CI Genomics", "", "Windows Azure Service Management API"],
  ["climateci", "Climate Pipeline Deploy", "", "Windows Azure Service Management API"],
  ["timetable", "Timetable Calendar Sync", "Calendars.ReadWrite", "Microsoft Graph"],
  ["discovery", "Library Discovery", "User.Read.All", "Microsoft Graph"],
  ["osiris", "Osiris Student Sync", "User.Read.All Mail.Send", "Microsoft Graph"],
  ["powerbi", "Power BI Campus Reports", "Sites.Read.All", "Microsoft Graph"],
  ["survey", "Qualtrics Survey Connector", "User.Read.All", "Microsoft Graph"],
  ["repository", "Research Data Repository", "Sites.Read.All Files.Read.All", "Microsoft Graph"],
  ["grants", "Grant Manager", "Sites.Read.All Mail.Send", "Microsoft Graph"],
  ["labinv", "Lab Inventory", "Sites.Read.All", "Microsoft Graph"],
  ["ticket", "TOPdesk Service Portal", "User.Read.All Directory.Read.All", "Microsoft Graph"],
  ["siem", "Security Monitoring Connector", "Directory.Read.All AuditLog.Read.All", "Microsoft Graph"],
  ["proctor", "Exam Proctoring", "User.Read.All Files.Read.All", "Microsoft Graph"],
  ["alumni", "Alumni Mailing", "Mail.Send User.Read.All", "Microsoft Graph"],
  ["oldportal", "Old Intranet Search", "Sites.Read.All Mail.Read", "Microsoft Graph"],
  ["idgov", "Identity Governance Jobs", "Directory.ReadWrite.All RoleManagement.ReadWrite.Directory",
    "Microsoft Graph"],
  ["hpcacct", "HPC Accounting", "User.Read.All", "Microsoft Graph"],
  ["visitor", "Visitor Registration", "User.Read.All", "Microsoft Graph"],
];

const IDENTITIES: [key: string, name: string][] = [
  ["vm-genome", "vm-genome-batch"], ["func-climate", "func-climate-etl"], ["aa-it", "aa-it-automation"],
  ["vm-mltrain", "vm-ml-train"], ["func-library", "func-library-ocr"], ["logic-grants", "logic-grant-intake"],
  ["vm-econ", "vm-econ-sim"], ["aks-ml", "aks-ml-agentpool"],
];

const ADMIN_ROLES: [tag: string, active: string[], eligible: string[]][] = [
  ["identity", ["Hybrid Identity Administrator"], ["Global Administrator", "Privileged Role Administrator",
    "Conditional Access Administrator", "Application Administrator", "User Administrator"]],
  ["m365", ["Exchange Administrator", "SharePoint Administrator"], ["Global Administrator"]],
  ["windows", [], ["User Administrator", "Groups Administrator"]],
  ["cloud", ["Application Administrator"], ["Global Administrator"]],
  ["security", ["Security Administrator"], ["Conditional Access Administrator", "Compliance Administrator"]],
  ["endpoint", ["Intune Administrator"], []],
  ["linux", [], []],
  ["network", [], []],
];

function makeApp(rng: Rng, name: string, type: App["type"], roles: string[], resource: string, ips: string[]): App {
  return {
    id: rng.uuid(), appId: rng.uuid(), name, type, publisher: type === "ManagedIdentity" ? "" : DOMAIN, roles,
      scopes: "", ips,
    keyId: rng.uuid(), resource,
  };
}

function makeSites(rng: Rng): Map<string, Site> {
  const sites = new Map<string, Site>();
  const add = (key: string, unit: string, n: number, sensitive = false): void => {
    sites.set(key, { name: key, url: `${SHAREPOINT}/sites/${key}`, unit, files: fileNames(rng, unit, n), sensitive });
  };
  for (const unit of UNITS) {
    add(`${unit.code}-team`, unit.code, 60);
    if (!unit.faculty) continue;
    for (let i = 1; i <= 5; i++) add(`${unit.code}-project${i}`, unit.code, 45);
    add(`exams-${unit.code}`, "stu", 70, true);
    add(`tenure-${unit.code}`, "hr", 30, true);
  }
  add("hr-personnel", "hr", 160, true);
  add("fin-payments", "fin", 120, true);
  add("council", "rec", 60, true);
  add("legal-cases", "leg", 90, true);
  add("research-contracts", "res", 120, true);
  add("digitisation", "lib", 400);
  add("clinical-trials", "med", 150, true);
  add("it-runbooks", "it", 80, true);
  add("press-kit", "com", 80);
  add("student-records", "stu", 150, true);
  return sites;
}

const UNIT_APPS: Record<string, string[]> = {
  fin: ["unit4", "sharepoint"], hr: ["afas", "sharepoint"], stu: ["osiris", "canvas"], lib: ["alma", "sharepoint"],
  it: ["azure", "sharepoint"], res: ["unit4", "sharepoint"],
};

function giveHabits(rng: Rng, person: Person, sites: Map<string, Site>, hosts: Map<string, Host>): void {
  const site = (key: string): Site => sites.get(key) as Site;
  const code = person.unitCode;
  person.sites.push(site(`${code}-team`));
  person.apps.push(...(UNIT_APPS[code] ?? ["sharepoint", "canvas"]));
  const has = (tag: string): boolean => person.tags.has(tag);
  if (has("faculty")) {
    for (const n of rng.sample([1, 2, 3, 4, 5], has("student") ? 1 : rng.int(1, 3))) person.sites.push(
      site(`${code}-project${n}`));
    if (has("professor") || has("secretary")) person.sites.push(site(`exams-${code}`));
    if (person.title === "Dean") person.sites.push(site(`tenure-${code}`));
    if (code === "med" && (has("lab") || has("professor") || (has("researcher") && rng.chance(0.4)))) {
      person.sites.push(site("clinical-trials"));
    }
  }
  const extra: Record<string, string> = {
    hr: "hr-personnel", fin: "fin-payments", rec: "council", leg: "legal-cases", res: "research-contracts",
    it: "it-runbooks", com: "press-kit", stu: "student-records",
  };
  if (extra[code]) person.sites.push(site(extra[code]));
  if (has("digitisation")) person.sites.push(site("digitisation"));
  const servers = [...hosts.values()].filter((h) => h.os === "linux" && /research server|hpc/.test(h.role));
  const near = servers.filter((h) => h.unit === code || h.role === "hpc login");
  const likes = code === "sci" ? 0.75 : code === "eng" ? 0.55 : code === "med" ? 0.4 : code === "eco" ? 0.35
    : code === "hum" ? 0.15 : 0;
  if ((has("researcher") || has("lab") || has("student") || has("professor")) && rng.chance(likes)) {
    person.linux = rng.sample(near, rng.int(1, 2));
    person.tags.add("shell");
  }
  if (has("linux")) person.linux = servers;
  if (rng.chance(0.04) && has("faculty")) person.tags.add("private-vpn");
}

export function makeWorld(seed: number): World {
  const rng = new Rng(`waalhaven/${seed}`);
  const starts = ["2026-08-31", "2026-09-07", "2026-09-14"];
  const cal = new Calendar(starts[Math.abs(seed) % 3] as string, 21, 35);
  const domainSid = `S-1-5-21-${rng.int(1e8, 2e9)}-${rng.int(1e8, 2e9)}-${rng.int(1e8, 2e9)}`;
  const w: World = {
    seed, rng, cal, sink: new Sink(rng.fork("ids")), tenant: rng.uuid(), domainSid, people: [], guests: [], admins: [],
    services: [], groups: new Map(), sites: makeSites(rng.fork("sites")), hosts: new Map(), apps: new Map(),
    subs: new Map(), roles: [], labels: new Map(), taken: new Set(), uses: new Map(),
  };
  for (const label of ["Public", "Internal", "Confidential", "Strictly Confidential"]) w.labels.set(label, rng.uuid());
  for (const [name, os, ip, role, unit] of HOSTS) {
    w.hosts.set(name, { name, fqdn: `${name}.${os === "linux" ? DOMAIN : AD_DOMAIN}`, ip, os, role, unit });
  }
  for (let i = 1; i <= 24; i++) {
    const name = `pcr-${i <= 12 ? "a" : "b"}${String(((i - 1) % 12) + 1).padStart(2, "0")}`;
    w.hosts.set(name, { name, fqdn: `${name}.${AD_DOMAIN}`, ip: `10.40.${i <= 12 ? 1 : 2}.${20 + i}`, os: "windows",
      role: "computer room", unit: "lib" });
  }
  makePeople(w, rng.fork("people"));
  makeGroups(w, rng.fork("groups"));
  makeMachines(w, rng.fork("machines"));
  return w;
}

function makePeople(w: World, rng: Rng): void {
  const factory = new PersonFactory(rng, w.cal, w.domainSid);
  for (const unit of UNITS) {
    let lead: Person | undefined;
    for (const [title, count] of unit.posts) {
      for (let i = 0; i < count; i++) {
        const person = factory.make(unit.name, unit.code, title, title === "Student Assistant" ? "student" : "staff");
        person.manager = lead ?? w.people[0];
        lead ??= person;
        giveHabits(rng, person, w.sites, w.hosts);
        w.people.push(person);
      }
    }
  }
  for (const [tag, active, eligible] of ADMIN_ROLES) {
    for (const of of w.people.filter((p) => p.tags.has(tag) && p.unitCode === "it")) {
      const account = factory.make("IT Services", "it", `Administrative account (${of.title})`, "admin",
        `adm-${of.sam}`);
      Object.assign(account, { of, laptop: of.laptop, phone: of.phone, home: of.home, plan: of.plan, start: of.start,
        end: of.end });
      account.display = `${of.display} (admin)`;
      account.tags = new Set(["admin-account", tag]);
      account.manager = of.manager;
      w.admins.push(account);
      for (const role of active) w.roles.push({ role, holder: account, eligible: false, approval: false });
      for (const role of eligible) {
        w.roles.push({ role, holder: account, eligible: true, approval: role === "Global Administrator" });
      }
    }
  }
  for (const agent of w.people.filter((p) => p.tags.has("helpdesk"))) {
    w.roles.push({ role: "Helpdesk Administrator", holder: agent, eligible: false, approval: false });
    w.roles.push({ role: "Authentication Administrator", holder: agent, eligible: false, approval: false });
  }
  for (const [sam, purpose] of SERVICES) {
    const account = factory.make("IT Services", "it", `Service account: ${purpose}`, "service", sam);
    account.tags = new Set(["service-account"]);
    account.plan = account.plan.map(() => "off");
    w.services.push(account);
  }
  const breakGlass = factory.make("IT Services", "it", "Emergency access account", "service", "emergency-01");
  breakGlass.plan = breakGlass.plan.map(() => "off");
  w.services.push(breakGlass);
  w.roles.push({ role: "Global Administrator", holder: breakGlass, eligible: false, approval: false });
  for (let i = 0; i < 18; i++) {
    const domain = PARTNER_DOMAINS[i % PARTNER_DOMAINS.length] as string;
    const guest = factory.make("Guests", "guest", i % 3 === 0 ? "Visiting Researcher" : "Guest", "guest");
    guest.mail = `${rng.pick(FIRST_NAMES)}.${rng.pick(LAST_NAMES)}${i}@${domain}`.toLowerCase();
    guest.display = guest.mail.split("@")[0]!.split(".").map((s) => s[0]!.toUpperCase() + s.slice(1).replace(/\d+$/,
      "")).join(" ");
    guest.upn = `${guest.mail.replace("@", "_")}#EXT#@${DOMAIN}`;
    guest.home = partnerNet(rng, domain);
    guest.filesPerDay = rng.float(0.6, 2.4);
    guest.plan = guest.plan.map((mode) => (mode === "off" || rng.chance(0.55) ? "off" : "home"));
    const site = w.sites.get(`${rng.pick(["sci", "med", "eng", "hum", "eco"])}-project${rng.int(1, 5)}`) as Site;
    guest.sites = [site];
    guest.apps = ["sharepoint", "teams"];
    w.guests.push(guest);
  }
  const retired = factory.make("Faculty of Humanities", "hum", "Professor Emeritus", "staff");
  const absent = factory.make("Faculty of Law", "law", "Associate Professor (sabbatical)", "staff");
  for (const person of [retired, absent]) {
    person.plan = person.plan.map(() => "off");
    person.tags.add("dormant");
    giveHabits(rng, person, w.sites, w.hosts);
    w.people.push(person);
  }
}

function makeGroups(w: World, rng: Rng): void {
  const add = (name: string, members: Person[], options: Partial<Group> = {}): void => {
    w.groups.set(name, { id: rng.uuid(), name, members, security: true, mail: false, ...options });
    for (const member of members) member.groups.add(name);
  };
  for (const unit of UNITS) add(unit.name, w.people.filter((p) => p.unitCode === unit.code), { mail: true });
  const tagged = (tag: string): Person[] => w.people.filter((p) => p.tags.has(tag));
  const admins = (tag: string): Person[] => w.admins.filter((p) => p.tags.has(tag));
  add("Domain Admins", [...admins("windows"), ...admins("identity").slice(0, 1)]);
  add("Server Operators Research", [...admins("linux")]);
  add("Backup Operators", w.services.filter((s) => s.sam === "svc-backup"));
  add("SG-MFA-Exclusions", w.services.filter((s) => s.sam === "emergency-01" || s.sam === "svc-mfp"));
  add("SG-VPN-Users", w.people.filter((p) => p.kind === "staff"));
  add("SG-Finance-Payments", tagged("payments"));
  add("SG-HR-Personnel", tagged("hr"));
  add("SG-Exams-Editors", [...tagged("exams"), ...tagged("secretary")]);
  add("SG-Clinical-Trials", w.people.filter((p) => p.sites.some((s) => s.name === "clinical-trials")));
  add("SG-HPC-Users", tagged("shell"));
  add("SG-Role-UserAdmins", [], { roleAssignable: true });
  add("SG-Student-Assistants", w.people.filter((p) => p.kind === "student"));
  add("SG-Privacy-eDiscovery", tagged("legal"));
}

function makeMachines(w: World, rng: Rng): void {
  const integration = w.people.filter((p) => p.tags.has("developer") || p.tags.has("cloud"));
  for (const [key, name, roles, resource] of APP_SPECS) {
    const ips = key === "terraform" || key === "gitlab" || key === "climateci" ? ["203.0.113.41"] : [azureNet(rng).ip];
    const app = makeApp(rng, name, "Application", roles.split(" ").filter(Boolean), resource, ips);
    app.owner = rng.pick(integration);
    if (key === "oldportal") app.asleep = true;
    w.apps.set(key, app);
  }
  for (const [key, name] of IDENTITIES) {
    w.apps.set(key, makeApp(rng, name, "ManagedIdentity", [], "Azure Key Vault", []));
  }
  const professor = (code: string): Person => rng.pick(
    w.people.filter((p) => p.unitCode === code && p.title === "Professor"));
  const cloud = w.people.filter((p) => p.tags.has("cloud"));
  const specs: [string, string, Person, [string, string, string?][]][] = [
    ["genomics", "Genomics Research", professor("med"), [["virtualMachines", "vm-genome-batch", "vm-genome"],
      ["virtualMachines", "vm-genome-db"], ["storageAccounts", "stgenomereads"], ["vaults", "kv-genomics"],
      ["disks", "vm-genome-db_data"], ["networkSecurityGroups", "nsg-genomics"]]],
    ["climate", "Climate Modelling", professor("sci"),
      [["virtualMachines", "vm-climate-01"], ["sites", "func-climate-etl", "func-climate"],
      ["storageAccounts", "stclimateout"], ["vaults", "kv-climate"], ["networkSecurityGroups", "nsg-climate"]]],
    ["ml", "Machine Learning Lab", professor("eng"), [["virtualMachines", "vm-ml-train", "vm-mltrain"],
      ["managedClusters", "aks-ml", "aks-ml"], ["storageAccounts", "stmldata"], ["networkSecurityGroups", "nsg-ml"],
      ["vaults", "kv-ml"], ["workspaces", "mlw-vision"]]],
    ["platform", "IT Shared Platform", cloud[0] as Person, [["automationAccounts", "aa-it-automation", "aa-it"],
      ["vaults", "kv-platform"], ["storageAccounts", "stitlogs"], ["virtualMachines", "vm-relay-01"],
      ["recoveryVaults", "rsv-campus"], ["logAnalytics", "law-security"], ["networkSecurityGroups", "nsg-platform"],
      ["virtualMachines", "vm-web-stage"]]],
    ["library", "Library Digital Services", w.people.find((p) => p.title === "Library Director") as Person,
      [["sites", "func-library-ocr", "func-library"], ["storageAccounts", "stlibraryscan"],
        ["servers", "sql-library"]]],
    ["economics", "Economics Simulation", professor("eco"), [["virtualMachines", "vm-econ-sim", "vm-econ"],
      ["workflows", "logic-grant-intake", "logic-grants"], ["storageAccounts", "steconpanel"],
        ["networkSecurityGroups", "nsg-econ"]]],
  ];
  const providers: Record<string, string> = {
    virtualMachines: "Microsoft.Compute/virtualMachines", disks: "Microsoft.Compute/disks",
    storageAccounts: "Microsoft.Storage/storageAccounts", vaults: "Microsoft.KeyVault/vaults",
    networkSecurityGroups: "Microsoft.Network/networkSecurityGroups", sites: "Microsoft.Web/sites",
    managedClusters: "Microsoft.ContainerService/managedClusters",
      automationAccounts: "Microsoft.Automation/automationAccounts",
    recoveryVaults: "Microsoft.RecoveryServices/vaults", logAnalytics: "Microsoft.OperationalInsights/workspaces",
    servers: "Microsoft.Sql/servers", workflows: "Microsoft.Logic/workflows",
      workspaces: "Microsoft.MachineLearningServices/workspaces",
  };
  for (const [key, name, owner, resources] of specs) {
    const group = owner.unitCode;
    const team = w.people.filter((p) => p.unitCode === group && (p.tags.has("researcher") || p.tags.has("developer")));
    const sub: Subscription = { id: rng.uuid(), name, owner, members: key === "platform" ? cloud : rng.sample(team, 3),
      resources: [] };
    for (const [type, resource, identity] of resources) {
      const path = providers[type] as string;
      const rg = `rg-${key}-prod`;
      const item: Resource = {
        id: `/subscriptions/${sub.id}/resourceGroups/${rg}/providers/${path}/${resource}`, name: resource, type: path,
          group: rg, sub,
      };
      const bound = identity ? w.apps.get(identity) : undefined;
      if (bound) item.identity = bound;
      sub.resources.push(item);
    }
    w.subs.set(key, sub);
    for (const member of [owner, ...sub.members]) {
      if (!member.apps.includes("azure")) member.apps.push("azure");
      member.tags.add("azure-user");
    }
  }
}
