import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describeSet } from "../../scripts/evaluate/independent/describe-set.ts";
import { digestOfSet, readSet } from "../../scripts/evaluate/independent/read-set.ts";
import { scoreSet } from "../../scripts/evaluate/independent/score-set.ts";
import { setMeasures } from "../../scripts/evaluate/independent/set-measures.ts";
import type { SetAttack, SetTruth } from "../../scripts/evaluate/independent/truth.ts";

const at = (day: number): Date => new Date(Date.UTC(2026, 9, day));

const attack = (id: string, rows: readonly string[], more: Partial<SetAttack> = {}): SetAttack => ({
  id,
  kind: id,
  area: "mail",
  difficulty: "obvious",
  types: ["data_exfiltration"],
  subjects: ["maya.ito@northwind.example"],
  start: at(11).toISOString(),
  end: at(11).toISOString(),
  rows: [...rows],
  summary: "Mail is forwarded.",
  ...more,
});

const truth: SetTruth = {
  schema: 1,
  seed: 1,
  from: at(1).toISOString(),
  counted_from: at(10).toISOString(),
  until: at(20).toISOString(),
  people: 100,
  attacks: [
    attack("pure", ["r1", "r2"]),
    attack("split", ["r3", "r4", "r5"], { difficulty: "hard", types: ["sabotage"] }),
    attack("seen", ["r6"], { area: "linux", difficulty: "context" }),
    attack("unseen", ["r7"], { area: "linux", difficulty: "context" }),
  ],
};

const event = (eventId: string, rowIds: readonly string[], day = 11) => ({
  eventId,
  detector: "rule",
  title: "Something",
  subject: "maya",
  recordedAt: at(day),
  rowIds,
});

const caseOf = (caseId: string, eventIds: readonly string[], day = 11) => ({
  caseId,
  user: "maya.ito@northwind.example",
  threatType: "data_exfiltration" as const,
  threatBrief: "brief",
  createdAt: at(day),
  eventIds,
});

const outcome = {
  events: [
    event("e1", ["r1"]),
    event("e2", ["r2", "r90"]),
    event("e3", ["r3"]),
    event("e4", ["r4"]),
    event("e5", ["r5"]),
    event("e6", ["r6"]),
    event("work", ["r91"]),
    event("history", ["r92"], 5),
  ],
  cases: [
    caseOf("a", ["e1", "e2"]),
    caseOf("b", ["e3", "e4", "work"]),
    caseOf("c", ["e5"]),
    caseOf("false", ["work"]),
    caseOf("early", ["history"], 5),
  ],
};

describe("the score of a set", () => {
  const scored = scoreSet(outcome, truth);
  const measured = (metric: string) => setMeasures(scored).find((measure) => measure.metric === metric)?.value;

  it("counts an attack as found if one of its rows is evidence in a case, by difficulty and area", () => {
    expect([measured("in a case"), measured("in a case, obvious"), measured("in a case, needs context")]).toEqual([
      0.5, 1, 0,
    ]);
    expect([measured("with a threat event"), measured("mail"), measured("linux")]).toEqual([0.75, 1, 0]);
  });

  it("compares the type of the case that has most of the attack", () => {
    expect(measured("right type")).toBe(0.5);
  });

  it("counts what else is in the cases of attacks, and attacks over several cases", () => {
    expect(measured("purity")).toBeCloseTo((1 + 2 / 3 + 1) / 3);
    expect(measured("attacks split over several")).toBe(0.5);
    expect(measured("mainly about their attack")).toBe(1);
  });

  it("counts false cases and events without an attack only after the history", () => {
    expect(measured("false cases per 1,000 people a day")).toBe(1);
    expect(measured("threat events without an attack")).toBe(1);
  });

  it("describes what became of each attack", () => {
    const { attacks, false_cases, other_events } = describeSet(outcome, scored);
    expect(attacks.map(({ result }) => result)).toEqual(["in a case", "of another type", "no case", "no event"]);
    expect([false_cases.length, other_events]).toEqual([1, { rule: 1 }]);
  });
});

describe("the folder of a set", () => {
  let folder: string;
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ppt-set-"));
    await mkdir(join(folder, "rows"));
    await mkdir(join(folder, "directory"));
    await write("directory/users.ndjson", '{"id":"1"}\n');
    await write("rows/SigninLogs.ndjson", '{"TimeGenerated":"2026-10-03T00:00:00Z","_ItemId":"b"}\n');
    await write("rows/EmailEvents.ndjson", '{"Timestamp":"2026-10-02T00:00:00Z","_ItemId":"a"}\n');
  });
  beforeEach(() => write("truth.json", JSON.stringify(truth)));
  afterAll(() => rm(folder, { recursive: true }));

  it("is read in the order of time, and every byte of it counts for its digest", async () => {
    const { rows, directory } = await readSet(folder);
    expect(rows.map(({ table, fields }) => [table, fields["_ItemId"]])).toEqual([
      ["EmailEvents", "a"],
      ["SigninLogs", "b"],
    ]);
    expect([directory.users.length, directory.groups.length]).toEqual([1, 0]);
    const before = await digestOfSet(folder);
    await write("truth.json", `${JSON.stringify(truth)} `);
    expect(await digestOfSet(folder)).not.toBe(before);
  });

  it("is refused if the truth is not as described, with the place", async () => {
    await write("truth.json", JSON.stringify({ ...truth, people: 0 }));
    await expect(readSet(folder)).rejects.toThrow("/people");
  });
});
