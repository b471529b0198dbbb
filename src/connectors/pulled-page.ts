import type { Json, PulledPage } from "./connector.ts";

/** A page with what it is about; the rest of it is empty. */
export function pageOf(cursor: Json, page: Partial<PulledPage> = {}): PulledPage {
  return { rows: {}, directory: [], more: false, notes: [], ...page, cursor };
}
