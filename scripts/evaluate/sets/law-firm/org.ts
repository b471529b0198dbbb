import type {
  App, AzureResource, Company, Contact, Device, Grade, Group, Host, Matter, Office, Organization, Person, Principal,
} from "./model.ts";
import { companies, documentWords, firstNames, lastNames, matterWords } from "./names.ts";
import type { Net, Place } from "./places.ts";
import { homeNet, mobileNet, officePlaces, otherPlaces } from "./places.ts";
import type { Rng } from "./random.ts";

const app = (name: string, id: string, resource?: string): App =>
  resource === undefined ? { name, id } : { name, id, resource };

/** Applications of Microsoft with their public ids. */
export const apps = {
  exchange: app("Office 365 Exchange Online", "00000002-0000-0ff1-ce00-000000000000"),
  owa: app("One Outlook Web", "9199bf20-a13f-4107-85dc-02114787ef48", "Office 365 Exchange Online"),
  outlookMobile: app("Outlook Mobile", "27922004-5251-4030-b22d-91ecd9a37ea4", "Office 365 Exchange Online"),
  sharepoint: app("Office 365 SharePoint Online", "00000003-0000-0ff1-ce00-000000000000"),
  teams: app("Microsoft Teams", "1fec8e78-bce4-4aaf-ab1b-5451cc387264", "Microsoft Teams Services"),
  office: app("Microsoft Office", "d3590ed6-52b3-4102-aeff-aad2292ab01c", "Office 365 SharePoint Online"),
  home: app("OfficeHome", "4765445b-32c6-49b0-83e6-1d93765276ca", "OfficeHome"),
  portal: app("Azure Portal", "c44b4083-3bb0-49c1-b47d-974e53cbdf3c", "Windows Azure Service Management API"),
  cli: app("Microsoft Azure CLI", "04b07795-8ddb-461a-bbee-02f9e1bf7b46", "Windows Azure Service Management API"),
  graphShell: app("Microsoft Graph Command Line Tools", "14d82eec-204b-4c2f-b7e8-296a70dab67e", "Microsoft Graph"),
  exchangeShell: app("Microsoft Exchange REST API Based Powershell", "fb78d390-0c51-40cd-8e17-fdbfab77341b",
    "Office 365 Exchange Online"),
  broker: app("Microsoft Authentication Broker", "29d9ed98-a469-4536-ade2-f981bc1d605e",
    "Device Registration Service"),
  signIns: app("My Signins", "19db86c3-b2b9-44cc-b339-36da233a3be2", "Microsoft Graph"),
  sync: app("OneDrive SyncEngine", "ab9b8c07-8f02-4f72-87fa-80105867a763", "Office 365 SharePoint Online"),
  windows: app("Windows Sign In", "38aa3b87-a06d-4817-b275-7a389988d93b", "Windows Azure Active Directory"),
} as const;

const edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
  + "Safari/537.36 Edg/140.0.0.0";
const safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
  + "Version/18.6 Mobile/15E148 Safari/604.1";
const android = "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
  + "Mobile Safari/537.36";
const chromeMac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) "
  + "Chrome/140.0.0.0 Safari/537.36";

export const strangeAgents: readonly string[] = [
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0",
  "axios/1.7.4", "python-requests/2.32.3", chromeMac, edge,
];

const clean = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, "");

