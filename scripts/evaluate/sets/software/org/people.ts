import type { Random } from "../lib/random.ts";
import { day, hour } from "../lib/time.ts";
import { familyNames, givenNames } from "./names.ts";
import { fixedSpot, homeLine, homes, mobileLine } from "./places.ts";
import type { City, Spot } from "./places.ts";

export const domain = "brightkiln.example";
export const finDomain = "fin.brightkiln.example";
export const netbios = "BKFIN";

export interface Device {
  id: string;
  name: string;
  os: string;
  browser: string;
  agent: string;
  managed: boolean;
}

export type Department =
  | "Engineering" | "Site Reliability" | "Security" | "IT" | "Data" | "Product" | "Support" | "Customer Success"
  | "Sales" | "Marketing" | "Finance" | "HR" | "Legal" | "Executive" | "Workplace" | "Partner";

export interface Person {
  id: string;
  upn: string;
  alias: string;
  name: string;
  first: string;
  last: string;
  department: Department;
  title: string;
  managerId: string | undefined;
  city: City;
  home: Spot;
  phoneLine: Spot;
  office: Spot | undefined;
  officeDays: number;
  ipv6: boolean;
  consumerVpn: boolean;
  laptop: Device;
  phone: Device | undefined;
  guest: boolean;
  contractor: boolean;
  company: string;
  employeeId: string;
  sam: string | undefined;
  sid: string | undefined;
  starts: number;
  ends: number;
  weekends: number;
  activity: { signIns: number; files: number; mail: number; chat: number };
  created: number;
  joins: number;
  leaves: number;
  resigned: boolean;
  typos: number;
  /** A separate account for administration, without a mailbox. */
  admin: boolean;
  owner: Person | undefined;
}

const staffing: [Department, number, string[]][] = [
  ["Engineering", 52, ["Software Engineer", "Senior Software Engineer", "Staff Engineer", "Frontend Engineer",
    "Engineering Manager", "QA Engineer"]],
  ["Site Reliability", 15, ["Site Reliability Engineer", "Senior Site Reliability Engineer", "Platform Lead"]],
  ["Security", 6, ["Security Engineer", "Security Analyst", "Head of Security"]],
  ["IT", 10, ["Helpdesk Agent", "Helpdesk Agent", "Helpdesk Agent", "Helpdesk Agent", "Identity Administrator",
    "Identity Administrator", "Messaging Administrator", "Network Engineer", "Systems Engineer", "Head of IT"]],
  ["Data", 8, ["Data Engineer", "Data Analyst", "Machine Learning Engineer"]],
  ["Product", 9, ["Product Manager", "Product Designer", "Technical Writer"]],
  ["Support", 15, ["Support Engineer", "Support Specialist", "Support Lead"]],
  ["Customer Success", 9, ["Customer Success Manager", "Onboarding Consultant"]],
  ["Sales", 17, ["Account Executive", "Sales Engineer", "Sales Development Representative", "Regional Sales Director"]],
  ["Marketing", 8, ["Content Marketer", "Event Manager", "Campaign Manager"]],
  ["Finance", 12, ["Accounts Payable Clerk", "Accounts Payable Clerk", "Accountant", "Accountant", "Controller",
    "Treasury Analyst", "Payroll Accountant", "Revenue Accountant", "Tax Manager", "Financial Analyst",
    "Procurement Manager", "Head of Finance"]],
  ["HR", 7, ["HR Business Partner", "Recruiter", "Recruiter", "HR Operations Specialist", "Compensation Analyst",
    "HR Operations Specialist", "Head of People"]],
  ["Legal", 4, ["Legal Counsel", "Contracts Manager", "Privacy Counsel", "General Counsel"]],
  ["Executive", 5, ["Chief Executive Officer", "Chief Financial Officer", "Chief Technology Officer",
    "Chief Revenue Officer", "Executive Assistant"]],
  ["Workplace", 2, ["Office Manager", "Workplace Coordinator"]],
];

const partnerCompanies = ["halden-audit.example", "sundvik-consulting.example", "pixelforge.example",
  "arborbank.example", "tessera-labs.example", "northgate-retail.example"];

