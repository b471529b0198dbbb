import { Failure } from "../../model/failure.ts";
import { LineText, type RawLine } from "../../runtime/line-splitter.ts";
import { tooManyLines } from "../limits.ts";

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];
const NOTHING = Buffer.alloc(0);

/** Far above the limit of an element, which is checked when the element is parsed. */
const MAX_DEPTH = 1_000;

/** Members of a document that may hold its elements. */
const LIST_NAMES: ReadonlySet<string> = new Set(["records", "value"]);

/** The structure of a body. */
export type SplitDocument =
  | { readonly kind: "array"; readonly elements: readonly RawLine[] }
  /** One object, and the elements of its lists by name; `frame` is the object without these elements. */
  | { readonly kind: "document"; readonly lists: ReadonlyMap<string, readonly RawLine[]>; readonly frame: RawLine }
  /** Neither of the two: it is to be read line by line. */
  | { readonly kind: "lines" };

export interface SplitterOptions {
  readonly maxElements: number;
  /** An object is one document; otherwise it is the first of several lines. */
  readonly isDocument: boolean;
  /** An object with more members than this is not split. */
  readonly maxMembers?: number;
}

/** The position of the parser outside strings. */
type Place = "start" | "name" | "after name" | "value" | "member" | "list" | "end" | "lines";

/**
 * Splits a JSON array, or the lists of one JSON document, into the texts of their elements while the bytes arrive. Only
 * strings, brackets and member names are recognized here; each element is parsed on its own, so that an invalid one
 * affects no other. Reads each byte once and uses no recursion, however deeply the body is nested.
 */
export class DocumentSplitter {
  private readonly options: SplitterOptions;
  private place: Place = "start";
  private isArray = false;
  private depth = 0;
  private marks = 0;
  private isInString = false;
  private isEscaped = false;
  private chunk: Buffer = NOTHING;
  /** Receives the bytes of the chunk from `from` on. */
  private target: LineText | undefined;
  private from = 0;
  private readonly element = new LineText();
  private readonly frame = new LineText();
  private readonly name = new LineText();
  private memberName = "";
  private members = 0;
  private readonly lists = new Map<string, RawLine[]>();
  private list: RawLine[] = [];
  private readonly lines = new LineCounter();

  constructor(options: SplitterOptions) {
    this.options = options;
  }

  /** Whether anything but white space was read. */
  get hasBegun(): boolean {
    return this.place !== "start";
  }

  /** Whether the body starts as an array. */
  get isList(): boolean {
    return this.isArray;
  }

  /** Whether the body is known to be neither an array nor one document. */
  get isLines(): boolean {
    return this.place === "lines";
  }

  push(chunk: Buffer): void {
    this.chunk = chunk;
    this.from = 0;
    for (let i = 0; i < chunk.length && !this.isLines; i++) {
      if (this.isInString) i = this.readString(i);
      else if (!isSpace(chunk[i])) this.read(chunk[i] ?? 0, i);
    }
    this.cut(chunk.length);
    this.lines.skip(chunk);
    this.chunk = NOTHING;
  }

  end(): SplitDocument {
    if (this.isArray && this.place !== "end") throw brokenArray(`it ends before its ']', ${this.lines.placeOf(0)}`);
    if (this.isArray) return { kind: "array", elements: this.list };
    if (this.place !== "end") return { kind: "lines" };
    return { kind: "document", lists: this.lists, frame: this.frame.finish(1) };
  }

