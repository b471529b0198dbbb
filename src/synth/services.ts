import { type ServiceAccount, serviceAccountOf } from "./account.ts";
import { DAY_MS, shift } from "./moment.ts";
import type { SynthPerson } from "./people.ts";
import { seededRandom } from "./random.ts";
import { SERVICE_FAMILIES, type ServiceFamily } from "./service-families.ts";
import type { Setting } from "./setting.ts";
import { synthId } from "./synth-id.ts";

const STAGES = ["prod", "staging", "eu", "us", "dev"];
const STEWARDING = ["Engineering", "IT Operations", "Data and Analytics", "Security"];

/** A program with an identity of its own. */
export interface Service extends ServiceAccount {
  readonly family: ServiceFamily;
  /** Null if the platform manages it. */
  readonly owner: SynthPerson | null;
  readonly createdAt: Date;
  /** Whether it was not used for months. */
  readonly isDormant: boolean;
  /** The minute of the day at which it runs; null if it runs at no fixed time. */
  readonly dailyMinute: number | null;
}

/** Generates the programs: some dormant, some with an owner who has left. */
export function makeServices(setting: Setting, people: readonly SynthPerson[]): readonly Service[] {
  const random = seededRandom(setting.seed, "services");
  const stewards = people.filter((person) => STEWARDING.includes(person.department.name));
  return SERVICE_FAMILIES.flatMap((family) =>
    Array.from({ length: family.count }, (_, index) => ({
      ...serviceAccountOf(nameOf(family, index)),
      family,
      owner: family.type === "ManagedIdentity" ? null : random.pick(stewards),
      createdAt: shift(setting.until, -random.int(60, 1500) * DAY_MS),
      isDormant: random.chance(0.14),
      dailyMinute: family.isScheduled && index < family.names.length ? minuteOf(nameOf(family, index)) : null,
    })),
  );
}

const minuteOf = (name: string): number => Number.parseInt(synthId(0, "schedule", name).slice(0, 4), 16) % 1_320;

/** Returns the plain name in the first round, and with the place where it runs in later rounds. */
function nameOf({ names }: ServiceFamily, index: number): string {
  const round = Math.floor(index / names.length);
  const name = names[index % names.length] ?? "";
  return round === 0 ? name : `${name}-${STAGES[round]}`;
}
