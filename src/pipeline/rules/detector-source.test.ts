import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LogRow } from "../../model/rows/log-row.ts";
import { createDetectorSource, type DetectorSourceParts } from "./detector-source.ts";
import { readRulesFolder } from "./rules-folder.ts";
import { asShipped } from "./rules-layout.ts";

let home: string;
let shipped: string;
const readShipped = async () => (await readRulesFolder(shipped)).sources.map(asShipped);
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

const domainNames = async () => ["northwind", "contoso"];

function openSource(more: Partial<DetectorSourceParts> = { domainNames }) {
  let now = 0;
  const log = { warn: (facts: object, message: string) => void warnings.push({ ...facts, message }) };
  const source = createDetectorSource({ folder, readShipped, log, monotonic: () => now, ...more });
  return async (name: string): Promise<readonly string[]> => {
    // Long enough after the last check that the files are checked again.
    now += 10_000;
    const { look } = await source.detectorsFor({ name });
    return [...look(WRONG, null, fail).seen.matches].sort();
  };
}

const fail = (slug: string, error: Error): never => {
  throw new Error(`${slug}: ${error.message}`);
};

/** Writes a file with a new modification time, as an editor would a while later. */
async function put(path: string, text: string | Buffer): Promise<void> {
  const file = join(folder, path);
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, text);
  await utimes(file, 1_700_000_000, 1_700_000_000 + text.length);
}

it("uses the shipped rules when the installation has none of its own", async () => {
  expect(await openSource()("northwind")).toEqual(["wrong_password"]);
});

it("applies rules of the installation to every domain, and those of a domain to that domain only", async () => {
  await put("payroll.yml", ruleText("AppDisplayName: Payroll"));
  await put("northwind/own.yml", ruleText("AppDisplayName|contains: roll"));
  const matchesOf = openSource();
  expect(await matchesOf("northwind")).toEqual(["own", "payroll", "wrong_password"]);
  expect(await matchesOf("contoso")).toEqual(["payroll", "wrong_password"]);
});