  /** Continues a string and returns the position of its closing quote, or the end of the chunk. */
  private readString(start: number): number {
    const { chunk } = this;
    for (let i = start; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0;
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) {
        this.endString(i);
        return i;
        // A JSON string has no line break, so this is a line without its closing quote.
      } else if (byte < 0x20 && !this.isArray) {
        this.place = "lines";
        return i;
      }
    }
    return chunk.length;
  }

  private endString(end: number): void {
    this.isInString = false;
    if (this.place !== "name") return;
    this.cut(end);
    this.target = this.frame;
    this.members++;
    if (this.members > (this.options.maxMembers ?? Number.POSITIVE_INFINITY)) {
      this.giveUp(end);
      return;
    }
    this.memberName = nameOf(this.name.finish(1));
    this.place = "after name";
  }

  private read(byte: number, at: number): void {
    if (this.place === "list" || this.place === "member") this.readValue(byte, at);
    else if (this.place === "start") this.begin(byte, at);
    else if (this.place === "name") this.readName(byte, at);
    else if (this.place === "value") this.beginValue(byte, at);
    else if (this.place === "after name" && byte === COLON) this.place = "value";
    else this.giveUp(at);
  }

  private begin(byte: number, at: number): void {
    if (byte === BYTE_ORDER_MARK[this.marks]) this.marks++;
    else if (byte === OPEN_LIST) this.beginArray(at);
    else if (byte === OPEN_OBJECT && this.options.isDocument) this.beginDocument(at);
    else this.giveUp(at);
  }

  private beginArray(at: number): void {
    this.isArray = true;
    this.depth = 1;
    this.place = "list";
    this.target = this.element;
    this.from = at + 1;
  }

  private beginDocument(at: number): void {
    this.depth = 1;
    this.place = "name";
    this.target = this.frame;
    this.from = at;
  }

  private readName(byte: number, at: number): void {
    if (byte === QUOTE) {
      this.isInString = true;
      this.cut(at + 1);
      this.target = this.name;
    } else if (byte === CLOSE_OBJECT) this.close(byte, at);
    else this.giveUp(at);
  }

  private beginValue(byte: number, at: number): void {
    this.place = "member";
    if (byte === OPEN_LIST && LIST_NAMES.has(this.memberName)) this.beginList(at);
    else this.readValue(byte, at);
  }

  private beginList(at: number): void {
    this.open();
    this.cut(at + 1);
    this.target = this.element;
    this.place = "list";
    this.list = [];
    this.lists.set(this.memberName, this.list);
  }

  private readValue(byte: number, at: number): void {
    if (byte === QUOTE) this.isInString = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.open();
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.close(byte, at);
    else if (byte === COMMA) this.separate(at);
  }

  private open(): void {
    this.depth++;
    if (this.depth <= MAX_DEPTH) return;
    throw new Failure("invalid_json", `the body is nested more than ${MAX_DEPTH} levels deep`);
  }

  private separate(at: number): void {
    if (this.place === "list" && this.depth === this.listDepth) this.finishElement(at);
    else if (this.place === "member" && this.depth === 1) this.place = "name";
  }

  private close(byte: number, at: number): void {
    const isListEnd = this.place === "list" && this.depth === this.listDepth;
    const isEnd = isListEnd || this.depth === 1;
    if (isEnd && byte !== (isListEnd ? CLOSE_LIST : CLOSE_OBJECT)) this.giveUp(at);
    else if (isListEnd) this.closeList(at);
    else if (isEnd) this.closeDocument(at);
    else this.depth--;
  }

  private closeList(at: number): void {
    this.finishElement(at);
    const [first] = this.list;
    if (this.list.length === 1 && first && "text" in first && first.text.trim() === "") this.list.pop();
    this.depth--;
    this.target = this.isArray ? undefined : this.frame;
    this.from = at;
    this.place = this.isArray ? "end" : "member";
  }

  private closeDocument(at: number): void {
    this.cut(at + 1);
    this.target = undefined;
    this.place = "end";
  }

  private finishElement(at: number): void {
    this.cut(at);
    this.from = at + 1;
    this.list.push(this.element.finish(this.list.length + 1));
    if (this.list.length > this.options.maxElements) throw tooManyLines();
  }

  private giveUp(at: number): void {
    if (this.isArray) {
      const char = String.fromCharCode(this.chunk[at] ?? 0).replace(/[^!-~]/, "?");
      throw brokenArray(`unexpected '${char}' ${this.lines.placeOf(at, this.chunk)}`);
    }
    this.place = "lines";
  }

  /** The depth of the elements: one level in an array, two in a document. */
  private get listDepth(): number {
    return this.isArray ? 1 : 2;
  }

  private cut(end: number): void {
    const piece = this.chunk.subarray(this.from, end);
    this.target?.add(piece);
    if (this.target === this.name) this.frame.add(piece);
    this.from = end;
  }
}

/** Counts lines in the chunks of a body, to report the place of an error. */
class LineCounter {
  private lines = 1;
  /** Bytes of the current line in earlier chunks. */
  private bytes = 0;

  skip(chunk: Buffer): void {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) this.lines++;
    const last = chunk.lastIndexOf(NEWLINE);
    this.bytes = last < 0 ? this.bytes + chunk.length : chunk.length - last - 1;
  }

  /** Returns the place of a byte in the next chunk. */
  placeOf(at: number, chunk: Buffer = NOTHING): string {
    const before = new LineCounter();
    [before.lines, before.bytes] = [this.lines, this.bytes];
    before.skip(chunk.subarray(0, at));
    return `at line ${before.lines}, position ${before.bytes + 1}`;
  }
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Returns the name of a member with its escapes decoded. */
function nameOf(raw: RawLine): string {
  if ("problem" in raw) return "";
  try {
    return JSON.parse(`"${raw.text}"`) as string;
  } catch {
    return raw.text;
  }
}

const brokenArray = (problem: string): Failure =>
  new Failure("invalid_json", `the body starts as a JSON array but is not one: ${problem}`);
