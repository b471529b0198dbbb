import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, expect, it } from "vitest";
import { findDetachedMethods } from "../../scripts/methods/detached-methods.ts";

const folder = mkdtempSync(join(tmpdir(), "parapet-methods-"));
afterAll(() => rmSync(folder, { recursive: true }));

const COUNTER = `
  interface Counter { next(): number; readonly kind: string }
  class Plain implements Counter { readonly kind = "plain"; #n = 0; next() { return ++this.#n; } }
  const unbound = (counter: Counter, use: (next: () => number) => void) => `;
const LIST = `
  interface List { all(): string[] }
  const list = (): List => ({ all: () => [] });
  const unbound = `;

function textsIn(source: string): readonly string[] {
  const file = join(folder, "source.ts");
  writeFileSync(file, `${source};\nexport {};\n`);
  const program = ts.createProgram([file], { target: ts.ScriptTarget.ES2022, strict: true, types: [] });
  return findDetachedMethods(program).map(({ text }) => text);
}

it.each([
  ["passed on", "use(counter.next)"],
  ["put into another object", "({ next: counter.next })"],
  ["taken out of a choice", '({ next: (counter ?? new Plain())["kind"] ? counter.next : undefined })'],
  ["taken by its name as a text", 'use(counter["next"])'],
  ["assigned by a pattern", "{ let next; ({ next } = counter); return next; }"],
  ["taken by a type that picks it", "(({ next: ((counter as Pick<Counter, 'next'>).next) }))"],
])("a method that uses its object is refused where it is %s", (_, text) => {
  expect(textsIn(COUNTER + text)).not.toEqual([]);
});

it("a method that uses its object is refused where a pattern takes it", () => {
  expect(textsIn(`${COUNTER}{ const { next } = counter; return next(); }`)).toEqual(["next"]);
});

it.each([
  "counter.next()",
  "use(() => counter.next())",
  "use(counter.next.bind(counter))",
  "counter.next === undefined",
])("%s keeps the object", (text) => {
  expect(textsIn(COUNTER + text)).toEqual([]);
});

it("a function that no class implements may be taken from its object", () => {
  expect(textsIn(`${LIST}[list().all, Math.max]`)).toEqual([]);
});
