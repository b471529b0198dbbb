import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LogRow } from "../model/log-row.ts";
import { createDetectorSource } from "./detector-source.ts";

let home: string;
let shipped: string;
let folder: string;
let warnings: Readonly<Record<string, unknown>>[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "ppt-"));
  [shipped, folder] = [join(home, "shipped"), join(home, "rules")];
  await mkdir(join(shipped, "area"), { recursive: true });
  await writeFile(join(shipped, "area", "wrong-password.yml"), ruleText("ResultType: '50126'"));
  warnings = [];
});

afterEach(() => rm(home, { recursive: true, force: true }));

const ruleText = (detection: string): string => `
title: Test
logsource:
  product: azure
  service: signinlogs
detection:
  selection:
    ${detection}
  condition: selection
level: low
tags: [attack.initial-access]
parapet:
  threat_type: account_compromise
`;

const aRow = (fields: Readonly<Record<string, unknown>>): LogRow => ({
  table: "SigninLogs",
  rowId: "row",
  contentKey: "content",
  at: 0,
  late: false,
  fields,
  text: JSON.stringify(fields),
});

const WRONG = aRow({ ResultType: "50126", AppDisplayName: "Payroll" });

function openSource() {
  let now = 0;
  const log = { warn: (facts: object) => void warnings.push(facts as Record<string, unknown>) };
  const source = createDetectorSource({ folder, shipped, log, monotonic: () => now });
  return async (name: string): Promise<readonly string[]> => {
    // Long enough after the last look that the files are looked at again.
    now += 10_000;
    return [...(await source.detectorsFor({ name })).look(WRONG, null).seen.matches].sort();
  };
}

/** Writes a file whose time is unlike that of any before, as an editor a while later would. */
async function put(path: string, text: string): Promise<void> {
  const file = join(folder, path);
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, text);
  await utimes(file, 1_700_000_000, 1_700_000_000 + text.length);
}

it("uses the shipped rules when the installation has none of its own", async () => {
  expect(await openSource()("northwind")).toEqual(["wrong_password"]);
});

it("adds rules of the installation for everybody, and those of a domain for that domain alone", async () => {
  await put("payroll.yml", ruleText("AppDisplayName: Payroll"));
  await put("northwind/own.yml", ruleText("AppDisplayName|contains: roll"));
  const matchesOf = openSource();
  expect(await matchesOf("northwind")).toEqual(["own", "payroll", "wrong_password"]);
  expect(await matchesOf("contoso")).toEqual(["payroll", "wrong_password"]);
});

it("lets a domain except rows from a shipped rule", async () => {
  const filter = `
title: Payroll is harmless
logsource:
  product: azure
  service: signinlogs
filter:
  rules: [wrong_password]
  selection:
    AppDisplayName: Payroll
  condition: not selection
`;
  await put("northwind/harmless.yml", filter);
  const matchesOf = openSource();
  expect(await matchesOf("northwind")).toEqual([]);
  expect(await matchesOf("contoso")).toEqual(["wrong_password"]);
});

it("takes up changed files without a restart", async () => {
  const matchesOf = openSource();
  expect(await matchesOf("northwind")).toEqual(["wrong_password"]);
  await put("payroll.yml", ruleText("AppDisplayName: Payroll"));
  expect(await matchesOf("northwind")).toEqual(["payroll", "wrong_password"]);
  await rm(join(folder, "payroll.yml"));
  expect(await matchesOf("northwind")).toEqual(["wrong_password"]);
});

it("goes on with the rules it has when a changed file is bad, and says why", async () => {
  await put("payroll.yml", ruleText("AppDisplayName: Payroll"));
  const matchesOf = openSource();
  await matchesOf("northwind");
  await put("payroll.yml", ruleText("AppDisplayName|nonsense: Payroll"));
  expect(await matchesOf("northwind")).toEqual(["payroll", "wrong_password"]);
  expect(warnings).toMatchObject([{ file: "payroll.yml", reason: expect.stringContaining("nonsense") }]);
});
