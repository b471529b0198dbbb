import { sha256 } from "../../runtime/hashing.ts";
import { ConnectorProblem } from "../connector-problem.ts";
import { onSameOrigin } from "./http-client.ts";

const MAX_PAGES = 20_000;
const MAX_LINK_LENGTH = 16_384;

/** Guards a walk over pages: it stays on one host, visits no page twice and is bounded. */
export interface PageGuard {
  /** Returns the URL of the next page, or throws a ConnectorProblem. */
  next(link: string): URL;
}

export function createPageGuard(base: URL, maxPages = MAX_PAGES): PageGuard {
  const seen = new Set<string>();
  return {
    next: (link) => {
      if (link.length > MAX_LINK_LENGTH)
        throw new ConnectorProblem("malformed", `${base.host} sent a link longer than ${MAX_LINK_LENGTH} characters`);
      const url = onSameOrigin(base, link);
      const mark = sha256(url.href);
      if (seen.has(mark)) throw new ConnectorProblem("page_loop", `${base.host} links to a page that was read already`);
      if (seen.size >= maxPages)
        throw new ConnectorProblem("page_loop", `${base.host} has more than ${maxPages} pages`);
      seen.add(mark);
      return url;
    },
  };
}
