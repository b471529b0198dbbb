import type { Fields } from "../../model/fields.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { isLogTable } from "../../model/tables.ts";
import { quoted, RowProblem } from "../rows/row-problem.ts";
import { toActivityRow } from "./activity-row.ts";
import { fromAuditRecord, fromProtectionRecord, isAuditRecord } from "./audit-record.ts";
import { fromDiagnosticRecord, tableOfCategory } from "./diagnostic-record.ts";
import { parseLine } from "./parse-line.ts";

const HUNTING = "advancedhunting-";

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the records of a delivered value: those of its list if it is an envelope, else the value itself. */
export function recordsOf(value: unknown): readonly unknown[] {
  if (!isObject(value)) return [value];
  if (Array.isArray(value["records"])) return value["records"];
  const isPage = Object.keys(value).every((key) => key === "value" || key.startsWith("@odata."));
  return isPage && Array.isArray(value["value"]) ? value["value"] : [value];
}

/** Converts an object of any of the four shapes to the columns of a row of `table`; throws a `RowProblem`. */
export function toFields(table: LogTable, value: unknown): Fields {
  if (!isObject(value)) throw new RowProblem("is not a JSON object");
  const properties = propertiesOf(value);
  const category = typeof value["category"] === "string" ? value["category"] : "";
  if (properties && category.toLowerCase().startsWith(HUNTING)) {
    checkTable(table, category.slice(HUNTING.length), category);
    return withTime(properties, value["time"]);
  }
  if (properties && (category !== "" || value["time"] !== undefined)) {
    checkTable(table, tableOfCategory(category) ?? table, category);
    return fromDiagnosticRecord(table, value, properties);
  }
  if (isAuditRecord(value)) return fromAudit(table, value);
  const type = value["Type"];
  if (typeof type === "string" && type !== table && isLogTable(type)) {
    throw new RowProblem(`is a row of ${type}, not of ${table}`);
  }
  return withTime(table === "AzureActivity" ? toActivityRow(value) : value, undefined);
}

/** Returns the properties of a record, which may be JSON text. */
function propertiesOf(value: Fields): Fields | undefined {
  const properties = value["properties"];
  if (isObject(properties)) return properties;
  if (typeof properties !== "string" || !properties.trimStart().startsWith("{")) return undefined;
  try {
    const parsed = parseLine(properties);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    throw new RowProblem("has properties that are not valid JSON");
  }
}

function checkTable(table: LogTable, meant: string, category: string): void {
  if (meant === table) return;
  const known = isLogTable(meant) ? `belongs to ${meant}, not to ${table}` : `is not a known table`;
  throw new RowProblem(`has the category ${quoted(category)}, which ${known}`);
}

/** Renames `Timestamp`, which is how advanced hunting calls the time of a row, to `TimeGenerated`. */
function withTime(fields: Fields, time: unknown): Fields {
  if (fields["TimeGenerated"] !== undefined) return fields;
  const { Timestamp, ...rest } = fields;
  const at = Timestamp ?? time;
  return at === undefined ? fields : { ...rest, TimeGenerated: at };
}

function fromAudit(table: LogTable, value: Fields): Fields {
  if (table === "OfficeActivity") return fromAuditRecord(value);
  if (table === "MicrosoftPurviewInformationProtection") return fromProtectionRecord(value);
  throw new RowProblem(`is a record of the audit API, which belongs to OfficeActivity, not to ${table}`);
}