const windowsAgent = (version: number): string =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 ` +
  `Safari/537.36 Edg/${version}.0.0.0`;
const macAgent = (version: number): string =>
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) " +
  `Chrome/${version}.0.0.0 Safari/537.36`;
const linuxAgent = (version: number): string =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;

export const makeLaptop = (r: Random, department: Department, serial: number): Device => {
  const version = r.int(138, 141);
  const technical = ["Engineering", "Site Reliability", "Data", "Security"].includes(department);
  const kind = technical ? r.pick(["mac", "mac", "linux", "windows"])
    : r.pick(["windows", "windows", "windows", "mac"]);
  const windowsOnly = department === "Finance" || department === "IT";
  const base = { id: r.uuid(), managed: true };
  const number = String(serial).padStart(4, "0");
  if (windowsOnly || kind === "windows") {
    return { ...base, name: `BK-W${number}`, os: "Windows11", browser: `Edge ${version}.0.0`,
      agent: windowsAgent(version) };
  }
  if (kind === "mac") {
    return { ...base, name: `BK-M${number}`, os: "MacOs", browser: `Chrome ${version}.0.0`, agent: macAgent(version) };
  }
  return { ...base, name: `BK-L${number}`, os: "Linux", browser: `Firefox ${version}.0`, agent: linuxAgent(version) };
};

export const makePhone = (r: Random, owner: string): Device => {
  const apple = r.chance(0.55);
  return {
    id: r.uuid(), name: `${owner}'s ${apple ? "iPhone" : "Android"}`, managed: r.chance(0.6),
    os: apple ? "Ios 18.6" : `Android ${r.int(13, 16)}`,
    browser: apple ? "Mobile Safari" : "Chrome Mobile",
    agent: apple
      ? "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148"
      : "Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) " +
        "Chrome/140.0.0.0 Mobile Safari/537.36",
  };
};

const rates: Record<Department, [number, number, number, number]> = {
  Engineering: [1.6, 1.6, 1.6, 0.35], "Site Reliability": [2.6, 1.2, 1.6, 0.35], Security: [2.6, 2, 2, 0.35],
  IT: [2.4, 2, 2.6, 0.4], Data: [1.8, 2.6, 1.6, 0.3], Product: [1.7, 3.6, 2.6, 0.5], Support: [1.7, 1.8, 3.4, 0.5],
  "Customer Success": [1.8, 3, 4, 0.5], Sales: [2.2, 2.8, 4.4, 0.4], Marketing: [1.8, 3.6, 3.2, 0.4],
  Finance: [1.7, 4, 3.8, 0.3], HR: [1.7, 3.4, 3.6, 0.3], Legal: [1.7, 4, 3.2, 0.2], Executive: [2, 2.2, 4.2, 0.3],
  Workplace: [1.4, 1.4, 2.6, 0.3], Partner: [0.35, 0.7, 0, 0.15],
};

export class PeopleMaker {
  private readonly taken = new Set<string>();
  private serial = 100;
  private relative = 1103;
  readonly domainSid: string;

  constructor(
    private readonly r: Random,
    private readonly from: number,
    readonly offices: { hamburg: Spot; krakow: Spot },
  ) {
    this.domainSid = `S-1-5-21-${r.int(1e9, 4e9)}-${r.int(1e9, 4e9)}-${r.digits(9)}`;
  }

  nextSid(): string {
    return `${this.domainSid}-${++this.relative}`;
  }

  private nameFor(country: string): [string, string] {
    for (let tries = 0; tries < 500; tries++) {
      const first = this.r.pick(givenNames[country] ?? []);
      const last = this.r.pick(familyNames[country] ?? []);
      if (this.taken.has(`${first}.${last}`)) continue;
      this.taken.add(`${first}.${last}`);
      return [first, last];
    }
    throw new Error(`no names left for ${country}`);
  }