it("applies a domain's filter to a shipped rule", async () => {
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

it("loads changed files without a restart", async () => {
  const matchesOf = openSource();
  expect(await matchesOf("northwind")).toEqual(["wrong_password"]);
  await put("payroll.yml", ruleText("AppDisplayName: Payroll"));
  expect(await matchesOf("northwind")).toEqual(["payroll", "wrong_password"]);
  await rm(join(folder, "payroll.yml"));
  expect(await matchesOf("northwind")).toEqual(["wrong_password"]);
});

it("uses the earlier version of a broken file, and logs that", async () => {
  await put("payroll.yml", ruleText("AppDisplayName: Payroll"));
  await put("northwind/own.yml", ruleText("AppDisplayName: Payroll"));
  const matchesOf = openSource();
  await matchesOf("northwind");
  await put("payroll.yml", ruleText("AppDisplayName|nonsense: Payroll"));
  expect(await matchesOf("northwind")).toEqual(["own", "payroll", "wrong_password"]);
  const message = expect.stringContaining("earlier version of its file stays in use");
  expect(warnings).toMatchObject([{ file: "payroll.yml", reason: expect.stringContaining("nonsense"), message }]);
  await put("payroll.yml", Buffer.from([0xff, 0xfe, 0x61, 0x00]));
  expect(await matchesOf("northwind")).toEqual(["own", "payroll", "wrong_password"]);
  expect(warnings.at(-1)).toMatchObject({ file: "payroll.yml", reason: "the file is not UTF-8", message });

  await put("payroll.yml", ruleText("AppDisplayName: Something else"));
  expect(await matchesOf("northwind")).toEqual(["own", "wrong_password"]);
  await rm(join(folder, "payroll.yml"));
  await put("payroll.yml", ruleText("AppDisplayName|nonsense: Payroll"));
  await rm(join(folder, "northwind"), { recursive: true });
  expect(await matchesOf("northwind")).toEqual(["wrong_password"]);
});

it("drops the earlier version of a file that is removed", async () => {
  await put("payroll.yml", ruleText("AppDisplayName: Payroll"));
  const matchesOf = openSource();
  await matchesOf("northwind");
  await rm(join(folder, "payroll.yml"));
  await matchesOf("northwind");
  await put("payroll.yml", "title: [");
  expect(await matchesOf("northwind")).toEqual(["wrong_password"]);
});

it("loads and drops all other rules as their files change, however many are refused", async () => {
  await put("refused.yml", ruleText("AppDisplayName|nonsense: Payroll"));
  await put("old.yml", ruleText("AppDisplayName: Payroll"));
  const matchesOf = openSource();
  expect(await matchesOf("northwind")).toEqual(["old", "wrong_password"]);
  await rm(join(folder, "old.yml"));
  await put("new.yml", ruleText("AppDisplayName: Payroll"));
  expect(await matchesOf("northwind")).toEqual(["new", "wrong_password"]);
  expect(warnings).toMatchObject([
    { file: "refused.yml", message: "a rule was refused" },
    { file: "refused.yml", message: "a rule was refused" },
  ]);
});

it("refuses a correlation whose rule was removed, though the correlation did not change", async () => {
  const correlation = "{ type: event_count, rules: [payroll], timespan: 5m, condition: { gte: 3 }, generate: true }";
  await put("payroll.yml", ruleText("AppDisplayName: Payroll"));
  await put("many.yml", `title: Many\ncorrelation: ${correlation}\n`);
  const matchesOf = openSource();
  expect(await matchesOf("northwind")).toEqual(["payroll", "wrong_password"]);
  await rm(join(folder, "payroll.yml"));
  expect(await matchesOf("northwind")).toEqual(["wrong_password"]);
  expect(warnings).toMatchObject([{ file: "many.yml", reason: expect.stringContaining("'payroll'") }]);
});

it("applies files at any depth below a domain's folder to it, and those below _shared to every domain", async () => {
  await put("northwind/sigma/cloud/azure/own.yml", ruleText("AppDisplayName: Payroll"));
  await put("_shared/sigma/cloud/azure/everybody.yml", ruleText("AppDisplayName: Payroll"));
  const matchesOf = openSource();
  expect(await matchesOf("northwind")).toEqual(["everybody", "own", "wrong_password"]);
  expect(await matchesOf("contoso")).toEqual(["everybody", "wrong_password"]);
  expect(warnings).toEqual([]);
});

it("warns once about a folder that has no domain's name, and does not use its rules", async () => {
  await put("nortwind/sigma/own.yml", ruleText("AppDisplayName: Payroll"));
  const matchesOf = openSource();
  expect(await matchesOf("northwind")).toEqual(["wrong_password"]);
  await put("nortwind/other.yml", ruleText("AppDisplayName: Payroll"));
  expect(await matchesOf("contoso")).toEqual(["wrong_password"]);
  expect(warnings).toEqual([{ folder: "nortwind", message: "a folder of rules belongs to no domain" }]);
});

it("uses the whole folder where there is only one domain", async () => {
  await put("sigma/cloud/own.yml", ruleText("AppDisplayName: Payroll"));
  expect(await openSource({})("evaluation")).toEqual(["own", "wrong_password"]);
  expect(warnings).toEqual([]);
});

it("keeps its rules while the folder cannot be read", async () => {
  await put("payroll.yml", ruleText("AppDisplayName: Payroll"));
  let isAway = false;
  const names = async () => (isAway ? Promise.reject(new Error("away")) : ["northwind"]);
  const matchesOf = openSource({ domainNames: names });
  expect(await matchesOf("northwind")).toEqual(["payroll", "wrong_password"]);
  isAway = true;
  await put("northwind/own.yml", ruleText("AppDisplayName: Payroll"));
  expect(await matchesOf("northwind")).toEqual(["payroll", "wrong_password"]);
  expect(await matchesOf("northwind")).toEqual(["payroll", "wrong_password"]);
  expect(warnings).toMatchObject([{ err: "away" }]);
  isAway = false;
  expect(await matchesOf("northwind")).toEqual(["own", "payroll", "wrong_password"]);
});

it("runs the other rules, and keeps the row's other findings, when one rule throws on a row", async () => {
  await put("summary.yml", `${ruleText("AppDisplayName: Payroll")}  summary: '{ResourceTenantId}'\n`);
  await put("failing.yml", ruleText("ResourceTenantId: Ada"));
  const hostile = {
    ...WRONG.fields,
    get ResourceTenantId(): string {
      throw new Error("out of luck");
    },
  };
  const failed: string[] = [];
  const { look } = await createDetectorSource({ folder, readShipped, log: { warn: () => undefined } }).detectorsFor({
    name: "a",
  });
  const { seen, findings } = look({ ...WRONG, fields: hostile }, null, (slug) => failed.push(slug));
  expect([...seen.matches].sort()).toEqual(["summary", "wrong_password"]);
  expect(findings.map(({ detector }) => detector.slug)).toEqual(["wrong_password"]);
  expect(failed).toEqual(["failing", "summary"]);
});

it("uses a domain's own thresholds, then those for every domain, then the defaults", async () => {
  await put(
    "behaviors.yml",
    "mass_download: { files: 60, within_minutes: 4 }\nbrute_force: { failures: 90, failures_per_day: 95 }\n",
  );
  await put("northwind/behaviors.yml", "mass_download: { files: 7 }\n");
  const source = createDetectorSource({ folder, readShipped, domainNames, log: { warn: () => undefined } });
  const numbersOf = async (name: string) => {
    const { stateful } = await source.detectorsFor({ name });
    return ["mass_download", "brute_force", "directory_recon"].map((slug) => {
      const detector = stateful.find(({ facts }) => facts.slug === slug);
      return [detector?.minTriggers, (detector?.spanMs ?? 0) / 60_000];
    });
  };
  expect(await numbersOf("northwind")).toEqual([
    [7, 4],
    [90, 2_940],
    [20, 10],
  ]);
  expect(await numbersOf("contoso")).toEqual([
    [60, 4],
    [90, 2_940],
    [20, 10],
  ]);
});

it("refuses unknown thresholds with file and reason, and keeps the last valid ones", async () => {
  await put("behaviors.yml", "mass_download: { files: 60 }\n");
  const matchesOf = openSource();
  await matchesOf("northwind");
  await put("behaviors.yml", "mass_download: { fils: 70 }\n");
  await matchesOf("northwind");
  expect(warnings).toEqual([
    expect.objectContaining({
      file: "behaviors.yml",
      reason: "mass_download has no setting 'fils'; it has files, within_minutes, many_files",
      message: expect.stringContaining("earlier version of its file stays in use"),
    }),
  ]);
});

const gateMapping = (column: string): string =>
  `title: Gate\nmapping:\n  logsource: { product: acme, service: gate }\n  table: SigninLogs\n  fields: { code: ${column} }\n`;

it("uses a domain's own mapping of a log source, then that for every domain, then the shipped one", async () => {
  await mkdir(join(shipped, "mappings"), { recursive: true });
  await writeFile(join(shipped, "mappings", "gate.yml"), gateMapping("Identity"));
  await put(
    "gate-rule.yml",
    ruleText("code: Payroll").replace("product: azure\n  service: signinlogs", "product: acme\n  service: gate"),
  );
  const look = openSource();
  expect(await look("northwind")).toEqual(["wrong_password"]);
  await put("_shared/mappings/gate.yml", gateMapping("ResultType"));
  await put("northwind/mappings/gate.yml", gateMapping("AppDisplayName"));
  expect(await look("northwind")).toEqual(["gate_rule", "wrong_password"]);
  expect(await look("contoso")).toEqual(["wrong_password"]);
  await put("_shared/mappings/gate.yml", gateMapping("AppDisplayName"));
  expect(await look("contoso")).toEqual(["gate_rule", "wrong_password"]);
});

it("keeps the earlier version of a mapping whose file becomes invalid", async () => {
  await put("_shared/mappings/gate.yml", gateMapping("AppDisplayName"));
  await put("gate-rule.yml", ruleText("code: Payroll").replace("azure", "acme").replace("signinlogs", "gate"));
  const look = openSource();
  expect(await look("contoso")).toEqual(["gate_rule", "wrong_password"]);
  await put("_shared/mappings/gate.yml", gateMapping("AppDisplyName"));
  expect(await look("contoso")).toEqual(["gate_rule", "wrong_password"]);
  expect(warnings).toContainEqual(
    expect.objectContaining({
      file: "_shared/mappings/gate.yml",
      reason: expect.stringContaining("the field 'code': 'AppDisplyName' is not a column of SigninLogs"),
    }),
  );
});

it("refuses a rule that is named like a behavioral detector, because both would share one switch", async () => {
  await put("mass-download.yml", ruleText("ResultType: '50126'"));
  expect(await openSource()("northwind")).toEqual(["wrong_password"]);
  expect(warnings).toContainEqual(
    expect.objectContaining({
      file: "mass-download.yml",
      reason: expect.stringMatching(
        /^the name 'mass_download' is that of the behavioral detector '.+'; rename the file$/,
      ),
    }),
  );
});

it("reports the matches of a rule that is silent about habits through a detector with its name", async () => {
  await put("payroll.yml", `${ruleText("AppDisplayName: Payroll")}  habit_days: 3\n`);
  const source = createDetectorSource({ folder, readShipped, log: { warn: () => undefined } });
  const { look, stateful } = await source.detectorsFor({ name: "northwind" });
  const { seen, findings } = look(WRONG, null, fail);
  expect([...seen.matches].sort()).toEqual(["payroll", "wrong_password"]);
  expect(findings.map(({ detector }) => detector.slug)).toEqual(["wrong_password"]);
  expect(stateful.filter(({ facts }) => facts.slug === "payroll")).toHaveLength(1);
  const { detections } = await source.rulesFor({ name: "northwind" });
  expect(detections.filter(({ facts }) => facts.slug === "payroll")).toMatchObject([{ kind: "rule" }]);
});
