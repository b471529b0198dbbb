import { DAY_MS, HOUR_MS, MINUTE_MS, shift, startOfDay } from "../moment.ts";
import type { Person } from "../people.ts";
import { type Random, seededRandom } from "../random.ts";
import type { DemoRow } from "../rows/row.ts";
import type { World } from "../world.ts";

/** Something that happens to an organization, told in nothing but log rows. */
export interface Story {
  readonly name: string;
  /** Where its lead works, and as what if that matters. */
  readonly department: string;
  readonly title?: string;
  readonly daysAgo: number;
  /** In the time zone of the lead. */
  readonly localHour: number;
  tell(scene: Scene): readonly DemoRow[];
}

export interface Scene {
  readonly lead: Person;
  readonly world: World;
  readonly random: Random;
  /** That many minutes after the story began. */
  at(minute: number): Date;
}

/** Gives every story a lead of its own and tells them all. */
export function tellStories(world: World, stories: readonly Story[]): readonly DemoRow[] {
  const taken = new Set<Person>();
  return stories.flatMap((story) => {
    const random = seededRandom(world.setting.seed, `story ${story.name}`);
    const lead = castLead(world, story, (person) => !taken.has(person));
    taken.add(lead);
    const dawn = shift(startOfDay(world.setting.until), -story.daysAgo * DAY_MS);
    const start = shift(dawn, (story.localHour - lead.office.utcOffset) * HOUR_MS);
    return story.tell({ lead, world, random, at: (minute) => shift(start, Math.floor(minute * MINUTE_MS)) });
  });
}

function castLead({ setting, people }: World, story: Story, isFree: (person: Person) => boolean): Person {
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
