import { Failure } from "../../model/failure.ts";
import { LineSplitter, type RawLine } from "../../runtime/line-splitter.ts";
import { tooManyEmptyLines, tooManyLines } from "../limits.ts";
import type { DeliveredLine } from "../rows/prepare-rows.ts";
import { RowProblem } from "../rows/row-problem.ts";
import { hasNextLink, NEXT_LINK } from "./continued-page.ts";
import { DocumentSplitter, type SplitDocument } from "./document-splitter.ts";
import { parseLine } from "./parse-line.ts";

export interface ReaderLimits {
  readonly maxLines: number;
  readonly maxEmptyLines: number;
}

/** What a delivery holds once it is read to its end. */
export interface ReadBody {
  readonly lines: readonly DeliveredLine[];
  /** It holds nothing at all, not even a list of nothing. */
  readonly isEmpty: boolean;
}

/**
 * Reads a delivery while its bytes arrive: the lines that it is, the elements of the array that it is, or the objects of
 * the one document that it is. A document is looked for only where the deliverer says so. Throws a `Failure` as soon as
 * a limit is passed, so that what is refused has cost no more than the limit.
 */
export class DeliveryReader {
  private readonly limits: ReaderLimits;
  private readonly lineSplitter = new LineSplitter();
  private readonly lines: RawLine[] = [];
  private documentSplitter: DocumentSplitter | undefined;
  /** What has come of an object that may be one document or the first of several lines. */
  private undecided: Buffer[] = [];

  constructor(isDocument: boolean, limits: ReaderLimits) {
    this.limits = limits;
    this.documentSplitter = new DocumentSplitter({ maxElements: limits.maxLines, isDocument });
  }

  push(chunk: Buffer): void {
    const splitter = this.documentSplitter;
    splitter?.push(chunk);
    // White space in front counts as lines, and is not kept.
    if (!splitter?.hasBegun) this.splitLines(chunk);
    else if (splitter.isLines) this.readAsLines(chunk);
    else if (!splitter.isList) this.undecided.push(chunk);
  }

  end(): ReadBody {
    const split = this.documentSplitter?.end();
    if (split && split.kind !== "lines") return { lines: linesOf(split), isEmpty: false };
    if (split) this.readAsLines();
    this.lines.push(...this.lineSplitter.end());
    this.checkLines();
    return { lines: this.lines.map(toDelivered), isEmpty: this.lines.length === 0 };
  }

  private readAsLines(...chunks: readonly Buffer[]): void {
    this.documentSplitter = undefined;
    for (const earlier of [...this.undecided, ...chunks]) this.splitLines(earlier);
    this.undecided = [];
  }

  private splitLines(chunk: Buffer): void {
    for (const line of this.lineSplitter.push(chunk)) this.lines.push(line);
    this.checkLines();
  }

  private checkLines(): void {
    if (this.lines.length > this.limits.maxLines) throw tooManyLines();
    if (this.lineSplitter.position.lines - this.lines.length > this.limits.maxEmptyLines) throw tooManyEmptyLines();
  }
}

const toDelivered = ({ number, ...rest }: RawLine): DeliveredLine => ({ line: number, ...rest });

function linesOf(split: Exclude<SplitDocument, { readonly kind: "lines" }>): readonly DeliveredLine[] {
  if (split.kind === "array") return split.elements.map(toDelivered);
  const [list, ...others] = split.lists.values();
  if (!list) return [toDelivered(split.frame)];
  if (others.length > 0) throw new Failure("invalid_json", "the body has two lists, 'records' and 'value'; send one");
  const frame = readFrame(split.frame);
  // A page without its objects shows those who come after that another page follows.
  const next = { [NEXT_LINK]: (frame as Record<string, unknown>)[NEXT_LINK], value: [] };
  const rest = hasNextLink(frame) ? [{ line: list.length + 1, text: JSON.stringify(next) }] : [];
  return [...list.map(toDelivered), ...rest];
}

/** What surrounds the list is read as strictly as its elements are. */
function readFrame(frame: RawLine): unknown {
  try {
    if ("problem" in frame) throw new RowProblem(`${frame.problem}, its list not counted`);
    return parseLine(frame.text);
  } catch (error) {
    if (error instanceof RowProblem) throw new Failure("invalid_json", `the body ${error.message}`);
    throw error;
  }
}
