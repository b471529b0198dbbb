const MAX_OPERATION = 200;

/**
 * Normalizes the name of an operation: lower case, plain dashes, single blanks, no final dot. The tables write
 * `Add member to role.`, `Add member to role` and `Update application – Certificates and secrets management `.
 */
export const toOperationName = (text: string): string =>
  text
    .slice(0, MAX_OPERATION)
    .toLowerCase()
    .replace(/[‐-―]/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\.$/, "")
    .trimEnd();
