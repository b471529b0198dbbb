import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The server's secret from its file, which is made on first use and readable by its owner alone. */
export async function readOrMakeSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, "secret");
  const known = await readSecretFile(path);
  if (known) return known;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  // Linking fails when another process was first: then its secret is the one.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  const made = await readSecretFile(path);
  if (!made) throw new Error("the secret file is empty");
  return made;
}

async function readSecretFile(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
