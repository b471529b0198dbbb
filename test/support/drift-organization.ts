import type { DriftSubject } from "../../src/analysis/drift/drift-subject.ts";
import type { ActivityDay, DayUse, Dimension } from "../../src/model/identity/activity.ts";
import { hashText, numbersFrom } from "../../src/model/seeded-random.ts";

/** What is planted in a subject from a day on. */
export interface Plant {
  readonly fromDay: number;
  readonly kind: "applications" | "hours" | "volume" | "country";
  /** The share of events that move, or the factor of the volume. */
  readonly size: number;
}

export interface Member {
  readonly subject: DriftSubject;
  readonly activity: readonly ActivityDay[];
}

export interface OrganizationPlan {
  readonly users: number;
  readonly fromDay: number;
  readonly toDay: number;
  readonly seed: string;
  readonly plantOf?: (user: number) => Plant | undefined;
  /** An application that most users begin to use on a day. */
  readonly rolloutDay?: number;
  /** Nobody begins to use an application of their own accord. */
  readonly isQuiet?: boolean;
}

const APPLICATIONS = 80;

/** Creates users whose days vary: overdispersed mixes, alternating projects, vacations, adopted applications. */
export function* organizationOf(plan: OrganizationPlan): Iterable<Member> {
  for (let user = 0; user < plan.users; user++) yield memberOf(plan, user);
}

type Random = () => number;

/** A gamma variate (Marsaglia and Tsang). */
function gamma(random: Random, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(random() + 1e-12) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());

type Mix = ReadonlyMap<string, number>;

const toMix = (weights: readonly (readonly [string, number])[]): Mix => {
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(weights.map(([key, weight]) => [key, weight / total]));
};

const randomMix = (random: Random, keys: readonly string[]): Mix =>
  toMix(keys.map((key) => [key, 0.1 + random() ** 2]));

/** The mix of one day: the same on average, more varied than independent events would be. */
const dayMix = (random: Random, mix: Mix, concentration: number): Mix =>
  toMix([...mix].map(([key, share]) => [key, gamma(random, Math.max(0.05, share * concentration)) + 1e-9]));

