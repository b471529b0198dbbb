import type { Fields } from "../../model/fields.ts";
import type { RoleName } from "../directory/roles.ts";
import type { Knobs } from "../knobs.ts";
import { ELSEWHERE } from "../place.ts";
import type { Rollout } from "../workforce/application-mix.ts";
import type { BehaviorChange, Employee } from "../workforce/employee.ts";
import { groupNamed, type Holding, roleNamed } from "../workforce/holding.ts";
import { JOB_ROLES, OTHER_APPLICATIONS } from "../workforce/job-roles.ts";
import { APPLICATION_SHARE } from "../workforce/live-day.ts";
import { countFor, type Plant } from "./plant.ts";
import { REORGANIZED, type SubjectPool } from "./subject-pool.ts";

export interface DriftPlants {
  readonly plants: readonly Plant[];
  /** What changes in the behavior of a person, by object id. */
  readonly changes: ReadonlyMap<string, readonly BehaviorChange[]>;
  readonly holdings: readonly Holding[];
}

/** One kind of change: how many people it concerns and what it does to one of them. */
interface DriftKind {
  readonly kind: string;
  readonly share: number;
  readonly make: (subject: Employee, pool: SubjectPool, day: number) => Change;
}

interface Change {
  readonly behavior?: Omit<BehaviorChange, "from" | "to">;
  readonly holdings?: readonly Pick<Holding, "object" | "day">[];
  /** Days that it lasts; to the end of the period if absent. */
  readonly lasts?: number;
  readonly expected: Fields;
}

/** Returns the share of sign-ins that is a share of all rows: only sign-ins move to other applications. */
const ofAllRows = (share: number): number => share / APPLICATION_SHARE;

const weighted = (names: readonly string[]) => names.map((name) => ({ name, weight: 1 }));

const unusedBy = ({ applications, projects, changes }: Employee): readonly string[] => {
  const used = new Set([
    ...applications.map(({ name }) => name),
    ...projects.flatMap((project) => project.applications),
    ...changes.flatMap((change) => (change.applications ?? []).map(({ name }) => name)),
  ]);
  return OTHER_APPLICATIONS.filter((name) => !used.has(name));
};

const newApps = (share: number): DriftKind => ({
  kind: `new_apps_${share * 100}`,
  share: 0.012,
  make: (subject, { random }) => {
    const names = random.sample(unusedBy(subject), share > 0.15 ? 3 : 2);
    return {
      behavior: { applications: weighted(names), share: ofAllRows(share) },
      expected: { computators: ["application_set"], share, applications: names },
    };
  },
});

const hoursLater = (hours: number): DriftKind => ({
  kind: `hours_${hours}`,
  share: 0.015,
  make: () => ({ behavior: { hours }, expected: { computators: ["working_hours"], hours } }),
});

const volumeTimes = (volume: number): DriftKind => ({
  kind: `volume_${volume}`,
  share: 0.015,
  make: () => ({ behavior: { volume }, expected: { computators: ["activity_volume"], factor: volume } }),
});

const STEPS: readonly { readonly role: RoleName; readonly tier: number }[] = [
  { role: "Exchange Administrator", tier: 1 },
  { role: "Privileged Role Administrator", tier: 0 },
];

const KINDS: readonly DriftKind[] = [
  ...[0.05, 0.1, 0.2, 0.4].map(newApps),
  {
    kind: "role_change",
    share: 0.02,
    make: ({ role: own }, { random }) => {
      const role = random.pick(JOB_ROLES.filter(({ department }) => department.name !== own.department.name));
      const names = [...role.applications, ...role.department.applications];
      return {
        behavior: { applications: weighted(names), share: 0.7 },
        expected: { computators: ["application_set", "application_mix"], role: role.key },
      };
    },
  },
  {
    kind: "mix",
    share: 0.025,
    make: ({ applications }, { random }) => {
      const small = [...applications].sort((a, b) => a.weight - b.weight).slice(0, 3);
      const { name } = random.pick(small);
      return {
        behavior: { applications: [{ name, weight: 1 }], share: ofAllRows(0.35) },
        expected: { computators: ["application_mix"], share: 0.35, applications: [name] },
      };
    },
  },
  hoursLater(6),
  hoursLater(9),
  volumeTimes(1.5),
  volumeTimes(2.5),
  {
    kind: "new_country",
    share: 0.02,
    make: (_, { random }) => {
      const place = random.pick(Object.values(ELSEWHERE));
      return { behavior: { place }, expected: { computators: ["location_set"], country: place.country } };
    },
  },
  {
    kind: "privilege_step",
    share: 0.02,
    make: (_, __, day) => ({
      holdings: STEPS.map(({ role }, index) => ({ object: roleNamed(role), day: day + index * 14 })),
      expected: {
        computators: ["entitlement_set", "privilege_level"],
        steps: STEPS.map(({ role, tier }, index) => ({ entitlement: role, tier, day: day + index * 14 })),
      },
    }),
  },
  {
    kind: "entitlement_burst",
    share: 0.02,
    make: (_, { random }, day) => {
      const names = Array.from({ length: random.int(5, 8) }, (__, index) => `BURST ${random.int(1, 30)}-${index}`);
      return {
        holdings: names.map((name) => ({ object: groupNamed(name), day })),
        lasts: 1,
        expected: { computators: ["entitlement_set"], entitlements: names },
      };
    },
  },
  {
    kind: "slow_drift",
    share: 0.02,
    make: (subject, { random }) => {
      const names = random.sample(unusedBy(subject), 2);
      return {
        behavior: { applications: weighted(names), share: 0, sharePerWeek: ofAllRows(0.02) },
        expected: { computators: ["application_set", "application_mix"], share_per_week: 0.02, applications: names },
      };
    },
  },
];

