import { DEFAULT_PAGE_SIZE } from "../contract/shapes.ts";
import type { listThreats as contract } from "../contract/threats.ts";
import { invalid } from "../http/read-query.ts";
import { parseBound } from "../model/text/date-time.ts";
import type { DomainDb } from "../store/database/database.ts";
import { findAddressees } from "../store/people/users.ts";
import { listThreats } from "../store/threats/threats.ts";
import type { Handler } from "./handler.ts";
import { createdWindow, listAnswer } from "./list-page.ts";

export const handleListThreats: Handler<typeof contract> = async (caller, { query }) => {
  const page = await listThreats(caller.db, {
    ...createdWindow(query),
    updatedAfter: parseBound(query.updated_after),
    subjects: await subjectsOf(caller.db, query.email, query.tuid?.toLowerCase()),
    category: query.category,
    source: query.source,
    severity: query.severity,
    after: query.next_cursor,
    limit: query.page_size ?? DEFAULT_PAGE_SIZE,
  });
  return listAnswer("data", page);
};

/** Resolves `email` and `tuid` to subjects. Different users are an error: an empty list would read as "no threats". */
async function subjectsOf(
  db: DomainDb,
  email: string | undefined,
  tuid: string | undefined,
): Promise<readonly string[] | undefined> {
  if (email === undefined) return tuid === undefined ? undefined : [tuid];
  const { tuids, addresses } = await findAddressees(db, email);
  if (tuid === undefined) return [...tuids, ...addresses];
  if (!tuids.includes(tuid)) throw invalid("tuid", "and parameter 'email' do not refer to the same known user");
  return [tuid];
}
