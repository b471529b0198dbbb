/** The properties of a JSON object, by name. */
export type Fields = Readonly<Record<string, unknown>>;
