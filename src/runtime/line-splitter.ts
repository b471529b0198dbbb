/** A line or array element: its text, or why it cannot be read. Numbers start at 1 and count empty lines. */
export type RawLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: string };

export const MAX_LINE_BYTES = 1024 * 1024;

const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);

/** Collects the bytes of one line. An overlong line is counted but not kept, so that it cannot fill the memory. */
export class LineText {
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });
  private pieces: Buffer[] = [];
  private length = 0;

  get size(): number {
    return this.length;
  }

  add(piece: Buffer): void {
    this.length += piece.length;
    if (this.length > MAX_LINE_BYTES) this.pieces = [];
    else if (piece.length > 0) this.pieces.push(piece);
  }

  /** Returns the line under its number and starts the next one. */
  finish(number: number): RawLine {
    const { pieces, length } = this;
    this.pieces = [];
    this.length = 0;
    if (length > MAX_LINE_BYTES) return { number, problem: `is longer than ${MAX_LINE_BYTES} bytes` };
    try {
      return { number, text: this.decoder.decode(pieces.length > 1 ? Buffer.concat(pieces) : (pieces[0] ?? NOTHING)) };
    } catch {
      return { number, problem: "is not valid UTF-8" };
    }
  }
}

/** The position after the last complete line. */
export interface LinePosition {
  readonly bytes: number;
  readonly lines: number;
}

/** Splits bytes at newlines. Only `\n` ends a line: JSON text may contain every other separator. */
export class LineSplitter {
  private readonly line = new LineText();
  private bytes: number;
  private number: number;

  constructor({ bytes, lines }: LinePosition = { bytes: 0, lines: 0 }) {
    this.bytes = bytes;
    this.number = lines;
  }

  get position(): LinePosition {
    return { bytes: this.bytes, lines: this.number };
  }

  push(chunk: Buffer): readonly RawLine[] {
    const lines: RawLine[] = [];
    let start = this.skipEmpty(chunk, 0);
    for (let end = chunk.indexOf(NEWLINE, start); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.line.add(chunk.subarray(start, end));
      this.finish(1, lines);
      start = this.skipEmpty(chunk, end + 1);
    }
    this.line.add(chunk.subarray(start));
    return lines;
  }

  /** Returns the last line, which no newline ends. */
  end(): readonly RawLine[] {
    const lines: RawLine[] = [];
    if (this.line.size > 0) this.finish(0, lines);
    return lines;
  }

  /** Counts the empty lines at `start` and returns where they end, without allocating: there may be millions. */
  private skipEmpty(chunk: Buffer, start: number): number {
    if (this.line.size > 0) return start;
    let next = start;
    while (chunk[next] === NEWLINE) next++;
    this.number += next - start;
    this.bytes += next - start;
    return next;
  }

  private finish(lineEnd: 0 | 1, lines: RawLine[]): void {
    this.bytes += this.line.size + lineEnd;
    const line = this.line.finish(++this.number);
    if ("problem" in line || line.text.trim() !== "") lines.push(line);
  }
}
