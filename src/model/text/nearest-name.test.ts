import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.ts";

const NAMES = ["serve", "demo", "domain", "key", "export", "evaluate", "DATABASE_URL", "DATA_DIR"];

test.each([
  ["serv", "serve"],
  ["sevre", "serve"],
  ["keys", "key"],
  ["domains", "domain"],
  ["exports", "export"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATADIR", "DATA_DIR"],
])("'%s' is taken for '%s'", (given, meant) => {
  expect(nearestName(given, NAMES)).toBe(meant);
});

test.each(["", "x", "frobnicate", "ke-not"])("'%s' is like no name", (given) => {
  expect(nearestName(given, NAMES)).toBeUndefined();
});

test("a name of a million characters is compared by its start alone", () => {
  const long = (start: string) => start.padEnd(1_000_000, "z");
  expect(nearestName(long("serve"), NAMES)).toBe("serve");
  expect(nearestName(long("z"), NAMES)).toBeUndefined();
});
