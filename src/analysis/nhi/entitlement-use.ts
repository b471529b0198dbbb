import { largest } from "../../model/extremes.ts";
import type { Entitlement } from "../../model/identity/entitlement.ts";
import { productName } from "../../model/identity/product-names.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { dayOfDate, type NhiFacts, WINDOW_DAYS } from "./facts.ts";
import { DIRECTORY_REQUESTS, type RequestPattern } from "./graph-requests.ts";
import type { Uses, UseTotal } from "./uses.ts";

/** Whether an entitlement is used, as far as rows show it. */
export interface EntitlementUse {
  readonly usage: "used" | "unused" | "never_used" | "unknown";
  readonly lastDay: number | null;
  /** The days of its use in the stored history. */
  readonly uses: readonly UseTotal[];
}

/** Families of Graph permissions, by the first part of their name, and the paths that need them. */
const PATHS: readonly (readonly [RegExp, RequestPattern])[] = [
  [/^(user|profile)\b/i, /\/(users|me)(\/\{id\})?($|\/(manager|memberof|photo))/],
  [/^(group|groupmember)\b/i, /\/groups\b/],
  [/^directory\b/i, DIRECTORY_REQUESTS],
  [/^(mail|mailboxsettings)\b/i, /\/(messages|mailfolders|sendmail|mailboxsettings|inferenceclassification)\b/],
  [/^calendars\b/i, /\/(calendar|calendars|events|calendarview)\b/],
  [/^contacts\b/i, /\/(contacts|contactfolders)\b/],
  [/^(files|sites)\b/i, /\/(drive|drives|sites|shares|lists)\b/],
  [
    /^(chat|chatmessage|channel|channelmessage|team|teamsactivity|teammember)\b/i,
    /\/(chats|teams|channels|joinedteams)\b/,
  ],
  [/^(auditlog)\b/i, /\/auditlogs\b/],
  [/^reports\b/i, /\/reports\b/],
  [
    /^(securityevents|securityalert|securityincident|securityactions|threathunting|threatindicators)\b/i,
    /\/security\b/,
  ],
  [/^(identityriskevent|identityriskyuser|identityriskyserviceprincipal)\b/i, /\/identityprotection\b/],
  [
    /^(application|approleassignment|delegatedpermissiongrant|serviceprincipal)\b/i,
    /\/(applications|serviceprincipals|approleassignments|approleassignedto|oauth2permissiongrants)\b/,
  ],
  [
    /^(rolemanagement|privilegedaccess|roleassignmentschedule|roleeligibilityschedule)\b/i,
    /\/(rolemanagement|directoryroles|privilegedaccess)\b/,
  ],
  [/^policy\b/i, /\/(policies|identity\/conditionalaccess)\b/],
  [/^devicemanagement/i, /\/(devicemanagement|deviceappmanagement)\b/],
  [/^device\b/i, /\/devices\b/],
  [/^(organization|domain)\b/i, /\/(organization|domains)\b/],
];
const WRITES = /readwrite|\.send|\.manage|\.create|\.invite|\.control|privilegedoperations/i;
const WRITE_CLASS = /^(write|delete|admin|secret|execute):/;

const GRAPH = /^(microsoft graph|graph)$/i;

/** Determines which entitlements calls have used. Nothing is called unused without 90 days of rows that would show it. */
export function entitlementUse(facts: NhiFacts, uses: Uses, entitlement: Entitlement): EntitlementUse {
  const seen = seenUses(uses, entitlement);
  if (seen === null) return UNKNOWN;
  const last = largest(seen.uses.map(({ lastDay }) => lastDay)) ?? 0;
  if (seen.uses.length > 0) {
    if (!seen.isExact) return UNKNOWN;
    return { usage: last >= facts.day - WINDOW_DAYS ? "used" : "unused", lastDay: last, uses: seen.uses };
  }
  const isOld = entitlement.grantedAt === null || dayOfDate(entitlement.grantedAt) <= facts.day - WINDOW_DAYS;
  const isWatched = seen.tables.some(
    (table) => (facts.fleet.sources.get(table)?.firstDay ?? facts.day) <= facts.day - WINDOW_DAYS,
  );
  return isOld && isWatched ? { usage: "never_used", lastDay: null, uses: [] } : UNKNOWN;
}

const UNKNOWN: EntitlementUse = { usage: "unknown", lastDay: null, uses: [] };

interface SeenUses {
  readonly uses: readonly UseTotal[];
  /** Whether the uses show this entitlement and not only the API that grants it. */
  readonly isExact: boolean;
  /** The tables whose rows would show a use. */
  readonly tables: readonly LogTable[];
}

/** Returns the uses of an entitlement; null if no table shows the use of its kind. */
function seenUses(uses: Uses, entitlement: Entitlement): SeenUses | null {
  const operations = [...uses.all("operation").values()];
  if (entitlement.kind === "azure_role") {
    const found = operations.filter(({ key }) => key.includes(":microsoft."));
    return isReader(entitlement.name) ? null : { uses: found, isExact: true, tables: ["AzureActivity"] };
  }
  if (entitlement.kind === "directory_role") {
    const found = operations.filter(({ key }) => WRITE_CLASS.test(key) && !key.includes(":microsoft."));
    return isReader(entitlement.name) ? null : { uses: found, isExact: true, tables: ["AuditLogs"] };
  }
  return entitlement.kind === "app_permission" ? permissionUses(uses, entitlement, operations) : null;
}

const isReader = (name: string): boolean => /\breaders?\b/i.test(name);

function permissionUses(uses: Uses, entitlement: Entitlement, operations: readonly UseTotal[]): SeenUses | null {
  const api = entitlement.resource ?? "";
  const family = PATHS.find(([name]) => name.test(entitlement.name));
  if (GRAPH.test(api) && family) {
    const isWrite = WRITES.test(entitlement.name);
    const requests = operations.filter(({ key }) => /:(get|head|post|put|patch|delete) \//.test(key));
    const own = requests.filter(({ key }) => family[1].test(key) && (!isWrite || WRITE_CLASS.test(key)));
    // Sign-ins to the API show that it is used, not with which permission.
    if (own.length > 0 || requests.length > 0)
      return { uses: own, isExact: true, tables: ["MicrosoftGraphActivityLogs"] };
  }
  const names = new Set([entitlement.resourceId?.toLowerCase() ?? "", productName(api).toLowerCase()]);
  const calls = [...uses.all("application").values()].filter(({ key }) => names.has(key));
  return { uses: calls, isExact: false, tables: ["AADServicePrincipalSignInLogs", "AADManagedIdentitySignInLogs"] };
}
