import { Random } from "../lib/random.ts";
import { day } from "../lib/time.ts";
import { apps, makeManagedIdentities, makePrincipals, makeResources, makeSubscriptions } from "./identities.ts";
import type { App, Principal, Resource, Subscription } from "./identities.ts";
import { makeServers, makeWindowsHosts } from "./machines.ts";
import type { Server, WindowsHost } from "./machines.ts";
import { domain, finDomain, officeSpots, PeopleMaker } from "./people.ts";
import type { Department, Person } from "./people.ts";
import type { Spot } from "./places.ts";

export interface Site {
  name: string;
  url: string;
  departments: Department[];
  files: string[];
  sensitive: boolean;
}

export interface Group {
  id: string;
  name: string;
  members: Person[];
  roleAssignable: boolean;
}

export interface World {
  seed: number;
  r: Random;
  from: number;
  countedFrom: number;
  until: number;
  /** Everybody who works here: staff and contractors, without guests and separate admin accounts. */
  people: Person[];
  guests: Person[];
  admins: Person[];
  breakGlass: Person[];
  services: Person[];
  newcomers: Person[];
  principals: Principal[];
  identities: Principal[];
  subscriptions: Subscription[];
  resources: Resource[];
  servers: Server[];
  windows: WindowsHost[];
  sites: Site[];
  groups: Group[];
  saas: App[];
  correspondents: { address: string; name: string; domain: string; ip: string }[];
  roles: Record<string, string>;
  offices: { hamburg: Spot; krakow: Spot };
  domainSid: string;
  nextSid: () => string;
  roleHolders: { person: Person; role: string; eligible: boolean }[];
  egress: string;
  approvedApps: Principal[];
}

export const byTitle = (w: World, title: RegExp): Person => {
  const found = w.people.find((one) => title.test(one.title));
  if (!found) throw new Error(`nobody is ${title}`);
  return found;
};

export const adminOf = (w: World, title: RegExp): Person => {
  const found = w.admins.find((one) => title.test(one.title));
  if (!found) throw new Error(`no administrator is ${title}`);
  return found;
};

export const principal = (w: World, name: string): Principal => {
  const found = [...w.principals, ...w.identities].find((one) => one.name === name);
  if (!found) throw new Error(`no principal ${name}`);
  return found;
};

export const resource = (w: World, name: string): Resource => {
  const found = w.resources.find((one) => one.name === name);
  if (!found) throw new Error(`no resource ${name}`);
  return found;
};

export const host = (w: World, name: string): WindowsHost => {
  const found = w.windows.find((one) => one.name === name);
  if (!found) throw new Error(`no host ${name}`);
  return found;
};

export const server = (w: World, name: string): Server => {
  const found = w.servers.find((one) => one.name === name);
  if (!found) throw new Error(`no server ${name}`);
  return found;
};

/** Who owns an application: site reliability owns the pipelines and backups, engineers the rest. */
export const ownerOf = (w: World, one: Principal): Person => {
  const index = w.principals.indexOf(one);
  const team = w.people.filter((who) => !who.contractor
    && who.department === (index < 8 ? "Site Reliability" : "Engineering"));
  return team[Math.max(index, 0) % team.length] ?? byTitle(w, /Platform|Reliability/);
};

