import type { Habit } from "../../../../model/activity/habit-codes.ts";
import type { RowActor } from "../../../../model/rows/actor.ts";
import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { ipOf } from "../../../../model/rows/row-ip.ts";
import { countryOf } from "../../../../model/rows/row-place.ts";
import type { Act } from "../../../activity/act.ts";
import { actOf } from "../../../activity/act-of.ts";
import { networkOf } from "../../../activity/network-of.ts";
import type { ActKind } from "../../../acts/directory-act.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";
import { toName } from "../wording.ts";
import { cloudOf, isPrivateAddress } from "./cloud-network.ts";
import { networkOfOrigin } from "./sign-in.ts";

/** The tables that report what applications do. */
export const SERVICE_TABLES: readonly LogTable[] = [
  "AADServicePrincipalSignInLogs",
  "AADManagedIdentitySignInLogs",
  "MicrosoftGraphActivityLogs",
  "AzureActivity",
  "AuditLogs",
  "OfficeActivity",
  "CloudAppEvents",
];

/** Where an application acted. */
export interface ServicePlace {
  /** Empty if the row does not state it. */
  readonly country: string;
  /** A public cloud (`cloud:amazon`), an autonomous system (`as:3320`) or a block of addresses (`net:203.0`). */
  readonly network: string;
}

const MARK = "|";

export const toPlaceKey = ({ country, network }: ServicePlace): string => country + MARK + network;

export function readPlaceKey(key: string): ServicePlace {
  const [country = "", network = ""] = key.split(MARK);
  return { country, network };
}

/** The tenants of the provider of the directory; its own services sign in from all of its regions. */
const PROVIDER_TENANTS: ReadonlySet<string> = new Set([
  "f8cdef31-a31e-4b4a-93e4-5f571e91255a",
  "72f988bf-86f1-41af-91ab-2d7cd011db47",
]);

/** Returns whether an application belongs to the provider of the directory. */
export const isProviderOwned = ({ fields }: LogRow): boolean =>
  PROVIDER_TENANTS.has(readText(fields, "AppOwnerTenantId")?.toLowerCase() ?? "");

/** Returns where an application acted successfully; null for services of the provider and addresses without a place. */
export function servicePlaceOf(row: LogRow, actor: RowActor): ServicePlace | null {
  if (!SERVICE_TABLES.includes(row.table)) return null;
  const ip = ipOf(row);
  if (ip === null || isPrivateAddress(ip) || !isDone(actOf(row, actor))) return null;
  if (isProviderOwned(row)) return null;
  const system = readText(row.fields, "AutonomousSystemNumber");
  const cloud = cloudOf(system, ip);
  const network = cloud === null ? (systemOf(system, ip) ?? `net:${networkOfOrigin(`ip:${ip}`)}`) : `cloud:${cloud}`;
  const country = toName(countryOf(row), "").replaceAll(MARK, " ").toUpperCase();
  return { country, network };
}

const systemOf = (system: string | null, ip: string): string | null => {
  const network = networkOf(system, ip);
  return network?.startsWith("as:") ? network : null;
};

const isDone = (act: Act | null): act is Act => act !== null && act.result === "success" && act.isElsewhere !== true;

/** A kind of acts that an attacker needs and that most applications never do. */
export const SENSITIVE_ACTS = {
  roles: "assigned roles",
  credentials: "gave applications credentials, owners or permissions",
  policies: "changed policies or trusts",
  accounts: "administered accounts",
  mail_flow: "opened or redirected mailboxes",
  secrets: "read keys or secrets",
  code: "ran code on machines",
  mail: "read mail of users",
  files: "read files of users",
  mail_search: "searched mailboxes of users",
  mail_changes: "changed mail or rules in mailboxes of users",
  mail_sent: "sent mail in the name of users",
  directory_token: "asked for access to the directory",
  management_token: "asked for access to the management of cloud resources",
  vault_token: "asked for access to key stores",
} as const;
export type SensitiveAct = keyof typeof SENSITIVE_ACTS;

export const isSensitiveAct = (key: string): key is SensitiveAct => Object.hasOwn(SENSITIVE_ACTS, key);

/** Every successful act of an application, which shows how long it has been in use. */
export const ACTED = "acted";
/** The sign-in of a managed identity. */
export const MANAGED = "managed";
/** A request to the API, and a sign-in of a managed identity for a resource that a row names. */
const CALLED = "called";
const ASKED = "asked";

const TOKENS: readonly (readonly [RegExp, SensitiveAct])[] = [
  [/graph|windows azure active directory/i, "directory_token"],
  [/service management api|resource manager/i, "management_token"],
  [/key ?vault/i, "vault_token"],
];

