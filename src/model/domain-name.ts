const DOMAIN_NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** Describes the names that `isDomainName` accepts. */
export const DOMAIN_NAME_FORMAT =
  "1 to 63 lower-case letters, digits, dots, dashes or underscores, the first a letter or digit";

/** Returns whether a domain can have this name. */
export const isDomainName = (name: string): boolean => DOMAIN_NAME.test(name);
