import { readWindowsText } from "../../../../model/rows/event-data.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { decodeCommand } from "./decode-command.ts";

const FIELD = "decoded.commandline";
const PROCESS_STARTED = "4688";

/** Returns the reader of `Decoded.CommandLine`, what an encoded command line means; null for any other field. */
export function decodedFieldReader(field: string): ((row: LogRow) => unknown) | null {
  if (field.toLowerCase() !== FIELD) return null;
  return (row) => {
    if (row.table !== "SecurityEvent" || readText(row.fields, "EventID") !== PROCESS_STARTED) return undefined;
    const text = readWindowsText(row.fields, "CommandLine");
    return text === null ? undefined : (decodeCommand(text) ?? undefined);
  };
}
