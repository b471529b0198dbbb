import { expect, it } from "vitest";
import { deltaOf, driftTitle, headlineOf, severityOf } from "./drift-words.ts";

const computed = { schema: 1, items: [], summary: "A change.", severity: "high" };
const OTHERS = [
  null,
  "words",
  3,
  {},
  { ...computed, schema: 2 },
  { ...computed, items: null },
  { ...computed, summary: 1 },
];

it("only a change that the service computed has a severity and items", () => {
  expect([deltaOf(computed), severityOf(computed)]).toEqual([computed, "high"]);
  for (const other of OTHERS) expect([other, deltaOf(other), severityOf(other)]).toEqual([other, undefined, null]);
});

it.each([
  [computed, "A change."],
  [{ summary: "Another system saw it." }, "Another system saw it."],
  ["Just words.", "Just words."],
  [{ summary: 1 }, "A change that another system recorded"],
  [null, "A change that another system recorded"],
])("the headline of %j is: %s", (delta, headline) => {
  expect(headlineOf(delta)).toBe(headline);
});

it("a measure that is not known yet is shown in its own words", () => {
  expect([driftTitle("peer_distance"), driftTitle("new_thing")]).toEqual(["Distance from peers", "New thing"]);
});
