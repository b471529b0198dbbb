import type { Fields } from "../fields.ts";
import { storableText } from "../text/storable-text.ts";
import { readText } from "./row-fields.ts";

const MAX_TEXT = 262_144;
/** The last value of a text that was cut has no end. */
const DATA = /<Data\s+Name\s*=\s*["']([^"'<>]{1,200})["']\s*(?:\/>|>([^<]*)(?:<\/Data>|$))/g;
const ENTITY = /&(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});/g;
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Parses the XML `EventData` of a Windows event into values by lower-cased name; of a longer text its start. */
export function readEventData(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value === "string") return fromXml(value.length > MAX_TEXT ? value.slice(0, MAX_TEXT) : value);
  if (typeof value !== "object" || value === null) return new Map();
  return new Map(Object.entries(value).map(([name, content]) => [name.toLowerCase(), content]));
}

function fromXml(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", content = ""] of text.matchAll(DATA)) {
    found.set(name.toLowerCase(), content.replace(ENTITY, unescaped));
  }
  return found;
}

function unescaped(entity: string): string {
  const name = entity.slice(1, -1);
  if (!name.startsWith("#")) return NAMED[name] ?? entity;
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? storableText(String.fromCodePoint(code)) : entity;
}

const ELEMENT = /<([A-Za-z][\w.-]{0,99})(?:\s[^<>]{0,1000})?>([^<]{1,4000})<\//g;

/** Parses the `UserData` of a Windows event, whose elements have names of their own, into values by lower-cased name. */
function readUserData(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value === "string" && value.length <= MAX_TEXT) {
    const elements = [...value.matchAll(ELEMENT)];
    return new Map(
      elements.map(([, name = "", content = ""]) => [name.toLowerCase(), content.replace(ENTITY, unescaped)]),
    );
  }
  if (typeof value !== "object" || value === null) return new Map();
  // One element, named after the kind of event, contains the values.
  const inner = Object.values(value).filter((part) => typeof part === "object" && part !== null);
  return new Map([value, ...inner].flatMap((part) => [...readEventData(part)]));
}

const parsedData = new WeakMap<Fields, ReadonlyMap<string, unknown>>();

/** Returns a column of a Windows event, or the value of the same name in its `EventData` or `UserData`. */
export function readWindowsText(fields: Fields, name: string): string | null {
  const own = readText(fields, name);
  if (own !== null || (fields["EventData"] === undefined && fields["UserData"] === undefined)) return own;
  const data =
    parsedData.get(fields) ?? new Map([...readUserData(fields["UserData"]), ...readEventData(fields["EventData"])]);
  parsedData.set(fields, data);
  const value = data.get(name.toLowerCase());
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return text === "" ? null : text;
}
