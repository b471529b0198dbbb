import { type PersonaOverview, renderPersonaOverview } from "../../model/persona.ts";
import type { DomainDb } from "../database/database.ts";
import { Conditions } from "../items/page.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";

/**
 * Returns the text of a user's persona overview; null when the user has none, undefined when the user does not exist.
 */
export async function findPersonaText(db: DomainDb, tuid: string): Promise<string | null | undefined> {
  return findTextOfUser(db, "personas", tuid);
}

/** Returns the text of a user's persona detail; null when the user has none, undefined when the user does not exist. */
export async function findPersonaDetailText(db: DomainDb, tuid: string): Promise<string | null | undefined> {
  return findTextOfUser(db, "persona_details", tuid);
}

async function findTextOfUser(
  db: DomainDb,
  table: "personas" | "persona_details",
  tuid: string,
): Promise<string | null | undefined> {
  const [row] = await db.query<{ wire: string | null }>(
    `select p.wire from users u left join ${table} p on p.domain_id = $1 and p.tuid = u.tuid
     where u.domain_id = $1 and u.tuid = $2 and u.removed_at is null`,
    [tuid],
  );
  return row?.wire;
}

const OVERVIEWS: RowShape = {
  table: "personas",
  resource: "personas",
  columns: {
    tuid: "uuid",
    persona_overview: "text",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    wire: "text",
  },
  key: ["tuid"],
};

export function savePersonas(tx: DomainDb, personas: readonly PersonaOverview[]): Promise<number> {
  return saveRows(
    tx,
    OVERVIEWS,
    personas.map((persona) => ({
      tuid: persona.tuid,
      persona_overview: persona.personaOverview,
      created_at: persona.createdAt,
      updated_at: persona.updatedAt,
      wire: renderPersonaOverview(persona),
    })),
  );
}

/** Returns when the stored personas of these users were first generated. */
export async function findPersonaStarts(db: DomainDb, tuids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.query<{ tuid: string; created_at: Date }>(
    "select tuid, created_at from personas where domain_id = $1 and tuid = any($2::uuid[]) and created_at is not null",
    [tuids],
  );
  return new Map(rows.map(({ tuid, created_at }) => [tuid, created_at]));
}

/** The persona detail of a user, with its wire text. */
export interface PersonaDetailText {
  readonly tuid: string;
  readonly document: string;
  readonly wire: string;
}

const DETAILS: RowShape = {
  table: "persona_details",
  resource: "personas",
  columns: { tuid: "uuid", document: "text", wire: "text" },
  key: ["tuid"],
};

export function savePersonaDetails(tx: DomainDb, details: readonly PersonaDetailText[]): Promise<number> {
  return saveRows(
    tx,
    DETAILS,
    details.map(({ tuid, document, wire }) => ({ tuid, document, wire })),
  );
}

interface PersonaRow {
  readonly tuid: string;
  readonly persona_overview: string | null;
  readonly created_at: Date | null;
  readonly updated_at: Date | null;
  readonly wire: string;
}

/** Reads stored overviews in id order, for export and rebuild. */
export async function readPersonas(
  db: DomainDb,
  after: string | undefined,
  limit: number,
): Promise<readonly { readonly item: PersonaOverview; readonly wire: string }[]> {
  const where = new Conditions().addIf("tuid > ?", after);
  const rows = await db.query<PersonaRow>(
    `select tuid, persona_overview, created_at, updated_at, wire from personas
     where domain_id = $1${where.sql} order by tuid limit ${where.bind(limit)}`,
    where.values,
  );
  return rows.map((row) => ({
    item: {
      tuid: row.tuid,
      personaOverview: row.persona_overview,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
    wire: row.wire,
  }));
}

/** Reads stored details in id order, for export and rebuild. */
export async function readPersonaDetails(
  db: DomainDb,
  after: string | undefined,
  limit: number,
): Promise<readonly PersonaDetailText[]> {
  const where = new Conditions().addIf("tuid > ?", after);
  return db.query<PersonaDetailText>(
    `select tuid, document, wire from persona_details
     where domain_id = $1${where.sql} order by tuid limit ${where.bind(limit)}`,
    where.values,
  );
}