/** Returns which act shows that acts of this kind would have been seen: they are read from rows of some tables only. */
export function basisOf(act: SensitiveAct): string {
  if (act.endsWith("_token")) return ASKED;
  return act === "mail_search" || act === "mail_changes" || act === "mail_sent" ? CALLED : ACTED;
}

const BY_KIND: readonly (readonly [RegExp, SensitiveAct])[] = [
  [/^(?:role|pim_role|eligible_role|root_access)\.added$/, "roles"],
  [/^(?:credential|app_owner|app_permission|consent)\.added$/, "credentials"],
  [
    /^(?:conditional_access|policy|federation|trust|named_location|security_defaults|authorization_policy)\./,
    "policies",
  ],
  [
    /^(?:user\.added|password\.reset|temporary_pass\.added|security_method\.(?:added|removed)|mfa\.disabled)$/,
    "accounts",
  ],
  [/^(?:mailbox_permission|mailbox_forwarding|transport_rule|mail_connector)\.(?:added|changed)$/, "mail_flow"],
];
const CODE = /\/(?:runcommand|runcommands|run)\/action$|\/extensions\/write$|deploymentscripts\/write$/;
const MAIL = /^\/users\/\{id\}\/(?:messages|mailfolders|mailboxsettings)\b/;
const MAILBOX = /^\/users\/[^/]{1,40}\/(?:messages|mailfolders|mailboxsettings)\b/;
const SENT = /^\/users\/[^/]{1,40}\/(?:sendmail|messages\/[^/]{1,40}\/(?:send|forward|reply|replyall))$/;
const SEARCH = /[?&](?:\$|%24)search=/i;
const STORE = /\/(?:drives?|sites)\b/;
const FILES = /\/(?:content|\$value|children|items|root)\b/;
const GRANTS =
  /\/(?:approleassign[a-z]*|oauth2permissiongrants|owners|addpassword|addkey|federatedidentitycredentials)\b/;
const ROLES = /^\/(?:rolemanagement|directoryroles)\b/;

const sensitiveKind = (kind: ActKind): SensitiveAct | null => BY_KIND.find(([kinds]) => kinds.test(kind))?.[1] ?? null;

function sensitiveCall(row: LogRow, act: Act): SensitiveAct | null {
  const [method = "", path = ""] = act.name.split(" ");
  if (method === "GET") return sensitiveRead(row, path);
  if (SENT.test(path)) return "mail_sent";
  if (MAILBOX.test(path)) return "mail_changes";
  if (GRANTS.test(path)) return "credentials";
  return ROLES.test(path) ? "roles" : null;
}

function sensitiveRead({ fields }: LogRow, path: string): SensitiveAct | null {
  if (!MAIL.test(path)) return STORE.test(path) && FILES.test(path) ? "files" : null;
  const uri = readText(fields, "RequestUri")?.slice(0, 2_048) ?? "";
  return SEARCH.test(uri) ? "mail_search" : "mail";
}

function sensitiveActOf(row: LogRow, act: Act): SensitiveAct | null {
  const change = directoryActOf(row);
  const kind = change === null ? null : sensitiveKind(change.kind);
  if (kind !== null) return kind;
  if (row.table === "MicrosoftGraphActivityLogs") return sensitiveCall(row, act);
  if (row.table !== "AzureActivity") return null;
  if (act.class === "secret") return "secrets";
  return CODE.test(act.name) ? "code" : null;
}

/** Returns what a successful act shows: that the application acted, whether it is a managed identity, and sensitive acts. */
export function serviceActsOf(row: LogRow, actor: RowActor): readonly string[] {
  if (!SERVICE_TABLES.includes(row.table)) return [];
  const act = actOf(row, actor);
  if (act === null || act.result !== "success") return [];
  if (row.table === "AADManagedIdentitySignInLogs") return [ACTED, MANAGED, ...tokenActs(row)];
  const sensitive = sensitiveActOf(row, act);
  return [
    ACTED,
    ...(row.table === "MicrosoftGraphActivityLogs" ? [CALLED] : []),
    ...(sensitive === null ? [] : [sensitive]),
  ];
}

function tokenActs({ fields }: LogRow): readonly string[] {
  const resource = readText(fields, "ResourceDisplayName")?.slice(0, 256) ?? "";
  if (resource === "") return [];
  const token = TOKENS.find(([names]) => names.test(resource))?.[1];
  return [ASKED, ...(token === undefined ? [] : [token])];
}

/** Returns what a row shows of the habits of an application. */
export function serviceHabitsOf(row: LogRow, actor: RowActor): readonly Habit[] {
  const place = servicePlaceOf(row, actor);
  return [
    ...(place === null ? [] : [{ kind: "app_place", key: toPlaceKey(place) } as const]),
    ...serviceActsOf(row, actor).map((key) => ({ kind: "app_act", key }) as const),
  ];
}
