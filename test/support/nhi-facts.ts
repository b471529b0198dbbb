import { buildDirectoryAccess, type DirectoryAccess } from "../../src/analysis/access/access-model.ts";
import { createDirectoryBuilder } from "../../src/analysis/access/directory-builder.ts";
import type { DriftFact, NhiFacts } from "../../src/analysis/nhi/facts.ts";
import { fleetOf } from "../../src/analysis/nhi/fleet.ts";
import type { DirectoryKind } from "../../src/model/directory-kind.ts";
import type { Fields } from "../../src/model/fields.ts";
import type { ActivityDay, DayUse, Dimension, DirectoryChange } from "../../src/model/identity/activity.ts";
import type { LogTable } from "../../src/model/rows/log-row.ts";

/** 2026-11-02, a Monday. */
export const DAY = 20_759;

/** One value of a day: its dimension, key, count and label. */
export type Use = readonly [dimension: Dimension, key: string, count: number, label?: string];

/** Builds the days of a service that calls every `everyMinutes` on the days before the evaluation day. */
export function daysOfCalls(
  days: number,
  everyMinutes: number,
  uses: readonly Use[],
  tables: readonly LogTable[] = ["AADServicePrincipalSignInLogs"],
): readonly ActivityDay[] {
  return Array.from({ length: days }, (_, n) => dayOfCalls(DAY - days + n, everyMinutes, uses, tables));
}

export function dayOfCalls(
  day: number,
  everyMinutes: number,
  uses: readonly Use[],
  tables: readonly LogTable[] = ["AADServicePrincipalSignInLogs"],
): ActivityDay {
  const minutes = Array.from({ length: Math.floor(1_440 / everyMinutes) }, (_, n) => n * everyMinutes);
  return {
    day,
    events: minutes.length,
    failures: 0,
    signIns: 0,
    bytes: 0,
    hours: Array.from({ length: 24 }, (_, hour) => minutes.filter((minute) => Math.floor(minute / 60) === hour).length),
    tables,
    uses: uses.map(
      ([dimension, key, count, label = key]): DayUse => ({
        dimension,
        key,
        label,
        count,
        sample: { table: "AADServicePrincipalSignInLogs", contentKey: keyOf(`${day}/${dimension}/${key}`) },
      }),
    ),
    others: {},
    minutes,
    firstCalls: minutes.slice(0, 32).map((minute) => minute * 60_000 + 1),
  };
}

/** A UUID that depends on the text. */
export function keyOf(text: string): string {
  let hash = 7;
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  const hex = hash.toString(16).padStart(8, "0");
  return `${hex}-0000-4000-8000-${hex}${hex.slice(0, 4)}`;
}

export type Objects = Readonly<Partial<Record<DirectoryKind, readonly (Fields & { readonly objectId: string })[]>>>;

export function directoryOf(objects: Objects): DirectoryAccess {
  const builder = createDirectoryBuilder();
  for (const [kind, list] of Object.entries(objects)) {
    const sorted = [...list].sort((a, b) => (a.objectId < b.objectId ? -1 : 1));
    for (const { objectId, ...document } of sorted) builder.add(kind as DirectoryKind, objectId, document);
  }
  return buildDirectoryAccess(builder.build(new Set(Object.keys(objects) as DirectoryKind[])));
}

export interface Given {
  readonly days?: readonly ActivityDay[];
  readonly changes?: readonly DirectoryChange[];
  readonly drift?: readonly DriftFact[];
  readonly sources?: readonly LogTable[];
  readonly sourceDays?: number;
}

/** Builds the facts of the service or user with this object id. */
export function factsOf({ directory, access }: DirectoryAccess, objectId: string, given: Given = {}): NhiFacts {
  const firstDay = DAY - (given.sourceDays ?? 200);
  const sources = new Map((given.sources ?? []).map((table) => [table, { firstDay, lastDay: DAY - 1 }] as const));
  const service = directory.findService(objectId) ?? null;
  return {
    nuid: keyOf(objectId),
    service,
    user: service ? null : (directory.findUser(objectId) ?? null),
    name: null,
    key: `oid:${objectId}`,
    entitlements: access.entitlementsOf(objectId),
    reach: access.delivered.has("app-role-assignments") ? access.reachOf(objectId) : null,
    days: given.days ?? [],
    changes: given.changes ?? [],
    drift: given.drift ?? [],
    fleet: fleetOf(directory, sources, (id) => (directory.findUser(id) ? keyOf(`tuid ${id}`) : null)),
    day: DAY,
  };
}
