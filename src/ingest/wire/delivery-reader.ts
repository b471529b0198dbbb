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

/** The content of a delivery. */
export interface ReadBody {
  readonly lines: readonly DeliveredLine[];
  /** The body has no content at all, not even an empty list. */
  readonly isEmpty: boolean;
}

/**
 * Parses a delivery while its bytes arrive, as lines, as the elements of one array, or as the list of one document; a
 * document only if the sender declares it. Throws a `Failure` as soon as a limit is exceeded, so that a refused delivery
 * costs no more than the limit.
 */
export class DeliveryReader {
  private readonly limits: ReaderLimits;
  private readonly lineSplitter = new LineSplitter();
  private readonly lines: RawLine[] = [];
  private documentSplitter: DocumentSplitter | undefined;
  /** Chunks of an object that may be one document or the first of several lines. */
  private undecided: Buffer[] = [];

  constructor(isDocument: boolean, limits: ReaderLimits) {
    this.limits = limits;
    this.documentSplitter = new DocumentSplitter({ maxElements: limits.maxLines, isDocument });
  }

  push(chunk: Buffer): void {
    const splitter = this.documentSplitter;
    splitter?.push(chunk);
    // Leading white space counts as empty lines, and is not kept.
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
  // An empty page with the link shows later stages that another page follows.
  const next = { [NEXT_LINK]: (frame as Record<string, unknown>)[NEXT_LINK], value: [] };
  const rest = hasNextLink(frame) ? [{ line: list.length + 1, text: JSON.stringify(next) }] : [];
  return [...list.map(toDelivered), ...rest];
}

/** Parses what surrounds the list as strictly as the elements are parsed. */
function readFrame(frame: RawLine): unknown {
  try {
    if ("problem" in frame) throw new RowProblem(`${frame.problem}, its list not counted`);
    return parseLine(frame.text);
  } catch (error) {
    if (error instanceof RowProblem) throw new Failure("invalid_json", `the body ${error.message}`);
    throw error;
  }
}
