import type { AuditEntry } from "../../model/audit.ts";
import { sha256Hex } from "../../runtime/hashing.ts";

/** The end of a chain: its last entry. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

/** What the first entry of every chain refers to. */
export const EMPTY_CHAIN: ChainHead = { sequence: 0, hash: "0".repeat(64) };

export const hashEntry = (entry: Omit<AuditEntry, "hash">): string => sha256Hex(canonicalText(entry));

/** Returns the text that an entry's hash is computed from: a JSON array of its fields, object keys sorted. */
function canonicalText(entry: Omit<AuditEntry, "hash">): string {
  return JSON.stringify([
    1,
    entry.previousHash,
    entry.domainId,
    entry.sequence,
    entry.recordedAt.toISOString(),
    entry.actor.kind,
    entry.actor.id,
    entry.actor.origin,
    entry.action,
    entry.target.kind,
    entry.target.id,
    withSortedKeys(entry.before),
    withSortedKeys(entry.after),
  ]);
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, member]) => [key, withSortedKeys(member)]));
}

/** The first entry of a chain that is not as it was written. */
export interface ChainBreak {
  readonly sequence: number;
  readonly reason: string;
}

/** Checks the entries of one chain in their order; stops at the first broken one. */
export interface ChainVerifier {
  /** Returns what is wrong with the entry, if anything. */
  check(entry: AuditEntry): ChainBreak | undefined;
  readonly head: () => ChainHead;
}

export function createChainVerifier(): ChainVerifier {
  let head = EMPTY_CHAIN;
  let domainId: string | undefined;
  return {
    head: () => head,
    check: (entry) => {
      const { sequence, hash } = entry;
      domainId ??= entry.domainId;
      const reason = findBreak(head, domainId, entry);
      if (reason !== undefined) return { sequence: Math.min(sequence, head.sequence + 1), reason };
      head = { sequence, hash };
      return undefined;
    },
  };
}

function findBreak(head: ChainHead, domainId: string, entry: AuditEntry): string | undefined {
  if (entry.domainId !== domainId) return "it belongs to another domain";
  const next = head.sequence + 1;
  if (entry.sequence > next) return `it is missing: entry ${entry.sequence} follows ${head.sequence}`;
  if (entry.sequence !== next) return `its place is taken twice, or the order was changed`;
  if (entry.previousHash !== head.hash) return "it does not refer to the hash of the entry before it";
  return hashEntry(entry) === entry.hash ? undefined : "its hash does not match its content";
}
