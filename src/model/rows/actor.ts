/** Who did what a row tells of, as far as the row itself says. All identifiers are lower-cased. */
export interface RowActor {
  readonly kind: "user" | "service" | "machine";
  /** The strongest identifier with its kind in front: `upn:`, `oid:`, `sid:`, `sam:`, `app:`, `host:`. */
  readonly key: string;
  /** Every identifier the row gives for the same actor, `key` included, strongest first. */
  readonly keys: readonly string[];
  readonly upn: string | null;
  readonly name: string | null;
}

/** An actor that the domain knows: `subject` is the same for every row of the same actor, however it names them. */
export interface Actor extends RowActor {
  /** The user's `tuid`, or the actor's key when it is no person. */
  readonly subject: string;
  readonly tuid: string | null;
  readonly email: string | null;
}
