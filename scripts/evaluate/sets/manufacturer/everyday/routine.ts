/** Frame for the routines of IT, offices and machines. */
import type { Endpoint } from "../places.ts";
import type { Out } from "../out.ts";
import type { Actor, Person, World } from "../types.ts";
import type { Rng } from "../util.ts";
import { HOUR, MINUTE } from "../util.ts";
import { localTime, present, weekday, whereabouts } from "./people.ts";

export type Tools = {
  w: World;
  out: Out;
  rng: Rng;
  /** Working days on which the person is there, each with the probability. */
  days(person: Person, probability: number, run: (day: number, time: () => number) => void): void;
  /** Every day of the period. */
  nights(run: (day: number) => void): void;
  /** The change window: Wednesday from 18:00 to 21:00 at the headquarters. */
  windows(run: (day: number, time: () => number) => void): void;
  at(day: number, hour: number): number;
  where(person: Person, day: number): Endpoint;
  by(person: Person, day: number): { actor: Actor; ip: string };
  somebody(filter?: (person: Person) => boolean): Person;
};

export type Routine = { kind: string; run: (t: Tools) => void };

export function routine(kind: string, run: Routine["run"]): Routine {
  return { kind, run };
}

export function runRoutines(w: World, out: Out, routines: Routine[]): void {
  for (const routine of routines) {
    const rng = w.rng.fork(`routine/${routine.kind}`);
    const hq = { site: w.sites[0]! };
    const where = (person: Person, day: number): Endpoint => whereabouts(person, day).at;
    routine.run({
      w,
      out,
      rng,
      where,
      at: (day, hour) => localTime(w, hq, day, hour),
      by: (person, day) => ({ actor: person.admin ?? person, ip: where(person, day).net.ip }),
      days(person, probability, run) {
        for (let day = 0; day < w.days; day++) {
          if (present(person, day) && rng.chance(probability)) {
            const start = localTime(w, person, day, person.start);
            run(day, () => start + rng.real(10 * MINUTE, 7.6 * HOUR));
          }
        }
      },
      nights(run) {
        for (let day = 0; day < w.days; day++) {
          run(day);
        }
      },
      windows(run) {
        for (let day = 0; day < w.days; day++) {
          if (weekday(day) === 3) {
            run(day, () => localTime(w, hq, day, rng.real(18, 20.8)));
          }
        }
      },
      somebody: (filter = () => true) => rng.pick(w.people.filter((p) => p.joins === 0 && p.leaves > w.days &&
        filter(p))),
    });
  }
}
