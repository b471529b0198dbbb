import { isUuid } from "../text/uuid.ts";

const PLACEHOLDERS: ReadonlySet<string> = new Set([
  "-",
  "n/a",
  "na",
  "none",
  "null",
  "(null)",
  "undefined",
  "unknown",
  "unknown user",
  "not available",
  "anonymous",
  "anonymous logon",
  "#name?",
  "guest-anonymous",
]);

const MAX_IDENTIFIER = 320;

/** Normalizes an identifier for comparison; null if the text is a placeholder for "none". */
export function toIdentifier(text: string | null): string | null {
  const folded = text?.trim().toLowerCase() ?? "";
  if (folded === "" || folded.length > MAX_IDENTIFIER || PLACEHOLDERS.has(folded)) return null;
  return folded.startsWith("urn:spo:anon") ? null : folded;
}

const ADDRESS = /^[^\s@\\/|]+@[^\s@\\/|]+$/;

/** Normalizes a user principal name or email address; null for anything else. */
export function toUpn(text: string | null): string | null {
  const folded = toIdentifier(text);
  return folded && ADDRESS.test(folded) ? folded : null;
}

/** Normalizes a directory object id, which is a GUID or a short opaque word; null for anything else. */
export function toObjectId(text: string | null): string | null {
  const folded = toIdentifier(text);
  if (!folded || /^[0-]+$/.test(folded)) return null;
  return isUuid(folded) || /^[a-z0-9][a-z0-9_-]{4,127}$/.test(folded) ? folded : null;
}

export const toGuid = (text: string | null): string | null => {
  const id = toObjectId(text);
  return id && isUuid(id) ? id : null;
};

/** Returns `domain\name` with only the first label of the domain, which its NetBIOS and DNS names have in common. */
export function toSam(domain: string | null, name: string | null): string | null {
  const account = toIdentifier(name);
  if (!account || /[\\@]/.test(account)) return null;
  const realm = toIdentifier(domain)?.split(".")[0];
  return realm ? `${realm}\\${account}` : account;
}

/** Normalizes an account name, `DOMAIN\name` or `name` alone; null for an email address. */
export function toSamOf(text: string | null): string | null {
  const folded = toIdentifier(text);
  if (!folded || folded.includes("@") || /\s{2}/.test(folded)) return null;
  const [first = "", second, ...more] = folded.split("\\");
  if (more.length > 0) return null;
  return second === undefined ? toSam(null, first) : toSam(first, second);
}

const SID = /^s-1-\d{1,10}(-\d{1,10}){1,15}$/;

/** Normalizes the security identifier of an account; null for well-known SIDs, which all machines share. */
export function toSid(text: string | null): string | null {
  const folded = toIdentifier(text);
  return folded && SID.test(folded) && !isWellKnownSid(folded) ? folded : null;
}

/** Returns whether a SID identifies a part of the system rather than an account. */
export const isWellKnownSid = (sid: string): boolean =>
  !/^s-1-5-21-|^s-1-12-1-/.test(sid.toLowerCase()) && SID.test(sid.toLowerCase());

const SYSTEM_REALMS: ReadonlySet<string> = new Set([
  "nt authority",
  "nt service",
  "nt virtual machine",
  "window manager",
  "font driver host",
  "builtin",
  "iis apppool",
  "sharepoint",
  "autorite nt",
]);
const SYSTEM_NAMES: ReadonlySet<string> = new Set([
  "system",
  "local service",
  "network service",
  "local system",
  "iusr",
  "defaultaccount",
]);

/** Returns whether `domain\name` is a built-in account of the operating system. */
export function isSystemAccount(sam: string): boolean {
  const [realm = "", name] = sam.split("\\");
  if (name === undefined) return SYSTEM_NAMES.has(realm);
  return SYSTEM_REALMS.has(realm) || SYSTEM_NAMES.has(name) || /^(dwm|umfd)-\d+$/.test(name);
}

/** Returns whether a user principal name is that of a guest. */
export const isGuestName = (name: string | null | undefined): boolean => name?.toLowerCase().includes("#ext#") === true;
