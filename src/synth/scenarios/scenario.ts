import type { VerdictOutcome } from "../../model/vocabulary.ts";
import type { RoleName } from "../directory/roles.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, shift, startOfDay } from "../moment.ts";
import type { SynthPerson } from "../people.ts";
import { type Random, seededRandom } from "../random.ts";
import type { SynthRow } from "../rows/row.ts";
import type { World } from "../world.ts";

/** An incident, or something that looks like one, as the log rows it leaves behind. */
export interface Scenario {
  readonly name: string;
  /** The department of the person it is about, and the job title if somebody there has it. */
  readonly department: string;
  readonly title?: string;
  readonly daysAgo: number;
  /** In the person's time zone. */
  readonly localHour: number;
  /** The directory role that the person holds since then. */
  readonly grantedRole?: RoleName;
  /** The verdict that the demo submits on the case of this scenario, as an analyst would. */
  readonly verdict?: { readonly outcome: VerdictOutcome; readonly comment: string };
  rowsOf(context: ScenarioContext): readonly SynthRow[];
}

export interface ScenarioContext {
  readonly person: SynthPerson;
  readonly world: World;
  readonly random: Random;
  /** Returns the time that many minutes after the start of the scenario. */
  at(minute: number): Date;
}

/** The person of each scenario; all are different. */
export type ScenarioPeople = ReadonlyMap<Scenario, SynthPerson>;

/** Chooses a person for each scenario. */
export function assignPeople(world: World, scenarios: readonly Scenario[]): ScenarioPeople {
  const assigned = new Map<Scenario, SynthPerson>();
  const taken = new Set<SynthPerson>();
  for (const scenario of scenarios) {
    const person = choosePerson(world, scenario, taken);
    taken.add(person);
    assigned.set(scenario, person);
  }
  return assigned;
}

/** Returns the rows of all scenarios. */
export const generateScenarios = (world: World, assigned: ScenarioPeople): readonly SynthRow[] =>
  [...assigned].flatMap(([scenario, person]) => {
    const random = seededRandom(world.setting.seed, `scenario ${scenario.name}`);
    const dawn = shift(startOfDay(world.setting.until), -scenario.daysAgo * DAY_MS);
    const start = shift(dawn, (scenario.localHour - person.office.utcOffset) * HOUR_MS);
    return scenario.rowsOf({ person, world, random, at: (minute) => shift(start, Math.floor(minute * MINUTE_MS)) });
  });

function choosePerson({ setting, people }: World, scenario: Scenario, taken: ReadonlySet<SynthPerson>): SynthPerson {
  const random = seededRandom(setting.seed, `person of ${scenario.name}`);
  const suitable = people.filter(
    (person) =>
      person.isActive && person.level === 2 && person.department.name === scenario.department && !taken.has(person),
  );
  const titled = suitable.filter(({ title }) => title === scenario.title);
  return random.pick(titled.length > 0 ? titled : suitable);
}
