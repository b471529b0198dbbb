import { DEFAULT_PAGE_SIZE } from "../contract/shapes.ts";
import type { listUsers as contract } from "../contract/users.ts";
import { parseBound } from "../model/text/date-time.ts";
import { listUsers } from "../store/people/users.ts";
import type { Handler } from "./handler.ts";
import { listAnswer } from "./list-page.ts";

export const handleListUsers: Handler<typeof contract> = async ({ db }, { query }) => {
  const page = await listUsers(db, {
    search: query.search,
    updatedAfter: parseBound(query.updated_after),
    after: query.next_cursor,
    limit: query.page_size ?? DEFAULT_PAGE_SIZE,
  });
  return listAnswer("items", page);
};
