/** The parts of a request that the common headers depend on. */
interface RequestParts {
  readonly id: unknown;
  /** The client's protocol: that of the connection, or what a trusted proxy reports. */
  readonly protocol: string | undefined;
}

const ONE_YEAR_SECONDS = 31_536_000;

/** Returns the headers of every response; pages that need another content security policy override it. */
export function commonHeaders({ id, protocol }: RequestParts): Record<string, string> {
  return {
    "x-request-id": String(id),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    ...(protocol === "https" && { "strict-transport-security": `max-age=${ONE_YEAR_SECONDS}` }),
  };
}
