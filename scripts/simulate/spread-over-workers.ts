import type { SimulatedDomain } from "./domains.ts";

/** How the rows of domains are spread over the workers of a distributed database. */
export interface Spread {
  /** The share of all rows that the fullest worker has, over an equal share. */
  readonly fullestWorker: number;
  /** The share of all rows that the fullest shard has. */
  readonly fullestShard: number;
}

/** Puts each domain into a shard at random, as a hash does, and gives the shards to the workers in turn. */
export function spreadOverWorkers(
  domains: readonly SimulatedDomain[],
  { shards, workers }: { readonly shards: number; readonly workers: number },
  random: () => number,
): Spread {
  const byShard = new Array<number>(shards).fill(0);
  const byWorker = new Array<number>(workers).fill(0);
  for (const { rate } of domains) {
    const shard = Math.floor(random() * shards);
    byShard[shard] = (byShard[shard] ?? 0) + rate;
    byWorker[shard % workers] = (byWorker[shard % workers] ?? 0) + rate;
  }
  const all = domains.reduce((sum, { rate }) => sum + rate, 0);
  return { fullestWorker: (Math.max(...byWorker) / all) * workers, fullestShard: Math.max(...byShard) / all };
}
