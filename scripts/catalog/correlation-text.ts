/** What the catalog shows of a correlation. */
interface CorrelationText {
  readonly type: string;
  readonly timespan: string;
  /** By what its matches are grouped. */
  readonly groups: string;
  /** The condition in words. */
  readonly counts: string;
}

export function correlationOf(correlation: unknown): CorrelationText {
  const { type, rules, timespan, "group-by": groupBy } = correlation as Readonly<Record<string, unknown>>;
  const how = {
    event_count: "as often as its file says",
    value_count: "with as many values as its file says",
    value_sum: "with as large a sum as its file says",
  };
  const names = (rules as readonly string[]).map((rule) => `\`${rule}\``);
  const suffix = how[type as keyof typeof how] ?? (type === "temporal_ordered" ? "in this order" : "all of them");
  const fields = Array.isArray(groupBy) ? groupBy.map((field) => `\`${field}\``) : [];
  return {
    type: String(type),
    timespan: String(timespan),
    groups: fields.length === 0 ? "actors" : `values of ${fields.join(" and ")}`,
    counts: `${names.join(", ")}, ${suffix}, within ${String(timespan)}`,
  };
}
