import type { Calendar } from "./calendar.ts";
import type { DayMode, Device, Person, PersonKind, Site } from "./model.ts";
import type { Rng } from "./rng.ts";
import { AD_DOMAIN, DOMAIN, ONEDRIVE } from "./model.ts";
import { CONTACT_DOMAINS, FIRST_NAMES, LAST_NAMES, WEB_SITES, WORDS } from "./names.ts";
import { homeNet, mobileNet, tripNet } from "./places.ts";

type Unit = { name: string; code: string; faculty: boolean; posts: [title: string, count: number][] };

const faculty = (name: string, code: string, counts: number[]): Unit => ({
  name,
  code,
  faculty: true,
  posts: [
    "Dean", "Professor", "Associate Professor", "Postdoctoral Researcher", "PhD Candidate", "Research Technician",
    "Department Secretary", "Student Assistant",
  ].map((title, i) => [title, counts[i] ?? 0]),
});

export const UNITS: Unit[] = [
  { name: "Rectorate", code: "rec", faculty: false, posts: [
    ["Rector", 1], ["Vice-Rector", 1], ["Chief of Staff", 1], ["Executive Secretary", 2]] },
  faculty("Faculty of Science", "sci", [1, 5, 4, 7, 9, 4, 2, 5]),
  faculty("Faculty of Medical Sciences", "med", [1, 5, 4, 6, 8, 5, 2, 3]),
  faculty("Faculty of Engineering", "eng", [1, 4, 4, 5, 7, 4, 2, 4]),
  faculty("Faculty of Humanities", "hum", [1, 4, 4, 2, 5, 0, 2, 3]),
  faculty("Faculty of Law", "law", [1, 4, 3, 2, 3, 0, 2, 2]),
  faculty("Faculty of Economics", "eco", [1, 4, 4, 2, 5, 0, 2, 3]),
  { name: "Finance", code: "fin", faculty: false, posts: [
    ["Finance Director", 1], ["Financial Controller", 3], ["Accounts Payable Clerk", 4], ["Project Controller", 3]] },
  { name: "Human Resources", code: "hr", faculty: false, posts: [
    ["HR Director", 1], ["HR Advisor", 4], ["Payroll Officer", 2]] },
  { name: "IT Services", code: "it", faculty: false, posts: [
    ["Chief Information Officer", 1], ["Infrastructure Manager", 1], ["Identity Engineer", 6],
    ["Microsoft 365 Engineer", 6], ["Windows Engineer", 5], ["Linux Engineer", 3], ["Network Engineer", 3],
    ["Database Administrator", 1], ["Cloud Engineer", 5], ["Security Analyst", 4], ["Service Desk Agent", 6],
    ["Endpoint Engineer", 2], ["Integration Developer", 4]] },
  { name: "University Library", code: "lib", faculty: false, posts: [
    ["Library Director", 1], ["Subject Librarian", 4], ["Digitisation Specialist", 3], ["Library Assistant", 4]] },
  { name: "Student Affairs", code: "stu", faculty: false, posts: [
    ["Registrar", 1], ["Exam Officer", 4], ["Student Counsellor", 4], ["International Office Advisor", 2]] },
  { name: "Research Office", code: "res", faculty: false, posts: [
    ["Head of Research Support", 1], ["Grant Advisor", 4], ["Data Steward", 2]] },
  { name: "Communications", code: "com", faculty: false, posts: [
    ["Head of Communications", 1], ["Press Officer", 2], ["Web Editor", 3]] },
  { name: "Legal and Privacy", code: "leg", faculty: false, posts: [
    ["General Counsel", 1], ["Legal Counsel", 2], ["Privacy Officer", 2]] },
  { name: "Internal Audit", code: "aud", faculty: false, posts: [["Internal Auditor", 2]] },
  { name: "Facilities", code: "fac", faculty: false, posts: [["Facility Manager", 1], ["Building Coordinator", 3]] },
];