const siteStems: [string, Department[], boolean, string[], string[]][] = [
  ["Engineering", ["Engineering", "Site Reliability", "Data"], false, ["design", "rfc", "sprint", "retro", "api-spec"],
    ["docx", "md", "vsdx", "xlsx"]],
  ["Operations", ["Site Reliability", "Security", "IT"], false, ["runbook", "oncall", "capacity", "postmortem"],
    ["docx", "md", "xlsx"]],
  ["Product", ["Product", "Engineering", "Marketing"], false, ["roadmap", "persona", "mockup", "release-notes"],
    ["pptx", "docx", "fig", "xlsx"]],
  ["Customers", ["Sales", "Customer Success", "Support"], true,
    ["account-plan", "renewal", "quote", "contacts", "usage"],
    ["xlsx", "pptx", "docx", "pdf"]],
  ["SalesPipeline", ["Sales", "Executive"], true, ["pipeline", "forecast", "pricing", "battlecard"], ["xlsx", "pptx"]],
  ["Marketing", ["Marketing", "Product"], false, ["banner", "webinar", "brochure", "campaign"],
    ["png", "pptx", "mp4", "pdf"]],
  ["FinanceTeam", ["Finance", "Executive"], true, ["ledger", "close", "vendor-master", "invoice", "forecast",
    "bank-recon"],
    ["xlsx", "pdf", "csv"]],
  ["People", ["HR", "Executive"], true, ["salary-bands", "review", "offer", "contract", "headcount"],
    ["xlsx", "docx", "pdf"]],
  ["LegalMatters", ["Legal", "Executive"], true, ["msa", "nda", "claim", "dpa", "board-minutes"], ["docx", "pdf"]],
  ["ProjectKestrel", ["Executive", "Legal", "Finance"], true, ["term-sheet", "valuation", "data-room", "due-diligence"],
    ["docx", "xlsx", "pdf"]],
  ["SupportKnowledge", ["Support", "Customer Success"], false, ["howto", "known-issue", "macro"], ["docx", "md"]],
  ["Company", ["Workplace", "HR", "Marketing", "IT", "Engineering", "Sales", "Support", "Product", "Finance"], false,
    ["handbook", "policy", "allhands", "travel-guide"], ["pdf", "pptx", "docx"]],
];

const makeSites = (r: Random): Site[] =>
  siteStems.map(([name, departments, sensitive, stems, types]) => ({
    name, departments, sensitive, url: `https://brightkilnhq.sharepoint.example/sites/${name}/`,
    files: Array.from({ length: 90 }, (_, i) =>
      `Shared Documents/${r.pick(["General", "2026", "Archive", "Drafts", "Reviews"])}/` +
      `${r.pick(stems)}-${r.pick(["q1", "q2", "q3", "q4", "eu", "us", "apac", "final", "v2"])}-` +
      `${i + 1}.${r.pick(types)}`),
  }));

const correspondentDomains = ["northgate-retail.example", "arborbank.example", "tessera-labs.example",
  "fernhill.example",
  "oakline-freight.example", "civicworks.example", "sundvik-consulting.example", "marlowe-press.example",
  "cobaltmed.example", "rivermark.example", "quaystone.example", "stellarparts.example", "greenloop-energy.example",
  "papyrus-office.example", "cloudmeter.example", "halden-audit.example", "pixelforge.example",
    "redwood-realty.example"];

const roleNames: Record<string, string> = {
  "Global Administrator": "62e90394-69f5-4237-9190-012177145e10",
  "User Administrator": "fe930be7-5e62-47db-91af-98c3a49a38b1",
  "Helpdesk Administrator": "729827e3-9c14-49f7-bb1b-9608f156bbb8",
  "Exchange Administrator": "29232cdf-9323-42fd-ade2-1d097af3e4de",
  "Conditional Access Administrator": "b1be1c3e-b65d-4f19-8427-f6fa0d97feb9",
  "Application Administrator": "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3",
  "Cloud Application Administrator": "158c047a-c907-4556-b7ef-446551a6b5f7",
  "Privileged Role Administrator": "e8611ab8-c189-46e8-94e1-60213ab1f814",
  "Privileged Authentication Administrator": "7be44c8a-adaf-4e2a-84d6-ab2649e08a13",
  "Authentication Administrator": "c4e39bd9-1100-46d3-8c65-fb160da0071f",
  "Security Administrator": "194ae4cb-b126-40b2-bd5b-6091b380977d",
  "Security Reader": "5d6b6bb7-de71-4623-b4af-96380a352509",
  "SharePoint Administrator": "f28a1f50-f6e7-4571-818b-6a12f2af6b6c",
  "Teams Administrator": "69091246-20e8-4a56-aa4d-066075b2a7a8",
  "Global Reader": "f2ef992c-3afb-46b9-b7cf-a126ee74c451",
  "Guest Inviter": "95e79109-95c0-4d8e-aee3-d01accf2d47b",
  "Reports Reader": "4a5d8f65-41da-4de4-8968-e035b65339cf",
  "Billing Administrator": "b0f54661-2d74-4c50-afa3-1ec803f12efe",
  "Directory Readers": "88d8e3e3-8f55-4a1e-953a-9b9898b8876b",
};

