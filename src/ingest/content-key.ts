import { createHash } from "node:crypto";

type Fields = Readonly<Record<string, unknown>>;

/** Columns that tell of the delivery and not of what happened. */
const TRANSPORT: ReadonlySet<string> = new Set(["TenantId", "MG", "Type", "SourceSystem"]);

const isTransport = (column: string): boolean => column.startsWith("_") || TRANSPORT.has(column);

/** Half of a SHA-256 over the table and what the row says, whatever the order of its columns, in the form of a UUID. */
export function contentKeyOf(table: string, fields: Fields): string {
  const digest = createHash("sha256")
    .update(`${table}\n${canonicalColumns(fields)}`)
    .digest("hex");
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ].join("-");
}

/** An empty column and one that is not there mean the same. */
function canonicalColumns(fields: Fields): string {
  const columns = Object.keys(fields).filter((column) => {
    const value = fields[column];
    return value !== null && value !== "" && value !== undefined && !isTransport(column);
  });
  return `{${columns
    .sort()
    .map((column) => `${JSON.stringify(column)}:${canonical(fields[column])}`)
    .join()}}`;
}

function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const object = value as Fields;
  return `{${Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`)
    .join()}}`;
}

/** The columns that are kept: delivery columns would make two copies of a row differ. */
export function keptColumns(fields: Fields): Fields {
  const kept: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(fields)) {
    const isKept = column === "_ResourceId" || !isTransport(column);
    if (isKept && value !== null && value !== "") kept[column] = value;
  }
  return kept;
}
