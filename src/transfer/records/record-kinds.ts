import { caseRecords } from "./case-records.ts";
import { driftRecords } from "./drift-records.ts";
import { integrationRecords } from "./integration-records.ts";
import { nhiDetailRecords, nhiRecords } from "./nhi-records.ts";
import { personaDetailRecords, personaRecords } from "./persona-records.ts";
import type { RecordKind } from "./record-kind.ts";
import { threatRecords } from "./threat-records.ts";
import { userRecords } from "./user-records.ts";
import { verdictRecords } from "./verdict-records.ts";

/** Every kind of record; a kind comes after the kinds it refers to. */
export const RECORD_KINDS: readonly RecordKind[] = [
  userRecords,
  threatRecords,
  caseRecords,
  verdictRecords,
  personaRecords,
  personaDetailRecords,
  nhiRecords,
  nhiDetailRecords,
  integrationRecords,
  driftRecords,
];

/** Returns the file names that a kind may have in a folder. */
export const fileNamesOf = ({ name }: RecordKind): readonly string[] => [`${name}.ndjson`, `${name}.ndjson.gz`];
