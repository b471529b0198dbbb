import type { listDrift as contract } from "../contract/drift.ts";
import { DEFAULT_PAGE_SIZE } from "../contract/shapes.ts";
import { parseBound } from "../model/text/date-time.ts";
import { listDrift } from "../store/people/drift.ts";
import type { Handler } from "./handler.ts";
import { listAnswer } from "./list-page.ts";

export const handleListDrift: Handler<typeof contract> = async ({ db }, { query }) => {
  const page = await listDrift(db, {
    tuid: query.tuid,
    computator: query.computator,
    timePeriod: query.time_period,
    detectedAfter: parseBound(query.detected_after),
    after: query.next_cursor,
    limit: query.page_size ?? DEFAULT_PAGE_SIZE,
  });
  return listAnswer("items", page);
};