const makeApproved = (r: Random): Principal[] =>
  ["Loopnote Whiteboard", "Calendarly Sync", "Grammarwell", "Diagramia", "Zoomline Meetings"].map((name) => ({
    id: r.uuid(), appId: r.uuid(), name, type: "Application" as const, purpose: "approved third-party application",
    permissions: [], azureRole: "", subscription: 3, keyId: r.uuid(), spot: () => officeSpots().hamburg,
  }));

const serviceNames = ["svc-scanner-print", "svc-meetingroom", "svc-ticketmail", "svc-erp", "svc-sqlagent",
  "svc-vulnscan",
  "svc-backupexec", "MSOL_a1f2c3d4e5f6"];

export const makeWorld = (seed: number): World => {
  const r = new Random(`brightkiln ${seed}`);
  const from = Date.UTC(2026, 7, 31) + (seed % 7) * 7 * day;
  const countedFrom = from + 22 * day;
  const until = from + 57 * day;
  const offices = officeSpots();
  const maker = new PeopleMaker(r.fork("people"), from, offices);
  const people = [...maker.staff(), ...maker.contractors(18)];
  const guests = maker.guests(26);
  const finance = people.filter((one) => one.sam);
  const sres = people.filter((one) => one.department === "Site Reliability" && !one.contractor);
  const owners = people.filter((one) => one.department === "IT" && !/Helpdesk/.test(one.title))
    .concat(sres.slice(0, 3), people.filter((one) => one.department === "Security").slice(0, 2));
  const admins = owners.map((one) => maker.adminAccount(one));
  const breakGlass = ["emergency-1", "emergency-2"].map((name) => ({
    ...maker.adminAccount(byName(people)), upn: `${name}@brightkilnhq.onmicrosoft.example`, name,
      title: "Emergency access",
    owner: undefined, activity: { signIns: 0, files: 0, mail: 0, chat: 0 },
  }));
  const services = serviceNames.map((name, i) => {
    const made = maker.adminAccount(byName(people));
    const windows = i >= 3;
    return { ...made, upn: `${name.toLowerCase()}@${domain}`, name, title: "Service account", owner: undefined,
      department: "IT" as const, sam: windows ? name : undefined, sid: windows ? maker.nextSid() : undefined,
      home: offices.hamburg, activity: { signIns: 0, files: 0, mail: 0, chat: 0 } };
  });
  const newcomers = Array.from({ length: 7 }, (_, i) => {
    const made = maker.person((["Engineering", "Support", "Sales", "Engineering", "Marketing", "Data",
      "HR"] as const)[i]
      ?? "Engineering", "New Starter");
    const joins = from + (7 * (1 + i)) * day;
    return { ...made, joins, created: joins - 5 * day };
  });
  for (const [i, one] of r.fork("leavers").sample(people.filter((p) =>
    ["Engineering", "Sales", "Support", "Customer Success", "Marketing"].includes(p.department)), 9).entries()) {
    one.resigned = true;
    one.leaves = from + (11 + i * 5) * day + 17 * 3600_000;
  }
  const subscriptions = makeSubscriptions(r.fork("subscriptions"));
  const mail = r.fork("correspondents");
  const group = (name: string, members: Person[], roleAssignable = false) =>
    ({ id: r.uuid(), name, members, roleAssignable });
  const departments = [...new Set(people.map((one) => one.department))];
  const admin = (title: RegExp): Person => admins.find((one) => title.test(one.title)) ?? (admins[0] as Person);
  const helpdesk = people.filter((one) => /Helpdesk/.test(one.title));
  return {
    seed, r, from, countedFrom, until, people, guests, admins, breakGlass, services, newcomers,
    principals: makePrincipals(r.fork("principals")), identities: makeManagedIdentities(r.fork("identities")),
    subscriptions, resources: makeResources(subscriptions), servers: makeServers(r.fork("servers")),
    windows: makeWindowsHosts(finDomain, finance.map((one) => one.laptop.name)), sites: makeSites(r.fork("sites")),
    groups: [
      ...departments.map((name) => group(`dept-${name.toLowerCase().replace(/ /g, "-")}`,
        people.filter((one) => one.department === name))),
      group("sg-prod-access", [...sres, ...people.filter((one) => /Staff Engineer/.test(one.title))]),
      group("sg-ca-exclusions", breakGlass),
      group("sg-tier0-operators", admins.slice(0, 3), true),
      group("sg-helpdesk-operators", helpdesk, true),
      group("sg-finance-erp", finance), group("sg-vpn-users",
        people.filter((one) => one.sam || one.title.includes("Reliab"))),
      group("sg-contractors", people.filter((one) => one.contractor)),
      group("sg-kestrel-deal", people.filter((one) => one.department === "Executive" || one.department === "Legal")),
      group("team-partner-exchange", [...guests.slice(0, 14), ...people.slice(0, 6)]),
    ],
    saas: ["GitForge", "PeopleHub HR", "LedgerOne ERP", "Salescope CRM", "Grafanta Dashboards", "Deskwave Support",
      "Trackly Issues"].map((name) => ({ name, id: r.uuid() })),
    correspondents: Array.from({ length: 120 }, (_, i) => {
      const of = correspondentDomains[i % correspondentDomains.length] ?? "fernhill.example";
      const local = mail.pick(["accounts", "info", "k.weber", "j.moss", "lena", "orders", "tomas", "support", "p.ito",
        "mara",
        "dana.cole", "r.vance", "office"]);
      return { address: `${local}${i > 60 ? i : ""}@${of}`, name: local, domain: of,
        ip: `40.107.${i % 200}.${mail.int(2, 250)}` };
    }),
    roles: roleNames, offices, domainSid: maker.domainSid, nextSid: () => maker.nextSid(),
    roleHolders: [
      ...breakGlass.map((person) => ({ person, role: "Global Administrator", eligible: false })),
      ...admins.slice(0, 2).map((person) => ({ person, role: "Global Administrator", eligible: true })),
      ...admins.filter((one) => /Identity/.test(one.title)).flatMap((person) =>
        ["User Administrator", "Conditional Access Administrator", "Privileged Role Administrator",
          "Application Administrator", "Privileged Authentication Administrator"].map((role) =>
          ({ person, role, eligible: true }))),
      { person: admin(/Messaging/), role: "Exchange Administrator", eligible: false },
      { person: admin(/Messaging/), role: "SharePoint Administrator", eligible: true },
      ...helpdesk.flatMap((person) => ["Helpdesk Administrator", "Authentication Administrator"].map((role) =>
        ({ person, role, eligible: false }))),
      ...admins.filter((one) => one.department === "Security").map((person) =>
        ({ person, role: "Security Administrator", eligible: true })),
      ...people.filter((one) => one.department === "Security").map((person) =>
        ({ person, role: "Security Reader", eligible: false })),
      { person: byTitle2(people, /Head of Finance/), role: "Billing Administrator", eligible: true },
    ],
    egress: "62.153.88.14", approvedApps: makeApproved(r.fork("approved")),
  };
};

