import pg from "pg";

/** Returns the bytes of everything that a PostgreSQL database stores. */
export async function databaseBytes(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ size: string }>("select pg_database_size(current_database()) as size");
  await client.end();
  return Number(rows[0]?.size);
}
