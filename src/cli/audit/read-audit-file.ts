import { createReadStream } from "node:fs";
import type { AuditEntry } from "../../model/audit.ts";
import { Failure } from "../../model/failure.ts";
import { LineSplitter, MAX_LINE_BYTES, type RawLine } from "../../runtime/line-splitter.ts";
import { describeUnreadable } from "../../runtime/system-error.ts";
import type { BrokenLine } from "../../store/audit/verify-chain.ts";
import { unpackStream } from "../../transfer/unpack-stream.ts";
import { parseAuditLine } from "./audit-line.ts";

/**
 * Reads the lines of an exported log, which may be compressed; a line after the first that is not an entry is returned with the reason.
 * Throws a `Failure` if the file is empty or its first line shows that it is not an export.
 */
export async function* readAuditFile(path: string): AsyncGenerator<AuditEntry | BrokenLine, void, void> {
  let isFirst = true;
  for await (const line of readLines(path)) {
    const entry = "text" in line ? parseAuditLine(line.text) : undefined;
    if (isFirst && entry === undefined) throw refuse(path, NOT_AN_EXPORT);
    isFirst = false;
    yield entry ?? { reason: "it is unreadable" };
  }
  if (isFirst) throw refuse(path, "contains no entry");
}

const NOT_AN_EXPORT = "is not an audit export; name a file that parapet audit export wrote";

async function* readLines(path: string): AsyncGenerator<RawLine, void, void> {
  const splitter = new LineSplitter();
  let bytes = 0;
  try {
    for await (const chunk of unpackStream(createReadStream(path))) {
      bytes += chunk.length;
      yield* splitter.push(chunk);
      // A device such as /dev/zero never ends its line.
      if (bytes - splitter.position.bytes > MAX_LINE_BYTES) {
        throw refuse(path, `is not an audit export: it has a line of more than ${MAX_LINE_BYTES} bytes`);
      }
    }
  } catch (error) {
    throw error instanceof Failure ? error : refuse(path, describeUnreadable(error as Error));
  }
  yield* splitter.end();
}

const refuse = (path: string, reason: string): Failure => new Failure("invalid_request", `'${path}' ${reason}`);
