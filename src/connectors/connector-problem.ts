/** Kinds of poll failures; docs/connectors.md names the remedy for each. */
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
  /** The delay that the server asked for. */
  readonly retryAfterMs?: number | undefined;
  /** The HTTP status of the response, if there was one. */
  readonly status?: number | undefined;
  /** The error code in the response, or of the connection. */
  readonly code?: string | undefined;
}

/** The failure of a connector. Its message never contains a secret, a query string or free text of the server. */
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
