import type { Fields } from "../../model/fields.ts";

/** Names of the audit API whose column has another name; every other name is the same. */
const COLUMNS: Readonly<Record<string, string>> = {
  Id: "OfficeId",
  CreationTime: "TimeGenerated",
  Workload: "OfficeWorkload",
  ObjectId: "OfficeObjectId",
  ClientIPAddress: "Client_IPAddress",
  Site: "Site_",
  SiteUrl: "Site_Url",
  EventData: "Event_Data",
  LogonType: "Logon_Type",
  StartTime: "Start_Time",
  SourceName: "Source_Name",
  Target: "AADTarget",
  AzureActiveDirectoryEventType: "AzureActiveDirectory_EventType",
};

const RECORD_TYPES: Readonly<Record<string, string>> = {
  1: "ExchangeAdmin",
  2: "ExchangeItem",
  3: "ExchangeItemGroup",
  4: "SharePoint",
  6: "SharePointFileOperation",
  7: "OneDrive",
  8: "AzureActiveDirectory",
  9: "AzureActiveDirectoryAccountLogon",
  14: "SharePointSharingOperation",
  15: "AzureActiveDirectoryStsLogon",
  25: "MicrosoftTeams",
  50: "ExchangeItemAggregated",
};
const USER_TYPES: Readonly<Record<string, string>> = {
  0: "Regular",
  1: "Reserved",
  2: "Admin",
  3: "DcAdmin",
  4: "System",
  5: "Application",
  6: "ServicePrincipal",
  7: "CustomPolicy",
  8: "SystemPolicy",
};
const LOGON_TYPES: Readonly<Record<string, string>> = { 0: "Owner", 1: "Admin", 2: "Delegated" };
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  RecordType: RECORD_TYPES,
  UserType: USER_TYPES,
  LogonType: LOGON_TYPES,
};

/** Whether an object is a record of the audit API rather than a row. */
export const isAuditRecord = (value: Fields): boolean =>
  typeof value["CreationTime"] === "string" &&
  value["TimeGenerated"] === undefined &&
  typeof value["Operation"] === "string";

/** Converts a record of the audit API to a row of OfficeActivity, which has no column for the record's version. */
export function fromAuditRecord({ Version: _, ...record }: Fields): Fields {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    const column = Object.hasOwn(COLUMNS, name) ? (COLUMNS[name] as string) : name;
    fields[column] = typeof value === "number" ? (WORDS[name]?.[value] ?? value) : value;
  }
  return fields;
}

/** Converts a record of the audit API to a row of the information-protection table, which keeps the names. */
export function fromProtectionRecord({ CreationTime, Version: _, ...record }: Fields): Fields {
  return { ...record, TimeGenerated: CreationTime };
}
