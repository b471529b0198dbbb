import { PROVIDERS, type Versioned } from "../../src/model/vocabulary.ts";
import { saveCases } from "../../src/store/cases/cases.ts";
import type { DomainDb, DomainHandle } from "../../src/store/database/database.ts";
import { saveDrift } from "../../src/store/people/drift.ts";
import { saveNhi } from "../../src/store/people/nhi.ts";
import { saveUsers } from "../../src/store/people/users.ts";
import { saveThreats } from "../../src/store/threats/threats.ts";
import { aCase, aDrift, aNhi, aThreat, aUser } from "./given.ts";
import type { TestDomain, TestReply } from "./service.ts";

const CHANGED_AT = new Date("2026-11-01T08:00:00.000Z");

/** An item of any list, reduced to its sort key. */
export interface Placed {
  readonly id: string;
  readonly at: Date;
}

export interface Matching extends Placed {
  readonly matches: boolean;
}

/** One of the list routes, so that a promise for all of them is tested on all of them. */
export interface ListRoute {
  readonly path: string;
  /** The member of the response that holds the items. */
  readonly member: "items" | "data";
  /** The member of an item that identifies it; also the column of `table`. */
  readonly id: string;
  readonly table: string;
  readonly resource: Versioned;
  readonly newestFirst: boolean;
  /** A filter that matches exactly the items saved as matching. */
  readonly filter: string;
  readonly save: (tx: DomainDb, items: readonly Matching[]) => Promise<unknown>;
}

export const LIST_ROUTES: readonly ListRoute[] = [
  {
    path: "/cases",
    member: "items",
    id: "case_id",
    table: "cases",
    resource: "cases",
    newestFirst: true,
    filter: "state=investigating&threat_type=sabotage",
    save: (tx, items) =>
      saveCases(
        tx,
        items.map(({ id, at, matches }) => ({
          item: aCase({
            caseId: id,
            createdAt: at,
            state: matches ? "investigating" : "discover",
            threatType: "sabotage",
          }),
          verdict: null,
          events: [],
        })),
        CHANGED_AT,
      ),
  },
  {
    path: "/threats",
    member: "data",
    id: "event_id",
    table: "threats",
    resource: "threats",
    newestFirst: true,
    filter: "category=impact&source=syslog",
    save: (tx, items) =>
      saveThreats(
        tx,
        items.map(({ id, at, matches }) =>
          aThreat({
            eventId: id,
            createdAt: at,
            category: matches ? ["persistence", "impact"] : ["persistence"],
            source: "syslog",
          }),
        ),
        CHANGED_AT,
      ),
  },
  {
    path: "/users",
    member: "items",
    id: "tuid",
    table: "users",
    resource: "users",
    newestFirst: false,
    filter: "search=okafor",
    save: (tx, items) =>
      saveUsers(
        tx,
        items.map(({ id, at, matches }) => aUser({ tuid: id, createdAt: at, name: matches ? "Ada Okafor" : "Li Wei" })),
        CHANGED_AT,
      ),
  },
  {
    path: "/nhi/personas",
    member: "items",
    id: "nuid",
    table: "nhi",
    resource: "nhi",
    newestFirst: false,
    filter: "search=export&status=dormant&provider=entra,okta",
    save: (tx, items) =>
      saveNhi(
        tx,
        items.map(({ id, at, matches }) =>
          aNhi({
            nuid: id,
            firstSeen: at,
            displayName: "payroll-export",
            status: matches ? "dormant" : "active",
            provider: { key: "okta", label: PROVIDERS.okta },
          }),
        ),
      ),
  },
  {
    path: "/drift",
    member: "items",
    id: "drift_id",
    table: "drift",
    resource: "drift",
    newestFirst: true,
    filter: "computator=application_set&time_period=30d",
    save: (tx, items) =>
      saveDrift(
        tx,
        items.map(({ id, at, matches }) =>
          aDrift({
            driftId: id,
            detectedAt: at,
            computator: matches ? "application_set" : "working_hours",
            timePeriod: "30d",
          }),
        ),
      ),
  },
];

/** Stores items of a list; those at even positions match the list's filter. */
export function givenItems(db: DomainHandle, route: ListRoute, items: readonly Placed[]): Promise<void> {
  return givenMatching(
    db,
    route,
    items.map((item, position) => ({ ...item, matches: position % 2 === 0 })),
  );
}

/** Stores items of a list, each matching its filter or not. */
export async function givenMatching(db: DomainHandle, route: ListRoute, items: readonly Matching[]): Promise<void> {
  await db.transaction((tx) => route.save(tx, items));
}

/** Removes an item as retention would: only its id and sort key remain. */
export async function removeItem(db: DomainHandle, route: ListRoute, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(`update ${route.table} set removed_at = now() where domain_id = $1 and ${route.id} = $2`, [id]);
    tx.markChanged(route.resource);
  });
}

interface ListPage {
  readonly next_cursor: string | null;
  readonly items?: readonly Readonly<Record<string, string>>[];
  readonly data?: readonly Readonly<Record<string, string>>[];
}

/** Returns a page of a list; throws on any status but 200. */
export function pageOf(reply: TestReply): ListPage {
  if (reply.status !== 200) throw new Error(`answered ${reply.status}: ${reply.text}`);
  return JSON.parse(reply.text) as ListPage;
}

/** Returns the ids of a page, in order. */
export function idsOf(reply: TestReply, route: Pick<ListRoute, "member" | "id">): readonly string[] {
  return (pageOf(reply)[route.member] ?? []).map((item) => item[route.id] ?? "");
}

/** Returns every page of a list by following `next_cursor`; `between` runs after each page but the last. */
export async function walk(
  domain: TestDomain,
  route: Pick<ListRoute, "path" | "member" | "id">,
  query: string,
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let cursor: string | null = null;
  do {
    const reply = await domain.ask(`${route.path}?${query}${cursor === null ? "" : `&next_cursor=${cursor}`}`);
    pages.push(idsOf(reply, route));
    cursor = pageOf(reply).next_cursor;
    if (cursor !== null) await between(pages.length - 1);
  } while (cursor !== null);
  return pages;
}

/** Sorts items as the list promises: newest first then id descending, or id ascending. */
export function inListOrder(route: ListRoute, items: readonly Placed[]): readonly string[] {
  const byId = (a: Placed, b: Placed) => (a.id < b.id ? -1 : Number(a.id > b.id));
  const byTime = (a: Placed, b: Placed) => b.at.getTime() - a.at.getTime() || byId(b, a);
  return [...items].sort(route.newestFirst ? byTime : byId).map(({ id }) => id);
}
