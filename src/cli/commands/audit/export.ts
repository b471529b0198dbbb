import { open } from "node:fs/promises";
import { toAmount } from "../../../model/text/amount.ts";
import { readAuditEntries } from "../../../store/audit/audit-entries.ts";
import { toAuditLine } from "../../audit/audit-line.ts";
import { AUDITED_DOMAIN, AUDITED_INSTALLATION, getAuditedLog, requireOneLog } from "../../audit/audited-log.ts";
import type { Command } from "../../command.ts";
import { withDatabase } from "../../with-database.ts";

export const command: Command = {
  operands: [{ name: "FILE", optional: true }],
  options: { domain: AUDITED_DOMAIN },
  flags: AUDITED_INSTALLATION,
  usage: ["--domain NAME [FILE]", "--installation [FILE]"],
  examples: [
    "parapet audit export --domain northwind audit.ndjson",
    "parapet audit export --domain northwind | gzip > audit.ndjson.gz",
    "parapet audit export --installation installation.ndjson",
  ],
  notes: `Without a FILE the entries go to standard output. A file that exists is not overwritten. Verify a file with:
parapet audit verify FILE.`,
  run: (invocation) => {
    requireOneLog(invocation);
    const { operands, terminal } = invocation;
    const [path] = operands;
    return withDatabase(invocation, async (database) => {
      const db = await getAuditedLog(database, invocation);
      const file = path === undefined ? undefined : await open(path, "wx", 0o600);
      let head = { sequence: 0, hash: "none" };
      try {
        for await (const entry of readAuditEntries(db)) {
          const line = toAuditLine(entry);
          if (file) await file.write(`${line}\n`);
          else terminal.data(line);
          head = entry;
        }
        await file?.sync();
      } finally {
        await file?.close();
      }
      terminal.note(`${toAmount(head.sequence, "entry")}. Head: ${head.hash}`);
      return 0;
    });
  },
};