const byName = (people: Person[]): Person => people.find((one) => one.title === "Head of IT") ?? (people[0] as Person);
const byTitle2 = (people: Person[], title: RegExp): Person =>
  people.find((one) => title.test(one.title)) ?? (people[0] as Person);

/** Where the rows of the first-party applications come from for a person, by department. */
export const appsOf = (w: World, person: Person): App[] => {
  const common: App[] = [apps.teams, apps.outlookWeb, apps.officeHome, apps.sharepoint, apps.exchange];
  const tool = (...names: string[]): App[] => w.saas.filter((one) => names.some((name) => one.name.startsWith(name)));
  switch (person.department) {
    case "Engineering": return [apps.teams, apps.outlookWeb, apps.code, ...tool("GitForge", "Trackly", "Grafanta")];
    case "Site Reliability": return [apps.teams, apps.portal, apps.cli, apps.devops, ...tool("GitForge", "Grafanta")];
    case "Security": return [...common, apps.portal, ...tool("GitForge")];
    case "IT": return [...common, apps.portal, ...tool("Deskwave")];
    case "Data": return [apps.teams, apps.outlookWeb, apps.portal, apps.cli, ...tool("GitForge")];
    case "Finance": return [...common, ...tool("LedgerOne")];
    case "HR": return [...common, ...tool("PeopleHub")];
    case "Sales": case "Customer Success": return [...common, ...tool("Salescope")];
    case "Support": return [...common, ...tool("Deskwave", "Trackly")];
    case "Partner": return [apps.teams, apps.sharepoint];
    default: return common;
  }
};
