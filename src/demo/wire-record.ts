/** One record in the form in which it is imported: snake_case keys, moments as RFC 3339 text. */
export type WireRecord = Readonly<Record<string, unknown>>;
