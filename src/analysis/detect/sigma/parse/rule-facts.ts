import type { DetectorFacts } from "../../../../model/finding.ts";
import type { LogTable } from "../../../../model/rows/log-row.ts";
import { TABLES } from "../../../../model/tables.ts";
import { type Severity, SIGNALS, type Signal, THREAT_TYPES, type ThreatType } from "../../../../model/vocabulary.ts";
import type { RuleExamples, RuleNotes } from "../compiled-rule.ts";
import { RuleProblem } from "../rule-problem.ts";
import { threatTypeFor } from "./rule-threat-type.ts";

type Data = Readonly<Record<string, unknown>>;

const SEVERITY_OF: ReadonlyMap<string, Severity> = new Map([
  ["informational", "none"],
  ["low", "low"],
  ["medium", "medium"],
  ["high", "high"],
  ["critical", "critical"],
]);
const TACTIC = /^attack\.([a-z][a-z_-]*)$/;
const TECHNIQUE = /^attack\.(t\d{4}(?:\.\d{3})?)$/;
const OWN_KEYS = new Set([
  ...["threat_type", "signal", "summary", "why", "examples", "generate", "major", "supersedes", "precision"],
  ...["habit_days", "habit_by"],
]);
const MAX_TITLE = 256;
const SLUG = /^[a-z0-9_]{1,120}$/;

/** Reads the detector facts of a rule: severity, tactics, techniques, threat type and signal. */
export function readFacts(data: Data, slug: string, tables: readonly LogTable[]): DetectorFacts {
  const own = ownPart(data);
  const tags = textsOf(data["tags"]).map((tag) => tag.toLowerCase());
  const tactics = tags.flatMap((tag) => TACTIC.exec(tag)?.[1]?.replaceAll("-", "_") ?? []);
  const techniques = tags.flatMap((tag) => TECHNIQUE.exec(tag)?.[1]?.toUpperCase() ?? []);
  return {
    slug,
    major: readMajor(own["major"]),
    title: readTitle(data["title"]),
    severity: readSeverity(data["level"]),
    tactics,
    techniques,
    threatType: readWord(own["threat_type"], THREAT_TYPES, "threat_type") ?? threatTypeFor(tactics, techniques),
    signal: readWord(own["signal"], SIGNALS, "signal") ?? signalOf(tables),
    ...readPrecision(own["precision"]),
    ...readSupersedes(own["supersedes"]),
  };
}

function readPrecision(precision: unknown): Pick<DetectorFacts, "precision"> {
  if (precision === undefined) return {};
  if (typeof precision === "number" && precision > 0 && precision < 1) return { precision };
  throw new RuleProblem("'parapet.precision' must be a number between 0 and 1, such as 0.7");
}

function readSupersedes(supersedes: unknown): Pick<DetectorFacts, "supersedes"> {
  if (supersedes === undefined) return {};
  const slugs = textsOf(supersedes);
  if (!Array.isArray(supersedes) || slugs.length !== supersedes.length || slugs.some((slug) => !SLUG.test(slug))) {
    throw new RuleProblem("'parapet.supersedes' must be a list of rule names such as 'signin_risky'");
  }
  return { supersedes: slugs };
}

/** Returns the `parapet` section of a rule. */
export function ownPart(data: Data): Data {
  const own = data["parapet"];
  if (own === undefined) return {};
  if (!isData(own)) throw new RuleProblem("'parapet' must be a map");
  const unknown = Object.keys(own).find((key) => !OWN_KEYS.has(key));
  if (unknown !== undefined) throw new RuleProblem(`'parapet' has the unknown key '${unknown}'`);
  return own;
}

export function readNotes(data: Data): RuleNotes {
  const own = ownPart(data);
  return {
    description: textOf(data["description"]),
    why: textOf(own["why"]),
    author: textOf(data["author"]),
    references: textsOf(data["references"]),
    falsePositives: textsOf(data["falsepositives"]),
  };
}

export function readExamples(data: Data): RuleExamples {
  const examples = ownPart(data)["examples"];
  if (examples === undefined) return { fires: [], silent: [] };
  if (!isData(examples)) throw new RuleProblem("'parapet.examples' must be a map with 'fires' and 'silent'");
  return { fires: rowsOf(examples["fires"]), silent: rowsOf(examples["silent"]) };
}

function rowsOf(rows: unknown): readonly Data[] {
  if (rows === undefined || rows === null) return [];
  if (Array.isArray(rows) && rows.every(isData)) return rows;
  throw new RuleProblem("'fires' and 'silent' must be lists of rows, each a map of columns");
}

const isData = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

export function textsOf(value: unknown): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((item) => typeof item === "string").map((text) => text.trim());
}

function readTitle(title: unknown): string {
  const text = textOf(title);
  if (text === "") throw new RuleProblem("the rule has no title");
  if (text.length > MAX_TITLE) throw new RuleProblem(`the title is longer than ${MAX_TITLE} characters`);
  return text;
}

function readSeverity(level: unknown): Severity {
  if (level === undefined || level === null) return "medium";
  const severity = typeof level === "string" ? SEVERITY_OF.get(level.toLowerCase()) : undefined;
  if (severity === undefined) throw new RuleProblem(`the level '${String(level)}' is unknown`);
  return severity;
}

function readMajor(major: unknown): number {
  if (major === undefined) return 1;
  if (typeof major === "number" && Number.isInteger(major) && major > 0) return major;
  throw new RuleProblem("'parapet.major' must be a positive integer");
}

function readWord<W extends ThreatType | Signal>(value: unknown, words: readonly W[], name: string): W | null {
  if (value === undefined) return null;
  const word = words.find((known) => known === value);
  if (word === undefined)
    throw new RuleProblem(`'parapet.${name}' is '${String(value)}'; expected one of: ${words.join(", ")}`);
  return word;
}

function signalOf(tables: readonly LogTable[]): Signal {
  const [first] = tables;
  return first === undefined ? "core_iam" : TABLES[first].signal;
}
