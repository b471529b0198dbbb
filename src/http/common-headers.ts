/** What the common headers depend on. */
interface Asked {
  readonly id: unknown;
  /** As the client speaks it: the connection's own, or what a trusted proxy reports. */
  readonly protocol: string | undefined;
}

const ONE_YEAR_SECONDS = 31_536_000;

/** Sent with everything; pages that need more say so themselves. */
export function commonHeaders({ id, protocol }: Asked): Record<string, string> {
  return {
    "x-request-id": String(id),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    ...(protocol === "https" && { "strict-transport-security": `max-age=${ONE_YEAR_SECONDS}` }),
  };
}
