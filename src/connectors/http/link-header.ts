import type { ReplyHeaders } from "./retry-delay.ts";

/** The address that a `Link` header gives for a relation, if it does. */
export function linkOf(headers: ReplyHeaders, relation: string): string | undefined {
  const values = [headers["link"] ?? []].flat();
  for (const value of values) {
    for (const match of value.matchAll(/<([^<>]*)>([^<]*)/g)) {
      const [, address, parameters = ""] = match;
      if (new RegExp(`;\\s*rel="?${relation}"?\\s*(?:[;,]|$)`).test(parameters.trimEnd())) return address;
    }
  }
  return undefined;
}
