import type { LogTable } from "../../../model/rows/log-row.ts";
import { finishSteps, type Steps } from "../../../model/steps.ts";
import type { StatefulDetector } from "../stateful-detector.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { correlationDetector } from "./correlation/correlation-detector.ts";
import { fieldReader } from "./fields/field-reader.ts";
import { TableSlots } from "./fields/slot.ts";
import { type LogSource, readLogSource } from "./mapping/log-source.ts";
import type { Mapping } from "./mapping/mapping.ts";
import { MappingIndex } from "./mapping/mapping-index.ts";
import { parseMapping } from "./mapping/parse-mapping.ts";
import { compileExpression } from "./match/compile-expression.ts";
import { buildEngineInSteps, checkRule, type Engine } from "./match/engine.ts";
import { parseCorrelation } from "./parse/parse-correlation.ts";
import { type Exception, parseDetection, parseException, parsePlaceholders } from "./parse/parse-detection.ts";
import { type RuleDocument, type RuleSource, readDocuments } from "./parse/read-documents.ts";
import { RuleIndex, slugOf } from "./parse/rule-identity.ts";
import type { Placeholders } from "./parse/transforms.ts";
import {
  type CorrelationDraft,
  type Draft,
  draftRule,
  idOf,
  isSilenced,
  nameOf,
  tablesOf,
  withGenerate,
  withoutSuppressed,
} from "./rule-draft.ts";
import type { Effect, Refusal, RuleWarning } from "./rule-messages.ts";
import { RuleProblem } from "./rule-problem.ts";

export interface CompileOptions {
  /** Values for `%name%` in values with the modifier `expand`. */
  readonly placeholders?: Placeholders;
  /** Ranks files: of mappings of the same log source those of the highest rank are used. */
  readonly rankOf?: (path: string) => number;
  /** Names that no rule may have, and what has them. */
  readonly reserved?: ReadonlyMap<string, string>;
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
  /** The mappings of log sources, used or not. */
  readonly mappings: readonly Mapping[];
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
  return new Compilation(options).run(sources);
}

class Compilation {
  readonly #options: CompileOptions;
  readonly #placeholders: Record<string, readonly string[]>;
  readonly #mappings = new MappingIndex();
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

  constructor(options: CompileOptions) {
    this.#options = options;
    this.#placeholders = Object.assign(Object.create(null), options.placeholders);
  }

  *run(sources: readonly RuleSource[]): Steps<CompiledRules> {
    const documents: RuleDocument[] = [];
    for (const source of sources) {
      documents.push(...this.#readFile(source));
      yield;
    }
    for (const document of documents) {
      this.#attempt(document, () => this.#readShared(document));
      yield;
    }
    for (const document of documents) {
      if (!isShared(document)) this.#attempt(document, () => this.#readDocument(document));
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
    for (const mapping of this.#mappings.mappings) this.#reportMapped(mapping);
    const finished = this.#drafts.map((draft) => ({ rule: withGenerate(draft), parts: withoutSuppressed(draft) }));
    return {
      engine: yield* buildEngineInSteps(finished),
      rules: finished.map(({ rule }) => rule),
      detectors: this.#detectors,
      refused: this.#refused,
      warnings: this.#warnings,
      effects: this.#effects,
      mappings: this.#mappings.mappings,
      paths: this.#slugs,
    };
  }

  #readFile(source: RuleSource): readonly RuleDocument[] {
    let documents: readonly RuleDocument[] = [];
    this.#attempt({ path: source.path, index: 0, line: 1, data: {} }, () => {
      documents = readDocuments(source);
      if (documents.length === 0) throw new RuleProblem("the file contains no rule");
    });
    return documents;
  }

  /** Reads what rules of any file use: the values of placeholders, merged, and mappings. */
  #readShared(document: RuleDocument): void {
    const { data, path } = document;
    if (data["mapping"] !== undefined) {
      this.#mappings.add(parseMapping(document), this.#options.rankOf?.(path) ?? 0);
    } else if (data["placeholders"] !== undefined) {
      for (const [name, values] of Object.entries(parsePlaceholders(document))) {
        this.#placeholders[name] = [...(this.#placeholders[name] ?? []), ...values];
      }
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
    else throw new RuleProblem("a rule needs 'detection', 'correlation', 'filter' or 'mapping'");
  }

