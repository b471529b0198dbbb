import type { Calendar } from "./calendar.ts";
import type { Rng } from "./rng.ts";
import type { Sink } from "./sink.ts";

export type Row = Record<string, unknown>;

export type NetKind = "campus" | "home" | "mobile" | "travel" | "hosting" | "tor" | "vpn" | "partner" | "cloud";

/** Where a request comes from. */
export type Net = {
  ip: string;
  city: string;
  country: string;
  lat: number;
  lon: number;
  asn: number;
  isp: string;
  kind: NetKind;
};

export type Device = {
  id: string;
  name: string;
  fqdn: string;
  ip: string;
  os: string;
  browser: string;
  agent: string;
  managed: boolean;
};

export type Host = {
  name: string;
  fqdn: string;
  ip: string;
  os: "windows" | "linux" | "appliance";
  role: string;
  unit: string;
};

export type Site = { name: string; url: string; unit: string; files: string[]; sensitive: boolean };

export type DayMode = "campus" | "home" | "trip" | "off";

export type PersonKind = "staff" | "student" | "admin" | "service" | "guest";

export type Person = {
  id: string;
  sid: string;
  upn: string;
  mail: string;
  sam: string;
  display: string;
  unit: string;
  unitCode: string;
  title: string;
  kind: PersonKind;
  tags: Set<string>;
  manager?: Person;
  /** Of an administrative account: the person who uses it. */
  of?: Person;
  employeeId: string;
  created: string;
  enabled: boolean;
  groups: Set<string>;
  laptop: Device;
  phone: Device;
  home: Net;
  mobile: Net;
  away: Net;
  plan: DayMode[];
  start: number;
  end: number;
  apps: string[];
  sites: Site[];
  drive: Site;
  filesPerDay: number;
  mailsPerDay: number;
  contacts: string[];
  linux: Host[];
  web: string[];
  mailbox: string;
};

export type App = {
  id: string;
  appId: string;
  name: string;
  type: "Application" | "ManagedIdentity";
  publisher: string;
  roles: string[];
  scopes: string;
  ips: string[];
  keyId: string;
  owner?: Person;
  resource: string;
  asleep?: boolean;
};

export type Resource = { id: string; name: string; type: string; group: string; sub: Subscription; identity?: App };

export type Subscription = { id: string; name: string; owner: Person; members: Person[]; resources: Resource[] };

export type Group = { id: string; name: string; members: Person[]; security: boolean; mail: boolean;
  roleAssignable?: boolean };

export type World = {
  seed: number;
  rng: Rng;
  cal: Calendar;
  sink: Sink;
  tenant: string;
  domainSid: string;
  people: Person[];
  guests: Person[];
  admins: Person[];
  services: Person[];
  groups: Map<string, Group>;
  sites: Map<string, Site>;
  hosts: Map<string, Host>;
  apps: Map<string, App>;
  subs: Map<string, Subscription>;
  /** Active and eligible directory roles: role name and account. */
  roles: { role: string; holder: Person; eligible: boolean; approval: boolean }[];
  labels: Map<string, string>;
  taken: Set<string>;
  /** How many attacks are about a person. */
  uses: Map<string, number>;
};

export const DOMAIN = "waalhaven.example";
export const AD_DOMAIN = "ad.waalhaven.example";
export const NETBIOS = "WAALHAVEN";
export const SHAREPOINT = "https://waalhaven.sharepoint.example";
export const ONEDRIVE = "https://waalhaven-my.sharepoint.example";

/** First-party applications by a short name: display name, application id, name of the resource. */
export const APPS: Record<string, [string, string, string]> = {
  outlook: ["Office 365 Exchange Online", "00000002-0000-0ff1-ce00-000000000000", "Office 365 Exchange Online"],
  owa: ["One Outlook Web", "9199bf20-a13f-4107-85dc-02114787ef48", "Office 365 Exchange Online"],
  office: ["Microsoft Office", "d3590ed6-52b3-4102-aeff-aad2292ab01c", "Microsoft Graph"],
  officehome: ["OfficeHome", "4765445b-32c6-49b0-83e6-1d93765276ca", "OfficeHome"],
  teams: ["Microsoft Teams", "1fec8e78-bce4-4aaf-ab1b-5451cc387264", "Microsoft Teams Services"],
  sharepoint: [
    "Office 365 SharePoint Online", "00000003-0000-0ff1-ce00-000000000000", "Office 365 SharePoint Online",
  ],
  onedrive: ["OneDrive SyncEngine", "ab9b8c07-8f02-4f72-87fa-80105867a763", "Office 365 SharePoint Online"],
  azure: ["Azure Portal", "c44b4083-3bb0-49c1-b47d-974e53cbdf3c", "Windows Azure Service Management API"],
  azcli: ["Microsoft Azure CLI", "04b07795-8ddb-461a-bbee-02f9e1bf7b46", "Windows Azure Service Management API"],
  azps: ["Microsoft Azure PowerShell", "1950a258-227b-4e31-a9cf-717495945fc2", "Windows Azure Service Management API"],
  broker: ["Microsoft Authentication Broker", "29d9ed98-a469-4536-ade2-f981bc1d605e", "Microsoft Graph"],
  mysignins: ["My Signins", "19db86c3-b2b9-44cc-b339-36da233a3be2", "Microsoft Graph"],
  graphps: ["Microsoft Graph Command Line Tools", "14d82eec-204b-4c2f-b7e8-296a70dab67e", "Microsoft Graph"],
  exops: [
    "Microsoft Exchange REST API Based Powershell", "fb78d390-0c51-40cd-8e17-fdbfab77341b",
    "Office 365 Exchange Online",
  ],
  vpn: ["Waalhaven VPN (FortiGate)", "6b1f0c52-8d0a-4be3-9a6e-5d2b3c4f7a10", "Waalhaven VPN (FortiGate)"],
  canvas: ["Canvas LMS", "a9a3c6c1-55f3-4a8d-8f11-20d9b7f1c3e2", "Canvas LMS"],
  osiris: ["Osiris Student Information", "b02e6d13-1d5c-42cb-a6be-8f4b5b7c9d31", "Osiris Student Information"],
  afas: ["AFAS HR and Payroll", "c7c93f0e-30bb-4f9e-9c5d-0a7d4bd3e652", "AFAS HR and Payroll"],
  unit4: ["Unit4 Finance", "d86b5a72-9e64-45a4-b0f6-7c1e2f3a4b85", "Unit4 Finance"],
  alma: ["Ex Libris Alma", "e11d7f36-4c2b-47d8-86c9-2b5a6c7d8e94", "Ex Libris Alma"],
  entra: ["Microsoft Entra admin center", "c44b4083-3bb0-49c1-b47d-974e53cbdf3c", "Microsoft Graph"],
};
