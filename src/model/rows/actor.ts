/** The actor of a row, as identified by the row alone. All identifiers are lower-cased. */
export interface RowActor {
  readonly kind: "user" | "service" | "machine";
  /** The strongest identifier, prefixed with its kind: `upn:`, `oid:`, `sid:`, `sam:`, `app:`, `host:`. */
  readonly key: string;
  /** Every identifier of the actor in the row, including `key`, strongest first. */
  readonly keys: readonly string[];
  readonly upn: string | null;
  readonly name: string | null;
}

/** An actor resolved against the directory: `subject` is the same for all rows of one actor, whatever identifier they use. */
export interface Actor extends RowActor {
  /** The `tuid` of the user, or the actor's key if it is not a known user. */
  readonly subject: string;
  readonly tuid: string | null;
  readonly email: string | null;
}
