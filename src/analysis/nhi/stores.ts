import { safeText } from "../../model/text/safe-text.ts";
import type { Uses } from "./uses.ts";

/** The kinds of resources that hold data, as activity names them. */
const KINDS: Readonly<Record<string, string>> = {
  mailbox: "mailbox",
  site: "site",
  drive: "drive",
  storage: "storage_account",
  database: "database",
  vault: "key_vault",
  repository: "repository",
  queue: "queue",
};

/** A data store that was called. */
export interface Store {
  readonly name: string;
  readonly kind: string;
  readonly calls: number;
}

/** Returns the data stores that were called in the window, the most frequent first. */
export function storesOf(uses: Uses): readonly Store[] {
  return uses.of("resource").flatMap(({ key, label, count }) => {
    const kind = KINDS[key.slice(0, key.indexOf(":"))];
    return kind ? [{ name: safeText(label.slice(label.indexOf(":") + 1), 120), kind, calls: count }] : [];
  });
}
