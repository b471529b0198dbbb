import type { AuditEntry } from "../../model/audit.ts";
import { toAmount } from "../../model/text/amount.ts";
import type { DomainDb } from "../database/database.ts";
import { type ChainBreak, type ChainHead, createChainVerifier } from "./audit-chain.ts";
import { findHead, readAuditEntries } from "./audit-entries.ts";

/** The end of a chain as far as it is intact, and the first entry that is not. */
export interface VerifiedChain {
  readonly head: ChainHead;
  readonly broken: ChainBreak | undefined;
}

/** A line of an exported log that holds no entry, and why. */
export interface BrokenLine {
  readonly reason: string;
}

/**
 * Verifies the entries of a chain in their order. `storedHead` shows whether the last ones are missing, `expected` is the
 * hash of an entry that must be among them.
 */
export async function verifyChain(
  entries: AsyncIterable<AuditEntry | BrokenLine>,
  storedHead: ChainHead | undefined,
  expected?: string,
): Promise<VerifiedChain> {
  const verifier = createChainVerifier();
  let isExpectedSeen = expected === undefined;
  for await (const entry of entries) {
    const broken =
      "reason" in entry
        ? { sequence: verifier.head().sequence + 1, ...entry }
        : (verifier.check(entry) ?? findOtherEnd(entry, storedHead));
    if (broken) return { head: verifier.head(), broken };
    isExpectedSeen ||= "hash" in entry && entry.hash === expected;
  }
  const head = verifier.head();
  return { head, broken: findMissing(head, storedHead) ?? (isExpectedSeen ? undefined : unseen(head, expected)) };
}

/** Verifies the stored log of a domain or of the installation, a page of entries at a time. */
export async function verifyStoredChain(db: DomainDb, expected?: string): Promise<VerifiedChain> {
  // Read first: entries that are appended meanwhile come after it.
  const verified = await verifyChain(readAuditEntries(db), await findHead(db), expected);
  if (verified.broken) return verified;
  // Read again: entries that were appended meanwhile have moved it.
  const end = (await findHead(db))?.sequence ?? 0;
  if (end === 0 && verified.head.sequence === 0 && (await hasHistory(db))) {
    return { ...verified, broken: { sequence: 1, reason: "it is missing: what it records is there, and no entry is" } };
  }
  if (end >= verified.head.sequence) return verified;
  const recorded = end === 0 ? "no end of the log is recorded" : "it comes after the recorded end of the log";
  return { ...verified, broken: { sequence: end + 1, reason: recorded } };
}

/** Returns whether something exists that was recorded when it was created: the domain, or an account of the installation. */
async function hasHistory(db: DomainDb): Promise<boolean> {
  const [row] = await db.query<{ has_history: boolean }>(
    `select exists (select 1 from domains where domain_id = $1)
       or exists (select 1 from accounts where domain_id = $1) as has_history`,
  );
  return row?.has_history ?? false;
}

function findOtherEnd({ sequence, hash }: AuditEntry, stored: ChainHead | undefined): ChainBreak | undefined {
  if (stored?.sequence !== sequence || stored.hash === hash) return undefined;
  return { sequence, reason: "its hash is not the one that is recorded as the end of the log" };
}

function findMissing({ sequence }: ChainHead, stored: ChainHead | undefined): ChainBreak | undefined {
  if (!stored || stored.sequence <= sequence) return undefined;
  return { sequence: sequence + 1, reason: `it is missing: the log should have ${toAmount(stored.sequence, "entry")}` };
}

const unseen = ({ sequence }: ChainHead, expected: string | undefined): ChainBreak => ({
  sequence: sequence + 1,
  reason: `no entry has the expected hash ${expected}`,
});
