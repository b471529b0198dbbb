import { serviceAccountOf } from "../account.ts";
import type { Knobs } from "../knobs.ts";
import { OFFICES } from "../names.ts";
import type { Place } from "../place.ts";
import { type Random, seededRandom } from "../random.ts";
import { synthId } from "../synth-id.ts";
import type { Employee } from "../workforce/employee.ts";
import { ARCHETYPES, type Archetype } from "./archetypes.ts";
import type { Nhi, NhiCredential, NhiFamily } from "./nhi.ts";
import { PERMISSIONS } from "./permissions.ts";
import { drawTempo, RHYTHMS } from "./rhythms.ts";

const FAMILIES = 60;
/** Fewer similar programs than this are no family. */
const MIN_FAMILY = 3;
const USUAL_FAMILY = 5;
const STAGES = ["prod", "staging", "test", "dev", "eu", "us", "apac"];
const SINGLETON_SHARE = 0.05;
const STEWARDING = ["Engineering", "IT Operations", "Data and Analytics", "Security"];

/** Generates the programs: families of similar ones, and some without any like them. */
export function makeNhis(knobs: Knobs, staff: readonly Employee[]): readonly Nhi[] {
  const singletons = Math.round(knobs.nhis * SINGLETON_SHARE);
  const count = familyCount(knobs.nhis - singletons);
  const families = Array.from({ length: count + singletons }, (_, index) => makeFamily(knobs, index));
  const sizes = familySizes(knobs.nhis - singletons, count);
  const stewards = staff.filter(({ role }) => STEWARDING.includes(role.department.name));
  return families.flatMap((family, index) => {
    const isSingleton = index >= count;
    return Array.from({ length: isSingleton ? 1 : (sizes[index] ?? 1) }, (_, member) =>
      makeNhi(knobs, family, { member, isSingleton, stewards }),
    );
  });
}

/** Returns how many families there are: 60 in a large organization, in a small one of every archetype if possible. */
function familyCount(total: number): number {
  const few = Math.min(ARCHETYPES.length, Math.floor(total / MIN_FAMILY));
  return Math.max(1, Math.min(FAMILIES, Math.max(few, Math.floor(total / USUAL_FAMILY))));
}

/** Divides programs among families: few large ones, many small ones, none with less than three. */
function familySizes(total: number, families: number): readonly number[] {
  const weights = Array.from({ length: families }, (_, rank) => 1 / (rank + 6));
  const sum = weights.reduce((a, b) => a + b, 0);
  const free = Math.max(0, total - MIN_FAMILY * families);
  let left = free;
  return weights.map((weight) => {
    const more = Math.min(left, Math.round((weight / sum) * free + 0.3));
    left -= more;
    return MIN_FAMILY + more;
  });
}

function makeFamily({ seed }: Knobs, index: number): NhiFamily {
  const random = seededRandom(seed, `family ${index}`);
  const archetype = ARCHETYPES[index % ARCHETYPES.length] as Archetype;
  const round = Math.floor(index / ARCHETYPES.length);
  const stem = archetype.stems[round % archetype.stems.length] ?? "";
  const purpose = archetype.purposes[(round + index) % archetype.purposes.length] ?? "";
  const variant = archetype.variants[round % Math.max(1, archetype.variants.length)];
  const series = round < archetype.stems.length ? "" : `${Math.floor(round / archetype.stems.length) + 1}`;
  const rhythm = RHYTHMS[(index + 3 * round) % RHYTHMS.length] ?? "continuous";
  return {
    key: `${archetype.key}/${stem}${series}-${purpose}`,
    archetype,
    stem: `${stem}${series}`,
    purpose,
    permissions: [...archetype.permissions, ...(variant ? [variant] : [])],
    tempo: drawTempo(rhythm, random),
    resource: archetype.resources[round % archetype.resources.length] ?? "Microsoft Graph",
  };
}

interface Seat {
  readonly member: number;
  readonly isSingleton: boolean;
  readonly stewards: readonly Employee[];
}

function makeNhi({ seed, days }: Knobs, family: NhiFamily, { member, isSingleton, stewards }: Seat): Nhi {
  const { archetype } = family;
  const name = nameOf(family, member);
  const account = serviceAccountOf(name);
  const random = seededRandom(seed, `nhi ${name}`);
  const createdDaysBefore = random.int(30, 1_400);
  return {
    ...account,
    family,
    isSingleton,
    tempo: { ...drawTempo(family.tempo.rhythm, random), everyMinutes: family.tempo.everyMinutes },
    permissions: family.permissions,
    granted: null,
    azureRole: archetype.azureRole ?? null,
    owner: ownerOf(archetype, random, stewards, days),
    formerOwner: null,
    ownerProgram: null,
    createdDaysBefore,
    credentials: credentialsOf(name, archetype, random, createdDaysBefore),
    site: siteOf(archetype, random),
    publisher: archetype.publisher,
    scopes: archetype.scopes ?? "",
    consents: archetype.scopes === undefined || random.chance(0.6) ? null : random.sample(stewards, 6),
    activeFrom: 0,
    reachesControlPlane: family.permissions.some((permission) => PERMISSIONS[permission].tier === 0),
    extra: [],
  };
}

/** Names members by stage; the vendor's services have a number instead. */
function nameOf({ archetype, stem, purpose }: NhiFamily, member: number): string {
  if (archetype.publisher !== "own") return member === 0 ? `${stem} ${purpose}` : `${stem} ${purpose} ${member + 1}`;
  const stage = STAGES[member % STAGES.length] ?? "prod";
  const round = Math.floor(member / STAGES.length);
  return `${stem}-${purpose}-${stage}${round === 0 ? "" : `-${round + 1}`}`;
}

/** Draws an owner: active for most, somebody who left for some, none for the rest and for what a platform manages. */
function ownerOf(archetype: Archetype, random: Random, stewards: readonly Employee[], days: number): Employee | null {
  const drawn = random.next();
  if (archetype.publisher !== "own" || archetype.type === "ManagedIdentity" || drawn > 0.87) return null;
  const left = stewards.filter(({ presence }) => presence.to < days);
  const active = stewards.filter(({ presence }) => presence.to >= days && presence.from <= 0);
  return random.pick(drawn > 0.77 && left.length > 0 ? left : active);
}

function credentialsOf(
  name: string,
  { credential }: Archetype,
  random: Random,
  createdDaysBefore: number,
): readonly NhiCredential[] {
  if (credential === null) return [];
  const startDay = -Math.min(createdDaysBefore, random.int(20, 300));
  return [
    {
      keyId: synthId(0, "credential", name),
      type: credential,
      startDay,
      endDay: startDay + random.pick([730, 540, 900]),
      isUsed: true,
      ...(credential === "federated" && { subject: `repo:northwind/${name}:ref:refs/heads/main` }),
    },
  ];
}

const CLOUD: readonly Place[] = [
  { city: "Amsterdam", country: "NL", latitude: 52.37, longitude: 4.9, ip: "192.0.2.200" },
  { city: "Dublin", country: "IE", latitude: 53.35, longitude: -6.26, ip: "192.0.2.201" },
];

function siteOf(archetype: Archetype, random: Random): Place {
  if (archetype.fromDevice) return random.pick(OFFICES);
  return random.pick(archetype.publisher === "own" && random.chance(0.2) ? OFFICES : CLOUD);
}
