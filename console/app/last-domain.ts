import type { Domain } from "./session.ts";

const STORED_AS = "parapet.domain";

/** Returns the domain that was used last, or the first one. */
export function lastDomainOf(domains: readonly Domain[]): Domain | undefined {
  try {
    const name = localStorage.getItem(STORED_AS);
    return domains.find((domain) => domain.name === name) ?? domains[0];
  } catch {
    return domains[0];
  }
}

export function rememberDomain(name: string): void {
  try {
    localStorage.setItem(STORED_AS, name);
  } catch {
    // Without storage the first domain is opened next time.
  }
}
