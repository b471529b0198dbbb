import type { listNhiClusters as contract } from "../contract/nhi/cluster.ts";
import { DEFAULT_PAGE_SIZE } from "../contract/shapes.ts";
import { listNhiClusters } from "../store/people/nhi-clusters.ts";
import type { Handler } from "./handler.ts";
import { listAnswer } from "./list-page.ts";

export const handleListNhiClusters: Handler<typeof contract> = async ({ db }, { query }) => {
  const page = await listNhiClusters(db, {
    after: query.next_cursor,
    limit: query.page_size ?? DEFAULT_PAGE_SIZE,
  });
  return listAnswer("items", page);
};
