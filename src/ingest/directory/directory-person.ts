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
    accounts: [toSam(read("onPremisesDomainName"), account), toSam(null, account)].flatMap((sam) => sam ?? []),
  };
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
