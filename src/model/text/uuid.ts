const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether the text is a UUID in its hyphenated form, in upper or lower case; no braces, no `urn:` prefix. */
export const isUuid = (text: string): boolean => UUID.test(text);
