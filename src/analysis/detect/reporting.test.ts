import { describe, expect, it } from "vitest";
import type { Actor } from "../../model/rows/actor.ts";
import { entityNames, isReported } from "./reporting.ts";

const MAYA: Actor = {
  kind: "user",
  key: "upn:maya.ito@northwind.example",
  keys: ["upn:maya.ito@northwind.example", "oid:0d6f7f2e-5b1d-4f0c-9a51-3c1f6f6f0a11"],
  upn: "Maya.Ito@northwind.example",
  name: "Maya Ito",
  subject: "018f2f6e-0000-7000-8000-000000000001",
  tuid: "018f2f6e-0000-7000-8000-000000000001",
  email: "maya@northwind.example",
};

const detector = { slug: "one" } as never;
const settings = (entity: string, until = Number.POSITIVE_INFINITY, slug = "one") => ({
  off: new Set<string>(),
  exceptions: new Map([[slug, new Map([[entity, until]])]]),
});
const reports = (
  ...[given, actor, group, now = 0]: [ReturnType<typeof settings>, Actor | null, string | null, number?]
) => isReported(given, { detector, actor }, group, now);

describe("a finding", () => {
  it.each([
    "maya@northwind.example",
    "maya.ito@northwind.example",
    "upn:maya.ito@northwind.example",
    "0d6f7f2e-5b1d-4f0c-9a51-3c1f6f6f0a11",
    "018f2f6e-0000-7000-8000-000000000001",
  ])("is not reported if the exception has any identifier of its actor: %s", (entity) => {
    expect(reports(settings(entity), MAYA, null)).toBe(false);
  });

  it("is not reported if the exception has the address or value that it was grouped by", () => {
    expect(reports(settings("203.0.113.9"), null, "ip:203.0.113.9")).toBe(false);
    expect(reports(settings("2001:db8::1"), null, "ip:2001:db8::1")).toBe(false);
    expect(reports(settings("ip:203.0.113.9"), MAYA, "ip:203.0.113.9")).toBe(false);
  });

  it.each(["maya", "ito@northwind.example", "maya ito", ""])(
    "is reported if the exception is only a part of an identifier, or the display name, which anybody can choose: '%s'",
    (entity) => {
      expect(reports(settings(entity), MAYA, null)).toBe(true);
    },
  );

  it("is reported if the exception belongs to another detector", () => {
    expect(reports(settings("maya@northwind.example", undefined, "two"), MAYA, null)).toBe(true);
  });

  it("is reported again from the moment at which the exception expires", () => {
    const expiring = settings("maya@northwind.example", 1_000);
    expect([reports(expiring, MAYA, null, 999), reports(expiring, MAYA, null, 1_000)]).toEqual([false, true]);
  });

  it("is not reported if its detector is off", () => {
    const off = { off: new Set(["one"]), exceptions: new Map() };
    expect(isReported(off, { detector, actor: null }, null, 0)).toBe(false);
  });

  it("about nobody has no entity", () => {
    expect(entityNames(null, null)).toEqual([]);
  });
});
