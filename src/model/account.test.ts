import { expect, it } from "vitest";
import { normalizeEmail, normalizeName } from "./account.ts";

it.each([
  ["Maya@Northwind.example", "maya@northwind.example"],
  [" maya@northwind.example ", "maya@northwind.example"],
  ["zoe\u0308@northwind.example", "zoë@northwind.example"],
  ["ÅSA@northwind.example", "åsa@northwind.example"],
])("'%s' is stored as '%s'", (text, stored) => {
  expect(normalizeEmail(text)).toBe(stored);
});

it.each(["\u3164", "\u034f", "\ufe0f", "\u115f", "\u180b", "\u{e0100}", "\u2800", "\u17b4", "\u200b", "\u00ad"])(
  "nothing invisible is part of an address or a name: %j",
  (invisible) => {
    expect(normalizeEmail(`maya${invisible}@northwind.example`)).toBeUndefined();
    expect(normalizeName(invisible.repeat(3))).toBeNull();
  },
);

it("a letter that only looks like an ASCII one is no form of it: the sign of Kelvin is no k", () => {
  expect(normalizeEmail("\u212aevin@northwind.example")).toBeUndefined();
  expect(normalizeEmail("\u0130nci@northwind.example")).toBeUndefined();
});
