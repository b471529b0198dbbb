import { safeText } from "../../model/text/safe-text.ts";

const MAX_TEXT = 200;

/**
 * Returns a piece of evidence of a stored decision as one line: its detector, then every other property that has a value. It
 * knows no other property, because decisions are kept longer than a version of the judge.
 */
export function describePiece({ detector, ...others }: Readonly<Record<string, unknown>>): string {
  const details = describeProperties(others);
  return [safeText(detector, MAX_TEXT), details].filter((part) => part !== "").join(": ");
}

const describeProperties = (properties: object): string =>
  Object.entries(properties)
    .flatMap(([name, value]) => describeProperty(name, value))
    .join(", ");

function describeProperty(name: string, value: unknown): readonly string[] {
  if (value === true) return [name];
  const text = describeValue(value);
  return text === "" ? [] : [`${name} ${text}`];
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined || value === false) return "";
  if (Array.isArray(value)) return value.map(describeValue).filter(Boolean).join(" + ");
  if (typeof value === "object") {
    const inner = describeProperties(value);
    return inner === "" ? "" : `(${inner})`;
  }
  return safeText(value, MAX_TEXT);
}
