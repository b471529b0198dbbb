import fc from "fast-check";
import { expect, it } from "vitest";
import { quoteLongNumbers } from "../../model/text/long-numbers.ts";
import { parseInSlices, TooManyValues } from "./parse-in-slices.ts";

const LONG = "x".repeat(40_000);

it("parses what JSON.parse does, also with long lists, objects and names", async () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const long = fc.array(value, { maxLength: 5 }).map((values) => [...values, LONG, ...values, { [LONG]: values }]);
  await fc.assert(
    fc.asyncProperty(fc.oneof(value, long, fc.record({ a: long, b: value, '"\\': long })), async (given) => {
      const text = JSON.stringify(given, null, 1);
      expect(await parseInSlices(text)).toEqual(JSON.parse(quoteLongNumbers(text)));
    }),
    { numRuns: 200 },
  );
  const rows = { tables: [{ rows: Array.from({ length: 20_000 }, (_, n) => [n, `row ${n}`, [{}]]) }] };
  expect(await parseInSlices(JSON.stringify(rows))).toEqual(rows);
});

it("refuses what JSON.parse refuses, also far from the start", async () => {
  const filler = Array(20_000).fill('"abc"').join(",");
  for (const end of ["", ",]", "]]", "}", ',"a', ",,1]", ", {]", ",1 2]"]) {
    await expect(parseInSlices(`[${filler}${end}`), end).rejects.toThrow();
  }
  for (const text of [`{"a":[${filler}],}`, `{"a":[${filler}]`, `{a:[${filler}]}`, `{"a" 1:[${filler}]}`]) {
    await expect(parseInSlices(text), text.slice(0, 10)).rejects.toThrow();
  }
});

it("refuses too many values, and long lists nested too deep", async () => {
  await expect(parseInSlices(`[${"0,".repeat(2_000_001)}0]`)).rejects.toThrow(TooManyValues);
  await expect(parseInSlices(`${"[".repeat(200_000)}${"]".repeat(200_000)}`)).rejects.toThrow();
});

it("yields to the event loop while it parses", async () => {
  const text = `[${Array(400_000).fill('{"a":"b"}').join(",")}]`;
  let turns = 0;
  const count = setInterval(() => {
    turns++;
  }, 1);
  await parseInSlices(text);
  clearInterval(count);
  expect(turns).toBeGreaterThan(3);
});
