import { expect, it } from "vitest";
import { compileRules } from "../../src/analysis/detect/sigma/compile-rules.ts";
import { exampleRow } from "../../src/analysis/detect/sigma/rule-examples.ts";
import { readRulesFolder, SHIPPED_RULES } from "../../src/pipeline/rules-folder.ts";

const { rules } = compileRules((await readRulesFolder(SHIPPED_RULES)).sources);

/** What each rule writes of the rows it fires on. */
const written = rules.flatMap((rule) =>
  rule.examples.fires.flatMap((fields) =>
    rule.tables.map((table) => ({ rule, fields, summary: rule.summaryOf(exampleRow(table, fields, "row")) })),
  ),
);

it("a summary never lists what the parameters of a row are called", () => {
  const listing = written.filter(({ fields, summary }) => {
    const parameters = Array.isArray(fields["Parameters"]) ? fields["Parameters"] : [];
    return parameters.some(({ Name: name }) => summary.split(/[^A-Za-z]+/).includes(name));
  });
  expect(listing.map(({ rule, summary }) => `${rule.facts.slug}: ${summary}`)).toEqual([]);
});

it("the summary of an odd or a hiding inbox rule tells whose it is, from where, and which", () => {
  const told = (slug: string) => written.filter(({ rule }) => rule.facts.slug === slug).map(({ summary }) => summary);
  expect(told("mailbox_rule_odd_name")).toEqual([
    "Inbox rule of ruben.ortiz@fabrikam.example from 198.51.100.201 has a name made to be overlooked (mailbox-17\\..).",
  ]);
  expect(told("mailbox_rule_hides_mail")[0]).toBe(
    "Inbox rule of ruben.ortiz@fabrikam.example from 198.51.100.23 hides mail (mailbox-17\\x).",
  );
});