const TITLE_TAGS: [RegExp, string][] = [
  [/Dean|Rector|Director|Chief|Head of|General Counsel|Registrar|Facility Manager|Infrastructure Manager/, "lead"],
  [/Professor|Dean/, "professor"], [/Postdoc|PhD/, "researcher"], [/Technician/, "lab"],
    [/Student Assistant/, "student"],
  [/Secretary/, "secretary"], [/Accounts Payable|Payroll/, "payments"], [/Identity Engineer/, "identity"],
  [/Microsoft 365/, "m365"], [/Windows Engineer/, "windows"], [/Linux Engineer/, "linux"],
    [/Network Engineer/, "network"],
  [/Database/, "dba"], [/Cloud Engineer/, "cloud"], [/Security Analyst/, "security"], [/Service Desk/, "helpdesk"],
  [/Endpoint/, "endpoint"], [/Integration Dev/, "developer"], [/Digitisation/, "digitisation"],
    [/Exam Officer/, "exams"],
  [/Privacy|Counsel$/, "legal"], [/Auditor/, "auditor"], [/Press|Web Editor/, "press"], [/Grant/, "grants"],
];

const AGENTS = {
  win: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
    + "Safari/537.36 Edg/140.0.0.0",
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 "
    + "Safari/605.1.15",
  linux: "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0",
  ios: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
  android: "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile "
    + "Safari/537.36",
};

export function makeDevice(rng: Rng, kind: keyof typeof AGENTS, number: number): Device {
  const names = { win: "WH-LT-", mac: "WH-MAC-", linux: "wh-lx-", ios: "iPhone-", android: "Pixel-" };
  const systems = { win: "Windows 11", mac: "MacOs", linux: "Linux", ios: "Ios 18", android: "Android 15" };
  const browsers = { win: "Edge 140.0.0", mac: "Safari 18.6", linux: "Firefox 142.0", ios: "Mobile Safari",
    android: "Chrome Mobile 140.0.0" };
  const name = `${names[kind]}${String(number).padStart(4, "0")}`;
  return {
    id: rng.uuid(),
    name,
    fqdn: `${name.toLowerCase()}.${AD_DOMAIN}`,
    ip: `10.${20 + (number % 6)}.${rng.int(1, 60)}.${rng.int(5, 250)}`,
    os: systems[kind],
    browser: browsers[kind],
    agent: AGENTS[kind],
    managed: kind === "win" || kind === "mac",
  };
}

export function fileNames(rng: Rng, code: string, n: number): string[] {
  const words = WORDS[code] ?? (WORDS.eco as string[]);
  const kinds = code === "sci" || code === "med" ? ["xlsx", "csv", "docx", "pdf", "h5", "zip"] : ["docx", "xlsx",
    "pptx", "pdf"];
  return Array.from({ length: n }, (_,
    i) => `${rng.pick(words)}-${2024 + (i % 3)}-${rng.int(1, 99)}.${rng.pick(kinds)}`);
}

/** What one person does on each day: on campus, at home, on a trip, or nothing. */
function makePlan(rng: Rng, cal: Calendar, tags: Set<string>): DayMode[] {
  const homeDays = rng.sample([1, 2, 3, 4, 5], tags.has("lab") || tags.has("helpdesk") ? 0 : rng.int(0, 3));
  const free = tags.has("student") ? rng.sample([1, 2, 3, 4, 5], 2) : rng.chance(0.25) ? [rng.int(1, 5)] : [];
  const weekend = tags.has("professor") || tags.has("researcher") ? rng.float(0.05, 0.3) : 0.02;
  const plan: DayMode[] = [];
  for (let day = 0; day < cal.days; day++) {
    if (cal.isWeekend(day)) plan.push(rng.chance(weekend) ? "home" : "off");
    else if (free.includes(cal.weekday(day)) || rng.chance(0.03)) plan.push("off");
    else plan.push(homeDays.includes(cal.weekday(day)) ? "home" : "campus");
  }
  const travels = tags.has("professor") ? 0.45 : tags.has("researcher") || tags.has("lead") ? 0.25 : 0.05;
  if (rng.chance(travels)) {
    const begin = rng.int(2, cal.days - 8);
    for (let day = begin; day < begin + rng.int(3, 6); day++) plan[day] = "trip";
  }
  if (rng.chance(0.3)) {
    const begin = rng.int(0, cal.days - 6);
    for (let day = begin; day < begin + rng.int(3, 7) && day < cal.days; day++) plan[day] = "off";
  }
  return plan;
}

