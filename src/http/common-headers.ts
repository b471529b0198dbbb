/** Sent with everything; pages that need more say so themselves. */
export function commonHeaders(requestId: string): Record<string, string> {
  return {
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
  };
}
