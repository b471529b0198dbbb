import type { OperationClass } from "../../model/identity/activity.ts";
import type { RowActor } from "../../model/rows/actor.ts";
import type { LogRow } from "../../model/rows/log-row.ts";

/** A value of a dimension before it is normalized: `key` identifies it, `label` is for a reader. */
export interface Named {
  readonly key: string;
  readonly label: string;
}

/** `partial`: a step of an operation whose end another row reports. */
export type ActResult = "success" | "failure" | "partial";

/** What the actor of a row did, as the reader of its table understands it. */
export interface Act {
  readonly result: ActResult;
  /** The result code of a failure. */
  readonly code?: string | null;
  readonly class: OperationClass;
  /** The name of the operation. */
  readonly name: string;
  /** Identifies the operation if its name is not stable. */
  readonly nameKey?: string;
  readonly isInteractive?: boolean;
  readonly bytes?: number | null;
  readonly application?: Named | null;
  /** With their kind: `site:finance`. */
  readonly resources?: readonly Named[];
  readonly device?: string | null;
  readonly authentication?: string | null;
  readonly credential?: string | null;
  readonly callers?: readonly (string | null)[];
  /** Whether the address in the row is not the actor's. */
  readonly isElsewhere?: boolean;
}

/** Returns what the actor did; null if the row does not report an act of its actor. */
export type ActReader = (row: LogRow, actor: RowActor) => Act | null;

/** Creates a value from an id and a name, either of which a row may lack. */
export function named(id: string | null, name: string | null, kind = ""): Named | null {
  const key = id ?? name;
  if (key === null) return null;
  return { key: `${kind}${key}`, label: `${kind}${name ?? key}` };
}
