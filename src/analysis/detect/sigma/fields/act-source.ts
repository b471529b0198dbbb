import type { LogRow } from "../../../../model/rows/log-row.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";

/** The fields of the directory act that a row reports, which rules of every table can read. */
const PREFIX = "act.";
const PARAMETERS = "parameters.";
const PARTS = ["kind", "direction", "outside"] as const;
const SHOWN = ["actor", "object", "target", "detail"] as const;

/**
 * Returns the reader of a field such as `Act.Kind`, or of a parameter of the command (`Act.Parameters.ForwardTo`); null
 * if the field is none of the act's.
 */
export function actFieldReader(field: string): ((row: LogRow) => unknown) | null {
  const lower = field.toLowerCase();
  if (!lower.startsWith(PREFIX)) return null;
  const name = lower.slice(PREFIX.length);
  if (name.startsWith(PARAMETERS)) {
    const parameter = name.slice(PARAMETERS.length);
    return (row) => directoryActOf(row)?.parameters.get(parameter);
  }
  const part = PARTS.find((one) => one === name);
  if (part !== undefined) return (row) => directoryActOf(row)?.[part];
  const shown = SHOWN.find((one) => one === name);
  return shown === undefined ? null : (row) => directoryActOf(row)?.shown[shown] ?? undefined;
}
