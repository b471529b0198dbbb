import { hash } from "node:crypto";
import type { LogTable } from "../../model/rows/log-row.ts";
import { TABLES } from "../../model/tables.ts";

/** A row in the canonical form that all its copies share, and the digest of that form. */
export interface CanonicalRow {
  readonly contentKey: string;
  readonly text: string;
}

/** Columns that name the resource or machine of a row, or the operation it belongs to. */
const NAMING = ["ResourceId", "Resource", "Computer", "HostName", "CorrelationId", "OperationId"] as const;

/**
 * Renders the canonical form of a row. The key is the first half of a SHA-256, formatted as a UUID. `_ResourceId` is kept
 * for searches, but copies of a row have it or not. It is part of the key only where nothing else distinguishes two rows:
 * without an id of the event and without a column that names the resource.
 */
export function canonicalRow(
  table: LogTable,
  fields: Readonly<Record<string, unknown>>,
  resource: unknown,
): CanonicalRow {
  const text = JSON.stringify(fields);
  if (typeof resource !== "string" || resource === "") return { contentKey: keyOf(`${table}\n${text}`), text };
  const isNamed = [...TABLES[table].nativeIds, ...NAMING].some((column) => Object.hasOwn(fields, column));
  const identity = isNamed ? text : withResource(text, resource.toLowerCase());
  return { contentKey: keyOf(`${table}\n${identity}`), text: withResource(text, resource) };
}

function keyOf(text: string): string {
  const digest = hash("sha256", text, "hex");
  const groups = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(12, 16), digest.slice(16, 20)];
  return [...groups, digest.slice(20, 32)].join("-");
}

const withResource = (text: string, resource: string): string =>
  `${text.slice(0, -1)},"_ResourceId":${JSON.stringify(resource)}}`;
