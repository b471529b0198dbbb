import type { IncomingHttpHeaders } from "node:http";
import { Failure } from "../model/failure.ts";

/**
 * Refuses a request that a page of another site made a browser send. Browsers say where a request comes from in
 * `Sec-Fetch-Site`, older ones at least in `Origin`; programs send neither.
 */
export function requireSameOrigin(headers: IncomingHttpHeaders): void {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) {
    if (site !== "same-origin" && site !== "none") throw crossSite();
    return;
  }
  const { origin, host } = headers;
  if (origin !== undefined && hostOf(origin) !== host?.toLowerCase()) throw crossSite();
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

const crossSite = () => new Failure("cross_site_request", "a page of another site sent this request");
