import { toIdentifier } from "../../../../model/rows/identifiers.ts";
import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import { readFirst } from "../../../../model/rows/row-fields.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";

export const MAILBOX_TABLES: readonly LogTable[] = ["OfficeActivity", "CloudAppEvents"];

const OPERATION = ["Operation", "ActionType", "RawEventData.Operation"] as const;
const LOGON = ["Logon_Type", "LogonType", "RawEventData.LogonType"] as const;
const OWNER = ["MailboxOwnerUPN", "RawEventData.MailboxOwnerUPN"] as const;
const READER = ["UserId", "RawEventData.UserId"] as const;

const READS = /^(?:mailitemsaccessed|messagebind|folderbind|searchqueryinitiatedexchange)$/i;
const DELEGATED = /^(?:delegated?|2)$/i;

/** Returns whether a row reports that mail was read, by whomever. */
export const isMailRead = ({ table, fields }: LogRow): boolean =>
  MAILBOX_TABLES.includes(table) && READS.test(readFirst(fields, OPERATION) ?? "");

/** Returns the owner of a mailbox that a row reports as read by a delegate; null for other rows and for the owner. */
export const delegatedMailboxOf = oncePerRow((row): string | null => {
  const { fields } = row;
  if (!isMailRead(row) || !DELEGATED.test(readFirst(fields, LOGON) ?? "")) return null;
  const owner = toIdentifier(readFirst(fields, OWNER));
  return owner === null || owner === toIdentifier(readFirst(fields, READER)) ? null : owner.slice(0, 200);
});
