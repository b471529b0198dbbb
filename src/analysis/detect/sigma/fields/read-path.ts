import type { Fields } from "../../../../model/fields.ts";
import type { RowView } from "./row-view.ts";

const MAX_VALUES = 1_000;
const MAX_DEPTH = 32;
const NAME_KEYS = ["Name", "name", "Key", "key"] as const;
const VALUE_KEYS = ["Value", "value"] as const;

/** The name and new-value keys of a modified property, in directory and in office audit logs. */
const CHANGED = [
  ["displayName", "newValue"],
  ["Name", "NewValue"],
] as const;

/**
 * Collects all values of a path inside a value. Keys are compared without case and may contain dots, JSON text is parsed,
 * arrays fan out. An element of a list of pairs (`[{Name, Value}]`) is addressed by its name, and so is a modified
 * property (`{displayName, newValue}` or `{Name, NewValue}`).
 */
export function followPath(view: RowView, value: unknown, path: readonly string[], found: unknown[]): void {
  new Walk(view, path, found).from(value, 0, 0);
}

/** Selects entries of a list and a path inside them. */
interface EntryPick {
  /** The path to the list. */
  readonly list: readonly string[];
  /** The entries whose field `name` has `value`, ignoring case. */
  readonly name: string;
  readonly value: string;
  readonly rest: readonly string[];
}

/** Returns the values of the selected entries. */
export function pickEntries(view: RowView, value: unknown, { list, name, value: wanted, rest }: EntryPick): unknown[] {
  const lists: unknown[] = [];
  followPath(view, value, list, lists);
  const found: unknown[] = [];
  for (const entry of lists.flatMap((item) => entriesOf(view, item))) {
    const own = Object.keys(entry).find((key) => key.toLowerCase() === name.toLowerCase());
    if (own === undefined || !isNamed(entry, own, wanted.toLowerCase())) continue;
    const [only, ...more] = rest;
    // A key of the pair itself is read directly, not as the name of the pair.
    if (only !== undefined && more.length === 0 && Object.hasOwn(entry, only)) found.push(entry[only]);
    else followPath(view, entry, rest, found);
  }
  return found;
}

function entriesOf(view: RowView, item: unknown): readonly Fields[] {
  const opened = typeof item === "string" ? view.opened(item) : item;
  const items: readonly unknown[] = Array.isArray(opened) ? opened.slice(0, MAX_VALUES) : [opened];
  return items.filter((one): one is Fields => typeof one === "object" && one !== null && !Array.isArray(one));
}

class Walk {
  readonly #view: RowView;
  readonly #path: readonly string[];
  readonly #found: unknown[];

  constructor(view: RowView, path: readonly string[], found: unknown[]) {
    this.#view = view;
    this.#path = path;
    this.#found = found;
  }

  from(value: unknown, at: number, depth: number): void {
    if (this.#found.length >= MAX_VALUES || depth > MAX_DEPTH) return;
    if (at === this.#path.length) {
      this.#found.push(value);
      return;
    }
    const opened = typeof value === "string" ? this.#view.opened(value) : value;
    if (Array.isArray(opened)) for (const item of opened) this.from(item, at, depth + 1);
    else if (typeof opened === "object" && opened !== null) this.#into(opened as Fields, at, depth);
  }

  #into(object: Fields, at: number, depth: number): void {
    for (let end = at + 1; end <= this.#path.length; end += 1) {
      const key = end === at + 1 ? (this.#path[at] ?? "") : this.#path.slice(at, end).join(".");
      const child = childOf(object, key);
      if (child === undefined) continue;
      this.from(child, end, depth + 1);
      return;
    }
  }
}

/** Returns the value of a key: of the pair, if the object is a pair of that name, else of the object. */
function childOf(object: Fields, key: string): unknown {
  const lower = key.toLowerCase();
  const holder = VALUE_KEYS.find((name) => Object.hasOwn(object, name));
  if (holder !== undefined && NAME_KEYS.some((name) => isNamed(object, name, lower))) return object[holder];
  if (Object.hasOwn(object, key)) return object[key];
  for (const name of Object.keys(object)) if (name.toLowerCase() === lower) return object[name];
  return CHANGED.some(([name, value]) => isNamed(object, name, lower) && Object.hasOwn(object, value))
    ? object
    : undefined;
}

function isNamed(object: Fields, key: string, lower: string): boolean {
  const name = object[key];
  return typeof name === "string" && name.toLowerCase() === lower;
}