/** Plants changes of behavior and access, each on a person of its own, after enough time to learn what was usual. */
export function plantDrift(knobs: Knobs, pool: SubjectPool): DriftPlants {
  const made = KINDS.flatMap(({ kind, share, make }) =>
    pool.take(countFor(knobs.users, share)).map((subject) => {
      const day = startDay(knobs, pool);
      return { kind, subject, day, change: make(subject, pool, day) };
    }),
  );
  const spanOf = ({ day, change }: (typeof made)[number]) => ({
    from: day,
    to: change.lasts === undefined ? knobs.days : day + change.lasts - 1,
  });
  return {
    plants: made.map((plant) => ({
      id: `drift/${plant.kind}/${plant.subject.email}`,
      family: "drift",
      kind: plant.kind,
      subject: plant.subject.objectId,
      name: plant.subject.email,
      startDay: plant.day,
      endDay: spanOf(plant).to,
      expected: plant.change.expected,
    })),
    changes: new Map(
      made.flatMap((plant) =>
        plant.change.behavior ? [[plant.subject.objectId, [{ ...plant.change.behavior, ...spanOf(plant) }]]] : [],
      ),
    ),
    holdings: made.flatMap(({ subject, change }) =>
      (change.holdings ?? []).map((held) => ({ ...held, employee: subject, usual: null })),
    ),
  };
}

/** Days in which somebody learns what is usual, and days in which the change can be seen. */
const LEARNED_DAYS = 91;
const SEEN_DAYS = 25;

/** Returns a day that leaves time to learn before it and time to be seen after it. */
function startDay({ days }: Knobs, { random }: SubjectPool): number {
  const earliest = Math.max(Math.floor(days * 0.55), Math.min(LEARNED_DAYS, days - SEEN_DAYS));
  return random.int(earliest, Math.max(earliest + 3, days - SEEN_DAYS));
}

/** Plants a reorganization: a whole department moves to other applications, which must not look like drift of each. */
export function plantReorganization(
  { days }: Knobs,
  staff: readonly Employee[],
  pool: SubjectPool,
): Pick<DriftPlants, "plants" | "changes"> {
  const day = Math.floor(days * 0.65);
  const applications = weighted(pool.random.sample(OTHER_APPLICATIONS, 3));
  const members = staff.filter(({ role, presence }) => role.department.name === REORGANIZED && presence.to >= days);
  return {
    plants: members.map((member) => ({
      id: `drift/reorganization/${member.email}`,
      family: "drift",
      kind: "reorganization",
      subject: member.objectId,
      name: member.email,
      startDay: day,
      endDay: days,
      expected: { computators: [], suppressed: true, applications: applications.map(({ name }) => name) },
    })),
    changes: new Map(members.map(({ objectId }) => [objectId, [{ from: day, to: days, applications, share: 0.3 }]])),
  };
}

const ROLLOUT_DAYS = 60;

/** Generates the applications that the whole organization gets; they are no plant but part of every organization. */
export function makeRollouts({ days }: Knobs): readonly Rollout[] {
  return Array.from({ length: Math.floor(days / ROLLOUT_DAYS) }, (_, index) => {
    const from = Math.floor(ROLLOUT_DAYS * (index + 0.6));
    return { application: `Rollout ${index + 1}`, from, to: from + 9, share: 0.08, reach: 0.8 };
  });
}
