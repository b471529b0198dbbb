import type { Net, Place } from "./places.ts";
import type { Rng } from "./random.ts";
import type { Sink } from "./sink.ts";

export type Office = { place: Place; net: Net; subnet: string; code: string };

export type Device = {
  id: string;
  name: string;
  os: string;
  browser: string;
  ua: string;
  managed: boolean;
  ip: string;
};

export type Grade =
  | "executive" | "partner" | "associate" | "accountant" | "paralegal" | "secretary" | "staff" | "it" | "helpdesk"
  | "guest" | "admin" | "service" | "breakglass";

export type Person = {
  id: string;
  upn: string;
  mail: string;
  alias: string;
  sam: string;
  sid: string;
  name: string;
  department: string;
  title: string;
  grade: Grade;
  office: Office;
  manager?: Person;
  employeeId: string;
  created: string;
  enabled: boolean;
  device: Device;
  phone: Device;
  home: Net;
  mobile: Net;
  /** Local hours at which a working day begins and ends. */
  begins: number;
  ends: number;
  remoteDays: number[];
  weekend: number;
  evening: number;
  fileRate: number;
  mailRate: number;
  apps: App[];
  matters: Matter[];
  contacts: Contact[];
  /** Days (numbers since the first) of holidays and long leave. */
  away: [number, number][];
  travels: { from: number; until: number; net: Net }[];
  /** The last day of work of a leaver. */
  leaves?: number;
  /** For an administrative account: the person who uses it. For an assistant: the principal. */
  of?: Person;
  company?: Company;
  /** Uses a commercial relay on the telephone. */
  relay?: boolean;
};

export type App = { name: string; id: string; resource?: string };

export type Company = { name: string; domain: string; place: Place };

export type Contact = { name: string; mail: string; company: Company };

export type Matter = {
  number: string;
  name: string;
  company: Company;
  department: string;
  url: string;
  path: string;
  label: number;
  walled: boolean;
  members: Person[];
  files: string[];
};

export type Principal = {
  id: string;
  appId: string;
  appObjectId: string;
  name: string;
  kind: "Application" | "ManagedIdentity";
  net: Net;
  keyId: string;
  roles: string[];
  owner?: Person;
  created: string;
};

export type Host = {
  name: string;
  fqdn: string;
  ip: string;
  os: "windows" | "linux";
  role: string;
  office: Office;
};

export type AzureResource = { id: string; type: string; group: string; name: string; subscription: string };

export type Label = { id: string; name: string; rank: number };

export type Group = { id: string; name: string; members: Person[]; security: boolean };

export type Organization = {
  tenant: string;
  name: string;
  domain: string;
  adDomain: string;
  netbios: string;
  sidBase: string;
  offices: Office[];
  people: Person[];
  guests: Person[];
  admins: Person[];
  services: Person[];
  breakGlass: Person[];
  companies: Company[];
  contacts: Contact[];
  matters: Matter[];
  sites: Matter[];
  principals: Principal[];
  identities: Principal[];
  hosts: Host[];
  subscriptions: { id: string; name: string }[];
  resources: AzureResource[];
  labels: Label[];
  groups: Group[];
};

export type World = {
  org: Organization;
  sink: Sink;
  rng: Rng;
  from: number;
  counted: number;
  until: number;
  /** Days in the whole period and before the counted one. */
  days: number;
  historyDays: number;
};
