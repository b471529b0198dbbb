import { toAmount } from "../../model/text/amount.ts";
import type { Database } from "../../store/database/database.ts";
import { readShardReport, type ShardReport } from "../../store/distribution/shard-report.ts";
import { attempt, type Finding, type Found } from "./finding.ts";

/** Checks how the rows lie on the workers; returns nothing for a database that is not distributed. */
export async function checkShards(database: Database): Promise<readonly Finding[]> {
  let report: ShardReport | undefined;
  const finding = await attempt("shards", async () => {
    report = await readShardReport(database);
    return report ? describeShards(report) : "not distributed";
  });
  return report || !finding.ok ? [finding] : [];
}

/** Below this, sizes say nothing about how the load will be shared. */
const SMALL_BYTES = 1_000_000_000;
/** A shard this many times the mean keeps a worker busy that others could help. */
const LARGE_SHARD = 5;
const UNEVEN_WORKERS = 1.5;

/** Describes shards and skew, with a warning and its remedy where one shard or worker has much more than the others. */
export function describeShards({ shards, tables, workers, largest, misplaced, droppedKeys }: ShardReport): Found {
  if (misplaced.length > 0 || droppedKeys > 0) {
    const left = [
      ...(misplaced.length > 0 ? [`not distributed: ${misplaced.join(", ")}`] : []),
      ...(droppedKeys > 0 ? [`${toAmount(droppedKeys, "foreign key")} missing`] : []),
    ];
    throw new Error(`${left.join("; ")}; stop the servers and run parapet distribute`);
  }
  const total = workers.reduce((sum, { bytes }) => sum + bytes, 0);
  const mean = total / Math.max(shards, 1);
  const skew = mean > 0 ? largest.bytes / mean : 1;
  const placed = workers
    .map(({ address, shards: own, bytes }) => `${address} ${own} (${toMegabytes(bytes)})`)
    .join(", ");
  const text = `${toAmount(tables, "table")} in ${toAmount(shards, "shard")}: ${placed}; the largest shard has ${skew.toFixed(1)} times the mean`;
  if (total < SMALL_BYTES) return text;
  if (skew > LARGE_SHARD) {
    const names = largest.domains.join(", ");
    return { warning: `${text}; it has ${names}; docs/scaling.md describes how to give a domain a worker of its own` };
  }
  const sizes = workers.map(({ bytes }) => bytes);
  if (Math.max(...sizes) > UNEVEN_WORKERS * Math.min(...sizes))
    return { warning: `${text}; run on the coordinator: select citus_rebalance_start()` };
  return text;
}

const toMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
