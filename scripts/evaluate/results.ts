import type { DomainDb } from "../../src/store/database/database.ts";
import { readDrift } from "../../src/store/people/drift.ts";
import { readNhiDetails } from "../../src/store/people/nhi.ts";
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
}

export interface DriftResult {
  readonly computator: string;
  readonly period: string;
  readonly detectedAt: Date;
  readonly periodStartAt: Date;
  readonly email: string | null;
  readonly name: string | null;
  readonly severity: string;
  readonly excess: number;
}

export interface Results {
  readonly personas: readonly PersonaResult[];
  readonly nhis: readonly NhiResult[];
  readonly drift: readonly DriftResult[];
  /** Everything stored, as text, to compare two runs. */
  readonly text: string;
}

const PAGE = 500;

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
  return {
    personas: personas.map(({ wire }) => JSON.parse(wire) as PersonaResult),
    nhis: nhis.map(({ wire }) => JSON.parse(wire) as NhiResult),
    drift: drift.flatMap(({ item }) => toDrift(item)),
    text: [...personas, ...nhis, ...drift].map(({ wire }) => wire).join("\n"),
  };
}

interface Delta {
  readonly severity?: string;
  readonly value?: number | null;
  readonly threshold?: number | null;
}

function toDrift(item: Awaited<ReturnType<typeof readDrift>>[number]["item"]): readonly DriftResult[] {
  const { detectedAt, periodStartAt } = item;
  if (!detectedAt || !periodStartAt) return [];
  const { severity = "low", value, threshold } = (item.delta ?? {}) as Delta;
  return [
    {
      computator: item.computator,
      period: item.timePeriod,
      detectedAt,
      periodStartAt,
      email: item.user.email,
      name: item.user.name,
      severity,
      excess: (value ?? 0) / (threshold || 1),
    },
  ];
}
