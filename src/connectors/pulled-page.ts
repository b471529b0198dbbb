import type { Json, PulledPage } from "./connector.ts";

/** Creates a page; every part that is not given is empty. */
export function pageOf(cursor: Json, page: Partial<PulledPage> = {}): PulledPage {
  return { rows: {}, directory: [], more: false, notes: [], ...page, cursor };
}
