import { expect, it } from "vitest";
import type { ActivityDay, Dimension } from "../../model/identity/activity.ts";
import { totalUses } from "./uses.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";
const sample = { table: "AuditLogs", day: 100, contentKey: "10000000-0000-4000-8000-000000000000" } as never;

const aDay = (
  day: number,
  named: readonly (readonly [string, string])[],
  dimension: Dimension = "application",
): ActivityDay => ({
  day,
  events: named.length,
  failures: 0,
  signIns: 0,
  bytes: 0,
  hours: Array<number>(24).fill(0),
  tables: [],
  uses: named.map(([key, label]) => ({ dimension, key, label, count: 2, sample })),
  others: {},
  minutes: [],
  firstCalls: [],
});

it("the names of one application count as one, under the name that the directory has", () => {
  const days = [
    aDay(100, [
      [ID, ID],
      ["graph", "graph"],
    ]),
    aDay(101, [["microsoft graph", "Microsoft Graph"]]),
  ];
  const uses = totalUses(days, 110, (id) => (id === ID ? "Microsoft Graph" : null));
  expect(uses.of("application")).toMatchObject([
    {
      key: "microsoft graph",
      label: "Microsoft Graph",
      count: 6,
      days: [
        { day: 100, count: 4 },
        { day: 101, count: 2 },
      ],
    },
  ]);
  expect([...(uses.of("application")[0]?.spellings ?? [])]).toEqual([ID, "graph", "Microsoft Graph"]);
});

it("an id that the directory does not have stays", () => {
  expect(totalUses([aDay(100, [[ID, ID]])], 110).of("application")).toMatchObject([{ key: ID, label: ID }]);
});

it("the names of one API count as one resource, and other resources stay as they are", () => {
  const named = [
    [`api:${ID}`, "api:Microsoft Graph"],
    ["api:microsoft graph", "api:Microsoft Graph"],
    [`site:${ID}`, "site:graph"],
  ] as const;
  const uses = totalUses([aDay(100, named, "resource")], 110, () => "Microsoft Graph");
  expect(uses.of("resource")).toMatchObject([
    { key: "api:microsoft graph", label: "api:Microsoft Graph", count: 4 },
    { key: `site:${ID}`, label: "site:graph", count: 2 },
  ]);
});

it("a value keeps the row of its use, also if that is unpacked when it is read", () => {
  const [use] = aDay(100, [["api:microsoft graph", "api:Microsoft Graph"]], "resource").uses;
  class Unpacked {
    readonly dimension = "resource";
    readonly key = use?.key ?? "";
    readonly label = use?.label ?? "";
    readonly count = 2;
    get sample() {
      return sample;
    }
  }
  const day = { ...aDay(100, []), uses: [new Unpacked()] };
  expect(totalUses([day], 110).of("resource")[0]?.days).toEqual([{ day: 100, count: 2, sample }]);
});
