import { BEHAVIOR, GENERAL, type PeerMember, type PeerToken } from "../../src/analysis/persona/peer-tokens.ts";
import { seededRandom } from "../../src/synth/random.ts";

/** A user of a planted organization, with the role that decides most of the user's access. */
export interface PlantedMember extends PeerMember {
  readonly role: number;
  readonly entitlements: readonly string[];
}

const ROLES = 60;
const DEPARTMENTS = 12;
const BOTH = GENERAL | BEHAVIOR;

/**
 * Plants an organization of 60 roles in 12 departments. Roles and departments grant entitlements with different
 * probabilities; 15 % of departments and 25 % of titles are missing, 5 % of users have moved and kept old access, and
 * some users hold something that nobody else in the role holds.
 */
export function plantRoles(users: number, seed: number): readonly PlantedMember[] {
  const random = seededRandom(seed, "roles");
  const plan = Array.from({ length: ROLES }, (_, role) =>
    Array.from({ length: random.int(8, 14) }, (_, place) => ({
      key: `r${role}-${place}`,
      share: random.pick([0.95, 0.9, 0.7, 0.4]),
    })),
  );
  const grants = (role: number) => [
    ...(plan[role] ?? []),
    ...Array.from({ length: 5 }, (_, place) => ({ key: `d${role % DEPARTMENTS}-${place}`, share: 0.85 })),
    ...Array.from({ length: 4 }, (_, place) => ({ key: `all-${place}`, share: 0.97 })),
  ];
  const held = (role: number) => grants(role).filter(({ share }) => random.chance(share));
  return Array.from({ length: users }, (_, place) => {
    const role = place % ROLES;
    const own = held(role).map(({ key }) => key);
    const kept = random.chance(0.05) ? held(random.int(0, ROLES - 1)).map(({ key }) => key) : [];
    const odd = Array.from({ length: random.int(0, 2) }, () => `r${random.int(0, ROLES - 1)}-${random.int(0, 7)}`);
    const entitlements = [...new Set([...own, ...kept, ...odd])];
    const department = random.chance(0.15) ? [] : [general(`d:${role % DEPARTMENTS}`)];
    const title = random.chance(0.25) ? [] : [general(`t:${role}`)];
    const applications = Array.from({ length: 6 }, (_, app) => `a:r${role}-${app}`).filter(() => random.chance(0.7));
    const tokens: readonly PeerToken[] = [
      ...entitlements.map((key) => general(`e:${key}`)),
      ...department,
      ...title,
      general(`m:${role}-${place % 3}`),
      ...applications.map((key) => ({ key, use: BOTH })),
    ];
    return { id: `user-${String(place).padStart(6, "0")}`, role, entitlements, tokens };
  });
}

const general = (key: string): PeerToken => ({ key, use: GENERAL });

/** Returns the share of the members of each role who hold each entitlement. */
export function trueShares(members: readonly PlantedMember[]): (role: number, entitlement: string) => number {
  const [sizes, holders] = [new Map<number, number>(), new Map<string, number>()];
  for (const { role, entitlements } of members) {
    sizes.set(role, (sizes.get(role) ?? 0) + 1);
    for (const key of entitlements) holders.set(`${role} ${key}`, (holders.get(`${role} ${key}`) ?? 0) + 1);
  }
  return (role, entitlement) => (holders.get(`${role} ${entitlement}`) ?? 0) / (sizes.get(role) ?? 1);
}
