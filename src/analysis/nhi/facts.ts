import type { ActivityDay, DirectoryChange } from "../../model/identity/activity.ts";
import type { DirectoryModel, DirectoryService, DirectoryUser } from "../../model/identity/directory.ts";
import type { Entitlement, Reach } from "../../model/identity/entitlement.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import type { DriftPeriod } from "../../model/vocabulary.ts";

/** Days of activity that sections use. */
export const WINDOW_DAYS = 90;
/** Days of activity that are read: enough to see that something was idle for 90 days before it was used again. */
export const HISTORY_DAYS = 210;

/** A stored drift event of an identity. */
export interface DriftFact {
  readonly driftId: string;
  readonly computator: string;
  readonly timePeriod: DriftPeriod;
  readonly detectedAt: Date;
  readonly severity: "low" | "medium" | "high";
  readonly headline: string;
}

/** What is known about all identities of a domain and needed to judge one. */
export interface Fleet {
  readonly directory: DirectoryModel;
  /** The log tables that have delivered rows, with the first and last day of their events. */
  readonly sources: ReadonlyMap<LogTable, { readonly firstDay: number; readonly lastDay: number }>;
  /** The tenant that owns most applications; null if owners are not exported. */
  readonly ownTenantId: string | null;
  /** How many identities have a credential with this key id or thumbprint. */
  readonly holdersOf: (credential: string) => number;
  /** Names of applications of the vendor, folded, for the comparison with look-alikes. */
  readonly vendorNames: ReadonlySet<string>;
  /** The id of a user, by the object id. */
  readonly findTuid: (objectId: string) => string | null;
}

/** Everything that is known about one identity. */
export interface NhiFacts {
  readonly nuid: string;
  /** The directory object, if there is one. */
  readonly service: DirectoryService | null;
  readonly user: DirectoryUser | null;
  /** The name in rows, for an actor that is in no directory. */
  readonly name: string | null;
  /** The strongest identifier in rows. */
  readonly key: string | null;
  readonly entitlements: readonly Entitlement[];
  /** Null if no grants were delivered. */
  readonly reach: Reach | null;
  /** The last days before the evaluation day, ascending. */
  readonly days: readonly ActivityDay[];
  /** Changes of this identity, ascending. */
  readonly changes: readonly DirectoryChange[];
  readonly drift: readonly DriftFact[];
  readonly fleet: Fleet;
  /** The evaluation day as days since 1970-01-01. */
  readonly day: number;
}

const DAY_MS = 86_400_000;

export const isoOfDay = (day: number): string => new Date(day * DAY_MS).toISOString();
export const dayOfDate = (date: Date): number => Math.floor(date.getTime() / DAY_MS);
export const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null;
export const round = (value: number, digits = 4): number => Number(value.toFixed(digits));

/** Compares by code units, the same everywhere. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The name to show, cleaned by whoever shows it. */
export const nameOf = ({ service, user, name, key }: NhiFacts): string =>
  service?.displayName ?? user?.displayName ?? user?.userPrincipalName ?? name ?? service?.appId ?? key ?? "unknown";

export const objectIdOf = ({ service, user }: Pick<NhiFacts, "service" | "user">): string | null =>
  service?.objectId ?? user?.objectId ?? null;
