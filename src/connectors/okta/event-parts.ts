import { isObject, type JsonObject } from "../http/read-json.ts";

/** Returns the object at a path, or an empty one. */
export function partOf(value: JsonObject, ...path: readonly string[]): JsonObject {
  let part: unknown = value;
  for (const key of path) part = isObject(part) ? part[key] : undefined;
  return isObject(part) ? part : {};
}

/** Returns the text at a path; undefined if it is empty or "unknown". */
export function textOf(value: JsonObject, ...path: readonly string[]): string | undefined {
  const text = partOf(value, ...path.slice(0, -1))[path.at(-1) ?? ""];
  if (typeof text === "number") return String(text);
  return typeof text === "string" && text !== "" && !/^unknown$/i.test(text) ? text : undefined;
}

export function listOf(value: JsonObject, key: string): readonly JsonObject[] {
  const list = value[key];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** Removes undefined members, recursively. */
export function withoutGaps(value: JsonObject): JsonObject {
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const kept = isObject(inner) ? withoutGaps(inner) : inner;
    const gap = kept === undefined || kept === null || (isObject(kept) && Object.keys(kept).length === 0);
    return gap ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(entries);
}

/** Country names, as Okta writes them, to the two-letter codes that rules expect. */
const COUNTRY_CODES: ReadonlyMap<string, string> = (() => {
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // A retired code still has a name, that of its successor.
  const current = codes.filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
  return new Map(current.map((code) => [(names.of(code) ?? "").toLowerCase(), code]));
})();

export function countryCode(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (COUNTRY_CODES.get(name.toLowerCase()) ?? name);
}
