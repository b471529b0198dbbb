import { finishSteps, type Steps } from "../../../model/steps.ts";
import type { StatefulDetector } from "../stateful-detector.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { correlationDetector } from "./correlation/correlation-detector.ts";
import { fieldReader } from "./fields/field-reader.ts";
import { TableSlots } from "./fields/slot.ts";
import { summaryRenderer } from "./fields/summary.ts";
import { compileExpression } from "./match/compile-expression.ts";
import { buildEngine, buildEngineInSteps, type Engine } from "./match/engine.ts";
import { type Expression, fieldsOf } from "./parse/expression.ts";
import { type Correlation, parseCorrelation } from "./parse/parse-correlation.ts";
import { type Exception, parseDetection, parseException, parsePlaceholders } from "./parse/parse-detection.ts";
import { type RuleDocument, type RuleSource, readDocuments } from "./parse/read-documents.ts";
import { ownPart, readExamples, readFacts, readNotes, textOf } from "./parse/rule-facts.ts";
import { RuleIndex, slugOf } from "./parse/rule-identity.ts";
import type { Placeholders } from "./parse/transforms.ts";
import { RuleProblem } from "./rule-problem.ts";

export interface CompileOptions {
  /** Values for `%name%` in values with the modifier `expand`. */
  readonly placeholders?: Placeholders;
}

/** A rule that was refused, and why. */
export interface Refusal {
  readonly path: string;
  readonly ruleId: string | null;
  readonly reason: string;
}

/** A warning for the author of a rule that is in use. */
export interface RuleWarning {
  readonly path: string;
  readonly ruleId: string | null;
  readonly message: string;
}

/** The effect of a correlation or filter document on other rules. */
export interface Effect {
  readonly path: string;
  readonly ruleId: string | null;
  /** A correlation silences the rules it names; a filter excludes rows from them. */
  readonly kind: "silences" | "filters";
  readonly rules: readonly CompiledRule[];
}

export interface CompiledRules {
  readonly engine: Engine;
  /** The rules that match single rows. */
  readonly rules: readonly CompiledRule[];
  /** The correlations. */
  readonly detectors: readonly StatefulDetector[];
  readonly refused: readonly Refusal[];
  readonly warnings: readonly RuleWarning[];
  readonly effects: readonly Effect[];
  /** The file of every rule and correlation, by slug. */
  readonly paths: ReadonlyMap<string, string>;
}

/** Compiles rule files. A rule that is not fully supported is refused with a reason and does not affect the others. */
export function compileRules(sources: readonly RuleSource[], options: CompileOptions = {}): CompiledRules {
  return finishSteps(compileRulesInSteps(sources, options));
}

/** Compiles rule files in steps of one rule, so that the process can serve requests in between. */
export function compileRulesInSteps(
  sources: readonly RuleSource[],
  options: CompileOptions = {},
): Steps<CompiledRules> {
  return new Compilation(options.placeholders ?? {}).run(sources);
}

interface Draft {
  readonly document: RuleDocument;
  readonly id: string | null;
  readonly name: string | null;
  readonly slug: string;
  readonly rule: CompiledRule;
  expression: Expression;
  /** The correlations that use it; it then generates no findings itself unless `generate` is set on it or on one of them. */
  readonly usedBy: CorrelationDraft[];
}

interface CorrelationDraft {
  readonly document: RuleDocument;
  readonly correlation: Correlation;
}

class Compilation {
  readonly #placeholders: Record<string, readonly string[]>;
  readonly #drafts: Draft[] = [];
  readonly #book = new RuleIndex<Draft>();
  readonly #correlations: CorrelationDraft[] = [];
  readonly #correlationNames = new Set<string>();
  readonly #exceptions: { readonly document: RuleDocument; readonly exception: Exception }[] = [];
  readonly #slugs = new Map<string, string>();
  readonly #detectors: StatefulDetector[] = [];
  readonly #refused: Refusal[] = [];
  readonly #warnings: RuleWarning[] = [];
  readonly #effects: Effect[] = [];

