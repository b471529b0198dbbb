import type { Columns, Log, Store, TableName } from "../lib/log.ts";
import type { Random } from "../lib/random.ts";
import { day, hour, isWeekend, minute } from "../lib/time.ts";
import type { Whereabouts } from "../everyday/whereabouts.ts";
import { domain } from "../org/people.ts";
import type { Department, Person } from "../org/people.ts";
import { hostingSpot, homeLine, foreignPlaces } from "../org/places.ts";
import type { Spot } from "../org/places.ts";
import type { Server } from "../org/machines.ts";
import type { Site, World } from "../org/world.ts";

export type Area =
  "account-takeover" | "consent" | "trust" | "roles" | "mail" | "data" | "sabotage" | "azure" | "machine"
  | "windows" | "linux" | "network" | "slow";
export type Difficulty = "obvious" | "context" | "hard";
export type CaseType = "data_exfiltration" | "insider_threat" | "privilege_escalation" | "policy_violation"
  | "account_compromise" | "sabotage" | "financial_fraud";

export interface Kind {
  kind: string;
  area: Area;
  difficulty: Difficulty;
  types: CaseType[];
  /** How often it happens, to different people. */
  times?: number;
  /** How many days it takes; such attacks start early enough. */
  days?: number;
  run: (c: Case) => string;
}

/** Who and what was already part of an attack, so that attacks mostly have different subjects. */
export class Roster {
  private readonly uses = new Map<string, number>();

  choose<T>(r: Random, items: readonly T[], name: (item: T) => string): T {
    if (items.length === 0) throw new Error("no candidate");
    const least = Math.min(...items.map((item) => this.uses.get(name(item)) ?? 0));
    const item = r.pick(items.filter((one) => (this.uses.get(name(one)) ?? 0) === least));
    this.uses.set(name(item), least + 1);
    return item;
  }
}

/** An attack while it is made: a log that remembers its rows, and a clock. */
export class Case implements Log {
  t: number;
  day: number;
  readonly rows: { id: string; time: number }[] = [];
  readonly decisive = new Set<string>();
  readonly subjects = new Set<string>();

  constructor(
    readonly w: World,
    readonly r: Random,
    private readonly store: Store,
    private readonly roster: Roster,
    readonly whereabouts: Whereabouts,
    startDay: number,
  ) {
    this.day = startDay;
    this.t = startDay;
  }

  add(table: TableName, time: number, columns: Columns): string {
    const id = this.r.uuid();
    if (time < this.w.countedFrom || time >= this.w.until) throw new Error("a row outside the counted time");
    this.store.put(table, time, columns, id);
    this.rows.push({ id, time: Math.round(time) });
    return id;
  }

  /** Marks the core evidence. */
  core(...ids: (string | string[])[]): void {
    for (const id of ids.flat()) this.decisive.add(id);
  }

  about(...names: (string | undefined)[]): void {
    for (const name of names) if (name) this.subjects.add(name);
  }

  /** Moves to the next working day. */
  workday(): void {
    while (isWeekend(this.day)) this.day += day;
    this.t = Math.max(this.t, this.day);
  }

  /** Sets the clock to an hour in UTC of the current day. */
  at(hourOfDay: number, spread = 0.8): number {
    this.t = this.day + (hourOfDay + this.r.float(0, spread)) * hour;
    return this.t;
  }

  /** Sets the clock to an hour where the person lives. */
  local(who: Person, hourOfDay: number, spread = 0.8): number {
    return this.at(hourOfDay - who.city.offset, spread);
  }

  /** Some moment of the usual work of a person. */
  working(who: Person): number {
    this.workday();
    this.t = this.whereabouts.moment(this.r, who, this.day);
    return this.t;
  }

  step(low: number, high = low * 1.6): number {
    this.t += this.r.float(low, high) * minute;
    return this.t;
  }

  nextDays(low: number, high = low): void {
    this.day += this.r.int(low, high) * day;
    this.t = this.day;
  }

  spot(who: Person): Spot {
    return this.whereabouts.spot(who, this.t);
  }

  outside(): Spot {
    return this.r.chance(0.7) ? hostingSpot(this.r) : homeLine(this.r, this.r.pick(foreignPlaces));
  }

  /** Chooses a person who is still here in the days to come, and who was not yet part of an attack if possible. */
  take(filter: (who: Person) => boolean, from: readonly Person[] = this.w.people): Person {
    const later = this.day + 16 * hour;
    const able = from.filter((one) => one.leaves > later && one.joins < this.day && filter(one));
    const here = able.filter((one) => one.admin || this.whereabouts.works(one,
      isWeekend(this.day) ? this.day + 2 * day : this.day));
    const who = this.roster.choose(this.r, here.length > 0 ? here : able, (one) => one.id);
    this.about(who.upn);
    return who;
  }

  /** Some people who are here, whoever they are. */
  some(count: number): Person[] {
    return this.r.sample(this.w.people.filter((one) => one.leaves > this.day + 2 * day), count);
  }

  of(...departments: Department[]): Person {
    return this.take((one) => departments.includes(one.department));
  }

  anyone(): Person {
    return this.take((one) => !["Executive", "IT"].includes(one.department) && !one.contractor);
  }

  admin(title?: RegExp): Person {
    return this.take((one) => title === undefined || title.test(one.title), this.w.admins);
  }

  takeServer(filter: (one: Server) => boolean): Server {
    const on = this.roster.choose(this.r, this.w.servers.filter(filter), (one) => one.name);
    this.about(on.name);
    return on;
  }

  choose<T>(items: readonly T[], name: (item: T) => string): T {
    return this.roster.choose(this.r, items, name);
  }

  site(name: string): Site {
    const found = this.w.sites.find((one) => one.name === name);
    if (!found) throw new Error(`no site ${name}`);
    return found;
  }

  role(name: string): string {
    return this.w.roles[name] ?? "";
  }

  /** A person of the attacker's making, who is in no directory. */
  stranger(name: string, upn = `${name.toLowerCase().replace(/[^a-z]+/g, ".")}@${domain}`): Person {
    const base = this.w.people[0] as Person;
    this.about(upn);
    return { ...base, id: this.r.uuid(), upn, name, alias: "", managerId: undefined, sam: undefined, sid: undefined,
      phone: undefined, home: hostingSpot(this.r), laptop: { ...base.laptop, id: "", name: "", managed: false,
        os: "Windows10",
        browser: "Chrome 136.0.0",
          agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/136.0.0.0 Safari/537.36" } };
  }
}

export const strangeAgents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0",
];
