import { isGuestName } from "../../../../model/rows/identifiers.ts";
import type { LogTable } from "../../../../model/rows/log-row.ts";
import { readFirst } from "../../../../model/rows/row-fields.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";
import { domainOfAddress, isPrivateProvider, isSameOrganization } from "./mail-domains.ts";

/** An operation on a file or item, from any of the office tables. */
export interface FileOperation {
  /** Lower case, as the audit log names it, for example `filedownloaded`. */
  readonly name: string;
  readonly item: string | null;
  readonly target: string | null;
  readonly targetType: string | null;
}

export const FILE_TABLES: readonly LogTable[] = ["OfficeActivity", "CloudAppEvents"];

const PATHS: Readonly<Partial<Record<LogTable, Readonly<Record<keyof FileOperation, readonly string[]>>>>> = {
  OfficeActivity: {
    name: ["Operation"],
    item: ["OfficeObjectId", "SourceRelativeUrl", "SourceFileName", "ItemName"],
    target: ["TargetUserOrGroupName", "UserSharedWith"],
    targetType: ["TargetUserOrGroupType"],
  },
  CloudAppEvents: {
    name: ["RawEventData.Operation", "ActionType"],
    item: ["RawEventData.ObjectId", "ObjectId", "ObjectName"],
    target: ["RawEventData.TargetUserOrGroupName", "RawEventData.UserSharedWith"],
    targetType: ["RawEventData.TargetUserOrGroupType"],
  },
  MicrosoftPurviewInformationProtection: {
    name: ["Operation"],
    item: ["ObjectId", "ItemName"],
    target: ["Receivers"],
    targetType: [],
  },
};

export const fileOperationOf = oncePerRow(({ table, fields }): FileOperation | null => {
  const paths = PATHS[table];
  const name = paths === undefined ? null : readFirst(fields, paths.name);
  if (paths === undefined || name === null) return null;
  return {
    name: name.toLowerCase().replace(/[^a-z]/g, ""),
    item: readFirst(fields, paths.item),
    target: readFirst(fields, paths.target),
    targetType: readFirst(fields, paths.targetType),
  };
});

const DOWNLOADS: ReadonlySet<string> = new Set(["filedownloaded", "filesyncdownloadedfull", "downloadfile"]);

export const isDownload = ({ name }: FileOperation): boolean => DOWNLOADS.has(name);

/** What sensors on devices report of a file that leaves the organization's storage. */
const COPIES_AWAY: ReadonlySet<string> = new Set([
  "filecopiedtoremovablemedia",
  "removablemediafilecopied",
  "fileuploadedtocloud",
  "filetransferredbybluetooth",
  "filecopiedtoremotedesktopsession",
]);

export const isCopiedAway = ({ name }: FileOperation): boolean => COPIES_AWAY.has(name);

const SYNC_AGENT = /skydrivesync|onedrive ?sync|grooveclient|odsp_?sync/i;

/** Returns whether a synchronization client did the operation: it copies whole libraries without being asked. */
export const isSynchronization = oncePerRow((row): boolean => {
  if (fileOperationOf(row)?.name.startsWith("filesync")) return true;
  return SYNC_AGENT.test(readFirst(row.fields, ["UserAgent", "RawEventData.UserAgent"])?.slice(0, 512) ?? "");
});

/** Returns whether an item is in a personal library, and whose: the part of the address that names its owner. */
export function ownerOfLibrary(item: string): string | null {
  return /\/personal\/([^/]{1,200})(?:\/|$)/i.exec(item.slice(0, 2_048))?.[1]?.toLowerCase() ?? null;
}

/** Returns whether an item is in the personal library of the user with this principal name. */
export function isOwnItem(item: string, upn: string | null): boolean {
  const owner = ownerOfLibrary(item);
  if (upn === null || owner === null) return false;
  const account = plainOf(upn.slice(0, upn.indexOf("@"))).slice(0, LONGEST_ACCOUNT);
  return [plainOf(upn), account].includes(plainOf(owner));
}

/** The longest account name of a domain on premises. */
const LONGEST_ACCOUNT = 20;

/** Addresses of libraries contain names with other punctuation, or without any. */
const plainOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

const ANONYMOUS_LINKS: ReadonlySet<string> = new Set(["anonymouslinkcreated", "anonymouslinkupdated"]);
const SHARES: ReadonlySet<string> = new Set([
  "addedtosecurelink",
  "securelinkcreated",
  "sharinginvitationcreated",
  "sharingset",
  "securelinkupdated",
]);

/** Returns whether the operation creates an anonymous link or shares with somebody outside the sharer's organization. */
export function isSharedOutside(operation: FileOperation, sharer: string | null): boolean {
  if (ANONYMOUS_LINKS.has(operation.name)) return true;
  return SHARES.has(operation.name) && isOutsider(operation, sharer);
}

/** The directory decides who is a guest. A member may have another of the organization's domains. */
function isOutsider({ target, targetType }: FileOperation, sharer: string | null): boolean {
  if (/^(guest|external)/i.test(targetType ?? "")) return true;
  if (isGuestName(target)) return true;
  const address = target?.toLowerCase() ?? "";
  if (!/^(member|user)?$/i.test(targetType ?? "")) return false;
  const theirs = domainOfAddress(address);
  if (theirs !== null && isPrivateProvider(theirs)) return true;
  const own = domainOfAddress(sharer ?? "");
  // The name of a group or site is not an address.
  return !/^member$/i.test(targetType ?? "") && theirs !== null && own !== null && !isSameOrganization(theirs, own);
}
