import type { TObject } from "typebox";

/** A record as it is kept: what it said, with its own members in the order of the contract. */
export function toDocument(schema: TObject, record: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.fromEntries(Object.keys(schema.properties).map((name) => [name, record[name]])));
}
