import type { listCases as contract } from "../contract/cases.ts";
import { DEFAULT_PAGE_SIZE } from "../contract/shapes.ts";
import { parseBound } from "../model/text/date-time.ts";
import { listCases } from "../store/cases/cases.ts";
import { findAddressees } from "../store/people/users.ts";
import type { Handler } from "./handler.ts";
import { createdWindow, listAnswer } from "./list-page.ts";

export const handleListCases: Handler<typeof contract> = async (caller, { query }) => {
  const page = await listCases(caller.db, {
    ...createdWindow(query),
    addressees: query.email === undefined ? undefined : await findAddressees(caller.db, query.email),
    state: query.state,
    threatType: query.threat_type,
    updatedAfter: parseBound(query.updated_after),
    include: query.include ?? [],
    after: query.next_cursor,
    limit: query.page_size ?? DEFAULT_PAGE_SIZE,
  });
  return listAnswer("items", page);
};
