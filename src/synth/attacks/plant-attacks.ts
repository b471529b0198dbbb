import { attackerAddress, placeAbroad } from "../abroad.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, shift } from "../moment.ts";
import { type Random, seededRandom } from "../random.ts";
import { synthId } from "../synth-id.ts";
import { isPresent, type UntidyOrganization } from "../untidy/untidy-organization.ts";
import type { Employee } from "../workforce/employee.ts";
import { firstDayOf } from "../workforce/staff.ts";
import type { Attack, AttackPlan, AttackScene } from "./attack.ts";

/** An attack in the logs of an organization, and everything that is true of it. */
export interface PlantedAttack extends AttackPlan {
  readonly id: string;
  readonly kind: string;
  readonly isSlow: boolean;
  readonly start: Date;
  readonly end: Date;
}

/** The hours at the end of the logs in which no attack goes on, so that each can be found in time. */
const REST_HOURS = 3;
const LONGEST_ABSENCE_DAYS = 14;

/** Plants attacks on the days after the history, each on people, addresses and programs of its own. */
export function plantAttacks(organization: UntidyOrganization, attacks: readonly Attack[]): readonly PlantedAttack[] {
  const pool = createPool(organization);
  return attacks.map((attack, index) => {
    const id = `${index + 1} ${attack.kind}`;
    const random = seededRandom(organization.knobs.seed, `attack ${id}`);
    const start = startOf(organization, attack, random);
    const scene: AttackScene = {
      organization,
      random,
      at: (minute) => shift(start, Math.floor(minute * MINUTE_MS)),
      take: pool.take,
      address: pool.address,
      abroad: () => placeAbroad(random, pool.address()),
      id: (key) => synthId(organization.knobs.seed, id, key),
    };
    const plan = attack.plan(scene);
    const times = plan.rows.map(({ at }) => at.getTime());
    return {
      id,
      kind: attack.kind,
      isSlow: attack.isSlow ?? false,
      ...plan,
      start: new Date(Math.min(...times)),
      end: new Date(Math.max(...times)),
    };
  });
}

function startOf({ knobs, history }: UntidyOrganization, { hours, hour }: Attack, random: Random): Date {
  const first = shift(firstDayOf(knobs), history * DAY_MS);
  const room = knobs.until.getTime() - first.getTime() - (hours + REST_HOURS) * HOUR_MS;
  const drawn = shift(first, Math.floor(random.next() * Math.max(0, room)));
  if (hour === undefined) return drawn;
  const day = Math.min(drawn.getTime() - first.getTime(), room - 24 * HOUR_MS);
  const dawn = shift(first, Math.max(0, Math.floor(day / DAY_MS)) * DAY_MS);
  return shift(dawn, hour * HOUR_MS + random.int(0, 50) * MINUTE_MS);
}

interface Pool extends Pick<AttackScene, "take" | "address"> {}

/** Creates the people and addresses for attacks; nothing is given twice. */
function createPool(organization: UntidyOrganization): Pool {
  const { knobs, staff, crew } = organization;
  const administrators = new Set(Object.values(crew).map(({ objectId }) => objectId));
  const random = seededRandom(knobs.seed, "subjects of attacks");
  const suitable = staff.filter(
    (employee) =>
      isPresent(employee, knobs.days) &&
      employee.level === 2 &&
      !administrators.has(employee.objectId) &&
      employee.absences.every(({ from, to }) => to - from <= LONGEST_ABSENCE_DAYS),
  );
  const free = new Set(random.sample(suitable, suitable.length));
  let addresses = 0;
  return {
    take: (suits = () => true) => {
      const all: readonly Employee[] = [...free];
      const person = all.find(suits) ?? all[0];
      if (!person) throw new Error("there are more attacks than people");
      free.delete(person);
      return person;
    },
    address: () => attackerAddress(addresses++),
  };
}
