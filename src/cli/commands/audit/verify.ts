import { toAmount } from "../../../model/text/amount.ts";
import { type VerifiedChain, verifyChain, verifyStoredChain } from "../../../store/audit/verify-chain.ts";
import { AUDITED_DOMAIN, AUDITED_INSTALLATION, getAuditedLog, requireOneLog } from "../../audit/audited-log.ts";
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
  flags: AUDITED_INSTALLATION,
  usage: ["--domain NAME [--expect-hash HASH]", "--installation [--expect-hash HASH]", "FILE [--expect-hash HASH]"],
  examples: [
    "parapet audit verify --domain northwind",
    "parapet audit verify --installation",
    "parapet audit verify audit.ndjson",
  ],
  notes: `A FILE that audit export wrote, compressed with gzip or not, is verified without a database. The chain shows that no
entry was changed, added or removed before the last one. Only --expect-hash shows that the last entries of a FILE were cut
off, or that whoever owns the database replaced the whole chain: keep the printed head hash elsewhere and give it later.`,
  run: async (invocation) => {
    const { operands, options, flags } = invocation;
    const [path] = operands;
    const expected = readHash(options["expect-hash"]);
    if (path === undefined) requireOneLog(invocation);
    else if (options["domain"] !== undefined || flags.has("installation")) {
      throw new UsageError("name one log, with --domain NAME, with --installation or with a FILE");
    }
    if (path !== undefined) return report(invocation, await verifyChain(readAuditFile(path), undefined, expected));
    return withDatabase(invocation, async (database) => {
      const db = await getAuditedLog(database, invocation);
      return report(invocation, await verifyStoredChain(db, expected));
    });
  },
};

function report({ terminal, json }: Invocation, { head, broken }: VerifiedChain): number {
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
