import type { DirectoryKind } from "../model/directory-kind.ts";
import type { LogTable } from "../model/rows/log-row.ts";
import type { Chance } from "../runtime/chance.ts";
import type { Clock } from "../runtime/clock.ts";
import type { AddressRules } from "./http/address-rules.ts";

/** JSON as it is kept between two polls. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** One setting of a connector type, as an operator writes it. */
export interface Setting {
  readonly meaning: string;
  /** Encrypted at rest and never shown again. */
  readonly secret?: boolean;
  readonly required?: boolean;
  readonly default?: string;
  /** Why the text cannot be used, if so. */
  readonly problem?: (text: string) => string | undefined;
}

/** Settings and secrets together, as text, defaults filled in. */
export type Settings = Readonly<Record<string, string>>;

/** A connector's contact with the world, given to it so that tests can hold time still. */
export interface ConnectorWorld {
  readonly clock: Clock;
  readonly chance: Chance;
  /** Ends early, without an error, when the signal says so. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Which addresses inside the network may be reached; all others there are refused. */
  readonly addresses: AddressRules;
  /** Ends what is under way: the process is about to stop, or the poll ran over its time. */
  readonly signal?: AbortSignal | undefined;
}

/** Directory objects of one kind, in the shape the directory's own API gives them. */
export interface DirectoryObjects {
  readonly kind: DirectoryKind;
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  /**
   * Set while everything of this kind is walked through: after the last page of the walk, objects of the kind that no
   * page of it named are gone. Without it the objects are changes, and one that is gone carries `@removed`.
   */
  readonly walk?: { readonly first: boolean; readonly last: boolean } | undefined;
  /** Changes of a directory that may stand beside another one, whose walks must not forget them. */
  readonly beside?: boolean;
}

/** A line of NDJSON; or why a line of the source cannot be brought, which counts as one that was not understood. */
export type PulledLine = string | { readonly problem: string };

/** Something that lies at the source and is not read. The reason continues a sentence that starts with the place. */
export interface SkippedItem {
  readonly place: string;
  readonly reason: string;
}

/** What one step of a pull brought. It is stored together with its cursor, or not at all. */
export interface PulledPage {
  /** Lines by table. */
  readonly rows: Readonly<Partial<Record<LogTable, readonly PulledLine[]>>>;
  readonly directory: readonly DirectoryObjects[];
  /** Where the next pull goes on, once this page is stored. */
  readonly cursor: Json;
  /** Whether more is waiting already. */
  readonly more: boolean;
  /** What an operator should know: a table that is missing, a permission that is not given. */
  readonly notes: readonly string[];
  /** The file that the lines of the page are of, and the number that each has in it. */
  readonly file?: { readonly name: string; readonly numbers: readonly number[] };
  /** For the log: each is told once, not with every pull. */
  readonly skipped?: readonly SkippedItem[];
}

/** An outside system that is ready to be asked. It knows nothing of where its pages go. */
export interface Source {
  /** Everything new since the cursor, page by page; ends when nothing more is waiting. */
  pull(cursor: Json | undefined): AsyncIterable<PulledPage>;
  close(): void;
}

/** A type of the catalog that Parapet pulls from by itself. */
export interface Connector {
  readonly connectorType: string;
  readonly settings: Readonly<Record<string, Setting>>;
  /** The settings that say which source it is: a cursor of another one is of no use. */
  readonly identity: readonly string[];
  /** How long to leave it alone when nothing more was waiting. */
  readonly pollEveryMs: number;
  /** Why these settings do not go together, if so. */
  readonly problem?: (settings: Settings) => string | undefined;
  open(settings: Settings, world: ConnectorWorld): Source;
}
