import type { Device } from "./device.ts";
import { DAY_MS, HOUR_MS, isWeekend, shift, startOfDay } from "./moment.ts";
import type { SynthPerson } from "./people.ts";
import type { Place } from "./place.ts";
import { type Random, seededRandom } from "./random.ts";
import { HISTORY_DAYS, type Setting } from "./setting.ts";
import { synthId } from "./synth-id.ts";

/** A working day of a person: when, where and on which device. */
export interface Workday {
  readonly person: SynthPerson;
  readonly start: Date;
  readonly end: Date;
  readonly place: Place;
  readonly device: Device;
  readonly session: string;
  readonly atOffice: boolean;
  /** The person's first working day in the logs. */
  readonly isFirst: boolean;
}

/** Generates working days: office hours in the person's time zone, rarely at weekends, sometimes a week off. */
export function makeWorkdays(setting: Setting, people: readonly SynthPerson[]): readonly Workday[] {
  const random = seededRandom(setting.seed, "workdays");
  const firstDay = shift(startOfDay(setting.until), -HISTORY_DAYS * DAY_MS);
  return people.filter(({ isActive }) => isActive).flatMap((person) => daysOf(person, random, firstDay));
}

function daysOf(person: SynthPerson, random: Random, firstDay: Date): readonly Workday[] {
  const usualStart = 7.7 + 1.6 * random.next();
  const leaveFrom = random.chance(0.15) ? random.int(0, HISTORY_DAYS - 1) : HISTORY_DAYS + 1;
  const days: Workday[] = [];
  for (let day = 0; day <= HISTORY_DAYS; day += 1) {
    const date = shift(firstDay, day * DAY_MS);
    const works = random.chance(isWeekend(date) ? 0.03 : 0.96);
    const onLeave = day >= leaveFrom && day < leaveFrom + 7;
    if (works && !onLeave) days.push(drawDay(person, random, { date, usualStart, isFirst: days.length === 0 }));
  }
  return days;
}

interface Occasion {
  readonly date: Date;
  readonly usualStart: number;
  readonly isFirst: boolean;
}

/** Draws when and where a person works on a day. */
export function drawDay(person: SynthPerson, random: Random, { date, usualStart, isFirst }: Occasion): Workday {
  const atOffice = !random.chance(person.homeShare) && !isWeekend(date);
  const startHour = usualStart + 0.7 * random.next() - person.office.utcOffset;
  const hours = isWeekend(date) ? 2 : 7.5 + 1.5 * random.next();
  const start = shift(date, Math.floor(startHour * HOUR_MS));
  return {
    person,
    start,
    end: shift(start, Math.floor(hours * HOUR_MS)),
    place: atOffice ? person.office : person.home,
    device: person.laptop,
    session: synthId(0, "session", `${person.email}/${date.toISOString()}`),
    atOffice,
    isFirst,
  };
}

/** Returns a random time of the working day. */
export const momentOf = ({ start, end }: Workday, random: Random): Date =>
  shift(start, Math.floor(random.next() * (end.getTime() - start.getTime())));
