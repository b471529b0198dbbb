import fc from "fast-check";
import { expect, test } from "vitest";
import { anyRows } from "../../../../test/support/behavior-rows.ts";
import { DetectorRun, seenRow } from "../../../../test/support/run-detectors.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { BEHAVIORS } from "./behaviors.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "[".repeat(50),
    '{"a":',
    "\u0000",
    "\u202E",
    "x".repeat(100_000),
    "__proto__",
    "NaN",
    "-1",
    "[[[[[[1]]]]]]",
  ),
);
const anyValue = fc.oneof(
  anyText,
  fc.jsonValue(),
  fc.double(),
  fc.array(fc.dictionary(anyText, fc.jsonValue(), { maxKeys: 3 }), { maxLength: 3 }),
);

/** A row of an incident with some of its columns replaced by anything. */
const spoiled = anyRows.chain((rows) =>
  fc
    .record({
      seen: fc.constantFrom(...rows),
      values: fc.array(anyValue, { minLength: 3, maxLength: 3 }),
      from: fc.nat(9),
    })
    .map(({ seen, values, from }) => {
      const columns = Object.keys(seen.row.fields);
      const other = values.map((value, index) => [columns[(from + index) % columns.length] ?? "", value]);
      return { table: seen.row.table, fields: { ...seen.row.fields, ...Object.fromEntries(other) } };
    }),
);

test("whatever a row holds, detectors do not throw and store small hits", () => {
  fc.assert(
    fc.property(spoiled, ({ table, fields }: Pick<LogRow, "table" | "fields">) => {
      const seen = seenRow(table, Date.UTC(2026, 2, 10), fields, "row");
      for (const detector of BEHAVIORS.filter(({ tables }) => tables.includes(table))) {
        for (const hit of detector.hitsOf(seen)) {
          expect(hit.value.length).toBeLessThanOrEqual(220);
          expect(hit.group.length).toBeLessThanOrEqual(400);
          expect(JSON.stringify(hit.data ?? {}).length).toBeLessThanOrEqual(1_000);
        }
      }
      const run = new DetectorRun(BEHAVIORS);
      run.take([seen]);
      const found = run.findings().map(({ detector }) => detector.slug);
      // The only one that needs a single row.
      expect(found.filter((slug) => slug !== "service_principal_bad_credential")).toEqual([]);
    }),
    { numRuns: 300, seed: 3 },
  );
});
