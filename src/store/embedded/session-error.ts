/** Why a session ended: `code` is the SQLSTATE a real server would have sent. */
export class SessionError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "SessionError";
    this.code = code;
  }
}