function draw(random: Random, mix: Mix, events: number): Map<string, number> {
  const keys = [...mix.keys()];
  const bounds: number[] = [];
  let sum = 0;
  for (const share of mix.values()) {
    sum += share;
    bounds.push(sum);
  }
  const counts = new Map<string, number>();
  for (let event = 0; event < events; event++) {
    const at = random() * sum;
    const key = keys[bounds.findIndex((bound) => at < bound)] ?? keys[0] ?? "";
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const pick = (random: Random, prefix: string, among: number, count: number): readonly string[] => [
  ...new Set(Array.from({ length: count }, () => `${prefix}${Math.floor(random() * among)}`)),
];

const isWeekend = (day: number): boolean => (day + 4) % 7 === 0 || (day + 4) % 7 === 6;

interface Habits {
  readonly projects: readonly { readonly applications: Mix; readonly resources: Mix }[];
  readonly projectDays: number;
  readonly hours: Mix;
  readonly eventsPerDay: number;
  readonly vacation: number | undefined;
  readonly device: string;
  /** The days on which an application is adopted, and its share of events. */
  readonly adopted: readonly { readonly day: number; readonly key: string; readonly share: number }[];
}

function habitsOf(random: Random, { fromDay, toDay, rolloutDay, isQuiet }: OrganizationPlan): Habits {
  const shared = pick(random, "app", 12, 4);
  const own = () => ({
    applications: randomMix(random, [...shared, ...pick(random, "app", APPLICATIONS, 4)]),
    resources: randomMix(random, pick(random, "site", 200, 8)),
  });
  const start = 7 + Math.floor(random() * 4);
  const hours = toMix(Array.from({ length: 10 }, (_, hour) => [String(start + hour), 1 + random()]));
  const adopted: { day: number; key: string; share: number }[] = [];
  for (let day = fromDay; day < toDay; day++) {
    if (random() < 1 / 45 && !isQuiet)
      adopted.push({ day, key: `adopted${Math.floor(random() * 5_000)}`, share: 0.01 + random() * 0.07 });
  }
  if (rolloutDay !== undefined && random() < 0.6) adopted.push({ day: rolloutDay, key: "rollout", share: 0.15 });
  return {
    projects: random() < 0.5 ? [own(), own()] : [own()],
    projectDays: 10 + Math.floor(random() * 15),
    hours,
    eventsPerDay: 30 + random() * 60,
    vacation: random() < 0.3 ? fromDay + Math.floor(random() * (toDay - fromDay)) : undefined,
    device: `managed_desktop/${random() < 0.7 ? "Windows" : "macOS"}`,
    adopted,
  };
}

function memberOf(plan: OrganizationPlan, user: number): Member {
  const id = `${plan.seed}-${String(user).padStart(5, "0")}`;
  const random = numbersFrom(hashText(id));
  const habits = habitsOf(random, plan);
  const plant = plan.plantOf?.(user);
  const activity: ActivityDay[] = [];
  for (let day = plan.fromDay; day < plan.toDay; day++) {
    const isAway = habits.vacation !== undefined && day >= habits.vacation && day < habits.vacation + 14;
    if (isAway || (isWeekend(day) && random() > 0.1)) continue;
    activity.push(activityOf(random, habits, day, plant && day >= plant.fromDay ? plant : undefined));
  }
  return { subject: { id, kind: "user", group: `group${user % 12}` }, activity };
}

/** Moves a share of a mix to other values. */
const moved = (mix: Mix, share: number, to: readonly string[]): Mix => {
  const weights = new Map([...mix].map(([key, weight]) => [key, weight * (1 - share)]));
  for (const key of to) weights.set(key, (weights.get(key) ?? 0) + share / to.length);
  return weights;
};

function activityOf(random: Random, habits: Habits, day: number, plant: Plant | undefined): ActivityDay {
  const project = habits.projects[Math.floor(day / habits.projectDays) % habits.projects.length] ?? habits.projects[0];
  const level = habits.eventsPerDay * Math.exp(0.3 * normal(random)) * (isWeekend(day) ? 0.4 : 1);
  const events = Math.max(3, Math.round(level * (plant?.kind === "volume" ? plant.size : 1)));
  let applications = project?.applications ?? new Map<string, number>();
  for (const { day: from, key, share } of habits.adopted)
    if (day >= from) applications = moved(applications, share, [key]);
  if (plant?.kind === "applications")
    applications = moved(
      applications,
      plant.size,
      ["new1", "new2", "new3"].map((key) => `${key}-${habits.eventsPerDay}`),
    );
  let hours = habits.hours;
  if (plant?.kind === "hours") {
    hours = toMix(
      [
        ...[...hours].map(([hour, share]) => [hour, share * (1 - plant.size)] as const),
        ...[...hours].map(([hour, share]) => [String((Number(hour) + 9) % 24), share * plant.size] as const),
      ].reduce<[string, number][]>((all, [hour, share]) => {
        const known = all.find(([other]) => other === hour);
        if (known) known[1] += share;
        else all.push([hour, share]);
        return all;
      }, []),
    );
  }
  const countries = toMix([["US", 1], ...(plant?.kind === "country" ? [["KP", plant.size] as const] : [])]);
  const hourCounts = draw(random, dayMix(random, hours, 30), events);
  return {
    day,
    events,
    failures: 0,
    signIns: 1,
    bytes: 0,
    hours: Array.from({ length: 24 }, (_, hour) => hourCounts.get(String(hour)) ?? 0),
    tables: ["SigninLogs"],
    uses: [
      ...usesOf(day, "application", draw(random, dayMix(random, applications, 30), events)),
      ...usesOf(
        day,
        "resource",
        draw(random, dayMix(random, project?.resources ?? new Map(), 10), Math.round(events / 2)),
      ),
      ...usesOf(day, "country", draw(random, countries, events)),
      ...usesOf(day, "device", new Map([[habits.device, events]])),
    ],
    others: {},
    minutes: [],
    firstCalls: [],
  };
}

function usesOf(day: number, dimension: Dimension, counts: ReadonlyMap<string, number>): readonly DayUse[] {
  return [...counts].map(([key, count]) => ({
    dimension,
    key,
    label: key,
    count,
    sample: { table: "SigninLogs", contentKey: `${dimension}-${key}-${day}` },
  }));
}
