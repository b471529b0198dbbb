import { homeOf, isAway, placeOf, titled } from "./habits.ts";
import type { Host, Matter, Person, Principal, World } from "./model.ts";
import type { Net } from "./places.ts";
import { DAY, homeNet, isWeekend, local, MINUTE, nearbyHosting, strangerNet, torNet, weekday } from "./places.ts";
import { hostOf } from "./rows-host.ts";

export const areas = ["account-takeover", "consent", "trust", "roles", "mail", "data", "sabotage", "azure", "machine",
  "windows", "linux", "network", "slow"] as const;
export type Area = (typeof areas)[number];

export type CaseType = "data_exfiltration" | "insider_threat" | "privilege_escalation" | "policy_violation"
| "account_compromise" | "sabotage" | "financial_fraud";

export type Difficulty = "obvious" | "context" | "hard";

export type AttackKind = {
  kind: string;
  area: Area;
  difficulty: Difficulty;
  types: CaseType[];
  /** Days that the attack needs; 1 by default. */
  span?: number;
  run: (s: Stage) => { subjects: string[]; summary: string };
};

export type Phase = "work" | "night" | "evening" | "early";

/** What an attack needs: a clock, victims who were not used before, addresses, and a list of the decisive rows. */
export class Stage {
  readonly decisive: string[] = [];
  private clock = 0;

  constructor(readonly w: World, readonly day: number, private readonly used: Map<string, number>) {}

  /** Someone who fits, is at work on the day, and was least often part of an attack. */
  who(test: (p: Person) => boolean = () => true, from: readonly Person[] = this.w.org.people): Person {
    const fits = from.filter((p) => test(p) && p.enabled);
    const there = fits.filter((p) => !isAway(p, this.day) && !(p.of !== undefined && isAway(p.of, this.day))
      && (p.leaves === undefined || p.leaves > this.day + 6));
    const list = there.length > 0 ? there : fits;
    const least = Math.min(...list.map((p) => this.used.get(p.id) ?? 0));
    const p = this.w.rng.pick(list.filter((one) => (this.used.get(one.id) ?? 0) === least));
    this.used.set(p.id, least + 1);
    return p;
  }

  lawyer(): Person {
    return this.who((p) => ["partner", "associate", "accountant"].includes(p.grade));
  }

  employee(): Person {
    return this.who((p) => !["it", "helpdesk"].includes(p.grade));
  }

  admin(title: string): Person {
    return this.who(() => true, titled(this.w.org.admins, title));
  }

  app(test: (p: Principal) => boolean = () => true): Principal {
    const list = this.w.org.principals.filter(test);
    const least = Math.min(...list.map((p) => this.used.get(p.id) ?? 0));
    const sp = this.w.rng.pick(list.filter((p) => (this.used.get(p.id) ?? 0) === least));
    this.used.set(sp.id, least + 1);
    return sp;
  }

  host(role: string): Host {
    return hostOf(this.w, role);
  }

  /** A matter that the person has nothing to do with. */
  foreign(p: Person, test: (m: Matter) => boolean = () => true): Matter {
    return this.w.rng.pick(this.w.org.matters.filter((m) => !m.members.includes(p) && test(m)));
  }

  stranger(...notIn: string[]): Net {
    return strangerNet(this.w.rng, notIn);
  }

  nearby(p: Person): Net {
    return this.w.rng.chance(0.5) ? nearbyHosting(this.w.rng, p.office.place) : homeNet(this.w.rng, p.office.place);
  }

  tor(): Net {
    return torNet(this.w.rng);
  }

  home(p: Person): Net {
    return homeOf(this.w, p, this.day);
  }

  usual(p: Person): Net {
    return placeOf(this.w, p, this.day).net;
  }

  /** Sets the clock to an hour of the phase on a day of the attack and returns it. */
  at(phase: Phase, p: Person, offset = 0): number {
    const hours = { work: [p.begins + 0.5, p.ends - 1.5], night: [0.3, 4.2], evening: [19.5, 21.6],
      early: [5, 6.5] } as const;
    const [from, until] = hours[phase];
    let day = this.w.from + (this.day + offset) * DAY;
    // What looks like work is done on working days.
    if (phase === "work") day += (({ 0: 1, 6: -1 } as Record<number, number>)[weekday(day)] ?? 0) * DAY;
    this.clock = local(p.office.place, day, this.w.rng.real(from, until));
    return this.clock;
  }

  /** Moves the clock by some minutes and returns it. */
  next(low = 1, high = low + 4): number {
    this.clock += this.w.rng.real(low, high) * MINUTE;
    return this.clock;
  }

  /** Moves the clock by some seconds and returns it. */
  soon(low = 1, high = 20): number {
    this.clock += this.w.rng.real(low, high) * 1000;
    return this.clock;
  }

  isFree(offset: number): boolean {
    return isWeekend(this.w.from + (this.day + offset) * DAY);
  }

  /** Marks rows as core evidence. */
  core(...ids: (string | string[])[]): void {
    this.decisive.push(...ids.flat());
  }
}
