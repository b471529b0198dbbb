import { expect, it } from "vitest";
import { actionName, actionOptions, isAction } from "./action-names.ts";

it.each(["domain", "installation"] as const)(
  "every action of the log of the %s has a phrase of its own, in the order of the phrases",
  (log) => {
    const options = actionOptions(log);
    const labels = options.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
    for (const { value, label } of options) {
      expect([value, isAction(value), actionName(value)]).toEqual([value, true, label]);
      expect(label).toMatch(/^[A-Z][a-z]+ [a-z]/);
    }
  },
);

it("an action that is not known yet is shown as it is, even if every object has a member of that name", () => {
  for (const word of ["case.reopen", "constructor", ""]) {
    expect([isAction(word), actionName(word)]).toEqual([false, word]);
  }
});
