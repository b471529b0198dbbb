import type { TObject } from "typebox";

/** Returns the JSON text a record is stored as: its own members in the order of the contract. */
export function toDocument(schema: TObject, record: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.fromEntries(Object.keys(schema.properties).map((name) => [name, record[name]])));
}