  #readRule(document: RuleDocument): void {
    const names = this.#mappings.namesOf(readLogSource(document.data["logsource"]));
    const draft = draftRule(document, parseDetection(document, this.#placeholders), names);
    // Refuses a rule that cannot be built before it is added to the others.
    checkRule(draft);
    this.#claimSlug(document);
    const namesake = draft.id === null ? undefined : this.#book.find(draft.id);
    if (namesake !== undefined) {
      this.#warn(document, `its id is that of '${namesake.slug}', which correlations and filters mean by it`);
    }
    this.#drafts.push(draft);
    this.#book.add(draft);
    this.#warnOfUnknownFields(draft.rule, document);
  }

  #claimSlug(document: RuleDocument): string {
    const slug = slugOf(document);
    const owner = this.#options.reserved?.get(slug);
    if (owner !== undefined) throw new RuleProblem(`the name '${slug}' is that of ${owner}; rename the file`);
    const taken = this.#slugs.get(slug);
    if (taken !== undefined) throw new RuleProblem(`the name '${slug}' is already used by ${taken}`);
    this.#slugs.set(slug, document.path);
    return slug;
  }

  #warnOfUnknownFields({ fields, readings }: CompiledRule, document: RuleDocument): void {
    for (const field of fields) {
      const without = readings.filter(
        ({ names }) => !names.mapping?.isAbsent(field) && !fieldReader(names, field).known,
      );
      if (without.length === readings.length) {
        this.#warn(document, `'${field}' is not a known column of ${tablesOf(without).join(" or ")}`);
      }
    }
  }

  #except(document: RuleDocument, { rules, suppressed }: Exception): void {
    const named = rules?.map((reference) => ({ reference, draft: this.#book.find(reference) }));
    for (const { reference, draft } of named ?? []) {
      if (draft === undefined) this.#warn(document, `the filter references '${reference}', which is not a rule in use`);
    }
    const logsource = document.data["logsource"];
    const source = logsource === undefined ? null : readLogSource(logsource);
    const drafts = (named ? named.flatMap(({ draft }) => draft ?? []) : this.#drafts).filter(
      ({ rule }) => source === null || this.#hasSource(rule, source),
    );
    // Refuses a filter that cannot be built before it is added to any rule.
    const tested = new Set<Mapping | LogTable>();
    for (const { names } of drafts.flatMap(({ parts }) => parts)) {
      const key = names.mapping ?? names.table;
      if (!tested.has(key)) compileExpression(suppressed, new TableSlots(names.table).under(names.mapping));
      tested.add(key);
    }
    for (const draft of drafts) draft.suppressed.push(suppressed);
    this.#reportEffect(document, "filters", drafts);
  }

  /** Whether a rule reads rows of a log source. */
  #hasSource({ readings }: CompiledRule, source: LogSource): boolean {
    const wanted = this.#mappings.namesOf(source);
    return readings.some(({ names }) =>
      wanted.some(({ table, mapping }) => names.table === table && names.mapping === mapping),
    );
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

  #reportMapped(mapping: Mapping): void {
    const rules = this.#drafts
      .map(({ rule }) => rule)
      .filter(({ readings }) => readings.some(({ names }) => names.mapping === mapping));
    this.#effects.push({ path: mapping.path, ruleId: null, kind: "maps", rules });
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
      this.#refused.push({ path: document.path, ruleId: idOf(document), reason: placed(document, reason) });
    }
  }

  #warn(document: RuleDocument, message: string): void {
    this.#warnings.push({ path: document.path, ruleId: idOf(document), message: placed(document, message) });
  }
}

/** Adds the line to a message about a document that is not the first of its file. */
const placed = ({ index, line }: RuleDocument, message: string): string =>
  index === 0 ? message : `line ${line}: ${message}`;

const isShared = ({ data }: RuleDocument): boolean =>
  data["placeholders"] !== undefined || data["mapping"] !== undefined;
