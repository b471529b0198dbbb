/** A failure of the database that is not caused by the statement: the same request may succeed later. */
export interface Outage {
  readonly reason: string;
  /** The connection must not be used again. */
  readonly losesConnection: boolean;
}

interface Rule extends Outage {
  /** Prefixes of the SQLSTATEs it covers. */
  readonly codes: readonly string[];
}

const AWAY = "the database connection was lost";
const BUSY = "the database is busy";
const STORAGE = "the database cannot use its storage";

/**
 * The SQLSTATEs that are outages. Everything else is reported as an internal error, including XX000 to XX002: an
 * internal error of the database or corrupted data does not go away by itself.
 */
const RULES: readonly Rule[] = [
  // Connection exceptions, and a server that shuts down, starts up, or terminated this session.
  { codes: ["08", "57P"], reason: AWAY, losesConnection: true },
  // A standby, or a primary that was demoted: only a new connection can find the new primary.
  { codes: ["25006"], reason: "the database is read-only", losesConnection: true },
  // The server ends the session with these: idle in transaction, and transaction timeout.
  { codes: ["25P03", "25P04"], reason: BUSY, losesConnection: true },
  // A prepared statement does not exist: a proxy has switched the server session.
  { codes: ["26000"], reason: AWAY, losesConnection: true },
  // Serialization failure, deadlock, unknown completion, and a standby that cancels a conflicting query.
  { codes: ["40000", "40001", "40003", "40P01"], reason: BUSY, losesConnection: false },
  // Disk full, and input/output errors or missing files of the server.
  { codes: ["53100", "58"], reason: STORAGE, losesConnection: false },
  // Out of memory, too many connections, a configured limit.
  { codes: ["53"], reason: BUSY, losesConnection: false },
  // Object not in the required state (recovery), object in use, lock not available.
  { codes: ["55000", "55006", "55P03"], reason: BUSY, losesConnection: false },
  // Canceled by a time limit or by an operator.
  { codes: ["57014", "57000"], reason: BUSY, losesConnection: false },
  // Snapshot too old.
  { codes: ["72000"], reason: BUSY, losesConnection: false },
];

/** Errors of `node:net` and `pg`, which have no SQLSTATE. */
const LOST =
  /ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|Connection terminated|not queryable|Client was closed|timeout exceeded/;

/** Classifies a database error; returns undefined when a retry would not help. */
export function outageOf(error: unknown): Outage | undefined {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const state = String(code ?? "");
  const rule = /^[0-9A-Z]{5}$/.test(state)
    ? RULES.find(({ codes }) => codes.some((start) => state.startsWith(start)))
    : undefined;
  if (rule) return rule;
  return LOST.test(`${state} ${String(message ?? "")}`) ? { reason: AWAY, losesConnection: true } : undefined;
}
