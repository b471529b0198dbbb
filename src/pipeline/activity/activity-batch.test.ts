import fc from "fast-check";
import { expect, it } from "vitest";
import type { Activity } from "../../analysis/activity/activity-of.ts";
import { decodeDay, encodeDay } from "../../model/activity/day-codec.ts";
import { emptyFacts, KEPT_CALLS, KEPT_VALUES, mergeFacts } from "../../model/activity/day-facts.ts";
import { toActivityDay } from "../../model/activity/to-activity-day.ts";
import { DIMENSIONS, type Dimension } from "../../model/identity/activity.ts";
import { LOG_TABLES, type LogRow, type LogTable } from "../../model/rows/log-row.ts";
import { nameId } from "../../runtime/ids.ts";
import { createBatch } from "./activity-batch.ts";

const DOMAIN = "6f0d5a52-1111-4a4a-8b8b-5c5c5c5c5c5c";
const DAY = 20_400;
const DAY_MS = 86_400_000;
const ACTOR = { kind: "service", key: "oid:a", keys: ["oid:a"], upn: null, name: null } as const;

interface Fact {
  readonly row: LogRow;
  readonly activity: Activity;
}

interface Given {
  readonly table: LogTable;
  readonly at: number;
  readonly value: number;
  readonly dimensions: readonly Dimension[];
  readonly isFailure: boolean;
  readonly isCall: boolean;
  readonly bytes: number;
}

const anyFacts: fc.Arbitrary<readonly Given[]> = fc.array(
  fc.record({
    table: fc.constantFrom(...LOG_TABLES),
    at: fc.nat(DAY_MS - 1),
    value: fc.nat(400),
    dimensions: fc.shuffledSubarray([...DIMENSIONS], { minLength: 1 }),
    isFailure: fc.boolean(),
    isCall: fc.boolean(),
    bytes: fc.maxSafeNat(),
  }),
  { minLength: 1, maxLength: 400, size: "max" },
);

const toFact = (given: Given, index: number): Fact => {
  const { table, at, value, dimensions, isFailure, isCall, bytes } = given;
  const contentKey = nameId(DOMAIN, `row ${index}`);
  const label = `Value ${value}`;
  return {
    row: { table, rowId: contentKey, contentKey, at: DAY * DAY_MS + at, late: false, fields: {}, text: "" },
    activity: {
      isEvent: true,
      isFailure,
      isSignIn: !isFailure,
      isCall,
      bytes,
      values: dimensions.map((dimension) => ({ dimension, key: label.toLowerCase(), label })),
    },
  };
};

/** The packed day of some facts. */
function packed(facts: readonly Fact[]): Uint8Array {
  const batch = createBatch(DOMAIN);
  for (const { row, activity } of facts) batch.addRow(row, ACTOR, activity, []);
  const [day] = batch.take().days;
  if (!day) throw new Error("there is no day");
  return encodeDay(day.facts);
}

function merged(left: Uint8Array, right: Uint8Array): Uint8Array {
  const facts = decodeDay(left);
  mergeFacts(facts, decodeDay(right));
  return encodeDay(facts);
}

/** Shuffles facts into up to six batches. */
function divided(facts: readonly Fact[], next: () => number): readonly (readonly Fact[])[] {
  const shuffled = facts.map((fact) => ({ fact, order: next(), part: next() % 6 })).sort((a, b) => a.order - b.order);
  const parts = Array.from({ length: 6 }, (_, part) => shuffled.filter((one) => one.part === part));
  return parts.filter((part) => part.length > 0).map((part) => part.map(({ fact }) => fact));
}

/** Merges any two of the days until one is left. */
function mergedInAnyOrder(days: Uint8Array[], next: () => number): Uint8Array {
  while (days.length > 1) {
    const [left] = days.splice(next() % days.length, 1);
    const [right] = days.splice(next() % days.length, 1);
    if (left && right) days.push(merged(left, right));
  }
  return days[0] ?? new Uint8Array();
}

const bytesOf = (packedDay: Uint8Array): string => Buffer.from(packedDay).toString("hex");

it("packs the same bytes in whatever order rows arrive and batches are merged", () => {
  fc.assert(
    fc.property(anyFacts, fc.infiniteStream(fc.nat()), (given, numbers) => {
      const facts = given.map(toFact);
      const next = () => Number(numbers.next().value);
      const days = divided(facts, next).map(packed);
      expect(bytesOf(mergedInAnyOrder(days, next))).toBe(bytesOf(packed(facts)));
    }),
    { numRuns: 60 },
  );
});

it("counts every use, of kept values and of the others, and keeps no more than the limits", () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const facts = given.map(toFact);
      const day = toActivityDay(DAY, decodeDay(packed(facts)), (_, hash) => ({ key: hash, label: hash }));
      expect(day.events).toBe(facts.length);
      expect(day.hours.reduce((sum, count) => sum + count, 0)).toBe(facts.length);
      expect(day.firstCalls.length).toBe(Math.min(KEPT_CALLS, facts.filter(({ activity }) => activity.isCall).length));
      expect(new Set(day.tables)).toEqual(new Set(facts.map(({ row }) => row.table)));
      for (const dimension of DIMENSIONS) {
        const uses = day.uses.filter((use) => use.dimension === dimension);
        const values = facts.flatMap(({ activity }) =>
          activity.values.filter((value) => value.dimension === dimension),
        );
        const counted = uses.reduce((sum, use) => sum + use.count, 0) + (day.others[dimension] ?? 0);
        expect(counted).toBe(values.length);
        expect(uses.length).toBe(Math.min(KEPT_VALUES, new Set(values.map(({ key }) => key)).size));
      }
    }),
    { numRuns: 30 },
  );
});

