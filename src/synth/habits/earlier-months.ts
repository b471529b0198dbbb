import { COMMON_APPLICATIONS } from "../departments.ts";
import { DAY_MS, HOUR_MS, isWeekend, shift, startOfDay } from "../moment.ts";
import type { SynthPerson } from "../people.ts";
import { around, type Random, seededRandom } from "../random.ts";
import type { SynthRow } from "../rows/row.ts";
import { signinRow } from "../rows/signin.ts";
import type { Service } from "../services.ts";
import { HISTORY_DAYS } from "../setting.ts";
import { drawDay } from "../workdays.ts";
import type { WeightedApp } from "../workforce/employee.ts";
import { appOf, type World } from "../world.ts";
import { useApplications } from "./applications.ts";
import { runOnce } from "./services.ts";

/** Days of thinned history before the days with all rows. */
export const EARLIER_DAYS = 90;

const SIGN_IN_SHARE = 0.1;
const CALL_SHARE = 0.15;
/** Every how manyth person signs in often enough for changes of habits to be visible. */
const BUSY_STEP = 12;
const BUSY_SIGN_INS = 4;
const CHANGE_DAYS = 16;

/** Generates a thinned history of the months before the days with all rows, so that what is usual can be learned. */
export function liveEarlierMonths(world: World): readonly SynthRow[] {
  const random = seededRandom(world.setting.seed, "earlier months");
  const people = world.people.filter(({ isActive }) => isActive);
  const awake = world.services.filter(({ isDormant, dailyMinute }) => !isDormant && dailyMinute === null);
  return datesOf(world, EARLIER_DAYS + HISTORY_DAYS, HISTORY_DAYS + 1).flatMap((date) => [
    ...people.flatMap((person) => signInOnce(person, date, random)),
    ...awake.flatMap((service) => callSometimes(service, date, random)),
  ]);
}

/** Returns the days from `from` to `to` days before the end, both inclusive. */
function datesOf({ setting }: World, from: number, to: number): readonly Date[] {
  const today = startOfDay(setting.until);
  return Array.from({ length: from - to + 1 }, (_, index) => shift(today, (index - from) * DAY_MS));
}

const USUAL_START = 8.5;

function signInOnce(person: SynthPerson, date: Date, random: Random): readonly SynthRow[] {
  if (isWeekend(date) || person.joinedAt > date || !random.chance(SIGN_IN_SHARE)) return [];
  const day = drawDay(person, random, { date, usualStart: USUAL_START, isFirst: false });
  const app = appOf(random.weighted(usualApps(person), ({ weight }) => weight).name);
  const { place, device, session, start } = day;
  return [signinRow({ at: start, account: person, place, device, session, app, factor: "satisfied" })];
}

const usualApps = ({ department }: SynthPerson): readonly WeightedApp[] => [
  ...COMMON_APPLICATIONS.slice(0, 3).map((name) => ({ name, weight: 2 })),
  ...department.applications.map((name) => ({ name, weight: 1 })),
];

const callSometimes = (service: Service, date: Date, random: Random): readonly SynthRow[] =>
  Array.from({ length: around(random, service.family.signInsPerDay * CALL_SHARE) }, () =>
    runOnce(service, shift(date, Math.floor(random.next() * 24 * HOUR_MS)), random),
  ).flat();

/** Generates the sign-ins of a few people who sign in often; the habits of half of them change near the end. */
export function liveBusyMonths(world: World): readonly SynthRow[] {
  const busy = world.people.filter(
    ({ isActive, level, joinedAt }, index) =>
      isActive && level === 2 && index % BUSY_STEP === 5 && joinedAt < shift(world.setting.until, -130 * DAY_MS),
  );
  const changed = startOfDay(shift(world.setting.until, -CHANGE_DAYS * DAY_MS));
  return busy.flatMap((person, index) => {
    const random = seededRandom(world.setting.seed, `busy ${person.email}`);
    return datesOf(world, EARLIER_DAYS + HISTORY_DAYS, 0)
      .filter((date) => !isWeekend(date) && random.chance(0.93))
      .flatMap((date) => busyDay(person, date, random, date < changed ? undefined : CHANGES[index % CHANGES.length]));
  });
}

interface Change {
  readonly applications?: readonly string[];
  readonly hours?: number;
  readonly times?: number;
}

/** What changes for one busy person after another; nothing for every other one. */
const CHANGES: readonly Change[] = [{ applications: ["Canva", "Grafana"] }, {}, { hours: 7 }, {}, { times: 3 }, {}];

function busyDay(person: SynthPerson, date: Date, random: Random, change: Change = {}): readonly SynthRow[] {
  const { applications = [], hours = 0, times = 1 } = change;
  const day = drawDay(person, random, { date, usualStart: USUAL_START + hours, isFirst: false });
  const apps = usualApps(person);
  const weight = apps.reduce((sum, app) => sum + app.weight, 0) / 3;
  const mix = [...apps, ...applications.map((name) => ({ name, weight }))];
  return useApplications(day, random, mix, BUSY_SIGN_INS * times);
}
