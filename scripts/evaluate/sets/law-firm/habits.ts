import type { Person, World } from "./model.ts";
import type { Net } from "./places.ts";
import { DAY, homeNet, isWeekend, local, weekday } from "./places.ts";
import { Rng } from "./random.ts";

export const dayStart = (w: World, index: number): number => w.from + index * DAY;
export const dayIndex = (w: World, time: number): number => Math.floor((time - w.from) / DAY);

/** Whether a person works at all on a day: nobody does on leave, and leavers not after their last day. */
export const isAway = (p: Person, index: number): boolean =>
  p.away.some(([from, until]) => index >= from && index <= until) || (p.leaves !== undefined && index > p.leaves);

/** The network at home; providers give a home another address every few weeks. */
export const homeOf = (w: World, p: Person, index: number): Net => {
  const who = p.grade === "admin" ? p.of ?? p : p;
  const period = Math.floor(index / 17);
  return period === 0 || p.grade === "guest" ? who.home : homeNet(new Rng(`${who.id}/${period}`), who.office.place);
};

/** Where a person works on a day: on a journey, at home, or in the office. */
export const placeOf = (w: World, p: Person, index: number): { net: Net; remote: boolean; travels: boolean } => {
  const who = p.grade === "admin" ? p.of ?? p : p;
  const journey = who.travels.find((j) => index >= j.from && index <= j.until);
  if (journey !== undefined) return { net: journey.net, remote: true, travels: true };
  const day = dayStart(w, index);
  if (who.remoteDays.includes(weekday(day)) || isWeekend(day)) {
    return { net: homeOf(w, who, index), remote: true, travels: false };
  }
  return { net: who.office.net, remote: false, travels: false };
};

/** The network from which an account does something at a time, if nothing else is known. */
export const usualNet = (w: World, time: number, p: Person): Net => {
  if (p.grade === "guest") return p.home;
  if (p.grade === "service" || p.grade === "breakglass") return p.office.net;
  return placeOf(w, p, dayIndex(w, time)).net;
};

export const moment = (w: World, p: Person, index: number, from = p.begins, until = p.ends): number =>
  local(p.office.place, dayStart(w, index), w.rng.real(from, until));

/** All working days of the period. */
export const workdays = (w: World, from = 0, until = w.days - 1): number[] =>
  Array.from({ length: until - from + 1 }, (_, i) => from + i).filter((i) => !isWeekend(dayStart(w, i)));

/** A change window of the IT department: Tuesday and Thursday evening at the head office. */
export const changeWindows = (w: World): number[] =>
  workdays(w).filter((i) => [2, 4].includes(weekday(dayStart(w, i))));

export const inWindow = (w: World, index: number): number =>
  local(w.org.offices[0]?.place ?? w.org.people[0]!.office.place, dayStart(w, index), w.rng.real(17, 20));

/** Someone of a set who is at work on a day, and usually one of the first of them. */
export const onDuty = (w: World, people: readonly Person[], index: number): Person => {
  const present = people.filter((p) => !isAway(p.of ?? p, index) && !isAway(p, index));
  return w.rng.pick(present.length > 0 ? present : people);
};

export const titled = (people: readonly Person[], title: string): Person[] =>
  people.filter((p) => p.title.startsWith(title));
