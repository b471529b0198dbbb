import { v5 } from "uuid";
import { expect, it } from "vitest";
import { nameId } from "./ids.ts";

const DNS = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

it("returns the UUID that RFC 9562 gives for a name", () => {
  expect(nameId(DNS, "www.example.com")).toBe("2ed6657d-e927-568b-95e1-2665a8aea6a2");
});

it("returns the same UUID as other implementations for any text", () => {
  const names = ["", "upn:dana@northwind.example", "Zoë 王 🦊", "x".repeat(1_000), "\u0000\u001f"];
  for (const name of [...names, ...Array.from({ length: 200 }, (_, n) => `name ${n}`)]) {
    expect(nameId("C0FFEE00-1234-4abc-8def-0123456789ab", name)).toBe(v5(name, "C0FFEE00-1234-4abc-8def-0123456789ab"));
  }
});

it("refuses a namespace that is not a UUID", () => {
  expect(() => nameId("northwind", "name")).toThrow("not a UUID: northwind");
});
