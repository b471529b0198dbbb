import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/parapet/", import.meta.url));
const MIGRATIONS = fileURLToPath(new URL("../../src/store/migrations/", import.meta.url));
/** Whatever else decides how a migrated database looks. */
const CODE = ["src/store/database/migrate.ts", "node_modules/@electric-sql/pglite/package.json"].map((path) =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url)),
);

/**
 * Returns a folder that `fill` has filled in this or an earlier run. It is filled again when the schema or the embedded database
 * has changed.
 */
export async function cachedTemplate(fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, `embedded-${digestOfSchema()}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const outdated = (await readdir(CACHE)).filter((name) => name.startsWith("embedded-"));
  const draft = await mkdtemp(join(CACHE, "draft-"));
  try {
    await fill(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another run has filled it meanwhile.
    if (!existsSync(folder)) throw error;
  }
  for (const name of outdated) await rm(join(CACHE, name), { recursive: true, force: true });
  return folder;
}

function digestOfSchema(): string {
  const digest = createHash("sha256");
  const migrations = readdirSync(MIGRATIONS).toSorted();
  for (const path of [...CODE, ...migrations.map((name) => join(MIGRATIONS, name))]) {
    digest.update(path).update(readFileSync(path));
  }
  return digest.digest("hex").slice(0, 16);
}
