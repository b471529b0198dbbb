const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The hyphenated form only: no braces, no `urn:` prefix. Upper case is accepted and means the same id. */
export const isUuid = (text: string): boolean => UUID.test(text);
