import { FAILURE_STATUS, type Failure } from "../model/failure.ts";

/** An error response, wherever the error was raised. */
export interface FailureReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Renders every error response; the 423 body is fixed by the specification and has no request id. */
export function toFailureReply(failure: Failure, requestId: string): FailureReply {
  const { code, message, details } = failure;
  const body =
    code === "resource_not_ready"
      ? { error: code, ...details }
      : { error: code, message: sentence(message), request_id: requestId, ...details };
  return {
    status: FAILURE_STATUS[code],
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...(FAILURE_STATUS[code] === 401 && { "www-authenticate": 'ApiKey realm="parapet", Bearer realm="parapet"' }),
      ...failure.headers,
    },
    body: JSON.stringify(body),
  };
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`;
}
