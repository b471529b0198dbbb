import { keysOf, PROVIDERS, type Provider } from "./vocabulary.ts";

const BY_NAME: ReadonlyMap<string, Provider> = new Map(
  keysOf(PROVIDERS).flatMap((key) => [
    [key.toLowerCase(), key],
    [PROVIDERS[key].toLowerCase(), key],
  ]),
);

/** Returns the provider with this key or label, ignoring case. */
export function findProvider(name: string): Provider | undefined {
  return BY_NAME.get(name.trim().toLowerCase());
}
