import { expect, it } from "vitest";
import { readLabel } from "./label.ts";
import { type Judged, scoreRows } from "./score.ts";

function judged(label: string, flagged: boolean, rowId = "row"): Judged {
  const read = readLabel(label);
  if (!read) throw new Error("no label");
  return { table: "SigninLogs", rowId, label: read, flagged };
}

it("a label is an expectation, or else the name of a recording", () => {
  expect(readLabel("Some.Rule|True")).toMatchObject({ kind: "expected", rule: "Some.Rule" });
  expect(readLabel("Some.Rule|false")).toMatchObject({ kind: "benign", rule: "Some.Rule" });
  expect(readLabel("a|b")).toMatchObject({ kind: "named", name: "a|b" });
  expect(readLabel("")).toBeUndefined();
  expect(readLabel(7)).toBeUndefined();
});

it("found, missed and wrongly flagged rows are counted", () => {
  const rows = [
    judged("A|True", true),
    judged("A|True", false, "missed"),
    judged("A|False", true),
    judged("B|False", false),
  ];
  expect(scoreRows(rows, new Map())).toMatchObject({
    recall: 0.5,
    benign_flagged: 0.5,
    missed: [{ label: "A|True", table: "SigninLogs", row_id: "missed" }],
    benign_flagged_rows: [{ label: "A|False" }],
  });
});

it("recall is null if no row expects an alert", () => {
  expect(scoreRows([judged("word", true)], new Map())).toMatchObject({ recall: null, benign_flagged: null });
});

it("a name is scored by the share of its rows that are flagged", () => {
  const rows = [judged("attack", true), judged("attack", false), judged("attack", false), judged("noise", false)];
  expect(scoreRows(rows, new Map()).labels).toEqual([
    { label: "attack", rows: 3, flagged: 1, share: 0.3333 },
    { label: "noise", rows: 1, flagged: 0, share: 0 },
  ]);
});

it("a technique is found in a recording if any of its rows is flagged", () => {
  const rows = [judged("one", true), judged("one", false), judged("two", false)];
  const recordings = new Map([
    ["one", ["T1003", "T1110"]],
    ["two", ["T1110"]],
  ]);
  expect(scoreRows(rows, recordings)).toMatchObject({
    recall: 0.5,
    techniques: [
      { technique: "T1003", recordings: 1, found: 1, recall: 1 },
      { technique: "T1110", recordings: 2, found: 1, recall: 0.5 },
    ],
  });
});
