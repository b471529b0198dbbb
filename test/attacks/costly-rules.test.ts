import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, inject } from "vitest";
import { attackTest, type Target } from "./support/attack-test.ts";
import { deliverRows } from "./support/deliver-rows.ts";

/** The embedded engine has a data folder already; with PostgreSQL the rules need one of their own. */
const ownFolder = inject("engine") === "postgres" ? mkdtempSync(join(tmpdir(), "parapet-rules-")) : undefined;
afterAll(() => {
  if (ownFolder) rmSync(ownFolder, { recursive: true, force: true });
});

const ruleOf = (title: string, detection: string): string =>
  `title: ${title}\nlogsource: { product: linux, service: syslog }\ndetection:\n${detection}\n`;
const matching = (expression: string): string => `  a: { 'SyslogMessage|re': '${expression}' }\n  condition: a`;
const selections = Array.from({ length: 150 }, (_, number) => `  ${"a".repeat(100)}${number}: { HostName: x }`);

const RULES: Readonly<Record<string, string>> = {
  "alternatives.yml": ruleOf("Alternatives", matching(`${"(a|a)".repeat(22)}b`)),
  "repetitions.yml": ruleOf("Repetitions", matching("(a{900}){900}")),
  "written-out.yml": ruleOf("Written out", matching("[ab]{1000}".repeat(400))),
  "nested.yml": ruleOf("Nested", matching("((a+)+)+[!]|(x+x+)+y|(.*)*[z]")),
  "states.yml": ruleOf("States", matching("[ab]*a[ab]{400}[^ab]")),
  "wildcards.yml": ruleOf("Wildcards", `${selections.join("\n")}\n  condition: 1 of *a*a*a*a*a*a*b`),
  "marks.yml": ruleOf("Marks", `  a: { 'SyslogMessage|contains': 'b${"?a".repeat(120)}' }\n  condition: a`),
  "expanded.yml": `placeholders: { p: [${Array.from({ length: 500 }, (_, number) => `v${number}`).join(", ")}] }\n`,
  "expanding.yml": ruleOf("Expanding", "  a: { 'SyslogMessage|expand': '%p%%p%%p%%p%' }\n  condition: a"),
  "sound.yml": ruleOf(
    "A sound rule beside costly ones",
    "  a: { SyslogMessage: the sound rule fires }\n  condition: a",
  ),
};

attackTest(
  "rules of a domain that are the worst case to compile and to match",
  { env: ownFolder ? { PARAPET_DATA_DIR: ownFolder } : {} },
  async (target) => {
    const folder = join(ownFolder ?? target.dataDir ?? "", "rules", target.domainName);
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(RULES)) writeFileSync(join(folder, name), text);
    // The folder is checked every two seconds.
    await sleep(2_500);
    const texts = ["a".repeat(60_000), "ab".repeat(30_000), "ba".repeat(30_000), "the sound rule fires"];
    const rows = texts.map((SyslogMessage) => ({ TimeGenerated: new Date().toISOString(), SyslogMessage }));
    await deliverRows(target, "Syslog", rows);
    await soundRuleFired(target);
  },
);

async function soundRuleFired({ port, keys }: Target): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/external/threats`, {
      headers: { "x-api-key": keys[0] ?? "" },
    });
    if ((await response.text()).includes("A sound rule beside costly ones")) return;
    await sleep(200);
  }
  expect.fail("the sound rule has not fired within 20 s");
}
