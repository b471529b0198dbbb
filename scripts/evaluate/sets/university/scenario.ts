import type { Net, Person, World } from "./model.ts";
import type { Area, Attack, CaseType, Difficulty } from "./sink.ts";
import type { Rng } from "./rng.ts";
import { iso } from "./calendar.ts";

export type Plan = {
  kind: string;
  area: Area;
  difficulty: Difficulty;
  types: CaseType[];
  /** How many days it lasts; slow attacks start early. */
  days?: number;
  /** On which days it can begin. */
  when?: "work" | "weekend" | "any";
  times?: number;
  /** Makes the rows and returns the summary. */
  run: (a: Case) => string;
};

/** One attack while it is made. */
export class Case {
  readonly w: World;
  readonly rng: Rng;
  readonly day: number;
  readonly attack: Attack;
  private readonly names = new Set<string>();

  constructor(w: World, rng: Rng, day: number, attack: Attack) {
    this.w = w;
    this.rng = rng;
    this.day = day;
    this.attack = attack;
  }

  /** Local time on the first day or a later one. */
  at(hour: number, later = 0): number {
    return this.w.cal.at(this.day + later, hour);
  }

  /** Rows in here are the core evidence. */
  core<T>(fn: () => T): T {
    this.w.sink.core = true;
    const result = fn();
    this.w.sink.core = false;
    return result;
  }

  /** Rows in here belong to the summary but are everyday work of others. */
  aside(fn: () => void): void {
    this.w.sink.current = undefined;
    fn();
    this.w.sink.current = this.attack;
  }

  about(...names: string[]): void {
    for (const name of names) this.names.add(name);
  }

  get subjects(): string[] {
    return [...this.names];
  }

  /** Somebody who is the subject of no other attack, or of the fewest. */
  private choose(list: Person[]): Person {
    const used = (p: Person): number => this.w.uses.get(p.id) ?? 0;
    const least = Math.min(...list.map(used));
    const person = this.rng.pick(list.filter((p) => used(p) === least));
    this.w.uses.set(person.id, least + 1);
    this.about(person.upn);
    return person;
  }

  /** A person of the staff who works on the day. */
  staff(fits: (p: Person) => boolean = () => true, mode?: "campus" | "home"): Person {
    const all = this.w.people.filter((p) => !p.tags.has("dormant") && fits(p));
    const here = all.filter((p) => (mode ? p.plan[this.day] === mode : p.plan[this.day] === "campus"
      || p.plan[this.day] === "home"));
    return this.choose(here.length > 0 ? here : all);
  }

  /** A person of the staff, whatever he does on the day. */
  anybody(fits: (p: Person) => boolean = () => true): Person {
    return this.choose(this.w.people.filter((p) => !p.tags.has("dormant") && p.plan[this.day] !== "trip" && fits(p)));
  }

  admin(tag: string): Person {
    return this.choose(this.w.admins.filter((p) => p.tags.has(tag)));
  }

  guest(): Person {
    return this.choose(this.w.guests);
  }

  /** Several people who may be subjects of other attacks as well. */
  many(n: number, fits: (p: Person) => boolean = () => true): Person[] {
    return this.rng.sample(this.w.people.filter((p) => !p.tags.has("dormant") && fits(p)), n);
  }

  net(net: Net): Net {
    this.about(net.ip);
    return net;
  }
}

/** Spreads the attacks over the counted days and makes them. */
export function runAttacks(w: World, plans: Plan[]): Attack[] {
  const rng = w.rng.fork("attacks");
  const all = plans.flatMap((plan) => Array.from({ length: plan.times ?? 1 }, (_, i) => ({ plan, i })));
  const order = rng.shuffle(all);
  const attacks: Attack[] = [];
  for (const [index, { plan, i }] of order.entries()) {
    const own = rng.fork(`${plan.kind}/${i}`);
    const room = w.cal.days - w.cal.history - (plan.days ?? 1);
    const offset = Math.floor((index / order.length) * room + own.float(0, 2));
    let day = w.cal.history + Math.min(room - 1, Math.max(1, offset));
    const last = w.cal.days - (plan.days ?? 1);
    const fits = (d: number): boolean => plan.when === "any" || (plan.when === "weekend") === w.cal.isWeekend(d);
    const step = w.cal.weekday(day) === 6 && day > w.cal.history + 1 ? -1 : 1;
    for (let tries = 0; !fits(day) && tries < 8; tries++) day = day + step >= last ? w.cal.history + own.int(1, 12)
      : day + step;
    const attack: Attack = {
      id: "", kind: plan.kind, area: plan.area, difficulty: plan.difficulty, types: plan.types, subjects: [], start: "",
        end: "", rows: [], decisive: [], summary: "",
    };
    const work = new Case(w, own, day, attack);
    w.sink.current = attack;
    attack.summary = plan.run(work);
    w.sink.current = undefined;
    attack.subjects = work.subjects;
    const [start, end] = w.sink.span(attack);
    attack.start = iso(start);
    attack.end = iso(end);
    if (attack.rows.length === 0 || attack.decisive.length === 0) throw new Error(`${plan.kind}: no rows or no core`);
    attacks.push(attack);
  }
  attacks.sort((a, b) => a.start.localeCompare(b.start) || a.kind.localeCompare(b.kind));
  for (const [i, attack] of attacks.entries()) attack.id = `a${String(i + 1).padStart(3, "0")}`;
  return attacks;
}
