/** A line that is not empty: its text, or why it has none. Lines are counted from 1, empty ones included. */
export type RawLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: string };

/** How far bytes have been cut into lines: the place right behind the last whole one. */
export interface LinePosition {
  readonly bytes: number;
  readonly lines: number;
}

export const MAX_LINE_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** Cuts bytes at newlines. Only `\n` ends a line: JSON text may hold every other separator. */
export class LineSplitter {
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });
  private pieces: Buffer[] = [];
  private size = 0;
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
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.take(chunk.subarray(start, end));
      lines.push(...this.finish(1));
      start = end + 1;
    }
    this.take(chunk.subarray(start));
    return lines;
  }

  /** What is left is a line too. */
  end(): readonly RawLine[] {
    return this.size > 0 ? this.finish(0) : [];
  }

  /** An overlong line is counted but not kept, so that it cannot fill the memory. */
  private take(piece: Buffer): void {
    this.size += piece.length;
    if (this.size > MAX_LINE_BYTES) this.pieces = [];
    else if (piece.length > 0) this.pieces.push(piece);
  }

  private finish(lineEnd: 0 | 1): readonly RawLine[] {
    const number = ++this.number;
    const { pieces, size } = this;
    this.bytes += size + lineEnd;
    this.pieces = [];
    this.size = 0;
    if (size > MAX_LINE_BYTES) return [{ number, problem: `is longer than ${MAX_LINE_BYTES} bytes` }];
    try {
      const text = this.decoder.decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
      return text.trim() === "" ? [] : [{ number, text }];
    } catch {
      return [{ number, problem: "is not valid UTF-8" }];
    }
  }
}
