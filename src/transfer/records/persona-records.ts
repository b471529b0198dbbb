import type { Static } from "typebox";
import { renderDocument } from "../../contract/openapi/render-document.ts";
import { PersonaDetail, PersonaOverview } from "../../contract/personas.ts";
import type { PersonaOverview as Overview } from "../../model/persona.ts";
import { PERSONA_SECTIONS } from "../../model/vocabulary.ts";
import type { DomainDb } from "../../store/database/database.ts";
import {
  type PersonaDetailText,
  readPersonaDetails,
  readPersonas,
  savePersonaDetails,
  savePersonas,
} from "../../store/people/personas.ts";
import { findMissingUsers } from "../../store/people/users.ts";
import { toDocument } from "../document.ts";
import { findDangling, prepareWith } from "../prepare-batch.ts";
import { toDateOrNull, toId } from "./checked-values.ts";
import { DEFAULT_BATCH_BYTES, defineKind, type FieldProblem, type Line } from "./record-kind.ts";

const OVERVIEW_PAGE = 1_000;
/** Smaller because a document can be as long as a line, and its rendered text is read with it. */
const DETAIL_PAGE = 25;

interface OfUser {
  readonly tuid: string;
}

const idOf = ({ tuid }: OfUser): string => tuid;

const findUnknownUsers = (tx: DomainDb, lines: readonly Line<OfUser>[]) =>
  findDangling(lines, { field: "tuid", noun: "user", idOf, findMissing: (tuids) => findMissingUsers(tx, tuids) });

export const personaRecords = defineKind({
  name: "personas",
  schema: PersonaOverview,
  batchBytes: DEFAULT_BATCH_BYTES,
  ready: ["personas"],
  toItem: (record): Overview => ({
    tuid: toId(record.tuid),
    personaOverview: record.persona_overview,
    createdAt: toDateOrNull(record.created_at),
    updatedAt: toDateOrNull(record.updated_at),
  }),
  prepare: prepareWith<Overview>({ idOf, save: savePersonas, check: findUnknownUsers }),
  readPage: async (db, after) =>
    (await readPersonas(db, after, OVERVIEW_PAGE)).map(({ item }) => ({
      id: item.tuid,
      line: JSON.stringify({
        tuid: item.tuid,
        persona_overview: item.personaOverview,
        created_at: item.createdAt,
        updated_at: item.updatedAt,
      }),
    })),
});

export const personaDetailRecords = defineKind({
  name: "persona-details",
  schema: PersonaDetail,
  batchBytes: DEFAULT_BATCH_BYTES,
  ready: ["personas"],
  problemOf: findCoverageProblem,
  toItem: (record): PersonaDetailText => ({
    tuid: toId(record.tuid),
    document: toDocument(PersonaDetail, { ...record, tuid: toId(record.tuid) }),
    wire: renderDocument(PersonaDetail, record),
  }),
  prepare: prepareWith<PersonaDetailText>({ idOf, save: savePersonaDetails, check: findUnknownUsers }),
  readPage: async (db, after) =>
    (await readPersonaDetails(db, after, DETAIL_PAGE)).map(({ tuid, document }) => ({ id: tuid, line: document })),
});

/** Checks that a section is null exactly when its coverage is insufficient or none; without a persona all are null. */
function findCoverageProblem(record: Static<typeof PersonaDetail>): FieldProblem | undefined {
  for (const section of PERSONA_SECTIONS) {
    const verdict = record.coverage[section];
    if (record.generated_at === null && verdict !== "none") {
      return { field: `coverage/${section}`, message: "must be none when generated_at is null" };
    }
    const isCovered = verdict === "sufficient" || verdict === "partial";
    if (isCovered === (record[section] !== null)) continue;
    const message = isCovered ? "cannot be null" : "must be null";
    return { field: section, message: `${message} when coverage/${section} is ${verdict}` };
  }
  return undefined;
}
