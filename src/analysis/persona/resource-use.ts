import { productName } from "../../model/identity/product-names.ts";
import { type ActivityProfile, usesOf } from "./activity-profile.ts";
import { steppedCount } from "./peer-tokens.ts";
import { type Slice, UNSLICED } from "./slice.ts";
import type { ValueIndex } from "./value-index.ts";

/** The kinds of resources that show shared work, with the system that a reader recognizes. */
const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ["site", "SharePoint"],
  ["team", "Microsoft Teams"],
  ["repository", "Code repositories"],
  ["resource_group", "Microsoft Azure"],
  ["vault", "Microsoft Azure"],
  ["storage", "Microsoft Azure"],
  ["database", "Microsoft Azure"],
]);

/** A resource counts as work on it from this many days on. */
export const MIN_DAYS = 3;
/** A resource is organization-wide above this share of users, and above this number in any case. */
const WIDE_SHARE = 0.2;
const WIDE_USERS = 200;
/** In a small organization so many users do not make a resource organization-wide. */
const TEAM_USERS = 25;

export interface Resource {
  readonly value: number;
  readonly key: string;
  readonly name: string;
  readonly system: string;
  /** Numbers of the users in ascending order, and the days of each. */
  readonly users: Int32Array;
  readonly days: Int32Array;
}

/** Who uses which resource of the organization. */
export interface ResourceUse {
  /** Ids of the users by number; the numbers follow the order of the ids. */
  readonly ids: readonly string[];
  readonly userCount: number;
  /** Returns a resource that shows shared work; undefined if it is organization-wide or of another kind. */
  find(value: number): Resource | undefined;
}

export interface ResourceUser {
  readonly id: string;
  readonly profile: ActivityProfile;
}

/** Lists the users of each resource and application that show shared work. */
export async function indexResources(
  given: readonly ResourceUser[],
  index: ValueIndex,
  slice: Slice = UNSLICED,
): Promise<ResourceUse> {
  const users = [...given].sort((a, b) => (a.id < b.id ? -1 : 1));
  const found = new Map<number, Users>();
  for (const [user, { profile }] of users.entries()) {
    if (slice.isOver()) await slice.pause();
    for (const { value, days } of [...usesOf(profile, "resource", index), ...usesOf(profile, "application", index)]) {
      if (days >= MIN_DAYS) addUser(found, value, user, days);
    }
  }
  const limit = Math.min(WIDE_USERS, Math.max(WIDE_SHARE * steppedCount(users.length), TEAM_USERS));
  const resources = new Map<number, Resource>();
  const narrow = [...found].filter(([, own]) => own.users.length <= limit);
  for (const [value, { users: own, days }] of narrow) {
    const shown = shownAs(value, index);
    if (shown) resources.set(value, { value, ...shown, users: Int32Array.from(own), days: Int32Array.from(days) });
  }
  return { ids: users.map(({ id }) => id), userCount: users.length, find: (value) => resources.get(value) };
}

interface Users {
  readonly users: number[];
  readonly days: number[];
}

function addUser(found: Map<number, Users>, value: number, user: number, days: number): void {
  const own = found.get(value) ?? { users: [], days: [] };
  found.set(value, own);
  own.users.push(user);
  own.days.push(days);
}

type Shown = Pick<Resource, "key" | "name" | "system">;

/** Names a resource; null for kinds that say nothing about shared work or that name a person. */
function shownAs(value: number, index: ValueIndex): Shown | null {
  const { dimension, key, label } = index.at(value);
  if (dimension === "application") {
    const product = productName(label);
    return isNamed(product) && !isInfrastructure(product) ? { key, name: product, system: product } : null;
  }
  const system = SYSTEMS.get(key.slice(0, key.indexOf(":")));
  const name = humanized(label.slice(label.indexOf(":") + 1));
  // A personal site is a person, and a site without a path is the whole organization.
  const isShared = !key.includes("/personal/") && !(key.startsWith("site:") && !key.includes("/"));
  return system !== undefined && isShared && isNamed(name) ? { key, name, system } : null;
}

/** Services that applications sign in through; nobody works in them. */
const INFRASTRUCTURE: ReadonlySet<string> = new Set([
  "Active Directory",
  "Microsoft Account Controls V2",
  "Microsoft Authentication Broker",
  "Microsoft Entra ID",
  "Windows Sign In",
]);

export const isInfrastructure = (product: string): boolean => INFRASTRUCTURE.has(product);

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a label is a name and neither an id nor an address of a person. */
export const isNamed = (label: string): boolean => label !== "" && !GUID.test(label) && !label.includes("@");

/** Returns the last part of a path in words: `/sites/finance-close` is `Finance close`. */
function humanized(path: string): string {
  const last =
    path
      .split("/")
      .filter((part) => part !== "")
      .at(-1) ?? "";
  const words = last
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replace(/[-_]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
