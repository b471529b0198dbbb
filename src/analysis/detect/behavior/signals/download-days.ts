import { appendTo } from "../../../../model/append-to.ts";
import { DAY_MS, type Hit, periodOf, type RowHit, type SeenRow } from "../../stateful-detector.ts";
import { hitOfActor, supporting } from "../hits.ts";
import { FILE_TABLES, fileOperationOf, isDownload, isSynchronization } from "./file-operation.ts";

/** The hits that detectors of downloads share. */
export const DOWNLOAD_MEMORY = "download_volume@1";

/** Another act on a file: it shows that the user was observed, also on days without downloads. */
const PRESENT = "present";

/** Returns the hit of a download, or a supporting one of another act on a file. */
export function downloadHits(seen: SeenRow): readonly Hit[] {
  const operation = fileOperationOf(seen.row);
  if (operation === null) return [];
  if (!isDownload(operation)) return operation.item === null ? [] : supporting(hitOfActor(seen, PRESENT));
  return isSynchronization(seen.row) ? [] : hitOfActor(seen, seen.row.table);
}

/** Returns the downloads of each day that has some, oldest first; of two tables that log the same those of the fuller one. */
export function downloadDays(hits: readonly RowHit[]): ReadonlyMap<number, readonly RowHit[]> {
  const days = new Map<number, RowHit[]>();
  for (const hit of hits) if (hit.value !== PRESENT) appendTo(days, periodOf(hit.at, DAY_MS), hit);
  return new Map([...days].map(([day, ofDay]) => [day, fullestOf(ofDay)]));
}

function fullestOf(hits: readonly RowHit[]): readonly RowHit[] {
  const byTable = FILE_TABLES.map((table) => hits.filter(({ value }) => value === table));
  return byTable.reduce((most, other) => (totalOf(other) > totalOf(most) ? other : most));
}

export const totalOf = (hits: readonly RowHit[]): number => hits.reduce((sum, { count }) => sum + count, 0);

/** Returns the hit with which a day's total reached a limit. */
export function crossing(hits: readonly RowHit[], most: number): RowHit | undefined {
  let sum = 0;
  return hits.find(({ count }) => {
    sum += count;
    return sum >= most;
  });
}
