import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { AuditEntry } from "../../../model/audit.ts";
import { type ChainBreak, type ChainHead, createChainVerifier } from "../../../store/audit/audit-chain.ts";
import { findHead, readAuditEntries } from "../../../store/audit/audit-entries.ts";
import { parseAuditLine } from "../../audit/audit-line.ts";
import { AUDITED_DOMAIN, getAuditedDomain } from "../../audit/audited-domain.ts";
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
  notes: `A FILE that audit export wrote is verified without a database. The chain shows that no single entry was changed or
removed. Whoever owns the database could replace the whole chain: keep the printed head hash elsewhere and give it with
--expect-hash later.`,
  run: async (invocation) => {
    const { operands, options } = invocation;
    const [path] = operands;
    const domain = options["domain"];
    const expected = readHash(options["expect-hash"]);
    if ((path === undefined) === (domain === undefined)) throw new UsageError("expected either --domain or a FILE");
    if (path !== undefined) return report(invocation, await verify(linesOf(path), undefined, expected));
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
  entries: AsyncIterable<AuditEntry | undefined>,
  storedHead: ChainHead | undefined,
  expected: string | undefined,
): Promise<Verified> {
  const verifier = createChainVerifier();
  let isExpectedSeen = expected === undefined;
  for await (const entry of entries) {
    const broken = entry
      ? verifier.check(entry)
      : { sequence: verifier.head().sequence + 1, reason: "it is unreadable" };
    if (broken) return { head: verifier.head(), broken };
    isExpectedSeen ||= entry?.hash === expected;
  }
  const head = verifier.head();
  const next = head.sequence + 1;
  if (storedHead && storedHead.sequence > head.sequence) {
    return {
      head,
      broken: { sequence: next, reason: `entry ${next} is missing: the log has ${storedHead.sequence} entries` },
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
  else terminal.out(`The chain is intact: ${head.sequence} entries, head ${head.hash}.`);
  return broken ? 1 : 0;
}

async function* linesOf(path: string): AsyncGenerator<AuditEntry | undefined, void, void> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line !== "") yield parseAuditLine(line);
}

function readHash(text: string | undefined): string | undefined {
  if (text === undefined || /^[0-9a-f]{64}$/.test(text)) return text;
  throw new UsageError("--expect-hash: expected 64 hexadecimal digits, as audit verify and audit export print them");
}
