/** Returns the query that finds a row in the log workspace. */
export function lookupOf(table: string, id: string): string {
  return `${table} | where _ItemId == "${id.replaceAll(/["\\]/g, "\\$&")}"`;
}
