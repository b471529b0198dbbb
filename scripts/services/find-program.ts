import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns the folders of PATH, in order. */
export function pathFolders(): readonly string[] {
  return (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of the first of the named programs on PATH. */
export function findProgram(names: readonly string[]): string | undefined {
  const candidates = names.flatMap((name) => pathFolders().map((folder) => join(folder, name)));
  return candidates.find(isProgram);
}
