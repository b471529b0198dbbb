import { describe, expect, it } from "vitest";
import type { ShardReport } from "../../store/distribution/shard-report.ts";
import { describeShards } from "./check-shards.ts";

const even: ShardReport = {
  shards: 4,
  tables: 60,
  workers: [
    { address: "10.0.0.1:5432", shards: 2, bytes: 2_000_000_000 },
    { address: "10.0.0.2:5432", shards: 2, bytes: 2_000_000_000 },
  ],
  largest: { bytes: 1_100_000_000, domains: ["northwind"] },
  misplaced: [],
  droppedKeys: 0,
};

describe("the shards of a distributed database", () => {
  it("are described with the size of each worker and the largest shard against the mean", () => {
    expect(describeShards(even)).toBe(
      "60 tables in 4 shards: 10.0.0.1:5432 2 (2000 MB), 10.0.0.2:5432 2 (2000 MB); the largest shard has 1.1 times the mean",
    );
  });

  it("warn about a shard with many times the mean, and name its domains", () => {
    const skewed = { ...even, shards: 32, largest: { bytes: 2_000_000_000, domains: ["northwind", "contoso"] } };
    expect(describeShards(skewed)).toMatchObject({ warning: expect.stringMatching(/16\.0 times.*northwind, contoso/) });
  });

  it("warn about a worker with much more than another", () => {
    const [first] = even.workers;
    const uneven = { ...even, workers: [{ ...first, bytes: 4_000_000_000 }, ...even.workers.slice(1)] } as ShardReport;
    expect(describeShards(uneven)).toMatchObject({ warning: expect.stringContaining("citus_rebalance_start()") });
  });

  it("do not warn while the database is small", () => {
    const workers = even.workers.map((worker, at) => ({ ...worker, bytes: at * 1_000_000 }));
    expect(describeShards({ ...even, workers, largest: { bytes: 1_000_000, domains: [] } })).toEqual(
      expect.any(String),
    );
  });

  it("fail if a table is not where it belongs or a foreign key is missing", () => {
    expect(() => describeShards({ ...even, misplaced: ["row_days"] })).toThrow(/row_days.*parapet distribute/);
    expect(() => describeShards({ ...even, droppedKeys: 3 })).toThrow(/3 foreign keys missing.*parapet distribute/);
  });
});
