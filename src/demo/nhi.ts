import { NHI_CLASSES, PROVIDERS } from "../model/vocabulary.ts";
import { demoId } from "./demo-id.ts";
import { DAY_MS, HOUR_MS, shift } from "./moment.ts";
import { ARCHETYPES, type NhiKind } from "./nhi-kind.ts";
import { NHI_KINDS } from "./nhi-kinds.ts";
import type { Person } from "./people.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Setting } from "./setting.ts";
import type { WireRecord } from "./wire-record.ts";

const STAGES = ["prod", "staging", "eu", "us", "dev"];
/** At 02:00 of the last day. */
const NIGHTLY_RUN_HOURS_AGO = 22;
const COPYABLE = ["client_secret", "api_key", "token", "access_key"];
const STEWARDING = ["Engineering", "IT Operations", "Data and Analytics", "Security"];

export interface Nhi {
  readonly nuid: string;
  readonly displayName: string;
  readonly kind: NhiKind;
  readonly isDormant: boolean;
  readonly hasPersona: boolean;
  readonly creator: Person;
  /** Nobody, when the platform looks after it or its owner has left. */
  readonly steward: Person | null;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

/** The fleet of non-human identities: some dormant, some not analysed yet, some without anybody in charge. */
export function makeFleet(setting: Setting, people: readonly Person[]): readonly Nhi[] {
  const random = seededRandom(setting.seed, "fleet");
  const stewards = people.filter((person) => STEWARDING.includes(person.department.name) && person.isActive);
  const leavers = people.filter((person) => !person.isActive);
  return NHI_KINDS.flatMap((kind) =>
    Array.from({ length: kind.count }, (_, index) => makeNhi(setting, random, { kind, index, stewards, leavers })),
  );
}

interface Slot {
  readonly kind: NhiKind;
  readonly index: number;
  readonly stewards: readonly Person[];
  readonly leavers: readonly Person[];
}

function makeNhi({ seed, until }: Setting, random: Random, { kind, index, stewards, leavers }: Slot): Nhi {
  const ownerLeft = leavers.length > 0 && kind.what.custody === "human" && random.chance(0.13);
  const creator = random.pick(ownerLeft ? leavers : stewards);
  const isDormant = random.chance(0.14);
  const ageDays = random.int(isDormant ? 260 : 40, 1500);
  const hoursSinceCall = kind.behaviour.rhythm === "scheduled_daily" ? NIGHTLY_RUN_HOURS_AGO : random.int(1, 30);
  const idleMs = isDormant ? random.int(95, 240) * DAY_MS : hoursSinceCall * HOUR_MS;
  return {
    nuid: demoId(seed, "nhi", `${kind.key}/${index}`),
    displayName: nameOf(kind, index),
    kind,
    isDormant,
    hasPersona: kind.what.archetype !== null && random.chance(0.86),
    creator,
    steward: kind.what.custody === "human" && !ownerLeft ? creator : null,
    firstSeen: shift(until, -ageDays * DAY_MS),
    lastSeen: shift(until, -idleMs),
  };
}

/** The first round has the plain names, later rounds carry where they run. */
function nameOf({ names }: NhiKind, index: number): string {
  const round = Math.floor(index / names.length);
  const name = names[index % names.length] ?? "";
  return round === 0 ? name : `${name}-${STAGES[round]}`;
}

/** Whether it proves who it is by something that can be copied and used elsewhere. */
export const holdsSecret = ({ kind }: Nhi): boolean => COPYABLE.includes(kind.behaviour.auth);

/** Ids under which the identity's platform knows it; an identity known from logs only has none. */
export function platformIdsOf({ seed }: Setting, nhi: Nhi): { principalId: string | null; appId: string | null } {
  const isEntra = nhi.kind.identityType.id.startsWith("entra.");
  return {
    principalId: nhi.kind.what.archetype === null ? null : demoId(seed, "principal", nhi.nuid),
    appId: isEntra ? demoId(seed, "app", nhi.nuid) : null,
  };
}

/** What the fleet directory and the persona's identity section both say. */
export function describeNhi({ kind, displayName, firstSeen, lastSeen }: Nhi): WireRecord {
  const { nhiClass, archetype, provider } = kind.what;
  return {
    display_name: displayName,
    nhi_class: nhiClass,
    nhi_class_label: NHI_CLASSES[nhiClass],
    archetype,
    archetype_label: archetype && ARCHETYPES[archetype],
    provider: { key: provider, label: PROVIDERS[provider] },
    first_seen: firstSeen.toISOString(),
    last_seen: lastSeen.toISOString(),
  };
}

/** The wire form of an item of the fleet directory, with the ids it can be searched by. */
export function toNhiRecord(setting: Setting, nhi: Nhi): WireRecord {
  const { principalId, appId } = platformIdsOf(setting, nhi);
  return {
    nuid: nhi.nuid,
    ...describeNhi(nhi),
    identity_type: nhi.kind.identityType,
    status: nhi.isDormant ? "dormant" : "active",
    has_persona: nhi.hasPersona,
    steward_upn: nhi.steward?.email ?? null,
    principal_id: principalId,
    app_id: appId,
  };
}
