import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "./run.ts";

let home: string;
let rows: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "ppt-"));
  rows = join(home, "rows");
  await mkdir(rows);
  await writeFile(join(rows, "SigninLogs.ndjson"), [...signIns()].map((row) => `${JSON.stringify(row)}\n`).join(""));
  await writeFile(join(rows, "README.md"), "Not rows.");
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

async function evaluate(...args: readonly string[]) {
  const said: string[] = [];
  const terminal = { out: (text: string) => void said.push(text), note: () => undefined, progress: () => undefined };
  const code = await runCli({ argv: ["evaluate", rows, "--rules", join(home, "rules"), ...args], env: {}, terminal });
  return { code, said: said.join("\n") };
}

/** Each run makes a database of its own, which takes seconds on a busy machine. */
const TIMEOUT_MS = 120_000;

it(
  "tells what was found of labelled rows",
  async () => {
    const { code, said } = await evaluate("--json");
    expect(code).toBe(0);
    const report = JSON.parse(said) as Record<string, unknown>;
    expect(report).toMatchObject({ recall: 0.75, benign_flagged: 0, rows: 6, rejected: [] });
    expect(report["missed"]).toMatchObject([{ label: "Odd.App|True", table: "SigninLogs" }]);
  },
  TIMEOUT_MS,
);

it(
  "fails when it falls short of what was asked for, in whatever order and parts the rows come, and tells people why",
  async () => {
    const { code, said } = await evaluate("--shuffle", "3", "--double", "--split", "3", "--min-recall", "0.9");
    expect(code).toBe(1);
    expect(said).toContain("75.0 % of 4 rows");
    expect(said).toContain("Odd.App|True: SigninLogs");
  },
  TIMEOUT_MS,
);
