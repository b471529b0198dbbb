import { RuleProblem } from "../rule-problem.ts";
import type { Transform } from "./modifiers.ts";
import { literalOf, parsePattern } from "./pattern.ts";

/** Values for `%name%` in rules. */
export type Placeholders = Readonly<Record<string, readonly string[]>>;

const MAX_VARIANTS = 2_000;
const PLACEHOLDER = /%([^%\s]+)%/;
const DASHES = ["-", "/", "–", "—", "―"];
const FLAG_DASH = /\B[-/–—―](?=[\p{L}\p{N}])/gu;

/** Returns the texts that a value expands to. */
export function transformed(
  key: string,
  value: string,
  transforms: readonly Transform[],
  placeholders: Placeholders,
): readonly string[] {
  let values: readonly string[] = [value];
  let wide: Transform | null = null;
  for (const transform of transforms) {
    const encoding = wide;
    if (transform === "expand") values = variantsOf(key, values, (text) => expanded(key, text, placeholders, 0));
    else if (transform === "windash") values = variantsOf(key, values, (text) => dashed(key, text));
    else if (transform === "base64") values = values.map((text) => escaped(btoa(bytesOf(key, text, encoding))));
    else if (transform === "base64offset") {
      values = variantsOf(key, values, (text) => shifted(bytesOf(key, text, encoding)).map(escaped));
    } else wide = transform;
  }
  return values;
}

function expanded(key: string, text: string, placeholders: Placeholders, depth: number): readonly string[] {
  const found = PLACEHOLDER.exec(text);
  if (!found) return [text];
  const [whole, name = ""] = found;
  const values = Object.hasOwn(placeholders, name) ? placeholders[name] : undefined;
  if (!values || values.length === 0) {
    throw new RuleProblem(
      `'${key}' uses the placeholder '%${name}%', which has no value; define it in a placeholders document`,
    );
  }
  if (depth >= 4) throw new RuleProblem(`'${key}' has too many placeholders in one value`);
  const before = text.slice(0, found.index);
  const rest = expanded(key, text.slice(found.index + whole.length), placeholders, depth + 1);
  if (values.length * rest.length > MAX_VARIANTS) refuseVariants(key);
  return values.flatMap((value) => rest.map((end) => `${before}${value}${end}`));
}

/** Expands values; the bound is checked while expanding, because each value may become many. */
function variantsOf(
  key: string,
  values: readonly string[],
  change: (text: string) => readonly string[],
): readonly string[] {
  const variants: string[] = [];
  for (const value of values) {
    variants.push(...change(value));
    if (variants.length > MAX_VARIANTS) refuseVariants(key);
  }
  return variants;
}

function refuseVariants(key: string): never {
  throw new RuleProblem(`'${key}' expands to more than ${MAX_VARIANTS} values`);
}

/** Returns the value with every variant of each dash that starts an option. */
function dashed(key: string, text: string): readonly string[] {
  const places = [...text.matchAll(FLAG_DASH)].map(({ index }) => index);
  if (DASHES.length ** places.length > MAX_VARIANTS) throw new RuleProblem(`'${key}' has too many dashes to vary`);
  return places.reduce<readonly string[]>(
    (variants, at) =>
      variants.flatMap((variant) => DASHES.map((dash) => `${variant.slice(0, at)}${dash}${variant.slice(at + 1)}`)),
    [text],
  );
}

/** Returns the bytes of a text as a binary string. */
function bytesOf(key: string, value: string, wide: Transform | null): string {
  const text = literalOf(parsePattern(value));
  if (text === null) throw new RuleProblem(`'${key}' encodes '${value}', which has wildcards`);
  if (wide === null) return [...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join("");
  const units = text.split("").map((char) => {
    const unit = char.charCodeAt(0);
    const [low, high] = [String.fromCharCode(unit & 0xff), String.fromCharCode(unit >> 8)];
    return wide === "utf16be" ? `${high}${low}` : `${low}${high}`;
  });
  return `${wide === "utf16" ? "\u00ff\u00fe" : ""}${units.join("")}`;
}

/** Returns, for each of the three offsets, the part of the encoding that does not depend on the neighboring bytes. */
function shifted(bytes: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = btoa(`${"\0".repeat(shift)}${bytes}`);
    const start = [0, 2, 3][shift] ?? 0;
    const end = [undefined, -3, -2][(bytes.length + shift) % 3];
    return encoded.slice(start, end);
  });
}

/** Escapes wildcards. Base64 has none, so this is a safeguard. */
const escaped = (text: string): string => text.replace(/[\\*?]/g, "\\$&");
