import { type Account, accountOf, COMPANY_DOMAIN } from "./account.ts";
import { DEPARTMENTS, type Department } from "./departments.ts";
import { type Device, deviceOf } from "./device.ts";
import { DAY_MS, HOUR_MS, shift } from "./moment.ts";
import { FAMILY_NAMES, GIVEN_NAMES, localPartOf, OFFICES, type Office } from "./names.ts";
import type { Place } from "./place.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Setting } from "./setting.ts";
import { synthId } from "./synth-id.ts";

const LED_BY_ONE = 9;

export interface SynthPerson extends Account {
  readonly title: string;
  readonly department: Department;
  readonly manager: string | null;
  /** 0 for the head of the department, 1 for a team lead, 2 for everybody else. */
  readonly level: 0 | 1 | 2;
  readonly joinedAt: Date;
  readonly isActive: boolean;
  readonly office: Office;
  readonly home: Place;
  readonly laptop: Device;
  readonly phone: Device;
  /** The share of days worked from home. */
  readonly homeShare: number;
}

/** Generates the people: each department has a head, team leads who report to the head, and their teams. */
export function makePeople(setting: Setting, departments: readonly Department[] = DEPARTMENTS): readonly SynthPerson[] {
  const random = seededRandom(setting.seed, "people");
  const headcount = departments.reduce((sum, department) => sum + department.size, 0);
  const names = [...random.sample(everyName(headcount), headcount)];
  const chief = names[0] ?? null;
  let number = 0;
  return departments.flatMap((department) => {
    const team = names.splice(0, department.size);
    return team.map((name, place) => {
      number += 1;
      return makePerson(setting, random, { department, team, name, place, chief, number });
    });
  });
}

const INITIALS = ["", ..."ABCDEFGHJKLMNPRSTVW"];

/** Returns at least `count` different names; a large organization has people with a middle initial. */
function everyName(count: number): readonly string[] {
  const rounds = Math.ceil(count / (GIVEN_NAMES.length * FAMILY_NAMES.length));
  return INITIALS.slice(0, rounds).flatMap((initial) =>
    GIVEN_NAMES.flatMap((given) =>
      FAMILY_NAMES.map((family) => (initial === "" ? `${given} ${family}` : `${given} ${initial} ${family}`)),
    ),
  );
}

interface Seat {
  readonly department: Department;
  readonly team: readonly string[];
  readonly name: string;
  readonly place: number;
  readonly chief: string | null;
  /** The number of the person in the whole organization. */
  readonly number: number;
}

function makePerson({ until }: Setting, random: Random, seat: Seat): SynthPerson {
  const { department, name, place } = seat;
  const leads = Math.ceil((department.size - 1) / LED_BY_ONE);
  const level = place === 0 ? 0 : place <= leads ? 1 : 2;
  const above = [seat.chief, seat.team[0], seat.team[1 + (place % leads)]][level] ?? null;
  const email = `${localPartOf(name)}@${COMPANY_DOMAIN}`;
  const tenureDays = level < 2 ? random.int(700, 4200) : Math.floor(40 + 2600 * random.next() ** 1.6);
  const office = random.pick(OFFICES);
  const tag = String(seat.number).padStart(3, "0");
  return {
    ...accountOf(email, name),
    title: department.titles[level === 2 ? random.int(2, department.titles.length - 1) : level] ?? "",
    department,
    manager: above === name ? null : above,
    level,
    joinedAt: shift(until, random.int(7, 16) * HOUR_MS - tenureDays * DAY_MS),
    isActive: level < 2 || random.chance(0.96),
    office,
    home: homeNear(office, random, seat.number),
    laptop: deviceOf(random.chance(0.75) ? "windows" : "mac", synthId(0, "device", `laptop/${email}`), `NW-LT-${tag}`),
    phone: deviceOf("phone", synthId(0, "device", `phone/${email}`), `NW-PH-${tag}`),
    homeShare: 0.2 + 0.5 * random.next(),
  };
}

/** Returns the home of a person; its IP address is in a block that is reserved for documentation or for benchmarks. */
function homeNear(office: Office, random: Random, number: number): Place {
  const ip = homeAddress(number);
  const near = (degrees: number): number => Number((degrees + 0.3 * random.next() - 0.15).toFixed(3));
  const { city, country, latitude, longitude } = office;
  return { city, country, latitude: near(latitude), longitude: near(longitude), ip };
}

function homeAddress(number: number): string {
  if (number < 250) return `203.0.113.${number}`;
  return number < 440 ? `192.0.2.${number - 249}` : `198.18.${Math.floor(number / 250)}.${number % 250}`;
}
