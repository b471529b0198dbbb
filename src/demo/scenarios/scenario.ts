import type { VerdictOutcome } from "../../model/vocabulary.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, shift, startOfDay } from "../moment.ts";
import type { DemoPerson } from "../people.ts";
import { type Random, seededRandom } from "../random.ts";
import type { DemoRow } from "../rows/row.ts";
import type { World } from "../world.ts";

/** Something that happens to an organization, told in nothing but log rows. */
export interface Scenario {
  readonly name: string;
  /** Where its lead works, and as what if that matters. */
  readonly department: string;
  readonly title?: string;
  readonly daysAgo: number;
  /** In the time zone of the lead. */
  readonly localHour: number;
  /** What has been decided about it meanwhile. */
  readonly decision?: { readonly outcome: VerdictOutcome; readonly comment: string };
  tell(scene: Scene): readonly DemoRow[];
}

export interface Scene {
  readonly lead: DemoPerson;
  readonly world: World;
  readonly random: Random;
  /** That many minutes after the story began. */
  at(minute: number): Date;
}

/** Who has the lead in which story; nobody has two. */
export type Cast = ReadonlyMap<Scenario, DemoPerson>;

export function castScenarios(world: World, stories: readonly Scenario[]): Cast {
  const cast = new Map<Scenario, DemoPerson>();
  const taken = new Set<DemoPerson>();
  for (const story of stories) {
    const lead = castLead(world, story, (person) => !taken.has(person));
    taken.add(lead);
    cast.set(story, lead);
  }
  return cast;
}

export const generateScenarios = (world: World, cast: Cast): readonly DemoRow[] =>
  [...cast].flatMap(([story, lead]) => {
    const random = seededRandom(world.setting.seed, `story ${story.name}`);
    const dawn = shift(startOfDay(world.setting.until), -story.daysAgo * DAY_MS);
    const start = shift(dawn, (story.localHour - lead.office.utcOffset) * HOUR_MS);
    return story.tell({ lead, world, random, at: (minute) => shift(start, Math.floor(minute * MINUTE_MS)) });
  });

function castLead({ setting, people }: World, story: Scenario, isFree: (person: DemoPerson) => boolean): DemoPerson {
  const random = seededRandom(setting.seed, `lead ${story.name}`);
  const fits = people.filter(
    (person) =>
      person.isActive &&
      person.level === 2 &&
      person.department.name === story.department &&
      (story.title === undefined || person.title === story.title) &&
      isFree(person),
  );
  return random.pick(fits);
}
