import { expect, test } from "vitest";
import { StatementNames } from "./statement-names.ts";
import { message, queryMessage, SYNC } from "./wire.ts";

const parse = (name: string) => message(0x50, Buffer.from(`${name}\0select 1\0\0\0`));
const bind = (portal: string, name: string) => message(0x42, Buffer.from(`${portal}\0${name}\0\0\0\0\0\0\0`));
const describe = (name: string) => message(0x44, Buffer.from(`S${name}\0`));
const close = (name: string) => message(0x43, Buffer.from(`S${name}\0`));

test("the statement name in every message is replaced by the session's own", () => {
  const names = new StatementNames(7);
  const sent = Buffer.concat([parse("find"), bind("", "find"), describe("find"), close("find"), SYNC]);
  const wanted = Buffer.concat([parse("s7_1"), bind("", "s7_1"), describe("s7_1"), close("s7_1"), SYNC]);
  expect(names.rename(sent)).toEqual(wanted);
  expect(names.aliases).toEqual(["s7_1"]);
});

test("two sessions never share a name, and neither do two statements of one session", () => {
  const first = new StatementNames(1);
  const second = new StatementNames(2);
  for (const name of ["a", "b", "a"]) {
    first.rename(parse(name));
    second.rename(parse(name));
  }
  expect(new Set([...first.aliases, ...second.aliases]).size).toBe(4);
});

test("a batch without named statements passes unchanged, whatever portals it names", () => {
  const names = new StatementNames(1);
  const portal = message(0x44, Buffer.from("Pfind\0"));
  const sent = Buffer.concat([parse(""), bind("cursor", ""), portal, queryMessage("select 1"), SYNC]);
  expect(names.rename(sent)).toBe(sent);
  expect(names.isEmpty).toBe(true);
});

test("a malformed bind message is passed on for the backend to reject", () => {
  const broken = Buffer.concat([message(0x42, Buffer.from("no end")), SYNC]);
  expect(new StatementNames(1).rename(broken)).toEqual(broken);
});
