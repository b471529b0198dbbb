const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether the text is a UUID in its hyphenated form, in upper or lower case; no braces, no `urn:` prefix. */
export const isUuid = (text: string): boolean => UUID.test(text);

const CANONICAL = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns whether the text is a UUID as the database writes it: hyphenated and in lower case. */
export const isCanonicalUuid = (text: string): boolean => CANONICAL.test(text);
