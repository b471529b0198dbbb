import type { LogTable } from "../../../../model/rows/log-row.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { domainsOf, type FieldValue, isPresent, trimmedValue } from "./field-value.ts";
import { keywordReader } from "./keyword-reader.ts";
import { type FieldReader, pathReader } from "./path-reader.ts";
import type { RowView } from "./row-view.ts";

/** The field names of a log source: those of its mapping, or without one the columns of the table. */
export interface FieldNames {
  readonly table: LogTable;
  readonly mapping: Mapping | null;
}

/** A reader, and a key that is the same for fields with the same value. */
export interface LocatedField {
  readonly key: string;
  create(): FieldReader;
}

const DOMAIN_SUFFIX = ".@domain";

/**
 * Returns where a rule's field is read. A field of null is every value of the row, for keywords. A name that ends in
 * `.@domain` is the domain part of the field's addresses.
 */
export function locateField(names: FieldNames, field: string | null): LocatedField {
  if (field === null) return locateKeywords(names);
  if (!field.toLowerCase().endsWith(DOMAIN_SUFFIX)) return locateNamed(names, field);
  const addresses = locateNamed(names, field.slice(0, -DOMAIN_SUFFIX.length));
  return {
    key: `${addresses.key}${DOMAIN_SUFFIX}`,
    create: () => {
      const reader = addresses.create();
      return { ...reader, costly: true, read: (view) => domainsOf(reader.read(view)) };
    },
  };
}

/** Creates the reader of a rule's field. */
export function fieldReader(names: FieldNames, field: string | null): FieldReader {
  return locateField(names, field).create();
}

/**
 * Creates a reader of a field that may have several names in one table, for people and for groups: the first value is
 * read, without trailing blanks.
 */
export function firstReader(names: readonly FieldNames[], field: string): (view: RowView) => FieldValue {
  const readers = names.map((each) => fieldReader(each, field));
  const [only] = readers;
  if (only && readers.length === 1) return (view) => trimmedValue(only.read(view));
  return (view) => {
    for (const reader of readers) {
      const value = trimmedValue(reader.read(view));
      if (isPresent(value)) return value;
    }
    return undefined;
  };
}

/** Returns the field's name without the suffix for the domain part. */
export function plainName(field: string): string {
  return field.toLowerCase().endsWith(DOMAIN_SUFFIX) ? field.slice(0, -DOMAIN_SUFFIX.length) : field;
}

/** Returns the key of a column or path. No expression and no keywords have it, whatever the name of the column is. */
export const pathKey = (path: string): string => `path ${path.toLowerCase()}`;

function locateKeywords({ table, mapping }: FieldNames): LocatedField {
  const mapped = mapping?.keywords;
  if (mapped) return { key: `keywords of ${mapped.key}`, create: () => mapped.reader };
  return { key: "keywords", create: () => keywordReader(table) };
}

function locateNamed({ table, mapping }: FieldNames, field: string): LocatedField {
  const mapped = mapping?.fieldOf(field);
  if (mapped) return { key: mapped.key, create: () => mapped.reader };
  return { key: pathKey(field), create: () => pathReader(table, field) };
}
