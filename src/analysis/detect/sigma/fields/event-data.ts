const MAX_TEXT = 262_144;
const DATA = /<Data\s+Name\s*=\s*["']([^"'<>]{1,200})["']\s*(?:\/>|>([^<]*)<\/Data>)/g;
const ENTITY = /&(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});/g;
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Parses the XML `EventData` of a Windows event into values by lower-cased name. */
export function readEventData(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value === "string") return value.length > MAX_TEXT ? new Map() : fromXml(value);
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
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
