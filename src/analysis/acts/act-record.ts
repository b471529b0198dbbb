/** An object that a row of administration names. */
export interface ActObject {
  /** In lower case: `user`, `serviceprincipal`, `application`, `group`, `role`, `policy`; empty if it is not given. */
  readonly type: string;
  readonly id: string | null;
  readonly upn: string | null;
  readonly name: string | null;
}

/** A property before and after the change, as text; a list or object is JSON. */
export interface ChangedProperty {
  readonly before: string;
  readonly after: string;
}

/** What the row of a table reports of an act, in one form for all tables. */
export interface ActRecord {
  /** The normalized name. */
  readonly operation: string;
  readonly objects: readonly ActObject[];
  /** By name in lower case. */
  readonly properties: ReadonlyMap<string, ChangedProperty>;
  /** The parameters of a command and further details, by name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Whether the parameters are those of a command: they state what is set from now on. */
  readonly isCommand: boolean;
  /** Whether the management of privileged identities made the change on somebody's request. */
  readonly isByPim: boolean;
  /** The reason or description that the row gives. */
  readonly remark: string;
  /** Domains of the organization that the row names apart from its actor. */
  readonly ownDomains: readonly string[];
}

/** Returns what identifies an object for people: its user principal name, else its name, else its id. */
export const labelOf = (object: ActObject | undefined): string | null =>
  object === undefined ? null : (object.upn ?? object.name ?? object.id);

/** Returns the text of a property after the change or, if it was removed, before it, without quotes and brackets. */
export function propertyText(
  { properties }: Pick<ActRecord, "properties">,
  ...names: readonly string[]
): string | null {
  for (const name of names) {
    const { after = "", before = "" } = properties.get(name) ?? {};
    const text = plainText(after) || plainText(before);
    if (text !== "") return text;
  }
  return null;
}

/** Removes what encodes a single text: quotes, and the brackets of a list of one. */
export function plainText(text: string): string {
  const whole = text.trim();
  const isList = whole.startsWith("[") && whole.endsWith("]");
  const inner = isList ? whole.slice(1, -1).trim() : whole;
  // A list of several, or of objects, stays as it is.
  const plain = unquoted(isList && /[[{,]/.test(inner) ? whole : inner);
  return plain === "null" || plain === "{}" ? "" : plain;
}

const unquoted = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text;
