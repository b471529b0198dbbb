import { expect, it } from "vitest";
import { planTests, readRequest } from "../../scripts/services/test-plan.ts";

const ALL = { postgres: true, chromium: true };
const NONE = { postgres: false, chromium: false };
const plan = (line: string, available = ALL) => planTests(readRequest(line.split(" ").filter(Boolean)), available);

it("a run without filters leaves out what takes long, also with an option of vitest", () => {
  const usual = { projects: ["pure", "postgres", "console", "embedded-too", "browser"], hasLong: false };
  expect(plan("")).toEqual(usual);
  expect(plan("--sequence.shuffle")).toEqual(usual);
  expect(plan("", NONE)).toEqual({ projects: ["pure", "embedded", "console"], hasLong: false });
});

it("files that are named run on one database, however long they take", () => {
  const { projects, hasLong } = plan("test/attacks");
  expect([hasLong, projects]).toEqual([
    true,
    ["pure", "postgres", "console", "embedded-only", "browser", "e2e-postgres", "attacks-postgres"],
  ]);
  expect(plan("--embedded test/admin").projects).not.toContain("postgres");
});

it("the complete run is on both databases, and one that is missing is not replaced", () => {
  expect(plan("--complete").projects).toEqual(expect.arrayContaining(["postgres", "embedded", "attacks-embedded"]));
  expect(plan("--complete").hasLong).toBe(true);
  expect(plan("--complete").projects.filter((name) => name.startsWith("e2e"))).toEqual(["e2e-postgres"]);
  expect(plan("--postgres", NONE).projects).toEqual([]);
});
