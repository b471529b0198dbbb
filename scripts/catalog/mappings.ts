import type { CompiledRules } from "../../src/analysis/detect/sigma/compile-rules.ts";
import type { LogSource } from "../../src/analysis/detect/sigma/mapping/log-source.ts";
import type { RuleDocument } from "../../src/analysis/detect/sigma/parse/read-documents.ts";
import type { LogTable } from "../../src/model/rows/log-row.ts";
import { describeTests } from "./describe-tests.ts";

/** A shipped mapping of a log source in the catalog. */
export interface CatalogMapping {
  readonly title: string;
  readonly sources: readonly string[];
  readonly table: LogTable;
  /** The rows that belong to the log source; empty for all rows of the table. */
  readonly condition: readonly string[];
  readonly fields: readonly string[];
  /** What other names mean. */
  readonly others: string;
  readonly absent: readonly string[];
}

/** Returns the shipped mappings in the order of their files. */
export function readMappings(
  { mappings }: CompiledRules,
  documents: readonly RuleDocument[],
): readonly CatalogMapping[] {
  return mappings.map(({ path, title, sources, table, condition }) => {
    const document = documents.find((one) => one.path === path && one.data["title"] === title);
    const part = (document?.data["mapping"] ?? {}) as Readonly<Record<string, unknown>>;
    return {
      title,
      sources: sources.map(shownSource),
      table,
      condition: condition === null ? [] : describeTests(condition),
      fields: Object.keys(part["fields"] ?? {}),
      others: othersOf(part["others"]),
      absent: (part["absent"] ?? []) as readonly string[],
    };
  });
}

const shownSource = ({ product, category, service }: LogSource): string =>
  [product, category, service].filter((name) => name !== "").join("/");

function othersOf(others: unknown): string {
  if (others === undefined || others === "absent") return "columns of the table";
  return others === "columns" ? "any name in the row" : "any name in the message";
}

/** Renders the mappings as a section of the catalog. */
export function renderMappings(mappings: readonly CatalogMapping[]): string {
  const rows = mappings.map(({ title, sources, table, condition, fields, others, absent }) => {
    const names = [...fields, others].join(", ");
    const cells = [title, sources.map((name) => `\`${name}\``).join(" "), table, condition.join("; ") || "all rows"];
    return `| ${[...cells, names, absent.join(", ") || "-"].map(cell).join(" | ")} |`;
  });
  return [
    "## Log sources of public rules",
    "",
    "Which rows a Sigma `logsource` means (product/category/service; `*` is any), and which fields they have and lack. A rule that",
    "needs a lacking field is [partial or refused](rules.md#what-a-rule-cannot-see).",
    "",
    "| mapping | log source | table | rows | fields | lacking |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
