import type { Static, TSchema } from "typebox";
import { checkerOf } from "../../contract/check.ts";
import type { Case } from "../../model/case.ts";
import { JsonProblem, parseStrictJson } from "../../model/text/strict-json.ts";
import type { ReadinessResource, Versioned } from "../../model/vocabulary.ts";
import type { RawLine } from "../../runtime/line-splitter.ts";
import type { DomainDb } from "../../store/database/database.ts";

export interface FieldProblem {
  /** A JSON pointer without the leading slash; empty for the line itself. */
  readonly field: string;
  readonly message: string;
}

export interface BadLine extends FieldProblem {
  readonly line: number;
}

/** One line of a file, understood. */
export interface Line<I> {
  readonly number: number;
  readonly item: I;
}

interface Saved {
  readonly records: number;
  /** Cases whose text no longer says what the records say. */
  readonly staleCases: readonly string[];
}

/** A batch that was held against the database; `save` may be called when nothing is wrong with it. */
export interface Prepared {
  readonly problems: readonly BadLine[];
  readonly save: () => Promise<Saved>;
}

export interface ImportContext {
  readonly knownConnectorTypes: ReadonlySet<string>;
}

interface ExportedRecord {
  readonly id: string;
  /** The record as one line of JSON. */
  readonly line: string;
}

interface KindBasics {
  /** The file is called this, with `.ndjson` behind it. */
  readonly name: string;
  /** How much text is held at a time; small where a short line brings much with it. */
  readonly batchBytes: number;
  /** What finished records of this kind make ready. */
  readonly ready: readonly ReadinessResource[];
  /** What a reader may have cached that these records change. */
  readonly versions: readonly Versioned[];
  /** What a change of these records does to a case that shows them, besides its text; nothing unless said. */
  readonly touchCase?: (item: Case, at: Date) => Case;
  /** Stored records in id order; empty at the end. */
  readonly readPage: (db: DomainDb, after: string | undefined) => Promise<readonly ExportedRecord[]>;
}

interface KindDefinition<S extends TSchema, I> extends KindBasics {
  readonly schema: S;
  /** What is wrong with a record that the schema cannot say. */
  readonly problemOf?: (record: Static<S>, context: ImportContext) => FieldProblem | undefined;
  readonly toItem: (record: Static<S>) => I;
  readonly prepare: (tx: DomainDb, lines: readonly Line<I>[]) => Promise<Prepared>;
}

type PrepareBatch = (tx: DomainDb, lines: readonly RawLine[]) => Promise<Prepared>;

/** One kind of record: how its file is read, checked, stored and written. */
export interface RecordKind extends KindBasics {
  readonly open: (context: ImportContext) => PrepareBatch;
}

export const DEFAULT_BATCH_BYTES = 4 * 1024 * 1024;

/** A line is bounded in size already; within that, a persona may have more members than a request may. */
const LINE_LIMITS = { maxDepth: 32, maxKeys: 100_000, maxValues: 1_000_000 };

export function defineKind<S extends TSchema, I>(definition: KindDefinition<S, I>): RecordKind {
  const { schema, problemOf, toItem, prepare, ...basics } = definition;
  const open = (context: ImportContext): PrepareBatch => {
    const check = checkerOf(schema);
    const read = (line: RawLine): Line<I> | BadLine => {
      const wrong = (problem: FieldProblem) => ({
        line: line.number,
        field: problem.field,
        message: problem.message,
      });
      if ("problem" in line) return wrong({ field: "", message: line.problem });
      const value = parse(line.text);
      if (value instanceof JsonProblem) return wrong({ field: "", message: value.message });
      const unfit = check(value);
      if (unfit) return wrong(unfit);
      const record = value as Static<S>; // the checker has just said so
      const problem = problemOf?.(record, context);
      return problem ? wrong(problem) : { number: line.number, item: toItem(record) };
    };
    return async (tx, lines) => {
      const results = lines.map(read);
      const prepared = await prepare(tx, results.filter(isUnderstood));
      const problems = [...results.filter((result) => "message" in result), ...prepared.problems];
      return { problems: problems.sort((a, b) => a.line - b.line), save: prepared.save };
    };
  };
  return { ...basics, open };
}

const isUnderstood = <I>(result: Line<I> | BadLine): result is Line<I> => "item" in result;

function parse(text: string): unknown {
  try {
    return parseStrictJson(text, LINE_LIMITS);
  } catch (error) {
    if (error instanceof JsonProblem) return error;
    throw error;
  }
}
