import type { ActivityProfile } from "../../src/analysis/persona/activity-profile.ts";
import { packActivity, type SourceDays } from "../../src/analysis/persona/activity-profile.ts";
import { compareMembers } from "../../src/analysis/persona/organization.ts";
import type { Person } from "../../src/analysis/persona/person.ts";
import { buildPersona } from "../../src/analysis/persona/persona.ts";
import type { PersonaFacts } from "../../src/analysis/persona/persona-facts.ts";
import { ValueIndex } from "../../src/analysis/persona/value-index.ts";
import { DIRECTORY_KINDS, type DirectoryKind } from "../../src/model/directory-kind.ts";
import type { ActivityDay, Dimension, DirectoryChange } from "../../src/model/identity/activity.ts";
import type { Entitlement, Reach } from "../../src/model/identity/entitlement.ts";
import type { NhiSummary } from "../../src/model/identity/nhi-summary.ts";
import type { Persona } from "../../src/model/persona.ts";
import type { LogTable } from "../../src/model/rows/log-row.ts";

/** The evaluation day of planned organizations, 2026-11-15. */
export const TODAY = 20_772;

/** A value of a dimension on some days before the evaluation day. */
export interface PlannedUse {
  readonly dimension: Dimension;
  readonly key: string;
  readonly label?: string;
  /** Days before the evaluation day: 1 is the day before. */
  readonly ago: readonly number[];
  readonly count?: number;
}

/** A user of a planned organization; what is not given is absent. */
export interface PlannedUser {
  readonly tuid: string;
  readonly person?: Partial<Person>;
  /** Days before the evaluation day with activity and, unless `signIns` is 0, sign-ins. */
  readonly ago?: readonly number[];
  readonly signIns?: number;
  readonly tables?: readonly LogTable[];
  readonly uses?: readonly PlannedUse[];
  readonly entitlements?: readonly Entitlement[] | null;
  readonly reach?: Partial<Reach> | null;
  readonly nhis?: readonly NhiSummary[] | null;
  readonly changes?: readonly DirectoryChange[];
  readonly heldSince?: Readonly<Record<string, number>>;
  readonly grantClients?: Readonly<Record<string, string>>;
  readonly driftCount?: number;
}

/** Returns the numbers from 1 to `count`. */
export const lastDays = (count: number): readonly number[] => Array.from({ length: count }, (_, day) => day + 1);

export const use = (dimension: Dimension, key: string, ago: readonly number[], label = key): PlannedUse => ({
  dimension,
  key: dimension === "device" ? key : key.toLowerCase(),
  label,
  ago,
});

export function anEntitlement(given: Partial<Entitlement> & Pick<Entitlement, "name">): Entitlement {
  return {
    key: `${given.kind ?? "group"}:${given.name.toLowerCase()}`,
    kind: "group",
    source: "direct",
    resource: null,
    resourceId: null,
    scope: null,
    state: "active",
    tier: 2,
    privilegeClass: "baseline",
    privilegeLabel: "Baseline",
    isPrivileged: (given.tier ?? 2) < 2,
    grantedAt: null,
    evidence: { kind: "memberships", objectId: given.name.toLowerCase() },
    ...given,
  };
}

export interface PlannedOrganization {
  readonly users: readonly PlannedUser[];
  readonly delivered?: readonly DirectoryKind[];
  readonly applications?: Readonly<Record<string, { readonly appId: string; readonly name: string }>>;
}

/** Adds the days of one identity to the first and last days of each table. */
function addSourceDays(sources: SourceDays, days: readonly ActivityDay[]): void {
  for (const { day, tables } of days) {
    for (const table of tables) {
      const known = sources.get(table) ?? { first: day, last: day };
      sources.set(table, { first: Math.min(known.first, day), last: Math.max(known.last, day) });
    }
  }
}

/** Computes the personas of a planned organization, by tuid. */
export async function personasOf(planned: PlannedOrganization): Promise<ReadonlyMap<string, Persona>> {
  const index = new ValueIndex();
  const sources: SourceDays = new Map();
  const facts = planned.users.map((user) => {
    const days = daysOf(user);
    addSourceDays(sources, days);
    return toFacts(user, packActivity(days, TODAY, index));
  });
  const apps = new Map(Object.entries(planned.applications ?? {}));
  const { organization, peersOf } = await compareMembers(
    {
      asOf: new Date(TODAY * 86_400_000),
      day: TODAY,
      delivered: new Set(planned.delivered ?? DIRECTORY_KINDS),
      index,
      sources,
      applicationIdOf: (id) => apps.get(id)?.appId ?? null,
      applicationNameOf: (id) => [...apps.values()].find(({ appId }) => appId === id)?.name ?? null,
    },
    {
      members: facts,
      entitlementsOf: ({ tuid }) => facts.find(({ person }) => person.tuid === tuid)?.entitlements ?? [],
    },
  );
  const personas = facts.flatMap((given) => {
    const persona = buildPersona({ ...given, peers: peersOf(given.person.tuid) }, organization);
    return persona === null ? [] : [[given.person.tuid, persona] as const];
  });
  return new Map(personas);
}

const NO_REACH: Reach = {
  reachesControlPlane: false,
  blastRadius: "minimal",
  tier: 2,
  isDirect: false,
  path: [],
  share: 0,
};

function toFacts(user: PlannedUser, profile: ActivityProfile): Omit<PersonaFacts, "peers"> {
  const { tuid, person, entitlements = [], reach = {}, nhis = [] } = user;
  return {
    person: {
      tuid,
      objectId: `oid-${tuid}`,
      upn: `${tuid}@northwind.example`,
      name: `Name of ${tuid}`,
      email: `${tuid}@northwind.example`,
      title: null,
      department: null,
      managerId: null,
      managerName: null,
      givenName: null,
      surname: null,
      employeeId: null,
      createdAt: null,
      isActive: true,
      namedAccounts: [],
      ...person,
    },
    profile,
    entitlements,
    reach: reach === null || entitlements === null ? null : { ...NO_REACH, ...reach },
    nhis,
    changes: user.changes ?? [],
    heldSince: new Map(Object.entries(user.heldSince ?? {})),
    grantClients: new Map(Object.entries(user.grantClients ?? {})),
    driftCount: user.driftCount ?? 0,
  };
}

/** Returns the days of activity of a planned user. */
export function daysOf(user: PlannedUser): readonly ActivityDay[] {
  const { ago = [], uses = [], signIns = 1, tables = ["SigninLogs", "OfficeActivity"] } = user;
  const all = new Set([...ago, ...uses.flatMap((planned) => planned.ago)]);
  return [...all].map((back): ActivityDay => {
    const own = uses.filter((planned) => planned.ago.includes(back));
    const isActive = ago.includes(back) || own.some(({ dimension }) => dimension !== "alert");
    return {
      day: TODAY - back,
      events: isActive ? 1 : 0,
      failures: 0,
      signIns: isActive ? signIns : 0,
      bytes: 0,
      hours: Array.from({ length: 24 }, () => 0),
      tables,
      uses: own.map(({ dimension, key, label = key, count = 1 }) => ({
        dimension,
        key,
        label,
        count,
        sample: { table: "SigninLogs", contentKey: "x" },
      })),
      others: {},
      minutes: [],
      firstCalls: [],
    };
  });
}
