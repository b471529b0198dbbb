import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openTestDatabase } from "../support/database.ts";
import { createInstallation, type Installation } from "../support/installation.ts";

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation({ migrated: true });
});
afterAll(() => installation.remove());

const isPostgres = inject("engine") === "postgres";

describe("parapet distribute", () => {
  it.each(["distribute", "distribute --dry-run", "distribute --json"])(
    "'%s' refuses a database that cannot be distributed, with the remedy, and changes nothing",
    async (line) => {
      const { code, stdout, stderr } = await installation.command(line.split(" "));
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(
        isPostgres
          ? /no Citus extension; run on the coordinator and on each worker: create extension citus|Citus is not installed/
          : /the embedded database cannot be distributed; copy it to PostgreSQL first with parapet move/,
      );
    },
  );

  it.each(["0", "1025", "many", "-1", "1.5"])("refuses --shards=%s", async (count) => {
    const { code, stderr } = await installation.command(["distribute", `--shards=${count}`]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("a whole number from 1 to 1024")]);
  });

  it("is not reported by doctor on a database that is not distributed", async () => {
    const { findings } = await installation.json<{ findings: { check: string }[] }>(["doctor"]);
    expect(findings.map(({ check }) => check)).not.toContain("shards");
  });
});

describe("functions that look at one domain after the other", () => {
  it("set the domain in the form that reaches the workers of a distributed database", async () => {
    const { database, close } = await openTestDatabase();
    try {
      const functions = await database.exclusively((_run, db) =>
        db.query<{ name: string; source: string }>(
          `select proname::text as name, prosrc as source from pg_proc
           where pronamespace = 'public'::regnamespace and prosrc like '%parapet.domain_id%'
             and proname not in ('wall_off', 'pass_domain_to_workers', 'refuse_rows_of_deleted_domain') order by proname`,
        ),
      );
      expect(functions.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["domains_with_work", "due_connectors"]),
      );
      for (const { name, source } of functions) {
        expect([name, source.includes("execute format('set local parapet.domain_id = %L', one::text)")]).toEqual([
          name,
          true,
        ]);
        expect([name, source.includes("set_config('parapet.domain_id'")]).toEqual([name, false]);
      }
    } finally {
      await close();
    }
  });
});
