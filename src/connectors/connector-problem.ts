/** Why a pull failed, in words an operator can act on. */
export const PROBLEM_KINDS = [
  "bad_settings",
  "bad_credentials",
  "not_permitted",
  "address_refused",
  "unreachable",
  "busy",
  "too_slow",
  "too_large",
  "malformed",
  "page_loop",
  "refused",
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export interface ProblemDetails {
  /** How long the other side asked to be left alone. */
  readonly retryAfterMs?: number | undefined;
  /** The status of the answer, where there was one. */
  readonly status?: number | undefined;
  /** What the other side calls the error. */
  readonly code?: string | undefined;
}

/** A connector's failure. Its message never holds a secret, a query string or a text the other side chose freely. */
export class ConnectorProblem extends Error {
  readonly kind: ProblemKind;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly code: string | undefined;

  constructor(kind: ProblemKind, message: string, details: ProblemDetails = {}) {
    super(message);
    this.name = "ConnectorProblem";
    this.kind = kind;
    this.retryAfterMs = details.retryAfterMs;
    this.status = details.status;
    this.code = details.code;
  }
}
