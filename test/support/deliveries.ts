import { ingestDirectory } from "../../src/ingest/ingest-directory.ts";
import { ingestRows } from "../../src/ingest/ingest-rows.ts";
import type { DomainHandle } from "../../src/store/database.ts";

const AT = new Date("2026-11-01T08:00:00.000Z");

/** Delivers a row under two ids, and a service principal, each marked with the word. */
export async function givenDeliveries(db: DomainHandle, word: string): Promise<void> {
  const row = { TimeGenerated: AT.toISOString(), SyslogMessage: word };
  await ingestRows(db, () => AT, {
    table: "Syslog",
    lines: ["a", "b"].map((id, index) => ({ line: index + 1, value: { ...row, _ItemId: `${word}-${id}` } })),
  });
  const service = { id: `${word}-service`, appId: `${word}-app`, displayName: word };
  await ingestDirectory(db, () => AT, { kind: "service-principals", lines: [{ line: 1, value: service }] });
}
