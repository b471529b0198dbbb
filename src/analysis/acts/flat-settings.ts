import { parseInnerJson } from "../../model/text/inner-json.ts";

const MAX_LEAVES = 1_000;
const MAX_DEPTH = 12;
const MAX_JSON = 65_536;

/** A setting: its own name and that of the object it belongs to, with its value, or its values if it is a list. */
export interface Setting {
  readonly name: string;
  readonly owner: string;
  readonly values: readonly string[];
  readonly isList: boolean;
}

/**
 * Returns the settings in a text by their path: those of the JSON it contains, or else one with the name of the property.
 * Elements of a list are addressed by their id or name, so that a changed order changes nothing.
 */
export function flatSettings(name: string, text: string): ReadonlyMap<string, Setting> {
  const found = new Map<string, Setting>();
  const own = name.slice(name.lastIndexOf(".") + 1);
  // `sms.state` is the state of the method `sms`.
  const owner = name.slice(0, Math.max(0, name.lastIndexOf(".")));
  if (text.trim() !== "") collect(found, { path: name, name: own, owner }, parsed(text), 0);
  return found;
}

interface Place {
  readonly path: string;
  readonly name: string;
  readonly owner: string;
}

function parsed(text: string): unknown {
  const first = text.trimStart().charAt(0);
  if (!'[{"'.includes(first) || text.length > MAX_JSON) return text.trim();
  try {
    return parseInnerJson(text);
  } catch {
    return text.trim();
  }
}

function collect(found: Map<string, Setting>, place: Place, value: unknown, depth: number): void {
  if (found.size >= MAX_LEAVES || depth > MAX_DEPTH) return;
  const opened = typeof value === "string" && /^\s*[[{]/.test(value) ? parsed(value) : value;
  if (Array.isArray(opened)) collectList(found, place, opened, depth);
  else if (typeof opened === "object" && opened !== null) {
    const owner = idOf(opened as Readonly<Record<string, unknown>>) ?? place.name;
    for (const [key, inner] of Object.entries(opened)) {
      const name = key.toLowerCase();
      collect(found, { path: `${place.path}.${name}`, name, owner }, inner, depth + 1);
    }
  } else found.set(place.path, { ...place, values: textsOf([opened]), isList: false });
}

function collectList(found: Map<string, Setting>, place: Place, items: readonly unknown[], depth: number): void {
  const objects = items.filter((item) => typeof item === "object" && item !== null);
  if (objects.length < items.length || items.length === 0) {
    found.set(place.path, { ...place, values: textsOf(items), isList: true });
  }
  for (const [at, item] of objects.entries()) {
    const key = idOf(item as Readonly<Record<string, unknown>>) ?? String(at);
    collect(found, { ...place, path: `${place.path}.${key}` }, item, depth + 1);
  }
}

const ID_KEYS = ["id", "Id", "name", "Name", "displayName", "@odata.type"];

function idOf(object: Readonly<Record<string, unknown>>): string | null {
  const key = ID_KEYS.find((name) => typeof object[name] === "string");
  return key === undefined ? null : String(object[key]).toLowerCase().slice(0, 128);
}

const textsOf = (values: readonly unknown[]): readonly string[] =>
  values
    .filter((value) => value !== null && value !== undefined && typeof value !== "object")
    .map((value) => String(value).trim().toLowerCase())
    .filter((value) => value !== "");
