import type { Static, TSchema } from "typebox";
import { checkerOf } from "../../contract/check.ts";
import type { Case } from "../../model/case.ts";
import { JsonProblem, parseStrictJson } from "../../model/text/strict-json.ts";
import type { ReadinessResource } from "../../model/vocabulary.ts";
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

/** One valid line of a file. */
export interface Line<I> {
  readonly number: number;
  readonly item: I;
}

interface Saved {
  readonly records: number;
  /** Cases whose rendered text is out of date. */
  readonly staleCases: readonly string[];
}

/** A batch that was checked against the database; call `save` only if there are no problems. */
export interface Prepared {
  readonly problems: readonly BadLine[];
  readonly save: () => Promise<Saved>;
}

export interface ImportContext {
  readonly knownConnectorTypes: ReadonlySet<string>;
  /** The time of the import: records count as changed by it, whatever times they contain. */
  readonly at: Date;
}

interface ExportedRecord {
  readonly id: string;
  /** The record as one line of JSON. */
  readonly line: string;
}

interface KindBasics {
  /** The name of the file without `.ndjson`. */
  readonly name: string;
  /** Text of one batch; small for kinds whose short lines load many other records. */
  readonly batchBytes: number;
  /** Resources that imported records of this kind make ready. */
  readonly ready: readonly ReadinessResource[];
  /** Changes a case whose records were changed, besides its text. By default the case stays as it is. */
  readonly touchCase?: (item: Case, at: Date) => Case;
  /** Returns stored records in id order; empty at the end. */
  readonly readPage: (db: DomainDb, after: string | undefined) => Promise<readonly ExportedRecord[]>;
}

interface KindDefinition<S extends TSchema, I> extends KindBasics {
  readonly schema: S;
  /** Returns a problem that the schema cannot express. */
  readonly problemOf?: (record: Static<S>, context: ImportContext) => FieldProblem | undefined;
  readonly toItem: (record: Static<S>) => I;
  readonly prepare: (tx: DomainDb, lines: readonly Line<I>[], at: Date) => Promise<Prepared>;
}

type PrepareBatch = (tx: DomainDb, lines: readonly RawLine[]) => Promise<Prepared>;

/** One kind of record: how its file is parsed, validated, stored and written. */
export interface RecordKind extends KindBasics {
  readonly open: (context: ImportContext) => PrepareBatch;
}

export const DEFAULT_BATCH_BYTES = 4 * 1024 * 1024;

/** Larger than the limits of a request: a line is already bounded in size, and a persona has many members. */
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
      const record = value as Static<S>; // the checker has just validated it
      const problem = problemOf?.(record, context);
      return problem ? wrong(problem) : { number: line.number, item: toItem(record) };
    };
    return async (tx, lines) => {
      const results = lines.map(read);
      const prepared = await prepare(tx, results.filter(isValid), context.at);
      const problems = [...results.filter((result) => "message" in result), ...prepared.problems];
      return { problems: problems.sort((a, b) => a.line - b.line), save: prepared.save };
    };
  };
  return { ...basics, open };
}

const isValid = <I>(result: Line<I> | BadLine): result is Line<I> => "item" in result;

function parse(text: string): unknown {
  try {
    return parseStrictJson(text, LINE_LIMITS);
  } catch (error) {
    if (error instanceof JsonProblem) return error;
    throw error;
  }
}
