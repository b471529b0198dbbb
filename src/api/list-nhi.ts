import type { listNhi as contract } from "../contract/nhi.ts";
import { DEFAULT_PAGE_SIZE } from "../contract/shapes.ts";
import { invalid } from "../http/read-query.ts";
import { keysOf, PROVIDERS, type Provider } from "../model/vocabulary.ts";
import { listNhi } from "../store/people/nhi.ts";
import type { Handler } from "./handler.ts";
import { listAnswer } from "./list-page.ts";
import { requireReady } from "./require-ready.ts";

export const handleListNhi: Handler<typeof contract> = async (caller, { query }) => {
  const providers = query.provider?.map(findProvider);
  await requireReady(caller, "nhi");
  const page = await listNhi(caller.db, {
    search: query.search,
    classes: query.nhi_class,
    providers,
    status: query.status === "all" ? undefined : query.status,
    hasPersona: query.has_persona,
    after: query.next_cursor,
    limit: query.page_size ?? DEFAULT_PAGE_SIZE,
  });
  return listAnswer("items", page);
};

const PROVIDER_NAMES: ReadonlyMap<string, Provider> = new Map(
  keysOf(PROVIDERS).flatMap((key) => [
    [key.toLowerCase(), key],
    [PROVIDERS[key].toLowerCase(), key],
  ]),
);

/** Returns the provider with this key or label, ignoring case, or fails with 400. */
function findProvider(name: string): Provider {
  const provider = PROVIDER_NAMES.get(name.trim().toLowerCase());
  if (provider) return provider;
  throw invalid("provider", `has the unknown member '${name.slice(0, 64)}'`, keysOf(PROVIDERS));
}
