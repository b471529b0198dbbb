import type { LogTable } from "../rows/log-row.ts";

/**
 * What a row states about an activity. The values of a day are counted by dimension. Of failed operations only `call`
 * and `failure` are counted: where somebody failed to sign in from is not where the identity usually is. Append only:
 * packed days contain the places of the dimensions in this list.
 */
export const DIMENSIONS = [
  /** The application that was used: its id, or its name where rows have no id. Successful uses only. */
  "application",
  /** The class and name of an operation: `write:Update user`. */
  "operation",
  /** A site, team, mailbox, resource group, repository or API, with its kind: `site:finance`. */
  "resource",
  /** Two-letter code. */
  "country",
  /** The autonomous system, or the network of the address. */
  "network",
  /** Device class and operating system: `managed_desktop/Windows`. */
  "device",
  /** The authentication method of a sign-in. */
  "authentication",
  /** The id of the credential that a service used. */
  "credential",
  /** The workload, federated subject or host that used a service's identity. */
  "caller",
  /** One call of a service as JSON: `[operation, system, target, result, code, authentication]`. */
  "call",
  /** The result code of a failure. */
  "failure",
  /**
   * What another product flagged about the identity: the table and the kind, such as `Anomalies:Anomalous sign-in` or
   * `AADUserRiskEvents:leakedCredentials`. Rows of BehaviorAnalytics count only with an InvestigationPriority of 7 or
   * more. Such rows are not activity of the identity: they add nothing to its events, hours and other dimensions.
   */
  "alert",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The classes of operations; the key of an operation starts with its class and a colon. */
export const OPERATION_CLASSES = [
  "sign_in",
  "read",
  "write",
  "delete",
  "admin",
  "secret",
  "export",
  "execute",
  "other",
] as const;
export type OperationClass = (typeof OPERATION_CLASSES)[number];

/** A log row, by its table and content key; the row id that a reader sees is looked up when a result is rendered. */
export interface RowRef {
  readonly table: LogTable;
  readonly contentKey: string;
}

/** How often an identity had one value of a dimension on one day, with one of the rows as evidence. */
export interface DayUse {
  readonly dimension: Dimension;
  /** Identifies the value; equal values have equal keys on every day and for every identity. */
  readonly key: string;
  /** The value for a reader. */
  readonly label: string;
  readonly count: number;
  /** The row with the smallest content key, so that the choice does not depend on the order of rows. */
  readonly sample: RowRef;
}

/**
 * What one identity did on one UTC day. It is a function of the set of that day's rows: their order, repetition and
 * batches do not matter. Values beyond a fixed number per dimension are counted in `others` only.
 */
export interface ActivityDay {
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
  readonly events: number;
  readonly failures: number;
  /** Successful interactive sign-ins. */
  readonly signIns: number;
  readonly bytes: number;
  /** Events by hour of the day, 24 numbers. */
  readonly hours: readonly number[];
  /** The tables that the rows came from. */
  readonly tables: readonly LogTable[];
  readonly uses: readonly DayUse[];
  readonly others: Readonly<Partial<Record<Dimension, number>>>;
  /** The minutes of the day with a call, ascending; only of services. */
  readonly minutes: readonly number[];
  /** The first calls of the day in milliseconds since its start, ascending, at most 32; only of services. */
  readonly firstCalls: readonly number[];
}

/** A change of the directory that an audit row reports. */
export interface DirectoryChange {
  readonly at: Date;
  readonly row: RowRef;
  readonly change:
    | "role_added"
    | "role_removed"
    | "role_activated"
    | "group_member_added"
    | "group_member_removed"
    | "app_role_added"
    | "app_role_removed"
    | "grant_added"
    | "grant_removed"
    | "azure_role_added"
    | "azure_role_removed"
    /** The operation failed: its other rows report no change. Readers of changes do not get it. */
    | "azure_role_failed"
    | "owner_added"
    | "owner_removed"
    | "credential_added"
    | "credential_removed"
    | "identity_created"
    | "identity_removed";
  /** The actor key of whoever made the change, and the name to show. */
  readonly by: string | null;
  readonly byName: string | null;
  /** The principal or object that was changed, as an actor key such as `oid:…` or `upn:…`. */
  readonly target: string;
  /** The role, group, application, permission, owner or credential: its id if the row has it, and its name. */
  readonly objectId: string | null;
  readonly objectName: string | null;
  /** The operation, where several rows report one change of it. */
  readonly operation?: string;
}
