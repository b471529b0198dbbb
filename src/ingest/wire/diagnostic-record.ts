import type { Fields } from "../../model/fields.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { readFirst, readObjects, readText } from "../../model/rows/row-fields.ts";
import { TABLES } from "../../model/tables.ts";

/** The table of each diagnostic category; the activity-log categories share one table. */
const CATEGORY_TABLES: Readonly<Record<string, LogTable>> = {
  signinlogs: "SigninLogs",
  noninteractiveusersigninlogs: "AADNonInteractiveUserSignInLogs",
  serviceprincipalsigninlogs: "AADServicePrincipalSignInLogs",
  managedidentitysigninlogs: "AADManagedIdentitySignInLogs",
  auditlogs: "AuditLogs",
  userriskevents: "AADUserRiskEvents",
  provisioninglogs: "AADProvisioningLogs",
  microsoftgraphactivitylogs: "MicrosoftGraphActivityLogs",
  administrative: "AzureActivity",
  policy: "AzureActivity",
  autoscale: "AzureActivity",
  resourcehealth: "AzureActivity",
  servicehealth: "AzureActivity",
};

export const tableOfCategory = (category: string): LogTable | undefined =>
  Object.hasOwn(CATEGORY_TABLES, category.toLowerCase()) ? CATEGORY_TABLES[category.toLowerCase()] : undefined;

/** Columns whose name differs from the name in the record, by table and lower-case name in the record. */
const RENAMED: Readonly<Partial<Record<LogTable, Readonly<Record<string, string>>>>> = {
  SigninLogs: { appliedconditionalaccesspolicies: "ConditionalAccessPolicies", location: "LocationDetails" },
  AADNonInteractiveUserSignInLogs: {
    appliedconditionalaccesspolicies: "ConditionalAccessPolicies",
    location: "LocationDetails",
  },
  AADServicePrincipalSignInLogs: { location: "LocationDetails" },
  AADManagedIdentitySignInLogs: { location: "LocationDetails" },
  AuditLogs: { operationtype: "AADOperationType" },
  AADUserRiskEvents: { risktype: "RiskEventType", detectiontiming: "DetectionTimingType" },
  AADProvisioningLogs: {
    action: "ProvisioningAction",
    statusinfo: "ProvisioningStatusInfo",
    durationinmilliseconds: "DurationMs",
  },
};

const lowerColumns = new Map<LogTable, ReadonlyMap<string, string>>();

/** Returns the column of the table with this name, ignoring case. */
function knownColumn(table: LogTable, name: string): string | undefined {
  const known =
    lowerColumns.get(table) ??
    new Map([...TABLES[table].columns.keys()].map((column) => [column.toLowerCase(), column]));
  lowerColumns.set(table, known);
  return known.get(name.toLowerCase());
}

/** Returns the column for a property of a record; for an unknown one, its name with the first letter in upper case. */
function columnFor(table: LogTable, name: string): string {
  const renamed = RENAMED[table];
  const lower = name.toLowerCase();
  if (renamed && Object.hasOwn(renamed, lower)) return renamed[lower] as string;
  return knownColumn(table, name) ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** Columns of the members that every record has, by lower-case name. They are dropped if the table has no such column. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  time: "TimeGenerated",
  calleripaddress: "IPAddress",
  tenantid: "AADTenantId",
  ...Object.fromEntries(
    ["location", "category", "level", "identity", "durationMs", "correlationId", "resourceId", "operationName"]
      .concat(["operationVersion", "resultType", "resultSignature", "resultDescription"])
      .map((name) => [name.toLowerCase(), name]),
  ),
};

function ownColumnFor(table: LogTable, name: string): string | undefined {
  const own = OWN_NAMES[name.toLowerCase()];
  return own === undefined ? columnFor(table, name) : knownColumn(table, own);
}

/** Converts a diagnostic record to a row: its own members first, then its properties, which take precedence. */
export function fromDiagnosticRecord(table: LogTable, record: Fields, properties: Fields): Fields {
  if (table === "AzureActivity") return fromActivityRecord(record, properties);
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    const column = name === "properties" ? undefined : ownColumnFor(table, name);
    if (column !== undefined) fields[column] = value;
  }
  for (const [name, value] of Object.entries(properties)) fields[columnFor(table, name)] = value;
  return fields;
}

const UPN_CLAIM = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn";
const OBJECT_CLAIM = "http://schemas.microsoft.com/identity/claims/objectidentifier";

/** Paths in an activity-log record for each column; the first that exists is used. */
const ACTIVITY_PATHS: Readonly<Record<string, readonly string[]>> = {
  TimeGenerated: ["time"],
  OperationNameValue: ["operationName.value", "operationName"],
  OperationName: ["operationName.localizedValue"],
  CategoryValue: ["category.value", "category"],
  ActivityStatusValue: ["resultType", "status.value"],
  ActivitySubstatusValue: ["resultSignature", "subStatus.value"],
  CallerIpAddress: ["callerIpAddress", "httpRequest.clientIpAddress"],
  Caller: ["caller", `identity.claims.${UPN_CLAIM}`, `identity.claims.${OBJECT_CLAIM}`, "identity.claims.appid"],
  CorrelationId: ["correlationId"],
  EventDataId: ["eventDataId", "properties.eventDataId"],
  Level: ["level"],
  ResourceId: ["resourceId"],
  _ItemId: ["_ItemId"],
};

/** Converts an activity-log record, in which nearly every name differs from the column. */
function fromActivityRecord(record: Fields, properties: Fields): Fields {
  const columns = Object.entries(ACTIVITY_PATHS).map(([column, paths]) => [column, readFirst(record, paths)]);
  const resource = readText(record, "resourceId") ?? "";
  const part = (pattern: RegExp) => pattern.exec(resource)?.[1] ?? null;
  const [identity = record] = readObjects(record, "identity");
  return {
    ...(Object.fromEntries(columns) as Fields),
    _ResourceId: resource.toLowerCase() || null,
    SubscriptionId: part(/\/subscriptions\/([^/]+)/i),
    ResourceGroup: part(/\/resourceGroups\/([^/]+)/i),
    ResourceProviderValue: part(/\/providers\/([^/]+)/i),
    Authorization_d: identity["authorization"] ?? null,
    Claims_d: identity["claims"] ?? null,
    Properties_d: properties,
  };
}
