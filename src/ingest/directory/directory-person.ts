import { toSam, toSid, toUpn } from "../../model/rows/identifiers.ts";
import { readBoolean, readText, readTexts } from "../../model/rows/row-fields.ts";
import type { DirectoryObject } from "../../store/people/directory.ts";

/** A user of the directory. */
export interface DirectoryPerson {
  readonly objectId: string;
  readonly upn: string;
  readonly name: string | null;
  readonly addresses: readonly string[];
  readonly isActive: boolean;
  readonly sids: readonly string[];
  readonly accounts: readonly string[];
}

export function toPerson({ objectId, document }: DirectoryObject): DirectoryPerson {
  const read = (path: string) => readText(document, path);
  const proxies = readTexts(document, "proxyAddresses").flatMap((text) => /^smtp:(.+)$/i.exec(text)?.[1] ?? []);
  const addresses = [read("mail"), ...readTexts(document, "otherMails"), ...proxies].flatMap((text) =>
    text !== null && toUpn(text) ? [text] : [],
  );
  const account = read("onPremisesSamAccountName");
  return {
    objectId,
    upn: (read("userPrincipalName") ?? addresses[0] ?? objectId).slice(0, 320),
    name: read("displayName")?.slice(0, 256) ?? null,
    addresses: uniqueAddresses(addresses).slice(0, 100),
    isActive: readBoolean(document, "accountEnabled") ?? true,
    sids: ["onPremisesSecurityIdentifier", "securityIdentifier"].flatMap((path) => toSid(read(path)) ?? []),
    accounts: accountsOf(read("onPremisesDomainName"), account),
  };
}

/** Returns the account name under the first label of its domain, under its other possible short names, and alone. */
function accountsOf(domain: string | null, account: string | null): readonly string[] {
  const names = [domain, ...shortNamesOf(domain), null].flatMap((realm) => toSam(realm, account) ?? []);
  return [...new Set(names)];
}

const LONGEST_SHORT_NAME = 15;
/** Shorter parts of a name are words such as `ad` and `co`, which are the first label or nothing. */
const SHORTEST_PART = 4;

/**
 * Returns the short names that a domain may have in logs: usually a label of its DNS name without hyphens, the part before a
 * hyphen, or what fits into 15 characters. The directory does not contain the short name itself.
 */
function shortNamesOf(domain: string | null): readonly string[] {
  const labels = (domain ?? "").toLowerCase().slice(0, 255).split(".").slice(0, -1);
  const names = labels.flatMap((label) => [label, label.split("-", 1)[0] ?? "", label.replaceAll("-", "")]);
  return names.filter((name) => name.length >= SHORTEST_PART).map((name) => name.slice(0, LONGEST_SHORT_NAME));
}

function uniqueAddresses(addresses: readonly string[]): readonly string[] {
  const seen = new Map(addresses.map((address) => [address.toLowerCase(), address]));
  return [...seen.values()];
}

/** An identifier of a person, prefixed with its kind, in the form of an alias. */
export interface PersonName {
  readonly alias: string;
  /** Belongs to one person only; other names may be shared, such as the address of a team. */
  readonly isStrong: boolean;
}

/** Returns every identifier of a person, the most reliable first. */
export function namesOf({ objectId, upn, addresses, sids, accounts }: DirectoryPerson): readonly PersonName[] {
  const name = (text: string, isStrong: boolean): PersonName => ({ alias: text.slice(0, 340), isStrong });
  return [
    name(`oid:${objectId}`, true),
    name(upnKey(upn), true),
    ...sids.map((sid) => name(`sid:${sid}`, true)),
    ...accounts.map((sam, index) => name(`sam:${sam}`, index === 0 && sam.includes("\\"))),
    ...addresses.map((address) => name(upnKey(address), false)),
  ];
}

export const upnKey = (upn: string): string => `upn:${upn.toLowerCase()}`;
