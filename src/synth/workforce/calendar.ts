import { DAY_MS, isWeekend } from "../moment.ts";
import type { Random } from "../random.ts";
import { covers, type Employee } from "./employee.ts";

/** Public holidays as month and day. */
const HOLIDAYS: ReadonlySet<string> = new Set(["01-01", "04-03", "04-06", "05-01", "05-25", "12-24", "12-25", "12-26"]);

const isHoliday = (date: Date): boolean => HOLIDAYS.has(date.toISOString().slice(5, 10));

/** Returns whether a person works on a day. */
export function worksOn(employee: Employee, day: number, date: Date, random: Random): boolean {
  if (!covers(employee.presence, day)) return false;
  if (employee.absences.some((absence) => covers(absence, day))) return random.chance(0.01);
  if (isHoliday(date)) return random.chance(0.03);
  return random.chance(isWeekend(date) ? 0.04 : 0.95);
}

export const dayAt = (first: Date, day: number): Date => new Date(first.getTime() + day * DAY_MS);
