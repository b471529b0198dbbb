import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type RuleDocument,
  type RuleSource,
  readDocuments,
  rememberDocuments,
  WrittenNumber,
} from "../../analysis/detect/sigma/parse/read-documents.ts";
import { sha256 } from "../../runtime/hashing.ts";

/** Where the build puts it. Sources and compiled files are equally far from the root of the package. */
const FOLDER = fileURLToPath(new URL("../../../dist", import.meta.url));
export const PARSED_RULES = "parsed-rules.json";

/** What stands for a number that is kept as written; no rule has such a key. */
const WRITTEN = "\0written";

type Parsed = Readonly<Record<string, readonly RuleDocument[]>>;

/** Documents name their file, so that files of the same text have documents of their own. */
const digestOf = ({ path, text }: RuleSource): string => sha256(`${path}\0${text}`);

/** Returns the documents of rule files as text, by the digest of each file. */
export function packRules(sources: readonly RuleSource[]): string {
  const parsed: Parsed = Object.fromEntries(sources.map((source) => [digestOf(source), readDocuments(source)]));
  return JSON.stringify(parsed, (_, value: unknown) =>
    value instanceof WrittenNumber ? { [WRITTEN]: value.source, value: value.value } : value,
  );
}

/**
 * Takes the documents of rule files from what the build has parsed, which halves the time until they are compiled. A file
 * that has changed since is parsed when it is used.
 */
export function unpackRules(sources: readonly RuleSource[], text = readPacked()): void {
  if (text === undefined) return;
  const parsed = JSON.parse(text, (_, value: unknown) => {
    const written = (value as Readonly<Record<string, unknown>> | null)?.[WRITTEN];
    return typeof written === "string"
      ? new WrittenNumber(written, Number((value as { readonly value: unknown }).value))
      : value;
  }) as Parsed; // written by the build
  for (const source of sources) {
    const documents = parsed[digestOf(source)];
    if (documents) rememberDocuments(source, documents);
  }
}

function readPacked(): string | undefined {
  const path = join(FOLDER, PARSED_RULES);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
