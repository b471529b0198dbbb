/** What an attack is, and what it is given to work with. */
import type { Out } from "../out.ts";
import type { Endpoint, Net } from "../places.ts";
import type { Actor, Host, Person, World } from "../types.ts";
import type { Rng } from "../util.ts";

export type Area = "account-takeover" | "consent" | "trust" | "roles" | "mail" | "data" | "sabotage" | "azure"
  | "machine" | "windows" | "linux" | "network" | "slow";
export type CaseType = "data_exfiltration" | "insider_threat" | "privilege_escalation" | "policy_violation"
  | "account_compromise" | "sabotage" | "financial_fraud";
export type Outcome = { subjects: string[]; summary: string };

export type Stage = {
  w: World;
  out: Out;
  rng: Rng;
  /** The day of the attack, a working day. */
  day: number;
  /** Marks rows as core evidence. */
  key(ids: string[]): void;
  /** Rows that happen because of the attack, but are everyday work: not part of it. */
  aside(run: () => void): void;
  person(filter?: (p: Person) => boolean): Person;
  /** A time in the working hours of the person on the day, or on a later day. */
  work(person: Person, day?: number): number;
  /** Late evening or night where the person chosen last works. */
  night(day?: number): number;
  /** Local time of the person chosen last, or of the headquarters. */
  at(day: number, hour: number): number;
  where(person: Person): Endpoint;
  /** An intruder on a rented server, a home connection, or Tor. */
  intruder(kind?: "hosting" | "home" | "tor", country?: string): Endpoint;
  host(filter: (h: Host) => boolean): Host;
  admin(list: Person[]): { person: Person; account: Actor; ip: string; at: Endpoint };
  by(actor: Actor, net: Net): { actor: Actor; ip: string };
};

export type Plot = {
  kind: string;
  difficulty: "obvious" | "context" | "hard";
  types: CaseType[];
  /** Takes several weeks. */
  slow?: boolean;
  /** Only once, because it needs a certain person or thing. */
  once?: boolean;
  run: (s: Stage) => Outcome;
};

type Make = (kind: string, difficulty: Plot["difficulty"], types: CaseType[], run: Plot["run"]) => Plot;

export const plot: Make = (kind, difficulty, types, run) => ({ kind, difficulty, types, run });

export const singlePlot: Make = (kind, difficulty, types, run) => ({ kind, difficulty, types, run, once: true });

export const slowPlot: Make = (kind, difficulty, types, run) => ({ kind, difficulty, types, run, slow: true });