export class PersonFactory {
  private readonly rng: Rng;
  private readonly cal: Calendar;
  private readonly domainSid: string;
  private readonly sams = new Set<string>();
  private number: number;

  constructor(rng: Rng, cal: Calendar, domainSid: string) {
    this.rng = rng;
    this.cal = cal;
    this.domainSid = domainSid;
    this.number = rng.int(1200, 1900);
  }

  make(unit: string, unitCode: string, title: string, kind: PersonKind, fixedName?: string): Person {
    const rng = this.rng;
    const first = rng.pick(FIRST_NAMES);
    let last = rng.pick(LAST_NAMES);
    let sam = fixedName ?? `${first[0] as string}${last}`.toLowerCase();
    while (this.sams.has(sam)) {
      last = rng.pick(LAST_NAMES);
      sam = `${first[0] as string}${last}`.toLowerCase();
    }
    this.sams.add(sam);
    const number = this.number++;
    const tags = new Set(TITLE_TAGS.filter(([pattern]) => pattern.test(title)).map(([, tag]) => tag));
    tags.add(unitCode);
    if (["sci", "med", "eng", "hum", "law", "eco"].includes(unitCode)) tags.add("faculty");
    const personal = kind === "staff" || kind === "student" || kind === "guest";
    const display = fixedName ?? `${first} ${last}`;
    const mail = personal ? `${first}.${last}@${DOMAIN}`.toLowerCase() : `${sam}@${DOMAIN}`;
    const upn = `${sam}@${kind === "student" ? "student." : ""}${DOMAIN}`;
    const nerd = (unitCode === "sci" || unitCode === "eng") && rng.chance(0.15);
    const laptop = makeDevice(rng, nerd ? "linux" : rng.chance(0.14) && unitCode !== "it" ? "mac" : "win", number);
    const slug = upn.replace(/[@.]/g, "_");
    const early = tags.has("faculty") ? rng.normal(9.1, 0.9) : rng.normal(8.4, 0.5);
    return {
      id: rng.uuid(),
      sid: `${this.domainSid}-${number}`,
      upn,
      mail,
      sam,
      display,
      unit,
      unitCode,
      title,
      kind,
      tags,
      employeeId: String(100_000 + number * 7),
      created: `20${rng.int(11, 25)}-0${rng.int(1, 9)}-${rng.int(10, 28)}T08:00:00Z`,
      enabled: true,
      groups: new Set(),
      laptop,
      phone: makeDevice(rng, rng.chance(0.55) ? "ios" : "android", number),
      home: homeNet(rng),
      mobile: mobileNet(rng),
      away: tripNet(rng),
      plan: makePlan(rng, this.cal, tags),
      start: Math.min(11, Math.max(6.5, early)),
      end: Math.min(22, Math.max(14, rng.normal(tags.has("researcher") ? 18.6 : 17.3, 0.9))),
      apps: ["outlook", "teams"],
      sites: [],
      drive: this.drive(upn, slug, unitCode),
      filesPerDay: Math.max(0.5, rng.normal(tags.has("student") ? 1.4 : 2.8, 1.1)),
      mailsPerDay: Math.max(0.3, rng.normal(tags.has("lead") ? 3.4 : tags.has("student") ? 0.7 : 1.75, 0.6)),
      contacts: this.contacts(unitCode),
      linux: [],
      web: rng.sample(WEB_SITES, 4).map(([url]) => url),
      mailbox: rng.uuid(),
    };
  }

  private drive(upn: string, slug: string, code: string): Site {
    return {
      name: upn,
      url: `${ONEDRIVE}/personal/${slug}`,
      unit: code,
      files: fileNames(this.rng, code, this.rng.int(14, 40)),
      sensitive: false,
    };
  }

  private contacts(code: string): string[] {
    const rng = this.rng;
    const domains = rng.sample(code === "fin" ? CONTACT_DOMAINS.slice(7) : CONTACT_DOMAINS, 4);
    return domains.flatMap((domain) =>
      Array.from({ length: rng.int(1, 2) },
        () => `${rng.pick(FIRST_NAMES)}.${rng.pick(LAST_NAMES)}@${domain}`.toLowerCase()));
  }
}
