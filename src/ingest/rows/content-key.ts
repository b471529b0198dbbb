import { hash } from "node:crypto";
import type { LogTable } from "../../model/rows/log-row.ts";

/** A row in the canonical form that all its copies share, and the digest of that form. */
export interface CanonicalRow {
  readonly contentKey: string;
  readonly text: string;
}

/**
 * Renders the canonical form of a row. The key is the first half of a SHA-256, formatted as a UUID. `_ResourceId` is kept
 * for searches but is not part of the key, because it repeats other columns.
 */
export function canonicalRow(
  table: LogTable,
  fields: Readonly<Record<string, unknown>>,
  resource: unknown,
): CanonicalRow {
  const text = JSON.stringify(fields);
  return { contentKey: keyOf(`${table}\n${text}`), text: withResource(text, resource) };
}

function keyOf(text: string): string {
  const digest = hash("sha256", text, "hex");
  const groups = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(12, 16), digest.slice(16, 20)];
  return [...groups, digest.slice(20, 32)].join("-");
}

function withResource(text: string, resource: unknown): string {
  if (typeof resource !== "string" || resource === "") return text;
  return `${text.slice(0, -1)},"_ResourceId":${JSON.stringify(resource)}}`;
}
