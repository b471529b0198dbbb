import { describe, expect, it } from "vitest";
import { toDistributedStatement } from "./distributed-statement.ts";

describe("a statement for a distributed database", () => {
  it("that inserts the result of a select returns the inserted rows", () => {
    const insert = "insert into t (domain_id, a) select $1, a from unnest($2::text[]) as given (a)";
    expect(toDistributedStatement(insert)).toBe(`${insert} returning true as inserted`);
    expect(toDistributedStatement(`${insert} on conflict do nothing`)).toBe(
      `${insert} on conflict do nothing returning true as inserted`,
    );
    expect(toDistributedStatement(`with old as (delete from t where domain_id = $1 returning a) ${insert}`)).toBe(
      `with old as (delete from t where domain_id = $1 returning a) ${insert} returning true as inserted`,
    );
  });

  it.each([
    "select a from t where domain_id = $1",
    "insert into t (domain_id, a) values ($1, $2)",
    "insert into t (domain_id, a) select $1, a from u where domain_id = $1 returning a",
    "update t set a = $2 where domain_id = $1",
    "delete from t where domain_id = $1",
  ])("%s stays as it is", (text) => {
    expect(toDistributedStatement(text)).toBe(text);
  });
});
