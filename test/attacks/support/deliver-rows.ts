import { expect } from "vitest";
import type { Target } from "./attack-test.ts";

/** Delivers rows of a table for the attacker's domain. All of them must be accepted. */
export async function deliverRows({ port, keys }: Target, table: string, rows: readonly object[]): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/ingest/tables/${table}`, {
    method: "POST",
    headers: { "x-api-key": keys[0] ?? "", "content-type": "application/x-ndjson" },
    body: rows.map((row) => JSON.stringify(row)).join("\n"),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(`"accepted":${rows.length}`)]);
}
