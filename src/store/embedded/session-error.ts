/** The reason a session ended; `code` is the SQLSTATE that a PostgreSQL server would send. */
export class SessionError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "SessionError";
    this.code = code;
  }
}
