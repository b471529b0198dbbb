import type { DirectoryKind } from "../model/directory-kind.ts";
import type { LogTable } from "../model/rows/log-row.ts";
import type { Chance } from "../runtime/chance.ts";
import type { Clock } from "../runtime/clock.ts";
import type { AddressRules } from "./http/address-rules.ts";

/** The state that is stored between two polls. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A setting of a connector type. */
export interface Setting {
  readonly meaning: string;
  /** Encrypted at rest and never shown again. */
  readonly secret?: boolean;
  readonly required?: boolean;
  /** Has several lines, such as a key in PEM. */
  readonly isMultiline?: boolean;
  /** An address that secrets, or tokens obtained with them, are sent to. */
  readonly isDestination?: boolean;
  readonly default?: string;
  /** Returns why the text is invalid, or undefined. */
  readonly problem?: (text: string) => string | undefined;
}

/** Settings and secrets together, as text, defaults filled in. */
export type Settings = Readonly<Record<string, string>>;

/** What a connector needs from the process; passed in so that tests control time and chance. */
export interface ConnectorWorld {
  readonly clock: Clock;
  readonly chance: Chance;
  /** Resolves early when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Decides which internal addresses may be reached. */
  readonly addresses: AddressRules;
  /** Aborted when the process stops or the poll takes too long. */
  readonly signal?: AbortSignal | undefined;
  /** Set while somebody waits for the result: a request is retried once, and not if a retry would hardly help. */
  readonly isImpatient?: true | undefined;
  /** Called before each attempt of a request. */
  readonly onAttempt?: ((attempt: RequestAttempt) => void) | undefined;
}

/** An attempt of a request to a source. */
export interface RequestAttempt {
  readonly host: string;
  /** Starts at 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Why the attempt before this one failed. */
  readonly problem: string | undefined;
}

/** Directory objects of one kind, in the shape of Microsoft Graph. */
export interface DirectoryObjects {
  readonly kind: DirectoryKind;
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  /**
   * Set on every page of a full walk: after its last page, objects of the kind that were on no page are removed. Without
   * it the objects are changes, and a removed object has `@removed`.
   */
  readonly walk?: { readonly first: boolean; readonly last: boolean } | undefined;
  /** The objects of a second directory: a full walk of another connector does not remove them. */
  readonly beside?: boolean;
}

/** A line of NDJSON; or why a line of the source could not be read, which counts as rejected. */
export type PulledLine = string | { readonly problem: string };

/** Something at the source that is not read. The reason continues a sentence that starts with the place. */
export interface SkippedItem {
  readonly place: string;
  readonly reason: string;
}

/** One page of a poll. It is stored in the same transaction as its cursor. */
export interface PulledPage {
  /** Lines by table. */
  readonly rows: Readonly<Partial<Record<LogTable, readonly PulledLine[]>>>;
  readonly directory: readonly DirectoryObjects[];
  /** Where the next poll continues once this page is stored. */
  readonly cursor: Json;
  /** Whether more pages follow. */
  readonly more: boolean;
  /** Messages for the operator, such as a missing table or permission. */
  readonly notes: readonly string[];
  /** The file that the lines come from, and the line number of each. */
  readonly file?: { readonly name: string; readonly numbers: readonly number[] };
  /** Logged once each, not with every poll. */
  readonly skipped?: readonly SkippedItem[];
}

/** An open connection to an external system. */
export interface Source {
  /** Yields everything new since the cursor, page by page. */
  pull(cursor: Json | undefined): AsyncIterable<PulledPage>;
  close(): void;
}

/** A type of the catalog that Parapet polls. */
export interface Connector {
  readonly connectorType: string;
  readonly settings: Readonly<Record<string, Setting>>;
  /** The settings that identify the source; when one of them changes, the cursor is reset. */
  readonly identity: readonly string[];
  /** The interval between polls once nothing more is waiting. */
  readonly pollEveryMs: number;
  /** Returns why the settings contradict each other, or undefined. */
  readonly problem?: (settings: Settings) => string | undefined;
  /** Set if it reads files of the server, which nobody who administers a domain may choose. */
  readonly isLocal?: true;
  /** Checks without a network that the source exists on this machine; throws a ConnectorProblem if not. */
  readonly check?: (settings: Settings) => Promise<void>;
  open(settings: Settings, world: ConnectorWorld): Source;
}
