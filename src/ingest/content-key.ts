import { hash } from "node:crypto";

type Fields = Readonly<Record<string, unknown>>;

/** Columns that tell of the delivery and not of what happened. */
const TRANSPORT: ReadonlySet<string> = new Set(["TenantId", "MG", "Type", "SourceSystem"]);

const isTransport = (column: string): boolean => column.startsWith("_") || TRANSPORT.has(column);

/** A row in the one form that all its copies have, and a digest of it. */
export interface CanonicalRow {
  readonly contentKey: string;
  readonly text: string;
}

/**
 * The columns of a row that are not of its delivery, in alphabetical order at every level, without the empty ones: an
 * empty column and one that is not there mean the same. The key is half of a SHA-256, in the form of a UUID.
 * `_ResourceId` is kept for those who look for it, and counts for nothing: it says what other columns say.
 */
export function canonicalRow(table: string, fields: Fields): CanonicalRow {
  const said: Record<string, unknown> = {};
  for (const column of Object.keys(fields).sort()) {
    const value = fields[column];
    if (value !== null && value !== "" && value !== undefined && !isTransport(column)) said[column] = sorted(value);
  }
  const text = JSON.stringify(said);
  return { contentKey: keyOf(`${table}\n${text}`), text: withResource(text, fields["_ResourceId"]) };
}

function keyOf(text: string): string {
  const digest = hash("sha256", text, "hex");
  const groups = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(12, 16), digest.slice(16, 20)];
  return [...groups, digest.slice(20, 32)].join("-");
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) copy[key] = sorted((value as Fields)[key]);
  return copy;
}

function withResource(text: string, resource: unknown): string {
  if (typeof resource !== "string" || resource === "") return text;
  return `${text.slice(0, -1)},"_ResourceId":${JSON.stringify(resource)}}`;
}
