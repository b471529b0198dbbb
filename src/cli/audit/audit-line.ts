import type { AuditEntry } from "../../model/audit.ts";
import { parseDateTime } from "../../model/text/date-time.ts";
import { terminalJson } from "../../model/text/terminal-text.ts";
import type { BrokenLine } from "../../store/audit/verify-chain.ts";

/** Returns an entry as it is printed and exported. */
export const toAuditObject = (entry: AuditEntry) => ({
  domain_id: entry.domainId,
  sequence: entry.sequence,
  recorded_at: entry.recordedAt,
  actor: { kind: entry.actor.kind, id: entry.actor.id },
  origin: entry.actor.origin,
  action: entry.action,
  target: { kind: entry.target.kind, id: entry.target.id },
  before: entry.before,
  after: entry.after,
  previous_hash: entry.previousHash,
  hash: entry.hash,
});

/** Returns the line of an exported log that holds an entry: the same in a file and on a terminal. */
export const toAuditLine = (entry: AuditEntry): string => terminalJson(JSON.stringify(toAuditObject(entry)));

type Wire = ReturnType<typeof toAuditObject> & { readonly recorded_at: unknown };

/** A line that looks like an entry, but is not written as an export writes it. */
const ALTERED_LINE: BrokenLine = { reason: "it is not written as audit export writes it" };

/**
 * Parses a line of an exported log; undefined for a line that is not an entry. The line must be exactly what an export
 * writes: a member that is added, repeated or reordered has no part in the hash.
 */
export function parseAuditLine(line: string): AuditEntry | BrokenLine | undefined {
  try {
    const wire = JSON.parse(line) as Wire;
    const recordedAt = parseDateTime(String(wire.recorded_at));
    if (!recordedAt || !Number.isSafeInteger(wire.sequence) || typeof wire.hash !== "string") return undefined;
    const entry: AuditEntry = {
      domainId: wire.domain_id,
      sequence: wire.sequence,
      recordedAt,
      actor: { kind: wire.actor.kind, id: wire.actor.id, origin: wire.origin },
      action: wire.action,
      target: { kind: wire.target.kind, id: wire.target.id },
      before: wire.before,
      after: wire.after,
      previousHash: wire.previous_hash,
      hash: wire.hash,
    };
    // Earlier versions escaped fewer characters.
    const isWritten = line === toAuditLine(entry) || line === JSON.stringify(toAuditObject(entry));
    return isWritten ? entry : ALTERED_LINE;
  } catch {
    return undefined;
  }
}
