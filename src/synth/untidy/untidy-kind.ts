import { HOUR_MS, shift } from "../moment.ts";
import { type Random, seededRandom } from "../random.ts";
import type { SynthRow } from "../rows/row.ts";
import { worksOn } from "../workforce/calendar.ts";
import type { Employee } from "../workforce/employee.ts";
import { isPresent, type UntidyOrganization } from "./untidy-organization.ts";

/** One day of an untidy organization. */
export interface UntidyDay {
  readonly organization: UntidyOrganization;
  /** Counts from the first day of the logs. */
  readonly day: number;
  readonly date: Date;
  /** Values of this kind on this day. */
  readonly random: Random;
  /** Returns values of this kind that are the same on every day. */
  lasting(key?: string | number): Random;
  /** The people who work on this day. */
  readonly atWork: readonly Employee[];
}

/** Something ordinary that a detector may mistake for an attack. */
export interface UntidyKind {
  readonly name: string;
  rowsOn(day: UntidyDay): readonly SynthRow[];
}

/** Returns the people who work on a day, in agreement with the rows of their day. */
export function peopleAtWork({ knobs, staff }: UntidyOrganization, day: number, date: Date): readonly Employee[] {
  return staff.filter((employee) =>
    worksOn(employee, day, date, seededRandom(knobs.seed, `day ${employee.objectId}/${day}`)),
  );
}

/** Returns an hour of the day where a person works; fractions are minutes. */
export const localTime = ({ date }: Pick<UntidyDay, "date">, { office }: Employee, hour: number): Date =>
  shift(date, Math.floor((hour - office.utcOffset) * HOUR_MS));

/** Returns a random time in the office hours of a person. */
export const officeTime = (day: UntidyDay, employee: Employee): Date =>
  localTime(day, employee, 9 + 8 * day.random.next());

/** Returns the people of the organization that a thing happens to, the same on every day. */
export const lastingPeople = (day: UntidyDay, count: number, key = "people"): readonly Employee[] =>
  day.lasting(key).sample(
    day.organization.staff.filter(
      (employee) => employee.level === 2 && isPresent(employee, day.organization.knobs.days),
    ),
    count,
  );

/** Returns the usual place and device of a person in the office. */
export const officeSeat = ({ office, laptop }: Employee) => ({ place: office, device: laptop });
