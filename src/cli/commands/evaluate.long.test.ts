import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";

let home: string;
let rows: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "ppt-"));
  rows = join(home, "rows");
  await mkdir(rows);
  await writeFile(
    join(rows, "SigninLogs.ndjson"),
    [...signIns()]
      .map((row) => `${JSON.stringify(row)}\n`)
      .join("")
      .concat("no row\n"),
  );
  await writeFile(join(rows, "NotATable.ndjson"), "{}\n");
  await writeFile(join(rows, "Syslog.json"), "[]");
  await mkdir(join(home, "rules"));
  await writeFile(join(home, "rules", "odd-app.yml"), RULE);
});

afterAll(() => rm(home, { recursive: true, force: true }));

const RULE = `
title: An odd application
logsource:
  product: azure
  service: signinlogs
detection:
  selection:
    AppDisplayName: Odd
  condition: selection
level: high
tags: [attack.initial-access]
parapet:
  threat_type: account_compromise
`;

function* signIns(): Generator<object> {
  for (let n = 0; n < 6; n++) {
    yield {
      TimeGenerated: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
      UserPrincipalName: "maya.ito@northwind.example",
      AppDisplayName: n < 3 ? "Odd" : "Mail",
      ResultType: "0",
      Id: `${n}`,
      _Label: n < 4 ? "Odd.App|True" : "Odd.App|False",
    };
  }
}

const evaluate = (...args: readonly string[]) => runCommand(["evaluate", "--rules", join(home, "rules"), ...args]);

/** Each run makes a database of its own, which takes seconds on a busy machine. */
const TIMEOUT_MS = 120_000;

it(
  "reports how many labeled rows were found, and which lines and files could not be read",
  async () => {
    const { code, stdout } = await evaluate(rows, "--json");
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as Record<string, unknown>;
    expect(report).toMatchObject({ recall: 0.75, benign_flagged: 0, rows: 6, rejected: [] });
    expect(report).toMatchObject({
      unreadable_lines: 1,
      unreadable: [{ file: "SigninLogs.ndjson", line: 7, reason: "is not JSON" }],
      skipped_files: [{ file: "NotATable.ndjson" }, { file: "Syslog.json" }],
    });
    expect(report["missed"]).toMatchObject([{ label: "Odd.App|True", table: "SigninLogs" }]);
  },
  TIMEOUT_MS,
);

it(
  "fails below the requested recall, in whatever order and parts the rows are delivered, and prints why",
  async () => {
    const { code, stdout } = await evaluate(rows, "--shuffle", "3", "--double", "--split", "3", "--min-recall", "0.9");
    expect(code).toBe(1);
    expect(stdout).toContain("75.0 % of 4 rows");
    expect(stdout).toContain("Odd.App|True: SigninLogs");
    expect(stdout).toContain("0 rejected, 1 unreadable line)");
    expect(stdout).toContain("\nUnreadable lines\n  SigninLogs.ndjson line 7 is not JSON");
    expect(stdout).toContain(
      "\nSkipped files\n  NotATable.ndjson is not named after a log table\n  Syslog.json does not end in .ndjson or .ndjson.gz",
    );
  },
  TIMEOUT_MS,
);

it(
  "lists cases with their rows, explains rows by their ids, and reports ids without a row",
  async () => {
    const [explained, rules] = [join(home, "explained"), join(home, "critical")];
    for (const folder of [explained, rules]) await mkdir(folder);
    await writeFile(join(rules, "odd-app.yml"), RULE.replace("level: high", "level: critical"));
    const explain = (...args: readonly string[]) =>
      runCommand(["evaluate", explained, "--rules", rules, "--explain", ...args]);
    await writeFile(
      join(explained, "SigninLogs.ndjson"),
      [...signIns()].map((row, place) => `${JSON.stringify({ ...row, _ItemId: `row-${place}` })}\n`).join(""),
    );
    const report = await explain("row-0,row-5", "--json");
    expect(report.code).toBe(0);
    const rows = [0, 1, 2].map((place) => ({ table: "SigninLogs", row_id: `row-${place}` }));
    const { cases, explained: found } = JSON.parse(report.stdout) as Record<string, unknown>;
    expect([cases, found]).toMatchObject([
      [{ user: "maya.ito@northwind.example", rows }],
      [
        {
          row_id: "row-0",
          rules: [{ rule: "odd_app", outcome: "event" }],
          events: [{ detector: "odd_app", no_case: null, decision: { evidence: [{ detector: "odd_app" }] } }],
        },
        { row_id: "row-5", rules: [], events: [] },
      ],
    ]);
    const { code, stdout, stderr } = await explain("row-0, other");
    expect([code, stderr]).toEqual([1, expect.stringContaining("There is no row 'other' among the accepted rows of")]);
    expect(stdout).toMatch(/\n\nSigninLogs row-0, 2026-01-01T00:00:00.000Z, by maya.ito@northwind.example\n/);
    expect(stdout).toContain("  odd_app (critical, An odd application): made an event\n");
  },
  TIMEOUT_MS,
);

it("refuses a path that is not a folder and a folder without rows, with the reason", async () => {
  const none = await evaluate(join(home, "nope"));
  expect(none).toMatchObject({
    code: 1,
    stderr: `parapet: '${join(home, "nope")}' does not exist, or its folder does not; check the path (ENOENT)\n`,
  });
  const file = join(home, "file");
  await writeFile(file, "");
  expect(await runCommand(["evaluate", file])).toMatchObject({
    code: 1,
    stderr: `parapet: '${file}' is not a folder, or a part of its path is not one; check the path (ENOTDIR)\n`,
  });
  const other = await evaluate(join(home, "rules"));
  expect(other.code).toBe(1);
  expect(other.stderr).toContain(
    "has no rows: expected <Table>.ndjson or .ndjson.gz files; odd-app.yml does not end in",
  );
});
