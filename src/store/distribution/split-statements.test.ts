import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { splitStatements } from "./split-statements.ts";

const FOLDER = new URL("../migrations/", import.meta.url);

describe("the statements of a script", () => {
  it("end with a semicolon or with the script", () => {
    expect(splitStatements("select 1; select 2;\n\nselect 3")).toEqual(["select 1", "select 2", "select 3"]);
    expect(splitStatements(" \n-- nothing; at all\n")).toEqual([]);
  });

  it("may have semicolons in texts, names, comments and bodies of functions", () => {
    const statements = [
      "select 'a;b', 'it''s; c' as \"d;e\"",
      "-- first; second\nselect 1 /* x; y */",
      "create function f() returns void language plpgsql as $$ begin perform 1; perform ';'; end $$",
      "do $body$ begin execute $$select 1;$$; end $body$",
    ];
    expect(splitStatements(statements.join(";\n"))).toEqual(statements);
  });

  it.each(readdirSync(FOLDER))("of %s are whole", (name) => {
    const script = readFileSync(new URL(name, FOLDER), "utf8");
    const statements = splitStatements(script);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) expect(STARTS).toContain(firstWordOf(statement));
    expect(squeeze(script).startsWith(squeeze(statements.join("")))).toBe(true);
  });
});

const STARTS = ["create", "alter", "select", "do", "drop", "insert", "update", "delete", "truncate", "grant"];

const firstWordOf = (statement: string): string | undefined =>
  statement
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "" && !line.startsWith("--"))
    ?.split(" ")[0];

const squeeze = (text: string): string => text.replaceAll(/[\s;]/g, "");
