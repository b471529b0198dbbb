/** A line that is not empty: its text, or why it has none. Lines are counted from 1, empty ones included. */
export type RawLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: string };

export const MAX_LINE_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** Cuts bytes at newlines. Only `\n` ends a line: JSON text may hold every other separator. */
export class LineSplitter {
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });
  private pieces: Buffer[] = [];
  private size = 0;
  private number = 0;

  push(chunk: Buffer): readonly RawLine[] {
    const lines: RawLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.take(chunk.subarray(start, end));
      lines.push(...this.finish());
      start = end + 1;
    }
    this.take(chunk.subarray(start));
    return lines;
  }

  end(): readonly RawLine[] {
    return this.finish();
  }

  /** An overlong line is counted but not kept, so that it cannot fill the memory. */
  private take(piece: Buffer): void {
    this.size += piece.length;
    if (this.size > MAX_LINE_BYTES) this.pieces = [];
    else if (piece.length > 0) this.pieces.push(piece);
  }

  private finish(): readonly RawLine[] {
    const number = ++this.number;
    const { pieces, size } = this;
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
