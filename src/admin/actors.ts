import { findAccountNames } from "../store/accounts/account-names.ts";
import type { Database, DomainDb } from "../store/database/database.ts";
import { listApiKeys } from "../store/domains/api-keys.ts";

/** Returns who acted, with the name that people know, of a text such as `account:<id>`. */
export type Actors = (author: string) => { readonly kind: string; readonly id: string; readonly name: string | null };

/** Looks up the names of these authors: email addresses of accounts, names of API keys. */
export async function actorsOf(database: Database, db: DomainDb, authors: readonly string[]): Promise<Actors> {
  const parsed = [...new Set(authors)].map(toActor);
  const accountIds = parsed.filter(({ kind }) => kind === "account").map(({ id }) => id);
  const names = new Map<string, string | null>();
  for (const [id, email] of await findAccountNames(database, accountIds)) names.set(`account:${id}`, email);
  if (parsed.some(({ kind }) => kind === "api_key")) {
    for (const { keyId, name } of await listApiKeys(db)) names.set(`api_key:${keyId}`, name);
  }
  return (author) => ({ ...toActor(author), name: names.get(author) ?? null });
}

function toActor(author: string): { readonly kind: string; readonly id: string } {
  const at = author.indexOf(":");
  // Imported verdicts name their author in any way.
  return at < 0 ? { kind: "operator", id: author } : { kind: author.slice(0, at), id: author.slice(at + 1) };
}
