import type { listNhi as contract } from "../contract/nhi.ts";
import { DEFAULT_PAGE_SIZE } from "../contract/shapes.ts";
import { findProvider } from "../model/provider.ts";
import { listNhi } from "../store/people/nhi.ts";
import type { Handler } from "./handler.ts";
import { listAnswer } from "./list-page.ts";

export const handleListNhi: Handler<typeof contract> = async (caller, { query }) => {
  const page = await listNhi(caller.db, {
    search: query.search,
    classes: query.nhi_class,
    providers: query.provider?.flatMap((name) => findProvider(name) ?? []),
    status: query.status === "all" ? undefined : query.status,
    hasPersona: query.has_persona,
    after: query.next_cursor,
    limit: query.page_size ?? DEFAULT_PAGE_SIZE,
  });
  return listAnswer("items", page);
};
