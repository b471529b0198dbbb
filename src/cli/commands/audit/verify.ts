import type { AuditEntry } from "../../../model/audit.ts";
import { toAmount } from "../../../model/text/amount.ts";
import { type ChainBreak, type ChainHead, createChainVerifier } from "../../../store/audit/audit-chain.ts";
import { findHead, readAuditEntries } from "../../../store/audit/audit-entries.ts";
import { ALTERED_LINE } from "../../audit/audit-line.ts";
import { AUDITED_DOMAIN, getAuditedDomain } from "../../audit/audited-domain.ts";
import { readAuditFile } from "../../audit/read-audit-file.ts";
import type { Command, Invocation } from "../../command.ts";
import { UsageError } from "../../usage-error.ts";
import { withDatabase } from "../../with-database.ts";

export const command: Command = {
  operands: [{ name: "FILE", optional: true }],
  options: {
    domain: AUDITED_DOMAIN,
    "expect-hash": { value: "HASH", meaning: "the chain must contain the entry with this hash, noted down earlier" },
  },
  usage: ["--domain NAME [--expect-hash HASH]", "FILE [--expect-hash HASH]"],
  examples: ["parapet audit verify --domain northwind", "parapet audit verify audit.ndjson"],
  notes: `A FILE that audit export wrote, compressed with gzip or not, is verified without a database. The chain shows that no
entry was changed, added or removed before the last one. Only --expect-hash shows that the last entries of a FILE were cut
off, or that whoever owns the database replaced the whole chain: keep the printed head hash elsewhere and give it later.`,
  run: async (invocation) => {
    const { operands, options } = invocation;
    const [path] = operands;
    const domain = options["domain"];
    const expected = readHash(options["expect-hash"]);
    if ((path === undefined) === (domain === undefined)) throw new UsageError("expected either --domain or a FILE");
    if (path !== undefined) return report(invocation, await verify(readAuditFile(path), undefined, expected));
    return withDatabase(invocation, async (database) => {
      const db = await getAuditedDomain(database, domain ?? "");
      // Read first: entries that are appended meanwhile come after it.
      const head = await findHead(db);
      return report(invocation, await verify(readAuditEntries(db), head, expected));
    });
  },
};

interface Verified {
  readonly head: ChainHead;
  readonly broken: ChainBreak | undefined;
}

async function verify(
  entries: AsyncIterable<AuditEntry | typeof ALTERED_LINE | undefined>,
  storedHead: ChainHead | undefined,
  expected: string | undefined,
): Promise<Verified> {
  const verifier = createChainVerifier();
  let isExpectedSeen = expected === undefined;
  for await (const entry of entries) {
    if (entry === undefined || entry === ALTERED_LINE) {
      const reason = entry === undefined ? "it is unreadable" : "it is not written as audit export writes it";
      return { head: verifier.head(), broken: { sequence: verifier.head().sequence + 1, reason } };
    }
    const broken = verifier.check(entry);
    if (broken) return { head: verifier.head(), broken };
    isExpectedSeen ||= entry.hash === expected;
  }
  const head = verifier.head();
  const next = head.sequence + 1;
  if (storedHead && storedHead.sequence > head.sequence) {
    return {
      head,
      broken: {
        sequence: next,
        reason: `it is missing: the log has ${toAmount(storedHead.sequence, "entry")}`,
      },
    };
  }
  if (!isExpectedSeen)
    return { head, broken: { sequence: next, reason: `no entry has the expected hash ${expected}` } };
  return { head, broken: undefined };
}

function report({ terminal, json }: Invocation, { head, broken }: Verified): number {
  if (json) {
    const { sequence, hash } = head;
    terminal.data(JSON.stringify({ ok: !broken, entries: sequence, head: hash, broken: broken ?? null }));
  } else if (broken) terminal.out(`The chain is broken at entry ${broken.sequence}: ${broken.reason}.`);
  else terminal.out(`The chain is intact: ${toAmount(head.sequence, "entry")}, head ${head.hash}.`);
  return broken ? 1 : 0;
}

function readHash(text: string | undefined): string | undefined {
  if (text === undefined || /^[0-9a-f]{64}$/.test(text)) return text;
  throw new UsageError("--expect-hash: expected 64 hexadecimal digits, as audit verify and audit export print them");
}
