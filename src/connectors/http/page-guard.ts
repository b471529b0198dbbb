import { sha256 } from "../../runtime/hashing.ts";
import { ConnectorProblem } from "../connector-problem.ts";
import { onSameOrigin } from "./http-client.ts";

const MAX_PAGES = 20_000;
const MAX_LINK_LENGTH = 16_384;

/** Watches one walk over pages: it stays on one host, comes to no page twice and has an end. */
export interface PageGuard {
  /** The next page to ask for, or a problem. */
  next(link: string): URL;
}

export function createPageGuard(base: URL, maxPages = MAX_PAGES): PageGuard {
  const seen = new Set<string>();
  return {
    next: (link) => {
      if (link.length > MAX_LINK_LENGTH) throw new ConnectorProblem("malformed", `${base.host} sent an endless link`);
      const url = onSameOrigin(base, link);
      const mark = sha256(url.href);
      if (seen.has(mark)) throw new ConnectorProblem("page_loop", `${base.host} leads to the same page twice`);
      if (seen.size >= maxPages)
        throw new ConnectorProblem("page_loop", `${base.host} has more than ${maxPages} pages`);
      seen.add(mark);
      return url;
    },
  };
}
