import type { DirectoryObjects, Json } from "../connector.ts";
import { createPageGuard } from "../http/page-guard.ts";
import { isObject, type JsonObject, malformed } from "../http/read-json.ts";
import { partOf, textOf, withoutGaps } from "./event-parts.ts";
import { type OktaApi, STALE } from "./okta-api.ts";

const OVERLAP_MS = 10 * 60_000;
const WALK_APPS_EVERY_MS = 3_600_000;
/** The search for changed users may miss one, so all users are read once a day. */
const WALK_USERS_EVERY_MS = 24 * 3_600_000;
const PAGE_SIZE = "200";

/** The time up to which changed users were read, and the applications of the last full read. */
export interface DirectoryPosition {
  readonly usersSince: number;
  /** When the last full walk of users started. */
  readonly usersAt: number;
  readonly appsAt: number;
  readonly appIds: readonly string[];
}

export interface DirectoryStep {
  readonly objects: DirectoryObjects;
  /** Where to continue once this step is stored; absent in the middle of a walk. */
  readonly position?: DirectoryPosition;
}

/**
 * Yields changed users, then once an hour all applications. Both are sent as changes, because another directory may be
 * connected too, whose objects must stay.
 */
export async function* walkDirectory(api: OktaApi, start: DirectoryPosition, now: Date): AsyncGenerator<DirectoryStep> {
  const isWhole = now.getTime() - start.usersAt >= WALK_USERS_EVERY_MS;
  const usersAt = isWhole ? now.getTime() : start.usersAt;
  let usersSince = isWhole ? 0 : start.usersSince;
  const from = new Date(Math.max(0, usersSince - OVERLAP_MS)).toISOString();
  const search = { search: `lastUpdated gt "${from}"`, sortBy: "lastUpdated", sortOrder: "asc" };
  for await (const users of listAll(api, "/api/v1/users", search)) {
    for (const user of users) idOf(api, user);
    const changed = users.map((user) => Date.parse(textOf(user, "lastUpdated") ?? "") || 0);
    usersSince = Math.max(usersSince, Math.min(now.getTime(), Math.max(...changed)));
    // In the order of their changes, so that an interrupted walk resumes after the last user.
    yield {
      objects: { kind: "users", objects: users.map(toUser), beside: true },
      position: { ...start, usersSince, usersAt },
    };
  }
  if (now.getTime() - start.appsAt < WALK_APPS_EVERY_MS) return;
  const seen = new Set<string>();
  for await (const apps of listAll(api, "/api/v1/apps", {})) {
    for (const app of apps) seen.add(idOf(api, app));
    yield { objects: { kind: "service-principals", objects: apps.map(toServicePrincipal), beside: true } };
  }
  const gone = start.appIds.filter((id) => !seen.has(id));
  yield {
    objects: {
      kind: "service-principals",
      objects: gone.map((id) => ({ id, "@removed": { reason: "deleted" } })),
      beside: true,
    },
    position: { usersSince, usersAt, appsAt: now.getTime(), appIds: [...seen] },
  };
}

async function* listAll(
  api: OktaApi,
  path: string,
  query: Readonly<Record<string, string>>,
): AsyncGenerator<readonly JsonObject[]> {
  const guard = createPageGuard(api.base);
  let link: string | undefined = `${path}?${new URLSearchParams({ limit: PAGE_SIZE, ...query })}`;
  while (link !== undefined) {
    const page = await api.list(guard.next(link));
    if (page === STALE) throw malformed(api.base.host, "a next page that does not exist");
    if (page.items.length > 0) yield page.items;
    link = page.next;
  }
}

function idOf(api: OktaApi, object: JsonObject): string {
  const id = textOf(object, "id");
  if (id === undefined) throw malformed(api.base.host, "an object without an id");
  return id;
}

const WITHOUT_ACCESS: ReadonlySet<unknown> = new Set(["STAGED", "SUSPENDED", "DEPROVISIONED"]);

/** Converts an Okta user to a directory user. */
function toUser(user: JsonObject): JsonObject {
  const profile = partOf(user, "profile");
  const parts = [textOf(profile, "firstName"), textOf(profile, "lastName")].filter(Boolean);
  const second = textOf(profile, "secondEmail");
  return withoutGaps({
    id: textOf(user, "id"),
    userPrincipalName: textOf(profile, "login"),
    displayName: textOf(profile, "displayName") ?? (parts.join(" ") || undefined),
    givenName: textOf(profile, "firstName"),
    surname: textOf(profile, "lastName"),
    mail: textOf(profile, "email"),
    otherMails: second ? [second] : [],
    accountEnabled: !WITHOUT_ACCESS.has(user["status"]),
    createdDateTime: textOf(user, "created"),
    department: textOf(profile, "department"),
    jobTitle: textOf(profile, "title"),
    employeeId: textOf(profile, "employeeNumber"),
    companyName: textOf(profile, "organization"),
    officeLocation: textOf(profile, "city"),
    userType: textOf(profile, "userType"),
  });
}

/** Converts an Okta application to a service principal. */
function toServicePrincipal(app: JsonObject): JsonObject {
  return withoutGaps({
    id: textOf(app, "id"),
    appId: textOf(app, "credentials", "oauthClient", "client_id") ?? textOf(app, "id"),
    displayName: textOf(app, "label") ?? textOf(app, "name"),
    servicePrincipalType: "Application",
    accountEnabled: app["status"] === "ACTIVE",
    createdDateTime: textOf(app, "created"),
    tags: ["Okta"],
  });
}

export function readDirectoryPosition(value: Json | undefined): DirectoryPosition {
  const kept = isObject(value) ? value : {};
  const number = (name: string): number => (typeof kept[name] === "number" ? Number(kept[name]) : 0);
  const ids = kept["appIds"];
  return {
    usersSince: number("usersSince"),
    usersAt: number("usersAt"),
    appsAt: number("appsAt"),
    appIds: Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [],
  };
}