export const buildOrganization = (rng: Rng, from: number, days: number, historyDays: number): Organization => {
  const domain = "aldermerequist.example";
  const adDomain = "corp.aldermerequist.example";
  const places = rng.fork("offices").shuffle(officePlaces).slice(0, 4) as Place[];
  const offices: Office[] = places.map((place, index) => ({
    place,
    net: { ip: `${rng.pick(["193.117", "194.72", "195.11", "62.189"])}.${rng.int(8, 250)}.${rng.int(2, 250)}`,
      place, asn: 8220 + index, isp: "leased line" },
    subnet: `10.${(index + 1) * 10}`,
    code: clean(place.city).slice(0, 3).toUpperCase(),
  }));
  const headOffice = offices[0] as Office;
  const clients: Company[] = companies.map((name) => ({
    name,
    domain: `${name.toLowerCase().replaceAll(" ", "-")}.example`,
    place: rng.pick(rng.chance(0.6) ? places : otherPlaces),
  }));
  const sidBase = `S-1-5-21-${rng.int(1e9, 4e9)}-${rng.int(1e9, 4e9)}-${rng.int(1e8, 4e9)}`;
  const taken = new Set<string>();
  let rid = 1120;
  let number = 10040;

  const names = (): [string, string] => {
    for (;;) {
      const pair: [string, string] = [rng.pick(firstNames), rng.pick(lastNames)];
      if (!taken.has(pair.join(" ")) && !taken.has(clean(pair[0]).slice(0, 1) + clean(pair[1]).slice(0, 9))) {
        taken.add(pair.join(" "));
        taken.add(clean(pair[0]).slice(0, 1) + clean(pair[1]).slice(0, 9));
        return pair;
      }
    }
  };
  const contacts: Contact[] = clients.flatMap((company) =>
    Array.from({ length: rng.int(3, 5) }, () => {
      const [first, last] = [rng.pick(firstNames), rng.pick(lastNames)];
      return { name: `${first} ${last}`, mail: `${clean(first)}.${clean(last)}@${company.domain}`, company };
    }));

  const laptop = (office: Office): Device => {
    const mac = rng.chance(0.08);
    return {
      id: rng.guid(), name: `${office.code}-LT${rng.int(1000, 9999)}`, os: mac ? "MacOs" : "Windows11",
      browser: mac ? "Chrome 140.0.0" : "Edge 140.0.0", ua: mac ? chromeMac : edge, managed: true,
      ip: `${office.subnet}.${rng.int(20, 43)}.${rng.int(4, 250)}`,
    };
  };
  const phone = (): Device => {
    const apple = rng.chance(0.7);
    return {
      id: rng.guid(), name: apple ? "iPhone" : "Android", os: apple ? "Ios 18.6" : "Android 15",
      browser: apple ? "Mobile Safari" : "Chrome Mobile", ua: apple ? safari : android, managed: rng.chance(0.8),
        ip: "",
    };
  };
  const person = (grade: Grade, department: string, title: string, office: Office, login?: string): Person => {
    const [first, last] = login === undefined ? names() : ["", login];
    const address = login ?? `${clean(first)}.${clean(last)}`;
    const early = rng.real(7, 9.6);
    const lawyer = ["partner", "associate", "executive"].includes(grade);
    return {
      id: rng.guid(), upn: `${address}@${domain}`, mail: `${address}@${domain}`,
      alias: `${login ?? clean(first).slice(0, 1) + clean(last)}@aq-legal.example`, relay: rng.chance(0.05),
      sam: login ?? `${clean(first).slice(0, 1)}${clean(last).slice(0, 9)}`, sid: `${sidBase}-${rid++}`,
      name: login ?? `${first} ${last}`, department, title, grade, office, employeeId: String(number++),
      created: new Date(from - rng.int(120, 3200) * 86_400_000).toISOString(), enabled: true,
      device: laptop(office), phone: phone(), home: homeNet(rng, office.place), mobile: mobileNet(rng, office.place),
      begins: early, ends: early + rng.real(8, lawyer ? 11.5 : 9),
      remoteDays: rng.sample([1, 2, 3, 4, 5], lawyer ? rng.int(0, 2) : rng.int(0, 3)),
      weekend: lawyer ? rng.real(0, 0.35) : 0.03, evening: lawyer ? rng.real(0.1, 0.6) : rng.real(0, 0.15),
      fileRate: rng.real(1, 5), mailRate: rng.real(0.8, 3.2),
      apps: rng.sample([apps.owa, apps.sharepoint, apps.teams, apps.office, apps.home, apps.outlookMobile], 3),
      matters: [], contacts: [], away: [], travels: [],
    };
  };

  // People by department; the numbers are those of a middle-sized partnership.
  const people: Person[] = [];
  const officeOf = (): Office => offices[rng.pick([0, 0, 0, 0, 1, 1, 2, 2, 3])] as Office;
  const hire = (grade: Grade, department: string, title: string, at?: Office): Person => {
    const one = person(grade, department, title, at ?? officeOf());
    people.push(one);
    return one;
  };
  const managing = hire("executive", "Management", "Managing Partner", headOffice);
  const operations = hire("executive", "Management", "Chief Operating Officer", headOffice);
  const financeChief = hire("executive", "Management", "Chief Financial Officer", headOffice);
  operations.manager = managing;
  financeChief.manager = managing;
  const practices = ["Corporate and M&A", "Litigation", "Banking and Finance", "Employment", "Real Estate",
    "Intellectual Property"];
  for (const department of [...practices, "Tax", "Audit and Assurance"]) {
    const accounting = department === "Tax" || department === "Audit and Assurance";
    const head = hire("partner", department, "Partner, Head of Department");
    head.manager = managing;
    const partners = [head, ...Array.from({ length: rng.int(2, 3) }, () => hire("partner", department, "Partner"))];
    for (const one of partners.slice(1)) one.manager = head;
    for (let i = rng.int(7, 9); i > 0; i--) {
      const boss = rng.pick(partners);
      const grade = accounting ? "accountant" : "associate";
      const title = accounting ? rng.pick(["Manager", "Senior Accountant", "Accountant"])
        : rng.pick(["Senior Associate", "Associate", "Associate", "Counsel"]);
      hire(grade, department, title, rng.chance(0.7) ? boss.office : undefined).manager = boss;
    }
    for (let i = 0; i < 2; i++) hire("paralegal", department, accounting
      ? "Audit Assistant" : "Paralegal").manager = head;
    for (const boss of partners.slice(0, 2)) {
      const one = hire("secretary", department, accounting ? "Team Assistant" : "Legal Assistant", boss.office);
      one.manager = boss;
      one.of = boss;
    }
  }
  const office = (department: string, head: string, titles: string[], boss: Person): void => {
    const lead = hire("staff", department, head, headOffice);
    lead.manager = boss;
    for (const title of titles) hire("staff", department, title).manager = lead;
  };
  office("Finance", "Finance Director", ["Financial Controller", "Accounts Payable Clerk", "Accounts Payable Clerk",
    "Billing Coordinator", "Billing Coordinator", "Client Accounts Cashier", "Credit Controller", "Payroll Officer"],
  financeChief);
  office("Human Resources", "Head of HR", ["HR Adviser", "HR Adviser", "Recruiter"], operations);
  office("Marketing and BD", "Head of Marketing", ["Communications Manager", "Events Coordinator", "BD Executive"],
    operations);
  office("Knowledge and Records", "Head of Knowledge", ["Records Manager", "Librarian", "Conflicts Analyst",
    "Knowledge Lawyer"], operations);
  office("Risk and Compliance", "General Counsel", ["Compliance Officer", "Data Protection Officer", "Risk Analyst"],
    managing);
  office("Litigation Support", "Head of eDiscovery", ["eDiscovery Analyst", "eDiscovery Analyst",
    "Forensic Technologist"], operations);
  office("Facilities", "Facilities Manager", ["Receptionist"], operations);
  const chief = hire("it", "IT", "Chief Information Officer", headOffice);
  chief.manager = operations;
  for (const title of ["Identity Engineer", "Identity Engineer", "Identity Engineer", "Microsoft 365 Administrator",
    "Microsoft 365 Administrator", "SharePoint and DMS Administrator", "Windows Server Administrator",
    "Windows Server Administrator", "Windows Server Administrator", "Linux and Database Administrator",
    "Linux and Database Administrator", "Network Engineer", "Network Engineer", "Cloud Engineer", "Cloud Engineer",
    "Cloud Engineer", "Information Security Analyst", "Information Security Analyst", "Applications Developer",
    "Applications Developer"]) {
    hire("it", "IT", title, rng.chance(0.8) ? headOffice : undefined).manager = chief;
  }
  const desk = offices[rng.int(1, 3)] as Office;
  for (let i = 0; i < 8; i++) {
    const one = hire("helpdesk", "Service Desk (Corvane Services)", i === 0
      ? "Service Desk Lead" : "Service Desk Agent",
      desk);
    one.manager = chief;
    one.remoteDays = [];
  }
  for (const one of people) one.manager ??= managing;

  const admins: Person[] = people.filter((p) => p.grade === "it" && p.title !== "Applications Developer").map((p) => {
    const one = person("admin", "IT", `${p.title} (administration)`, p.office, `adm-${p.sam}`);
    return { ...one, of: p, manager: chief, device: p.device, phone: p.phone, home: p.home, mobile: p.mobile,
      begins: p.begins, ends: p.ends, remoteDays: p.remoteDays, employeeId: p.employeeId, evening: 0, weekend: 0 };
  });
  const services: Person[] = ["svc-backup", "svc-sql", "svc-scan", "svc-monitor", "svc-print", "svc-timebill",
    "svc-docscan", "svc-sync", "svc-legacyfax", "svc-conflicts"].map((login) =>
    ({ ...person("service", "IT", "Service account", headOffice, login), manager: chief }));
  const breakGlass: Person[] = ["emergency-1", "emergency-2"].map((login) =>
    ({ ...person("breakglass", "IT", "Emergency access account", headOffice, login), manager: chief }));
  const guests: Person[] = rng.sample(contacts, 30).map((contact) => {
    const one = person("guest", "", "", headOffice, contact.mail.split("@")[0]);
    return { ...one, name: contact.name, mail: contact.mail, alias: contact.mail, sam: "", sid: "", employeeId: "",
      upn: `${contact.mail.replace("@", "_")}#EXT#@aldermerequist.onmicrosoft.example`, company: contact.company,
      home: homeNet(rng, contact.company.place), mobile: mobileNet(rng, contact.company.place),
      device: { ...one.device, managed: false, id: "", name: "" } };
  });

  // Matters with their teams, and sites of departments.
  const host = "https://aldermerequist.sharepoint.example";
  const files = (what: string): string[] => Array.from({ length: rng.int(24, 60) }, () =>
    `${rng.pick(documentWords)} - ${what}${rng.pick(["", " v2", " v3", " FINAL", " (clean)", " (mark-up)", " draft"])}`
    + ` ${rng.int(1, 99)}.${rng.pick(["docx", "docx", "docx", "pdf", "pdf", "xlsx", "msg", "pptx"])}`);
  const isFee = (p: Person): boolean =>
    ["partner", "associate", "accountant", "paralegal", "secretary"].includes(p.grade);
  const matters: Matter[] = Array.from({ length: 64 }, (_, index) => {
    const company = rng.pick(clients);
    const department = rng.pick([...practices, "Tax", "Audit and Assurance"]);
    const team = people.filter((p) => isFee(p) && p.department === department);
    const others = people.filter((p) => isFee(p) && p.department !== department);
    const code = `${rng.int(40000, 89999)}-${String(index + 1).padStart(4, "0")}`;
    const title = rng.pick(matterWords);
    return {
      number: code, name: `${company.name} - ${title}`, company, department,
      url: `${host}/sites/matter-${code}`,
        path: `Shared Documents/${rng.pick(["Drafts", "Evidence", "Closing", "File"])}`,
      label: rng.pick([2, 2, 3, 3, 4]), walled: rng.chance(0.3), files: files(`${company.name.split(" ")[0]} ${code}`),
      members: [...rng.sample(team, rng.int(4, 7)), ...rng.sample(others, rng.int(0, 3))],
    };
  });
  for (const matter of matters) for (const one of matter.members) one.matters.push(matter);
  const site = (name: string, department: string, label: number, members: Person[]): Matter => ({
    number: name, name, company: clients[0] as Company, department, url: `${host}/sites/${name}`,
    path: "Shared Documents/General", label, walled: label > 2, members, files: files(name),
  });
  const inside = (department: string): Person[] => people.filter((p) => p.department === department);
  const sites = [
    site("finance", "Finance", 3, [...inside("Finance"), financeChief]),
    site("hr-files", "Human Resources", 4, [...inside("Human Resources"), operations]),
    site("partners-board", "Management", 4, [managing, operations, financeChief]),
    site("knowledge", "Knowledge and Records", 1, people),
    site("marketing", "Marketing and BD", 0, inside("Marketing and BD")),
    site("it-operations", "IT", 2, inside("IT")),
    site("compliance", "Risk and Compliance", 3, inside("Risk and Compliance")),
    site("precedents", "Knowledge and Records", 1, people.filter(isFee)),
    site("litigation-support", "Litigation Support", 3, inside("Litigation Support")),
  ];
  for (const p of people) {
    p.matters.push(...sites.filter((s) => s.members.includes(p) && (s.members.length < 30 || rng.chance(0.3))));
    if (p.matters.length === 0) p.matters.push(sites[3] as Matter);
    p.contacts = rng.sample(contacts.filter((c) => p.matters.some((m) => m.company === c.company)), 6);
    if (p.contacts.length === 0) p.contacts = rng.sample(contacts, 3);
    for (let i = rng.count(0.8); i > 0; i--) {
      const start = rng.int(0, days - 4);
      p.away.push([start, start + rng.int(2, 9)]);
    }
    if (!["helpdesk", "secretary"].includes(p.grade) && rng.chance(p.grade === "partner" ? 0.8 : 0.3)) {
      const start = rng.int(2, days - 6);
      const to = rng.pick(otherPlaces);
      p.travels.push({ from: start, until: start + rng.int(1, 3),
        net: rng.chance(0.5) ? homeNet(rng, to) : mobileNet(rng, to) });
    }
  }
  for (const guest of guests) {
    guest.matters = rng.sample(matters.filter((m) => m.company === guest.company), 2);
    if (guest.matters.length === 0) guest.matters = [rng.pick(matters)];
  }
  // Three people on parental leave for the whole period; nine who leave, six of them in the counted time.
  for (const p of rng.sample(people.filter((one) => one.grade === "associate"), 3)) p.away = [[0, days]];
  const leavers = rng.sample(people.filter((p) => ["associate", "accountant", "staff", "paralegal"].includes(p.grade)
    && p.away[0]?.[0] !== 0 && !p.title.startsWith("Head") && p.department !== "Litigation Support"), 9);
  leavers.forEach((p, index) => {
    p.leaves = index < 3 ? rng.int(8, historyDays - 2) : index > 6 ? days - 2 : historyDays + 5 + rng.int(0, 26);
    p.away = [];
  });

  // Applications and machine identities.
  const cloudNet = (): Net => ({ ip: `${rng.pick(["20.50", "51.104", "40.68", "52.157"])}.${rng.int(2, 250)}.`
    + `${rng.int(2, 250)}`, place: headOffice.place, asn: 8075, isp: "Microsoft Azure" });
  const principal = (name: string, roles: string, kind: Principal["kind"] = "Application"): Principal => ({
    id: rng.guid(), appId: rng.guid(), appObjectId: rng.guid(), name, kind, net: cloudNet(), keyId: rng.guid(),
    roles: roles.split(" ").filter(Boolean), created: new Date(from - rng.int(90, 1500) * 86_400_000).toISOString(),
    owner: rng.pick(people.filter((p) => p.grade === "it")),
  });
  const principals = [
    principal("Veridian Backup for M365", "Mail.ReadWrite Sites.FullControl.All User.Read.All"),
    principal("HR Connect", "User.ReadWrite.All Group.ReadWrite.All"),
    principal("TimeBill Connector", "User.Read.All Calendars.Read"),
    principal("Matter Intake Sync", "Sites.ReadWrite.All Group.Read.All"),
    principal("eDiscovery Loader", "Files.Read.All"),
    principal("Device Reporting", "DeviceManagementManagedDevices.Read.All Device.Read.All"),
    principal("Infrastructure Pipeline", "Application.Read.All"),
    principal("SIEM Connector", "AuditLog.Read.All SecurityEvents.Read.All"),
    principal("SignWell eSignature", "User.Read.All"),
    principal("Document Compare", "Files.Read.All"),
    principal("Client Portal", "User.Read.All Sites.Selected"),
    principal("Conflicts Check Service", "User.Read.All"),
    principal("Translation Gateway", "Files.Read.All"),
    principal("Mail Signature Manager", "User.Read.All MailboxSettings.ReadWrite"),
    principal("Legacy Fax Bridge", "Mail.Send"),
    principal("Expense Scanner", "Mail.Read"),
    principal("Directory Synchronisation", "Directory.ReadWrite.All"),
    principal("Meeting Minutes", "OnlineMeetings.Read.All Calendars.Read"),
  ];
  const identities = ["func-intake", "vm-portal-01", "aa-nightly", "vm-ocr-01", "func-billing", "adf-reporting",
    "logic-mailroom", "vm-backup-proxy"].map((name) => principal(name, "", "ManagedIdentity"));

  const server = (name: string, os: Host["os"], role: string, at: Office = headOffice): Host => ({
    name, os, role, office: at, ip: `${at.subnet}.1.${10 + hosts.length}`,
    fqdn: `${name.toLowerCase()}.${adDomain}`,
  });
  const hosts: Host[] = [];
  const [, second, third, fourth] = offices as [Office, Office, Office, Office];
  for (const [name, role, at] of [["AQDC01", "dc", headOffice], ["AQDC02", "dc", headOffice], ["AQDC03", "dc", second],
    ["AQFS01", "file", headOffice], ["AQFS02", "file", third], ["AQSQL01", "sql", headOffice],
    ["AQSQL02", "sql", headOffice], ["AQPKI01", "pki", headOffice], ["AQSYNC01", "sync", headOffice],
    ["AQAPP01", "app", headOffice], ["AQAPP02", "app", fourth], ["AQJUMP01", "jump", headOffice],
    ["AQBAK01", "backup", headOffice], ["AQWSUS01", "update", headOffice], ["AQPRT01", "print", second],
    ["AQEXCH01", "hybrid", headOffice]] as const) hosts.push(server(name, "windows", role, at));
  for (const [name, role] of [["lnx-web01", "web"], ["lnx-web02", "web"], ["lnx-sftp01", "sftp"], ["lnx-git01", "git"],
    ["lnx-ocr01", "ocr"], ["lnx-db01", "database"], ["lnx-mon01", "monitor"], ["lnx-bastion01", "bastion"],
    ["lnx-relay01", "relay"]] as const) hosts.push(server(name, "linux", role));

  const subscriptions = ["production", "reporting", "sandbox"].map((name) => ({ id: rng.guid(), name }));
  const resources: AzureResource[] = [];
  const resource = (sub: number, group: string, type: string, name: string): void => {
    const id = subscriptions[sub]?.id ?? "";
    const [provider, ...kinds] = type.split("/");
    const parts = name.split("/");
    const path = kinds.map((kind, index) => `${kind}/${parts[index] ?? ""}`).join("/");
    resources.push({ id: `/subscriptions/${id}/resourceGroups/${group}/providers/${provider ?? ""}/${path}`, type,
      group,
      name, subscription: id });
  };
  for (const name of ["vm-portal-01", "vm-portal-02", "vm-ocr-01", "vm-backup-proxy"]) {
    resource(0, "rg-portal", "Microsoft.Compute/virtualMachines", name);
  }
  resource(0, "rg-portal", "Microsoft.Network/networkSecurityGroups", "nsg-portal");
  resource(0, "rg-data", "Microsoft.Sql/servers/databases", "aq-sql/clientdb");
  for (const name of ["aqmatterarchive", "aqportalfiles"]) {
    resource(0, "rg-data", "Microsoft.Storage/storageAccounts", name);
  }
  for (const name of ["kv-portal", "kv-billing"]) resource(0, "rg-security", "Microsoft.KeyVault/vaults", name);
  resource(0, "rg-backup", "Microsoft.RecoveryServices/vaults", "rsv-main");
  resource(0, "rg-automation", "Microsoft.Automation/automationAccounts", "aa-nightly");
  resource(0, "rg-automation", "Microsoft.Web/sites", "func-intake");
  resource(0, "rg-automation", "Microsoft.Web/sites", "func-billing");
  resource(1, "rg-reporting", "Microsoft.DataFactory/factories", "adf-reporting");
  resource(1, "rg-reporting", "Microsoft.Storage/storageAccounts", "aqreporting");
  resource(0, "rg-security", "Microsoft.OperationalInsights/workspaces", "law-security");
  resource(2, "rg-sandbox", "Microsoft.Compute/virtualMachines", "vm-test-01");

  const labels = ["Public", "Internal", "Confidential", "Client Confidential", "Highly Confidential"].map(
    (name, rank) => ({ id: rng.guid(), name, rank }));
  const group = (name: string, members: Person[]): Group => ({ id: rng.guid(), name, members, security: true });
  const title = (text: string): Person[] => admins.filter((p) => p.title.startsWith(text));
  const groups: Group[] = [
    ...[...new Set(people.map((p) => p.department))].map((name) => group(`DEP ${name}`, inside(name))),
    group("All Partners", people.filter((p) => p.grade === "partner" || p.grade === "executive")),
    group("VPN Users", people.filter((p) => rng.chance(p.grade === "helpdesk" ? 0 : 0.9))),
    group("CA Exclusions", [...breakGlass, ...services.slice(7, 8)]),
    group("Privileged Identity Operators", title("Identity Engineer")),
    group("Trust Account Signatories", rng.sample(people.filter((p) => p.department === "Finance"), 3)),
    group("Document Review Project", []),
    group("Domain Admins", title("Windows Server")),
    group("Backup Operators", services.slice(0, 1)),
  ];
  return {
    tenant: rng.guid(), name: "Aldermere Quist LLP", domain, adDomain, netbios: "ALDERMERE", sidBase, offices, people,
    guests, admins, services, breakGlass, companies: clients, contacts, matters, sites, principals, identities, hosts,
    subscriptions, resources, labels, groups,
  };
};
