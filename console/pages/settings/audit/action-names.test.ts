import { expect, it } from "vitest";
import { ACTIONS, actionName, isAction } from "./action-names.ts";

it("every action has a phrase of its own, in the order of the phrases", () => {
  const labels = ACTIONS.map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
  for (const { value, label } of ACTIONS) {
    expect([value, isAction(value), actionName(value)]).toEqual([value, true, label]);
    expect(label).toMatch(/^[A-Z][a-z]+ [a-z]/);
  }
});

it("an action that is not known yet is shown as it is, even if every object has a member of that name", () => {
  for (const word of ["case.reopen", "constructor", ""]) {
    expect([isAction(word), actionName(word)]).toEqual([false, word]);
  }
});
