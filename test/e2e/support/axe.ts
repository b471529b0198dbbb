import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { evaluate } from "../../../scripts/browser/evaluate.ts";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Returns the violations of the accessibility rules on a page, each as one line. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  const options = JSON.stringify({ runOnly: { type: "tag", values: TAGS }, resultTypes: ["violations"] });
  if (!(await evaluate<boolean>(page, "typeof axe === 'object'"))) await evaluate(page, `${SOURCE};0`);
  const { violations } = await evaluate<{ readonly violations: readonly Violation[] }>(
    page,
    `axe.run(document, ${options}).then(({ violations }) => ({ violations }))`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${oneLine(failureSummary)}`),
  );
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").slice(0, 200);
