import "./support/window.ts";
import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { describe, expect, it } from "vitest";
import { activeShortcuts, useShortcuts } from "../../console/app/shortcuts.tsx";
import { type Choice, useChoice } from "../../console/pages/cases/use-choice.ts";

/** Runs a hook in a component of its own; `last` is what it returned last. */
function runHook<T, P>(hook: (props: P) => T, props: P) {
  const results: T[] = [];
  const Component = (given: { readonly props: P }): null => {
    results.push(hook(given.props));
    return null;
  };
  const root = createRoot(document.createElement("div"));
  const render = (next: P): void => flushSync(() => root.render(createElement(Component, { props: next })));
  render(props);
  return {
    last: (): T => results.at(-1) as T,
    act: (change: (value: T) => void): void => flushSync(() => change(results.at(-1) as T)),
    render,
    end: (): void => flushSync(() => root.unmount()),
  };
}

describe("a choice of several items", () => {
  const choosing = (listed: readonly string[] = ["a", "b", "c", "d"]) =>
    runHook<Choice, readonly string[]>(useChoice, listed);

  it("has what was chosen in the order of the list, and forgets what is chosen again", () => {
    const hook = choosing();
    for (const id of ["c", "a", "b", "a"]) hook.act(({ toggle }) => toggle(id));
    expect([hook.last().ids, hook.last().has("b"), hook.last().has("a")]).toEqual([["b", "c"], true, false]);
  });

  it("is extended from the item that was chosen last, in both directions", () => {
    const hook = choosing();
    hook.act(({ toggle }) => toggle("b"));
    hook.act(({ extendTo }) => extendTo("d"));
    expect(hook.last().ids).toEqual(["b", "c", "d"]);
    hook.act(({ extendTo }) => extendTo("a"));
    expect(hook.last().ids).toEqual(["a", "b", "c", "d"]);
  });

  it("starts a range with an item if none was chosen before", () => {
    const hook = choosing();
    hook.act(({ extendTo }) => extendTo("c"));
    expect(hook.last().ids).toEqual(["c"]);
  });

  it("is set to exactly some items, a range goes on from the last of them, and it is cleared", () => {
    const hook = choosing();
    hook.act(({ toggle }) => toggle("d"));
    hook.act(({ set }) => set(["a", "b"]));
    expect(hook.last().ids).toEqual(["a", "b"]);
    hook.act(({ extendTo }) => extendTo("c"));
    expect(hook.last().ids).toEqual(["a", "b", "c"]);
    hook.act(({ clear }) => clear());
    expect([hook.last().ids, hook.last().has("a")]).toEqual([[], false]);
  });

  it("leaves out what is no longer listed", () => {
    const hook = choosing();
    for (const id of ["a", "d"]) hook.act(({ toggle }) => toggle(id));
    hook.render(["b", "d"]);
    expect(hook.last().ids).toEqual(["d"]);
  });
});

describe("shortcuts", () => {
  const shortcut = (keys: string) => ({ keys, run: () => undefined });
  const active = (): readonly string[] => activeShortcuts().map(({ keys }) => keys);

  it("act as long as their component is shown, with those of its last rendering", () => {
    const before = active();
    const hook = runHook(useShortcuts, [shortcut("q")]);
    expect(active()).toEqual([...before, "q"]);
    hook.render([shortcut("q"), shortcut("w")]);
    expect(active()).toEqual([...before, "q", "w"]);
    hook.end();
    expect(active()).toEqual(before);
  });
});
