import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/**
 * Returns the rows per second with which PostgreSQL copies texts into one table with one index: as fast as rows can be
 * stored at all. The server reads the file itself, so it has to run on this machine.
 */
export async function plainCopyRate(databaseUrl: string, texts: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "ppt-"));
  const file = join(folder, "copied.csv");
  chmodSync(folder, 0o755);
  writeFileSync(file, texts.map((text, id) => `${id},"${text.replaceAll('"', '""')}"\n`).join(""));
  chmodSync(file, 0o644);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("create table plain_copy (id bigint primary key, text text not null)");
    const started = performance.now();
    await client.query(`copy plain_copy from '${file}' with (format csv)`);
    const seconds = (performance.now() - started) / 1_000;
    await client.query("drop table plain_copy");
    return texts.length / seconds;
  } finally {
    await client.end();
    rmSync(folder, { recursive: true });
  }
}
