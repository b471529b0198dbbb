import { join } from "node:path";
import type { RuleSource } from "../../analysis/detect/sigma/parse/read-documents.ts";

/** Returns the folder of an installation's own rules. */
export const rulesFolderOf = (dataDir: string): string => join(dataDir, "rules");

/** The folder whose files apply to every domain. No domain can have this name. */
export const SHARED_FOLDER = "_shared";

/** Returns the domain folder that a file is in, or null if it applies to every domain. */
export function domainFolderOf(path: string): string | null {
  const [top = "", ...below] = path.split("/");
  return below.length === 0 || top === SHARED_FOLDER ? null : top;
}

/** Whether a rule file applies to a domain; without a name, whether it applies to every domain. */
export function isRuleFor(path: string, domain: string | undefined): boolean {
  const folder = domainFolderOf(path);
  return folder === null || folder === domain;
}

const SHIPPED = "<shipped>/";

/** Prefixes a shipped file's path with a name that no file of an installation can have. */
export const asShipped = ({ path, text }: RuleSource): RuleSource => ({ path: `${SHIPPED}${path}`, text });

/** Returns the path of a shipped file in the shipped folder. */
export const shippedPathOf = (path: string): string => path.slice(SHIPPED.length);

export const isShipped = (path: string): boolean => path.startsWith(SHIPPED);
