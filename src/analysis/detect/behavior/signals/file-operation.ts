import type { LogTable } from "../../../../model/rows/log-row.ts";
import { readFirst } from "../../../../model/rows/row-fields.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";

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

function isOutsider({ target, targetType }: FileOperation, sharer: string | null): boolean {
  if (/^(guest|external)/i.test(targetType ?? "")) return true;
  const address = target?.toLowerCase() ?? "";
  if (address.includes("#ext#")) return true;
  const [theirs, own] = [domainOf(address), domainOf(sharer ?? "")];
  // The name of a group or site is not an address.
  return theirs !== null && own !== null && theirs !== own && /^(member|user)?$/i.test(targetType ?? "");
}

const domainOf = (address: string): string | null => /^[^\s@|\\]+@([^\s@|\\]+\.[a-z]{2,})$/.exec(address)?.[1] ?? null;
