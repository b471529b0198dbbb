import { expect, test } from "vitest";
import { readEventData } from "./event-data.ts";

test("a text that is longer than what is examined has the values at its start, the last one cut", () => {
  const long = `<Data Name="TaskName">\\Update</Data><Data Name="TaskContent">powershell ${"x".repeat(300_000)}</Data>`;
  const data = readEventData(long);
  expect(data.get("taskname")).toBe("\\Update");
  expect(String(data.get("taskcontent"))).toMatch(/^powershell x+$/);
});

test("a value is what stands between its tags, with entities decoded afterwards", () => {
  const data = readEventData('<Data Name="A">x&lt;/Data&gt;&lt;Data Name="B"&gt;y</Data>');
  expect([...data]).toEqual([["a", 'x</Data><Data Name="B">y']]);
});
