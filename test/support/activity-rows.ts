import type { DomainDb } from "../../src/store/database/database.ts";
import type { DeliveredRow } from "./row-sets.ts";

const HOUR_MS = 3_600_000;
export const SERVICE_ID = "7d2b8f0e-1a5c-4a44-9d0e-4f8f5b1f7a10";
export const APP_ID = "b0c1d2e3-0000-4000-8000-00000000aa01";
export const USER_ID = "3f1f2a55-7f4b-4a0d-8f7e-0d1c2b3a4f50";
const GRAPH_ID = "00000003-0000-0000-c000-000000000000";
const ROLE_ID = "62e90394-69f5-4237-9190-012177145e10";

/** Rows of several tables by one user and one service over a few days, each with a different time. */
export function activityRows(count: number, start: number): readonly DeliveredRow[] {
  return Array.from({ length: count }, (_, n) => {
    const make = MAKERS[n % MAKERS.length] ?? signIn;
    const { table, columns } = make(n);
    const at = new Date(start + n * 5 * HOUR_MS + n).toISOString();
    return { table, columns: { TimeGenerated: at, _ItemId: `activity-${n}`, ...columns } };
  });
}

const signIn = (n: number): DeliveredRow => ({
  table: "SigninLogs",
  columns: {
    UserPrincipalName: "maya.ito@northwind.example",
    ...(n % 2 === 0 && { UserId: USER_ID }),
    UserDisplayName: n % 4 === 0 ? "Maya Ito" : "maya",
    AppId: APP_ID,
    AppDisplayName: n % 3 === 0 ? "Payroll" : "payroll (old)",
    ResultType: n % 10 === 5 ? "50126" : "0",
    IPAddress: `203.0.113.${n % 200}`,
    AutonomousSystemNumber: n % 2 === 0 ? "64500" : undefined,
    Location: n % 3 === 0 ? "NO" : "SE",
    DeviceDetail: { operatingSystem: "Windows 11", isManaged: true },
    AuthenticationDetails: [{ authenticationMethod: "Password", succeeded: true }],
  },
});

const serviceSignIn = (n: number): DeliveredRow => ({
  table: "AADServicePrincipalSignInLogs",
  columns: {
    ServicePrincipalId: SERVICE_ID,
    ServicePrincipalName: "Sync",
    AppId: APP_ID,
    ResourceDisplayName: "Microsoft Graph",
    ResourceIdentity: GRAPH_ID,
    ResultType: n % 4 === 0 ? "7000215" : "0",
    ClientCredentialType: "clientSecret",
    ServicePrincipalCredentialKeyId: "a1b2c3d4-0000-4000-8000-000000000001",
    IPAddress: "198.51.100.7",
  },
});

const graphCall = (n: number): DeliveredRow => ({
  table: "MicrosoftGraphActivityLogs",
  columns: {
    ServicePrincipalId: SERVICE_ID,
    AppId: APP_ID,
    RequestMethod: n % 2 === 0 ? "GET" : "PATCH",
    RequestUri: `https://graph.microsoft.com/v1.0/users/${USER_ID}/${["messages", "events", "drive"][n % 3]}?$top=${n}`,
    ResponseStatusCode: n % 7 === 0 ? 403 : 200,
    ResponseSizeBytes: String(n * 100),
  },
});

const roleGrant = (n: number): DeliveredRow => ({
  table: "AuditLogs",
  columns: {
    OperationName: n % 2 === 0 ? "Add member to role" : "Remove member from role",
    Result: "success",
    Category: "RoleManagement",
    InitiatedBy: { user: { userPrincipalName: "maya.ito@northwind.example", id: USER_ID } },
    TargetResources: [
      {
        id: USER_ID,
        type: "User",
        userPrincipalName: `guest${n}@northwind.example`,
        modifiedProperties: [
          { displayName: "Role.DisplayName", [n % 2 === 0 ? "newValue" : "oldValue"]: '"Global Administrator"' },
          { displayName: "Role.TemplateId", [n % 2 === 0 ? "newValue" : "oldValue"]: `"${ROLE_ID}"` },
        ],
      },
    ],
  },
});

const fileRead = (n: number): DeliveredRow => ({
  table: "OfficeActivity",
  columns: {
    UserId: "maya.ito@northwind.example",
    Operation: n % 2 === 0 ? "FileDownloaded" : "FileAccessed",
    OfficeWorkload: "SharePoint",
    Site_Url: `https://northwind.sharepoint.com/sites/Site${n % 6}/`,
    ClientIP: "203.0.113.9",
  },
});

const MAKERS: readonly ((n: number) => DeliveredRow)[] = [signIn, serviceSignIn, graphCall, roleGrant, fileRead];

/** Returns everything stored about activity except the numbers of batches, in a fixed order. */
export async function activitySet(db: DomainDb): Promise<readonly string[]> {
  const rows = await db.query<{ line: string }>(
    `select line collate "C" as line from (
       select concat_ws(' ', 'day', actor_key, day, encode(payload, 'hex')) as line from activity_days where domain_id = $1
       union all
       select concat_ws(' ', 'value', dimension, hash, key, label) from activity_values where domain_id = $1
       union all
       select concat_ws(' ', 'actor', actor_key, kind, keys, name, first_day, last_day) from activity_actors
       where domain_id = $1
       union all
       select concat_ws(' ', 'source', table_name, first_day, last_day, rows) from activity_sources where domain_id = $1
       union all
       select concat_ws(' ', 'source day', table_name, day) from activity_source_days where domain_id = $1
       union all
       select concat_ws(' ', 'change', table_name, content_key, place, at, change, by_key, by_name, target, object_id,
         object_name) from directory_changes where domain_id = $1) lines
     order by 1`,
  );
  return rows.map(({ line }) => line);
}
