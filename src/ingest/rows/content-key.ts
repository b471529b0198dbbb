import { hash } from "node:crypto";
import type { LogTable } from "../../model/rows/log-row.ts";

/** A row in the one form that all its copies have, and a digest of it. */
export interface CanonicalRow {
  readonly contentKey: string;
  readonly text: string;
}

/**
 * The key is half of a SHA-256, in the form of a UUID. `_ResourceId` is kept for those who look for it, and counts for
 * nothing: it says what other columns say.
 */
export function canonicalRow(
  table: LogTable,
  said: Readonly<Record<string, unknown>>,
  resource: unknown,
): CanonicalRow {
  const text = JSON.stringify(said);
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