  person(department: Department, title: string, options: { contractor?: boolean; company?: string } = {}): Person {
    const { r } = this;
    const place = department === "Finance" || department === "Workplace"
      ? r.pick([homes[0], homes[0], homes[1]] as City[])
      : r.pick(r.chance(0.35) ? homes.slice(0, 3) : homes);
    const [first, last] = this.nameFor(place.country);
    const guest = options.company !== undefined && options.company !== domain;
    const company = options.company ?? domain;
    const local = `${first}.${last}`.toLowerCase();
    const upn = guest ? `${local}_${company}#EXT#@brightkilnhq.onmicrosoft.example` : `${local}@${domain}`;
    const office = guest ? undefined
      : place.name === "Hamburg" ? this.offices.hamburg : place.name === "Krakow" ? this.offices.krakow : undefined;
    const windowsAccount = !guest && (["Finance", "HR"].includes(department)
      || /Systems Engineer|Chief Financial|Helpdesk|Head of IT/.test(title));
    const rate = rates[department];
    const factor = (): number => Math.min(2.2, Math.max(0.35, r.normal(1, 0.35)));
    const starts = 7 + r.float(0, 3) + (department === "Engineering" ? 0.8 : 0);
    return {
      id: r.uuid(), upn, alias: `${first[0]}.${last}@${company}`.toLowerCase(), name: `${first} ${last}`, first, last,
      department, title, managerId: undefined, city: place, home: homeLine(r, place), phoneLine: mobileLine(r, place),
      office, officeDays: office ? r.float(0.2, 0.85) : 0, ipv6: r.chance(0.14), consumerVpn: r.chance(0.05),
      laptop: makeLaptop(r, department, this.serial++), phone: r.chance(0.8) ? makePhone(r, first) : undefined,
      guest, contractor: options.contractor ?? false, company,
      employeeId: guest ? "" : `${options.contractor ? "C" : "E"}${r.digits(5)}`,
      sam: windowsAccount ? `${first[0]}${last}`.toLowerCase().slice(0, 12) : undefined,
      sid: windowsAccount ? this.nextSid() : undefined,
      starts, ends: starts + 8 + r.float(0, 2), weekends: r.chance(0.15) ? r.float(0.2, 0.6) : r.float(0, 0.08),
      activity: { signIns: rate[0] * factor(), files: rate[1] * factor(), mail: rate[2] * factor(),
        chat: rate[3] * factor() },
      created: this.from - r.int(40, 2200) * day - r.int(0, 9) * hour, joins: 0, leaves: Infinity, resigned: false,
      typos: r.float(0.005, 0.06), admin: false, owner: undefined,
    };
  }

  /** The separate administration account of a person. */
  adminAccount(owner: Person): Person {
    const { r } = this;
    return {
      ...owner, id: r.uuid(), upn: `adm-${owner.first[0]}${owner.last}@${domain}`.toLowerCase(), owner, admin: true,
      name: `${owner.name} (Admin)`, alias: "", phone: undefined, sam: undefined, sid: undefined, employeeId: "",
      activity: { signIns: 1.1, files: 0, mail: 0, chat: 0 }, typos: 0.01, weekends: 0,
    };
  }

  staff(): Person[] {
    const people: Person[] = [];
    for (const [department, count, titles] of staffing) {
      const team: Person[] = [];
      for (let i = 0; i < count; i++) {
        const title = titles.length >= count || i < titles.length ? titles[i % titles.length] : this.r.pick(titles);
        team.push(this.person(department, title ?? "Employee"));
      }
      const head = team.find((one) => /Head|Manager|Lead|Director|General|Chief Exec/.test(one.title)) ?? team[0];
      for (const one of team) if (one !== head) one.managerId = head?.id;
      people.push(...team);
    }
    const chief = people.find((one) => one.title === "Chief Executive Officer");
    for (const one of people) if (!one.managerId && one !== chief) one.managerId = chief?.id;
    return people;
  }

  contractors(count: number): Person[] {
    return Array.from({ length: count }, (_, i) => {
      const department = (["Engineering", "Engineering", "Site Reliability", "Data", "Support"] as const)[i % 5];
      return this.person(department ?? "Engineering",
        `Contract ${department === "Support" ? "Specialist" : "Engineer"}`,
        { contractor: true });
    });
  }

  guests(count: number): Person[] {
    return Array.from({ length: count }, (_, i) => {
      const company = partnerCompanies[i % partnerCompanies.length] ?? "tessera-labs.example";
      const guest = this.person("Partner", company.startsWith("halden") ? "External Auditor" : "Partner Contact",
        { company });
      return { ...guest, laptop: { ...guest.laptop, id: "", name: "", managed: false } };
    });
  }
}

export const officeSpots = (): { hamburg: Spot; krakow: Spot } => ({
  hamburg: fixedSpot("62.153.88.14", homes[0] as City, "Nordnetz Business", 3320),
  krakow: fixedSpot("83.15.204.66", homes[1] as City, "Wislanet Biznes", 5617),
});
