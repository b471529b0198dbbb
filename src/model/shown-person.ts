import { safeText } from "./text/safe-text.ts";

const MAX_NAME = 256;
const MAX_ADDRESS = 320;

/** Returns a person's name as events and cases show it. */
export const shownName = (name: string | null | undefined): string | null => safeText(name, MAX_NAME) || null;

/** Returns a person's address as events and cases show it. It is never truncated: that would be a different address. */
export const shownAddress = (address: string | null | undefined): string | null =>
  address && address.length <= MAX_ADDRESS ? safeText(address, MAX_ADDRESS) || null : null;
