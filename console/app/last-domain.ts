import type { Domain } from "./session.ts";
import { readStored, writeStored } from "./stored.ts";

const STORED_AS = "domain";

/** Returns the domain that was used last, or the first one. */
export function lastDomainOf(domains: readonly Domain[]): Domain | undefined {
  const name = readStored(STORED_AS);
  return domains.find((domain) => domain.name === name) ?? domains[0];
}

export const rememberDomain = (name: string): void => writeStored(STORED_AS, name);
