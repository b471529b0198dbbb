import { readWindowsText } from "../../../../model/rows/event-data.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";

/** An access to a file on a Windows machine that a row reports. */
export interface FileAccess {
  /** With share or drive, in lower case. */
  readonly path: string;
  readonly folder: string;
  readonly isDeletion: boolean;
}

const LONGEST_PATH = 1_024;
const DELETE = 0x10000;
const WRITE = 0x6;

/** Returns the access to a file that an event about a share (5145) or an object (4663) reports; null for other rows. */
export const fileAccessOf = oncePerRow((row): FileAccess | null => {
  if (row.table !== "SecurityEvent") return null;
  const event = readText(row.fields, "EventID");
  if (event !== "5145" && event !== "4663") return null;
  if (!/^(?:file|%%4416)$/i.test(readWindowsText(row.fields, "ObjectType") ?? "")) return null;
  const path = (event === "5145" ? onShare(row) : readWindowsText(row.fields, "ObjectName"))?.toLowerCase() ?? "";
  const end = path.lastIndexOf("\\");
  if (end < 1 || end === path.length - 1) return null;
  const mask = Number(readWindowsText(row.fields, "AccessMask") ?? "");
  // What asks for the right to write may delete too; only an event about the object shows that it does.
  const isDeletion = event === "4663" && (mask & DELETE) !== 0 && (mask & WRITE) === 0;
  return { path: path.slice(0, LONGEST_PATH), folder: path.slice(0, end).slice(0, LONGEST_PATH), isDeletion };
});

/** Returns the path of a file on a share; null for pipes. */
function onShare({ fields }: LogRow): string | null {
  const share = readWindowsText(fields, "ShareName") ?? "";
  const file = readWindowsText(fields, "RelativeTargetName") ?? "";
  return file === "" || /\\(?:ipc|print)\$$/i.test(share) ? null : `${share}\\${file}`;
}
