import { join } from "node:path";
import type { RuleSource } from "../../analysis/detect/sigma/parse/read-documents.ts";

/** Where an installation keeps rules of its own. */
export const rulesFolderOf = (dataDir: string): string => join(dataDir, "rules");

/** The folder whose files are for every domain. No domain can have this name. */
export const SHARED_FOLDER = "_shared";

/** The folder of one domain that a file is in, if it is in one: all files below it are for that domain alone. */
export function domainFolderOf(path: string): string | null {
  const [top = "", ...below] = path.split("/");
  return below.length === 0 || top === SHARED_FOLDER ? null : top;
}

/** Whether a file of an installation's rules is for a domain; without a name, whether it is for everybody. */
export function isRuleFor(path: string, domain: string | undefined): boolean {
  const folder = domainFolderOf(path);
  return folder === null || folder === domain;
}

const SHIPPED = "<shipped>/";

/** A shipped file by a name that none of an installation's can have. */
export const asShipped = ({ path, text }: RuleSource): RuleSource => ({ path: `${SHIPPED}${path}`, text });

/** Where a shipped file is in the shipped folder. */
export const shippedPathOf = (path: string): string => path.slice(SHIPPED.length);

export const isShipped = (path: string): boolean => path.startsWith(SHIPPED);
