import { type Document, isAlias, isMap, isScalar, isSeq, parseAllDocuments, visit } from "yaml";
import { RuleProblem } from "../rule-problem.ts";

/** The path and text of a rule file. */
export interface RuleSource {
  readonly path: string;
  readonly text: string;
}

/** One YAML document of a rule file. */
export interface RuleDocument {
  readonly path: string;
  /** The index of the document in its file, from 0. */
  readonly index: number;
  /** The line of the file on which it starts, from 1. */
  readonly line: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A number of a detection, compared as it was written: `0x10` is not `16`. */
export class WrittenNumber {
  readonly source: string;
  readonly value: number;

  constructor(source: string, value: number) {
    this.source = source;
    this.value = value;
  }
}

/** Replaces numbers that were kept as written by their values. */
export function withoutWritten(value: unknown): unknown {
  if (value instanceof WrittenNumber) return value.value;
  if (Array.isArray(value)) return value.map(withoutWritten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutWritten(inner)]));
}

const MAX_TEXT = 1_048_576;
const MAX_NODES = 100_000;
const MAX_DEPTH = 64;
/** Sections of a document whose numbers are kept as written. */
const WRITTEN_PARTS = new Set(["detection", "filter", "mapping"]);

/** Caches parsed files: the shipped ones are recompiled whenever other rules change. */
const known = new WeakMap<RuleSource, readonly RuleDocument[]>();

/** Keeps the documents of a file that were parsed before. */
export function rememberDocuments(source: RuleSource, documents: readonly RuleDocument[]): void {
  known.set(source, documents);
}

/** Parses the documents of a rule file. */
export function readDocuments(source: RuleSource): readonly RuleDocument[] {
  const documents = known.get(source) ?? parseDocuments(source);
  known.set(source, documents);
  return documents;
}

function parseDocuments({ path, text }: RuleSource): readonly RuleDocument[] {
  if (text.length > MAX_TEXT) throw new RuleProblem(`the file is larger than ${MAX_TEXT} characters`);
  // Keys are compared by `Plain`: the parser would compare each key of a map with all others.
  const parsed = parseAllDocuments(text, { schema: "core", version: "1.2", logLevel: "silent", uniqueKeys: false });
  const documents = Array.isArray(parsed) ? parsed : [];
  return documents
    .map((document, index) => ({ path, index, line: lineOf(document, text), data: dataOf(document) }))
    .filter((document): document is RuleDocument => document.data !== null);
}

function lineOf({ contents }: Document.Parsed, text: string): number {
  return text.slice(0, contents?.range[0] ?? 0).split("\n").length;
}

function dataOf(document: Document.Parsed): Readonly<Record<string, unknown>> | null {
  const [error] = document.errors;
  if (error) throw new RuleProblem(`not valid YAML: ${error.message.split("\n")[0]}`);
  if (document.contents === null) return null;
  const root: unknown = document.contents;
  if (isScalar(root) && (root.value === null || root.value === "")) return null;
  if (!isMap(root)) throw new RuleProblem("a rule must be a map");
  return new Plain(document).map(root.items, 0, null);
}

/** Converts nodes to plain values. Aliases are resolved, up to a bounded number of values. */
class Plain {
  readonly #document: Document.Parsed;
  #anchors: ReadonlyMap<string, unknown> | undefined;
  #nodes = 0;

  constructor(document: Document.Parsed) {
    this.#document = document;
  }

  map(items: readonly { key: unknown; value: unknown }[], depth: number, written: boolean | null) {
    const names = new Set<string>();
    const entries = items.map(({ key, value }) => {
      const name = keyOf(key);
      if (names.has(name)) throw new RuleProblem(`not valid YAML: the key '${name}' occurs twice in one map`);
      names.add(name);
      return [name, this.value(value, depth + 1, written ?? WRITTEN_PARTS.has(name))] as const;
    });
    return Object.fromEntries(entries);
  }

  value(node: unknown, depth: number, written: boolean): unknown {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) throw new RuleProblem(`the document has more than ${MAX_NODES} values`);
    if (depth > MAX_DEPTH) throw new RuleProblem(`the document is nested deeper than ${MAX_DEPTH} levels`);
    if (isAlias(node)) return this.value(this.#anchored(node.source), depth + 1, written);
    if (isMap(node)) return this.map(node.items, depth, written);
    if (isSeq(node)) return node.items.map((item) => this.value(item, depth + 1, written));
    if (!isScalar(node)) return null;
    const { value, source } = node;
    return written && typeof value === "number" ? new WrittenNumber(source ?? String(value), value) : value;
  }

  #anchored(name: string): unknown {
    this.#anchors ??= anchorsOf(this.#document);
    const node = this.#anchors.get(name);
    if (node === undefined) throw new RuleProblem(`the alias '*${name}' has no anchor, or more than one`);
    return node;
  }
}

/** Returns nodes by anchor; an anchor that is defined twice is ambiguous and left out. */
function anchorsOf(document: Document.Parsed): ReadonlyMap<string, unknown> {
  const anchors = new Map<string, unknown>();
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node) || node.anchor === undefined) return;
      anchors.set(node.anchor, anchors.has(node.anchor) ? undefined : node);
    },
  });
  return anchors;
}

function keyOf(key: unknown): string {
  if (isScalar(key)) return key.value === null ? "" : (key.source ?? String(key.value));
  throw new RuleProblem("a key must be a scalar");
}
