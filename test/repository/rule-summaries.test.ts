import { expect, it } from "vitest";
import { compileRules } from "../../src/analysis/detect/sigma/compile-rules.ts";
import { exampleRow, exampleTables } from "../../src/analysis/detect/sigma/rule-examples.ts";
import { readRulesFolder, SHIPPED_RULES } from "../../src/pipeline/rules/rules-folder.ts";

const { rules } = compileRules((await readRulesFolder(SHIPPED_RULES)).sources);

/** What each rule writes of the rows it fires on. */
const written = rules.flatMap((rule) =>
  rule.examples.fires.flatMap((fields) =>
    exampleTables(rule, fields).map((table) => ({
      rule,
      fields,
      summary: rule.summaryOf(exampleRow(table, fields, "row")),
    })),
  ),
);

it("a summary never contains 'unknown' for a field its example row lacks", () => {
  const unknowing = written.filter(({ fields, summary }) => {
    return /unknown/.test(summary) && !JSON.stringify(fields).includes("unknown");
  });
  expect(written.length).toBeGreaterThan(120);
  expect(unknowing.map(({ rule, summary }) => `${rule.facts.slug}: ${summary}`)).toEqual([]);
});

it("a summary has no holes", () => {
  // Commands and lines of a system log are quoted verbatim, and may look like anything.
  const own = written.filter(({ rule }) => !rule.tables.some((table) => /^(SecurityEvent|Syslog)$/.test(table)));
  const holes = own.filter(({ summary }) => /\(\s*\)|\s[.,:;](\s|$)|\s{2}|:\.$|""/.test(summary));
  expect(holes.map(({ rule, summary }) => `${rule.facts.slug}: ${summary}`)).toEqual([]);
});

it("a granted role is reported with its grantee", () => {
  const summaries = written.filter(({ rule }) => rule.facts.slug === "audit_role_granted_directly");
  expect(summaries.map(({ summary }) => summary)).toContain(
    "ruben.ortiz@fabrikam.example granted erik.holm@fabrikam.example a directory role outside of PIM: Global Administrator.",
  );
});

it("a summary never lists what the parameters of a row are called", () => {
  const withParameters = written.filter(({ fields }) => Array.isArray(fields["Parameters"]));
  expect(withParameters.length).toBeGreaterThan(5);
  const listing = withParameters.filter(({ fields, summary }) => {
    const parameters = Array.isArray(fields["Parameters"]) ? fields["Parameters"] : [];
    return parameters.some(({ Name: name }) => summary.split(/[^A-Za-z]+/).includes(name));
  });
  expect(listing.map(({ rule, summary }) => `${rule.facts.slug}: ${summary}`)).toEqual([]);
});

it("the summary of an odd or a hiding inbox rule names its owner, the address and the rule", () => {
  const summariesOf = (slug: string) =>
    written.filter(({ rule }) => rule.facts.slug === slug).map(({ summary }) => summary);
  expect(summariesOf("mailbox_rule_odd_name")).toEqual([
    "Inbox rule of ruben.ortiz@fabrikam.example from 198.51.100.201 is named with a single character or only symbols (mailbox-17\\..).",
  ]);
  expect(summariesOf("mailbox_rule_hides_mail")[0]).toBe(
    "Inbox rule of ruben.ortiz@fabrikam.example from 198.51.100.23 deletes mail or moves it to a rarely read folder (mailbox-17\\x).",
  );
});
