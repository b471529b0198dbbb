const known = new Map<string, string>();

/**
 * Returns a statement in the form that a distributed database runs under row-level security. Citus inserts what a select
 * returned with COPY, which PostgreSQL refuses on such a table, and counts rows that were not inserted because of a
 * conflict; if the statement returns rows, it runs an insert on the worker. An insert in a `with` clause has to return
 * rows by itself.
 */
export function toDistributedStatement(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const at = text.toLowerCase().lastIndexOf("insert into ");
  const insert = at < 0 ? "" : text.slice(at);
  const isFromSelect = /\bselect\b/i.test(insert) && !/\breturning\b/i.test(insert);
  const result = isFromSelect ? `${text} returning true as inserted` : text;
  known.set(text, result);
  return result;
}
