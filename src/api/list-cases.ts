import type { listCases as contract } from "../contract/cases.ts";
import { DEFAULT_PAGE_SIZE } from "../contract/shapes.ts";
import { type CaseInclude, listCases } from "../store/cases/cases.ts";
import { findAddressees } from "../store/people/users.ts";
import type { Handler } from "./handler.ts";
import { dateOf, listAnswer, readWindow } from "./list-page.ts";
import { requireReady } from "./require-ready.ts";

export const handleListCases: Handler<typeof contract> = async (caller, { query }) => {
  const window = readWindow(query);
  await requireReady(caller, "cases");
  const page = await listCases(caller.db, {
    ...window,
    addressees: query.email === undefined ? undefined : await findAddressees(caller.db, query.email),
    state: query.state,
    threatType: query.threat_type,
    updatedAfter: dateOf(query.updated_after),
    include: toInclude(query.include),
    after: query.next_cursor,
    limit: query.page_size ?? DEFAULT_PAGE_SIZE,
  });
  return listAnswer("items", page);
};

export function toInclude(include: readonly ("state" | "verdict")[] = []): CaseInclude {
  return { state: include.includes("state"), verdict: include.includes("verdict") };
}
