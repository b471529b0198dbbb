import { useApplications } from "../habits/applications.ts";
import { browse } from "../habits/browsing.ts";
import { workOnFiles } from "../habits/files.ts";
import { correspond } from "../habits/mail.ts";
import { oddityOf } from "../habits/oddities.ts";
import { useServers } from "../habits/on-premises.ts";
import type { Knobs } from "../knobs.ts";
import { HOUR_MS, isWeekend, shift } from "../moment.ts";
import { around, type Random, seededRandom } from "../random.ts";
import type { SynthRow } from "../rows/row.ts";
import { synthId } from "../synth-id.ts";
import type { Workday } from "../workdays.ts";
import type { World } from "../world.ts";
import { mixOn, type Rollout } from "./application-mix.ts";
import { worksOn } from "./calendar.ts";
import { covers, type Employee } from "./employee.ts";

/** The share of a person's rows that are sign-ins to applications. */
export const APPLICATION_SHARE = 0.6;
/** Average rows of one round of the other habits. */
const ROWS_A_ROUND = 1.5;
const ODDITY_SHARE = 0.004;

export interface LivedDay {
  readonly knobs: Knobs;
  readonly world: World;
  readonly rollouts: readonly Rollout[];
  readonly day: number;
  readonly date: Date;
}

/** Generates the rows of a person on one day; none if they do not work. */
export function liveDay(employee: Employee, lived: LivedDay): readonly SynthRow[] {
  const { knobs, world, rollouts, day, date } = lived;
  const random = seededRandom(knobs.seed, `day ${employee.objectId}/${day}`);
  if (!worksOn(employee, day, date, random)) return [];
  const changes = employee.changes.filter((change) => covers(change, day));
  const volume = employee.volume * changes.reduce((product, change) => product * (change.volume ?? 1), 1);
  const workday = workdayOf(employee, date, random, {
    hours: changes.reduce((sum, { hours = 0 }) => sum + hours, 0),
    place: changes.find(({ place }) => place)?.place,
  });
  const rows = knobs.rows * volume * (isWeekend(date) ? 0.2 : 1);
  const rounds = around(random, (rows * (1 - APPLICATION_SHARE)) / ROWS_A_ROUND);
  return [
    ...useApplications(workday, random, mixOn(employee, day, rollouts, random), rows * APPLICATION_SHARE),
    ...Array.from({ length: rounds }, () => otherHabits(workday, random, world)).flat(),
    ...(random.chance(ODDITY_SHARE) ? [oddityOf(workday, random, world)] : []),
  ];
}

const otherHabits = (day: Workday, random: Random, world: World): readonly SynthRow[] => [
  ...workOnFiles(day, random),
  ...correspond(day, random, world),
  ...useServers(day, random),
  ...browse(day, random),
];

function workdayOf(
  person: Employee,
  date: Date,
  random: Random,
  { hours, place }: { readonly hours: number; readonly place: Workday["place"] | undefined },
): Workday {
  const atOffice = !random.chance(person.homeShare) && !isWeekend(date) && place === undefined;
  const startHour = person.startHour + 0.8 * (random.next() - 0.5) + hours - person.office.utcOffset;
  const start = shift(date, Math.floor(startHour * HOUR_MS));
  const length = isWeekend(date) ? 2 : 7.5 + 1.5 * random.next();
  return {
    person,
    start,
    end: shift(start, Math.floor(length * HOUR_MS)),
    place: place ?? (atOffice ? person.office : person.home),
    device: person.laptop,
    session: synthId(0, "session", `${person.email}/${date.toISOString()}`),
    atOffice,
    isFirst: false,
  };
}
