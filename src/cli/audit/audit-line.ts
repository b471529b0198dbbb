import type { AuditEntry } from "../../model/audit.ts";
import { parseDateTime } from "../../model/text/date-time.ts";

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

type Wire = ReturnType<typeof toAuditObject> & { readonly recorded_at: unknown };

/** Parses a line of an exported log; undefined for a line that is not an entry. */
export function parseAuditLine(line: string): AuditEntry | undefined {
  try {
    const wire = JSON.parse(line) as Wire;
    const recordedAt = parseDateTime(String(wire.recorded_at));
    if (!recordedAt || !Number.isSafeInteger(wire.sequence)) return undefined;
    return {
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
  } catch {
    return undefined;
  }
}
