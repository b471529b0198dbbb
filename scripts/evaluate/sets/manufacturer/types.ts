/** The organization as the generators see it. */
import type { Endpoint, Net } from "./places.ts";
import type { Rng, Zone } from "./util.ts";

export type Site = {
  code: string;
  country: string;
  city: string;
  zone: Zone;
  egress: Net;
  subnet: string;
  firewall: string;
};

export type Actor = {
  id: string;
  upn: string;
  sam: string;
  name: string;
  sid: string;
  mail: string;
  kind: "person" | "admin" | "service" | "guest" | "shared";
  department: string;
  title: string;
  site: Site;
  enabled: boolean;
  created: string;
  manager?: Person;
  owner?: Person;
};

export type Host = {
  name: string;
  fqdn: string;
  ip: string;
  site: Site;
  role: string;
  linux: boolean;
};

export type DocumentRef = { name: string; folder: string };
export type Team = { name: string; url: string; documents: DocumentRef[]; department: string; confidential: boolean };

export type Person = Actor & {
  desk: Endpoint;
  home: Endpoint;
  phone: Endpoint;
  host: Host;
  start: number;
  end: number;
  nightShift: boolean;
  weekend: number;
  remoteDays: number[];
  off: Set<number>;
  trip: { from: number; until: number; at: Endpoint } | null;
  joins: number;
  leaves: number;
  filesPerDay: number;
  mailsPerDay: number;
  appNames: string[];
  teams: Team[];
  shares: string[];
  contacts: Person[];
  outside: string[];
  sloppy: number;
  admin?: Actor;
};

export type AppSpec = {
  id: string;
  appId: string;
  name: string;
  kind: "Application" | "ManagedIdentity";
  ip: string;
  resource: string;
  keyId: string;
  owner?: Person;
  permissions: string[];
  firstParty?: boolean;
  hostResource?: string;
};

export type Cloud = { production: string; development: string; connectivity: string; resources: Record<string,
  string> };

export type World = {
  seed: number;
  rng: Rng;
  organization: string;
  domain: string;
  adDomain: string;
  netbios: string;
  tenant: string;
  sidBase: string;
  from: number;
  counted: number;
  until: number;
  historyDays: number;
  days: number;
  sites: Site[];
  people: Person[];
  admins: Actor[];
  services: Record<string, Actor>;
  kiosks: Actor[];
  shared: Actor[];
  guests: (Actor & { home: Endpoint; company: string })[];
  servers: Record<string, Host>;
  apps: Record<string, AppSpec>;
  teams: Team[];
  groups: { id: string; name: string; members: string[]; assignable?: boolean }[];
  roles: Record<string, string>;
  cloud: Cloud;
  suppliers: string[];
  customers: string[];
  staff: Staff;
};

/** Who does which work in IT and in the offices with special tasks. */
export type Staff = {
  helpdesk: Person[];
  windows: Person[];
  cloud: Person[];
  exchange: Person;
  mailAdmins: Person[];
  network: Person[];
  linux: Person[];
  dba: Person;
  security: Person;
  compliance: Person;
  auditor: Person;
  releases: Person[];
  developers: Person[];
  payables: Person[];
  payroll: Person;
  controller: Person;
  chief: Person;
  cfo: Person;
  press: Person;
  plantEngineers: Person[];
  serviceField: Person[];
};
