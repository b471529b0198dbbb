/** A detector that is switched off in a domain. */
export interface RuleSwitch {
  /** The detector's slug. */
  readonly detector: string;
  readonly reason: string;
  /** The kind and id of the actor. */
  readonly switchedBy: string;
  readonly switchedAt: Date;
}

/** An entity about which a detector reports nothing. */
export interface RuleException {
  readonly exceptionId: string;
  readonly detector: string;
  /** Lower-case: an address, a user, an application, a host. */
  readonly entity: string;
  readonly reason: string;
  readonly madeBy: string;
  readonly madeAt: Date;
  /** Null if it applies until somebody ends it. */
  readonly expiresAt: Date | null;
}

/** The findings that a domain does not want. */
export interface RuleSettings {
  /** The slugs of the detectors that are off. */
  readonly off: ReadonlySet<string>;
  /** By detector and entity, when the exception ends in epoch milliseconds; infinity if it does not. */
  readonly exceptions: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export const MAX_ENTITY_LENGTH = 320;

/** Returns an entity in the form in which it is stored and compared. */
export const normalizeEntity = (text: string): string => text.trim().toLowerCase();

/** How long a verdict that refutes a detector for a subject makes it weigh less for that subject. */
export const LEARNED_EXCEPTION_MS = 30 * 86_400_000;
