import { open, rename, rm } from "node:fs/promises";

/**
 * Writes pages of lines to a file that only its owner can read, and returns their number. The file has its name only once
 * it is complete and on disk; a file without lines is left out.
 */
export async function writeLines(
  path: string,
  pages: AsyncIterable<readonly string[]>,
  onPage: (lines: number) => void,
): Promise<number> {
  const unfinished = `${path}.part`;
  const handle = await open(unfinished, "w", 0o600);
  let lines = 0;
  try {
    for await (const page of pages) {
      await handle.appendFile(page.map((line) => `${line}\n`).join(""));
      lines += page.length;
      onPage(lines);
    }
    await handle.sync();
    await handle.close();
    if (lines > 0) await rename(unfinished, path);
    return lines;
  } finally {
    await handle.close();
    await rm(unfinished, { force: true });
  }
}
