import type { NhiFeatures } from "../../src/model/identity/nhi-cluster.ts";
import type { DomainDb } from "../../src/store/database/database.ts";
import { readDrift } from "../../src/store/people/drift.ts";
import { readNhiDetails } from "../../src/store/people/nhi.ts";
import { readNhiDrift } from "../../src/store/people/nhi-drift.ts";
import { readNhiFeatures } from "../../src/store/people/nhi-profiles.ts";
import { readPersonaDetails } from "../../src/store/people/personas.ts";

/** The parts of a stored persona that are compared with the truth. */
export interface PersonaResult {
  readonly tuid: string;
  readonly identity: { readonly email: string | null } | null;
  readonly role: { readonly observed_role: string | null } | null;
  readonly access: {
    readonly entitlements: readonly { readonly name: string | null; readonly peer_prevalence: number | null }[];
  } | null;
  readonly risk_lens: { readonly reaches_control_plane: boolean | null } | null;
  readonly coverage: Readonly<Record<string, string>>;
}

/** The parts of a stored NHI detail that are compared with the truth. */
export interface NhiResult {
  readonly nuid: string;
  readonly generated_at: string | null;
  readonly identity: {
    readonly principal_id: string | null;
    readonly display_name: string | null;
    readonly nhi_class: string;
    readonly archetype: string | null;
  };
  readonly stewardship: { readonly steward_upn: string | null; readonly custody_kind: string } | null;
  readonly cluster: { readonly cluster_id: string } | null;
  readonly risk_lens: { readonly reaches_control_plane: boolean | null } | null;
  readonly call_rhythm: { readonly class: string } | null;
  readonly coverage: Readonly<Record<string, unknown>>;
}

/** Returns whether the sections that are null are exactly those whose coverage is insufficient or none. */
export function holdsNulls(detail: PersonaResult | NhiResult): boolean {
  const sections = detail as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(detail.coverage).every(
    ([section, verdict]) =>
      !(section in sections) || (sections[section] === null) === (verdict === "insufficient" || verdict === "none"),
  );
}

export interface DriftResult {
  readonly computator: string;
  readonly period: string;
  readonly detectedAt: Date;
  readonly periodStartAt: Date;
  /** The address of the user; null for an event of an NHI, which may name its steward. */
  readonly email: string | null;
  /** The object id of the NHI; null for an event of a user. */
  readonly principalId: string | null;
  readonly severity: string;
  readonly excess: number;
}

export interface Results {
  readonly personas: readonly PersonaResult[];
  readonly nhis: readonly NhiResult[];
  readonly drift: readonly DriftResult[];
  /** What similar NHIs are found by. */
  readonly features: readonly NhiFeatures[];
  /** Everything stored, as text, to compare two runs. */
  readonly text: string;
}

const PAGE = 500;
const LAST_DAY = 2_932_896;
const ALL_DAYS = { toDay: LAST_DAY, finalDay: LAST_DAY };

async function readAll<T>(read: (after: string | undefined) => Promise<readonly T[]>, idOf: (item: T) => string) {
  const all: T[] = [];
  for (let page = await read(undefined); page.length > 0; ) {
    all.push(...page);
    const last = page.at(-1);
    page = last ? await read(idOf(last)) : [];
  }
  return all;
}

/** Reads everything that the analysis stored for a domain. */
export async function readResults(db: DomainDb): Promise<Results> {
  const personas = await readAll(
    (after) => readPersonaDetails(db, after, PAGE),
    ({ tuid }) => tuid,
  );
  const nhis = await readAll(
    (after) => readNhiDetails(db, after, PAGE),
    ({ nuid }) => nuid,
  );
  const drift = await readAll(
    (after) => readDrift(db, after, PAGE),
    ({ item }) => item.driftId,
  );
  const nhiOf = await readSubjects(db, nhis);
  return {
    personas: personas.map(({ wire }) => JSON.parse(wire) as PersonaResult),
    nhis: nhis.map(({ wire }) => JSON.parse(wire) as NhiResult),
    drift: drift.flatMap(({ item }) => toDrift(item, nhiOf)),
    features: await readAll(
      (after) => readNhiFeatures(db, after, PAGE),
      ({ nuid }) => nuid,
    ),
    text: [...personas, ...nhis, ...drift].map(({ wire }) => wire).join("\n"),
  };
}

/** Returns the object id of the NHI that each drift event of an NHI is about. */
async function readSubjects(
  db: DomainDb,
  nhis: Awaited<ReturnType<typeof readNhiDetails>>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map(
    nhis.map(({ nuid, wire }) => [nuid, (JSON.parse(wire) as NhiResult).identity.principal_id ?? nuid] as const),
  );
  const events = await readNhiDrift(db, [...ids.keys()], ALL_DAYS);
  return new Map(events.map(({ driftId, nuid }) => [driftId, ids.get(nuid) ?? nuid]));
}

interface Delta {
  readonly severity?: string;
  readonly value?: number | null;
  readonly threshold?: number | null;
}

function toDrift(
  item: Awaited<ReturnType<typeof readDrift>>[number]["item"],
  nhiOf: ReadonlyMap<string, string>,
): readonly DriftResult[] {
  const { detectedAt, periodStartAt } = item;
  if (!detectedAt || !periodStartAt) return [];
  const { severity = "low", value, threshold } = (item.delta ?? {}) as Delta;
  return [
    {
      computator: item.computator,
      period: item.timePeriod,
      detectedAt,
      periodStartAt,
      email: item.tuid === null ? null : item.user.email,
      principalId: nhiOf.get(item.driftId) ?? null,
      severity,
      excess: (value ?? 0) / (threshold || 1),
    },
  ];
}