it("keeps the row with the smallest content key as the sample", () => {
  const facts = [4, 1, 3].map((n) => {
    const fact = toFact(
      { table: "AuditLogs", at: n, value: 1, dimensions: ["operation"], isFailure: false, isCall: false, bytes: 0 },
      n,
    );
    return { ...fact, row: { ...fact.row, contentKey: `${n}0000000-0000-4000-8000-000000000000` } };
  });
  const day = toActivityDay(DAY, decodeDay(packed(facts)), () => ({ key: "k", label: "l" }));
  expect(day.uses.map(({ count, sample }) => ({ count, sample }))).toEqual([
    { count: 3, sample: { table: "AuditLogs", contentKey: "10000000-0000-4000-8000-000000000000" } },
  ]);
});

it("packs a day with a call in every minute", () => {
  const facts = Array.from({ length: 1_440 }, (_, minute) =>
    toFact(
      {
        table: "MicrosoftGraphActivityLogs",
        at: minute * 60_000,
        value: 1,
        dimensions: ["call"],
        isFailure: false,
        isCall: true,
        bytes: 0,
      },
      minute,
    ),
  );
  const bytes = packed(facts);
  expect(decodeDay(bytes).minutes.size).toBe(1_440);
  expect(bytes.length).toBeLessThan(400);
});

it("keeps the earliest time of each habit, in whatever order batches are merged", () => {
  const shown = (at: number, key: string) => ({ at, habit: { kind: "country", key } as const });
  const all = [shown(5_000_000, "de"), shown(3_000_000, "de"), shown(9_000_000, "ng")];
  const packedOf = (facts: typeof all): Uint8Array => {
    const batch = createBatch(DOMAIN);
    for (const { at, habit } of facts) {
      const row: LogRow = {
        table: "SigninLogs",
        rowId: "r",
        contentKey: "r",
        at: DAY * DAY_MS + at,
        late: false,
        fields: {},
        text: "",
      };
      batch.addRow(row, ACTOR, null, [habit]);
    }
    return encodeDay(batch.take().days[0]?.facts ?? emptyFacts());
  };
  const whole = decodeDay(packedOf(all));
  expect([...whole.habits.values()].sort()).toEqual([3_000_000, 9_000_000]);
  expect(whole.events).toBe(0);
  const [first, ...others] = all.map((fact) => packedOf([fact])).reverse();
  const again = others.reduce(merged, first ?? new Uint8Array());
  expect(bytesOf(again)).toBe(bytesOf(packedOf(all)));
});

it("marks a day that has more habits than are kept, in whatever order batches are merged", () => {
  const habits = Array.from({ length: 200 }, (_, n) => ({ kind: "client", key: `c${n}` }) as const);
  const packedOf = (part: typeof habits): Uint8Array => {
    const batch = createBatch(DOMAIN);
    const row: LogRow = {
      table: "SigninLogs",
      rowId: "r",
      contentKey: "r",
      at: DAY * DAY_MS,
      late: false,
      fields: {},
      text: "",
    };
    batch.addRow(row, ACTOR, null, part);
    return encodeDay(batch.take().days[0]?.facts ?? emptyFacts());
  };
  const parts = [habits.slice(0, 70), habits.slice(60, 140), habits.slice(130)];
  const [whole, split] = [
    packedOf(habits),
    merged(merged(packedOf(parts[2] ?? []), packedOf(parts[0] ?? [])), packedOf(parts[1] ?? [])),
  ];
  expect(bytesOf(split)).toBe(bytesOf(whole));
  expect(decodeDay(whole)).toMatchObject({ isCrowded: true });
  expect(decodeDay(whole).habits.size).toBe(KEPT_VALUES);
  expect(decodeDay(packedOf(habits.slice(0, KEPT_VALUES))).isCrowded).toBe(false);
});

it("reads days that an earlier release packed, which have no habits", () => {
  const facts = [
    toFact({ table: "Syslog", at: 1, value: 1, dimensions: ["call"], isFailure: false, isCall: true, bytes: 9 }, 1),
  ];
  const now = packed(facts);
  // Two zero bytes: not crowded, no habits.
  const before = Uint8Array.from([1, ...now.slice(1, -2)]);
  expect(decodeDay(before)).toEqual(decodeDay(now));
});

it("refuses bytes that are not a packed day", () => {
  expect(() => decodeDay(new Uint8Array([9]))).toThrow("version 9");
  expect(() => decodeDay(new Uint8Array([1, 5]))).toThrow("incomplete");
  const facts = [3, 4].map((n) =>
    toFact({ table: "Syslog", at: n, value: n, dimensions: ["call"], isFailure: true, isCall: true, bytes: 9 }, n),
  );
  const whole = packed(facts);
  for (let length = 0; length < whole.length; length++) {
    expect(() => decodeDay(whole.slice(0, length))).toThrow("incomplete");
  }
});
