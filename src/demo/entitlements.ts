import { COMMON_APPLICATIONS } from "./departments.ts";
import { DAY_MS, shift } from "./moment.ts";
import type { Person } from "./people.ts";
import { PRIVILEGES, type Privilege } from "./privileges.ts";
import type { Random } from "./random.ts";
import type { Setting } from "./setting.ts";

interface Holding {
  readonly name: string;
  readonly domain: string;
  readonly isApplication: boolean;
  /** Null when it is not privileged. */
  readonly privilege: Privilege | null;
  /** Between what the share of peers lies who hold it too. */
  readonly prevalence: readonly [least: number, most: number];
}

/** Something a person may use or do, and whether they do. */
export interface Entitlement extends Omit<Holding, "prevalence"> {
  readonly firstSeen: Date;
  /** Null when it was never used. */
  readonly lastUsed: Date | null;
  /** Granted at least 90 days ago, and not used in as many. */
  readonly isDormant: boolean;
  readonly peerPrevalence: number;
}

/** What a person holds: the usual applications, those of the department and, seldom, a privilege. */
export function drawEntitlements(setting: Setting, random: Random, person: Person): readonly Entitlement[] {
  const { department, level } = person;
  const usual = { domain: "collaboration", privilege: null, prevalence: [0.95, 1] } as const;
  const business = { domain: "business_app", isApplication: true, privilege: null, prevalence: [0.6, 0.95] } as const;
  const privileges = department.privileges.filter(() => random.chance(level < 2 ? 0.6 : 0.3));
  const holdings: readonly Holding[] = [
    ...privileges.map((name) => ({
      name,
      domain: PRIVILEGES[name].domain,
      isApplication: false,
      privilege: PRIVILEGES[name],
      prevalence: [0.05, 0.4] as const,
    })),
    ...department.applications.filter(() => random.chance(0.85)).map((name) => ({ name, ...business })),
    ...COMMON_APPLICATIONS.map((name) => ({ name, isApplication: true, ...usual })),
    { name: `${department.name} Members`, isApplication: false, ...usual },
  ];
  return holdings.map((holding) => drawUse(setting, random, { person, holding }));
}

interface Use {
  readonly person: Person;
  readonly holding: Holding;
}

function drawUse({ until }: Setting, random: Random, { person, holding }: Use): Entitlement {
  const { prevalence, ...held } = holding;
  const tenureDays = Math.floor((until.getTime() - person.joinedAt.getTime()) / DAY_MS);
  const heldDays = random.int(1, tenureDays);
  const unused = !person.isActive || random.chance(holding.privilege ? 0.25 : 0.1);
  const isDormant = unused && heldDays > 110;
  const idleDays = isDormant ? random.int(91, heldDays - 1) : random.int(1, Math.min(20, heldDays));
  const [least, most] = prevalence;
  return {
    ...held,
    firstSeen: shift(until, -heldDays * DAY_MS),
    lastUsed: isDormant && random.chance(0.3) ? null : shift(until, -idleDays * DAY_MS),
    isDormant,
    peerPrevalence: Number((least + (most - least) * random.next()).toFixed(3)),
  };
}