  constructor(placeholders: Placeholders) {
    this.#placeholders = Object.assign(Object.create(null), placeholders);
  }

  *run(sources: readonly RuleSource[]): Steps<CompiledRules> {
    const documents: RuleDocument[] = [];
    for (const source of sources) {
      documents.push(...this.#readFile(source));
      yield;
    }
    for (const document of documents) this.#attempt(document, () => this.#readPlaceholders(document));
    for (const document of documents) {
      if (!isPlaceholders(document)) this.#attempt(document, () => this.#readDocument(document));
      yield;
    }
    for (const { document, exception } of this.#exceptions) {
      this.#attempt(document, () => this.#except(document, exception));
      yield;
    }
    for (const correlation of this.#correlations) {
      this.#attempt(correlation.document, () => this.#correlate(correlation));
      yield;
    }
    for (const correlation of this.#correlations) this.#reportSilenced(correlation);
    const finished = this.#drafts.map((draft) => ({ rule: withGenerate(draft), expression: draft.expression }));
    return {
      engine: yield* buildEngineInSteps(finished),
      rules: finished.map(({ rule }) => rule),
      detectors: this.#detectors,
      refused: this.#refused,
      warnings: this.#warnings,
      effects: this.#effects,
      paths: this.#slugs,
    };
  }

  #readFile(source: RuleSource): readonly RuleDocument[] {
    let documents: readonly RuleDocument[] = [];
    this.#attempt({ path: source.path, index: 0, data: {} }, () => {
      documents = readDocuments(source);
      if (documents.length === 0) throw new RuleProblem("the file contains no rule");
    });
    return documents;
  }

  /** Merges the values of several files. */
  #readPlaceholders(document: RuleDocument): void {
    if (!isPlaceholders(document)) return;
    for (const [name, values] of Object.entries(parsePlaceholders(document))) {
      this.#placeholders[name] = [...(this.#placeholders[name] ?? []), ...values];
    }
  }

  #readDocument(document: RuleDocument): void {
    const { data } = document;
    if (data["filter"] !== undefined) {
      this.#exceptions.push({ document, exception: parseException(document, this.#placeholders) });
    } else if (data["correlation"] !== undefined) {
      const correlation = parseCorrelation(document, this.#claimSlug(document));
      this.#correlations.push({ document, correlation });
      for (const key of [correlation.slug, idOf(document), nameOf(document)]) {
        if (key !== null) this.#correlationNames.add(key.toLowerCase());
      }
    } else if (data["detection"] !== undefined) this.#readRule(document);
    else throw new RuleProblem("a rule needs 'detection', 'correlation' or 'filter'");
  }

  #readRule(document: RuleDocument): void {
    const { path, data } = document;
    const { tables, expression } = parseDetection(document, this.#placeholders);
    const slug = slugOf(document);
    const facts = readFacts(data, slug, tables);
    const rule: CompiledRule = {
      path,
      id: idOf(document),
      name: nameOf(document),
      facts,
      tables,
      generate: readGenerate(document) ?? true,
      notes: readNotes(data),
      examples: readExamples(data),
      summaryOf: summaryRenderer(textOf(ownPart(data)["summary"]), facts.title),
    };
    // Refuses a rule that cannot be built before it is added to the others.
    buildEngine([{ rule, expression }]);
    this.#claimSlug(document);
    const draft: Draft = { document, id: rule.id, name: rule.name, slug, rule, expression, usedBy: [] };
    this.#drafts.push(draft);
    this.#book.add(draft);
    this.#warnOfUnknownFields(rule, document, expression);
  }

  #claimSlug(document: RuleDocument): string {
    const slug = slugOf(document);
    const taken = this.#slugs.get(slug);
    if (taken !== undefined) throw new RuleProblem(`the name '${slug}' is already used by ${taken}`);
    this.#slugs.set(slug, document.path);
    return slug;
  }

  #warnOfUnknownFields(rule: CompiledRule, document: RuleDocument, expression: Expression): void {
    for (const field of fieldsOf(expression)) {
      const without = rule.tables.filter((table) => !fieldReader(table, field).known);
      if (without.length === rule.tables.length) {
        this.#warn(document, `'${field}' is not a known column of ${without.join(" or ")}`);
      }
    }
  }

  #except(document: RuleDocument, { rules, tables, suppressed }: Exception): void {
    const named = rules?.map((reference) => ({ reference, draft: this.#book.find(reference) }));
    for (const { reference, draft } of named ?? []) {
      if (draft === undefined) this.#warn(document, `the filter references '${reference}', which is not a rule in use`);
    }
    const drafts = (named ? named.flatMap(({ draft }) => draft ?? []) : this.#drafts).filter(
      ({ rule }) => tables === null || rule.tables.some((table) => tables.includes(table)),
    );
    // Refuses a filter that cannot be built before it is added to any rule.
    for (const table of new Set(drafts.flatMap(({ rule }) => rule.tables))) {
      compileExpression(suppressed, new TableSlots(table));
    }
    for (const draft of drafts) {
      draft.expression = { kind: "and", parts: [draft.expression, { kind: "not", part: suppressed }] };
    }
    this.#reportEffect(document, "filters", drafts);
  }

  #correlate(draft: CorrelationDraft): void {
    const { document, correlation } = draft;
    const drafts = correlation.rules.map((reference) => {
      const draft = this.#book.find(reference);
      if (draft !== undefined) return draft;
      throw new RuleProblem(
        this.#correlationNames.has(reference.toLowerCase())
          ? `it references '${reference}', which is a correlation; correlations of correlations are not supported`
          : `it references '${reference}', which is not a rule in use`,
      );
    });
    const bases = correlation.rules.map((reference, at) => ({ reference, rule: drafts[at]?.rule as CompiledRule }));
    this.#detectors.push(correlationDetector(document, correlation, bases));
    for (const used of drafts) used.usedBy.push(draft);
  }

  #reportSilenced(correlation: CorrelationDraft): void {
    const silenced = this.#drafts.filter((draft) => draft.usedBy.includes(correlation) && isSilenced(draft));
    this.#reportEffect(correlation.document, "silences", silenced);
  }

  #reportEffect(document: RuleDocument, kind: Effect["kind"], drafts: readonly Draft[]): void {
    const rules = drafts.map(({ rule }) => rule);
    this.#effects.push({ path: document.path, ruleId: idOf(document), kind, rules });
  }

  #attempt(document: RuleDocument, work: () => void): void {
    try {
      work();
    } catch (error) {
      // Any other error must not affect the other rules either.
      const problem = error as Error;
      const reason = problem instanceof RuleProblem ? problem.message : `it cannot be compiled: ${problem.message}`;
      this.#refused.push({ path: document.path, ruleId: idOf(document), reason });
    }
  }

  #warn(document: RuleDocument, message: string): void {
    this.#warnings.push({ path: document.path, ruleId: idOf(document), message });
  }
}

const isPlaceholders = ({ data }: RuleDocument): boolean => data["placeholders"] !== undefined;

const idOf = ({ data }: RuleDocument): string | null => textOf(data["id"]) || null;
const nameOf = ({ data }: RuleDocument): string | null => textOf(data["name"]) || null;

function readGenerate({ data }: RuleDocument): boolean | undefined {
  const generate = ownPart(data)["generate"];
  if (generate === undefined || typeof generate === "boolean") return generate;
  throw new RuleProblem("'parapet.generate' must be true or false");
}

/** Returns whether a rule generates no findings because correlations use it. */
function isSilenced({ document, usedBy }: Draft): boolean {
  return usedBy.length > 0 && readGenerate(document) === undefined && !usedBy.some((by) => by.correlation.generate);
}

function withGenerate(draft: Draft): CompiledRule {
  return { ...draft.rule, generate: draft.rule.generate && !isSilenced(draft) };
}
