import type { ExchangeReply } from "./exchange.ts";

export type ReplyHeaders = ExchangeReply["headers"];

/** Returns the delay that the server asks for, by `Retry-After` or by the reset time of its rate limit. */
export function requestedDelayMs(headers: ReplyHeaders, now: Date): number | undefined {
  const after = oneOf(headers, "retry-after");
  if (after !== undefined) {
    if (/^\d{1,9}$/.test(after)) return Number(after) * 1_000;
    const until = Date.parse(after);
    if (Number.isFinite(until)) return Math.max(0, until - now.getTime());
  }
  const reset = oneOf(headers, "x-rate-limit-reset");
  if (reset !== undefined && /^\d{1,12}$/.test(reset)) return Math.max(0, Number(reset) * 1_000 - now.getTime());
  return undefined;
}

export function oneOf(headers: ReplyHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value.trim() : value?.[0]?.trim();
}
