import { describe, expect, it } from "vitest";
import { caseQuery, caseTabs, dayOf, PERIODS, subjectOf, titlesOf } from "./case-view.ts";

const NOW = Date.parse("2026-11-02T10:30:00.000Z");
const query = (search: string) => caseQuery(new URLSearchParams(search), NOW);
const BASE = { include: ["state", "verdict", "severity", "times"], page_size: 50 };

describe("the query of the queue", () => {
  it("asks for the cases for review unless the address names another state", () => {
    expect(query("")).toEqual({ ...BASE, state: "discover" });
    expect(query("state=closed")).toEqual({ ...BASE, state: "closed" });
    expect(query("state=all")).toEqual(BASE);
  });

  it("has the filters of the address that are not empty", () => {
    expect(query("state=all&email=maya@northwind.example&threat_type=sabotage")).toEqual({
      ...BASE,
      email: "maya@northwind.example",
      threat_type: "sabotage",
    });
    expect(query("state=all&email=&threat_type=")).toEqual(BASE);
  });

  it.each([
    ["24h", "2026-11-01T10:00:00.000Z", undefined],
    ["1-7d", "2026-10-26T10:00:00.000Z", "2026-11-01T10:00:00.000Z"],
    ["7d", "2026-10-26T10:00:00.000Z", undefined],
    ["30d", "2026-10-03T10:00:00.000Z", undefined],
    ["over7d", undefined, "2026-10-26T10:00:00.000Z"],
    ["ever", undefined, undefined],
  ])("turns the period %s into a range of full hours", (since, created_after, created_before) => {
    expect(query(`state=all&since=${since}`)).toEqual({
      ...BASE,
      ...(created_after && { created_after }),
      ...(created_before && { created_before }),
    });
  });

  it("turns a day into its 24 hours of UTC, which go before a period", () => {
    expect(query("state=all&since=7d&day=2026-10-31")).toEqual({
      ...BASE,
      created_after: "2026-10-31T00:00:00.000Z",
      created_before: "2026-11-01T00:00:00.000Z",
    });
  });

  it("ignores what is no day", () => {
    for (const day of ["2026-13-40", "yesterday", "2026-1-1", "2026-10-31T00:00"]) {
      expect(dayOf(new URLSearchParams({ day }))).toBeNull();
    }
    expect(dayOf(new URLSearchParams())).toBeNull();
  });
});

describe("the tabs of the queue", () => {
  it("lead to each state and to all cases, keep the filters and forget the selected case", () => {
    expect(caseTabs("?email=a&case=1&state=closed")).toEqual([
      { label: "For review", href: "/cases?email=a", current: false },
      { label: "Waiting", href: "/cases?email=a&state=pending_investigation", current: false },
      { label: "Investigating", href: "/cases?email=a&state=investigating", current: false },
      { label: "Enforced", href: "/cases?email=a&state=enforced", current: false },
      { label: "Closed", href: "/cases?email=a&state=closed", current: true },
      { label: "All", href: "/cases?email=a&state=all", current: false },
    ]);
  });

  it("start with the cases for review", () => {
    expect(caseTabs("").filter(({ current }) => current)).toEqual([
      { label: "For review", href: "/cases", current: true },
    ]);
  });
});

it("periods have a value of their own", () => {
  expect(new Set(PERIODS.map(({ value }) => value)).size).toBe(PERIODS.length);
});

it("a case is about whoever is known best", () => {
  expect(subjectOf({ user_name: "Maya", user_email: "m@x" })).toBe("Maya");
  expect(subjectOf({ user_name: null, user_email: "m@x" })).toBe("m@x");
  expect(subjectOf({ user_name: null, user_email: null })).toBe("Unknown subject");
});

it("titles are listed once, with how often they occur", () => {
  const events = ["a", "b", "a", "a"].map((title) => ({ title }));
  expect(titlesOf(events as never)).toEqual(["a (3)", "b"]);
});
