import { toGuid } from "../../../../model/rows/identifiers.ts";
import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { ipOf } from "../../../../model/rows/row-ip.ts";
import type { DirectoryAct } from "../../../acts/directory-act.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";
import type { Hit, RowHit, SeenRow } from "../../stateful-detector.ts";
import { nameOfActor, toHit } from "../hits.ts";
import { bucketOf, toKey } from "../patterns/digest.ts";
import { toName } from "../wording.ts";

/**
 * The memory of what is changed on applications and where they are used. The name is that of the detector that had it
 * first, so that its hits of earlier releases count.
 */
export const APP_MEMORY = "app_credential_use@1";

export const APP_TABLES: readonly LogTable[] = [
  "AuditLogs",
  "OfficeActivity",
  "CloudAppEvents",
  "AADServicePrincipalSignInLogs",
  "MicrosoftGraphActivityLogs",
];

/** What a hit of an application is about. */
export const APP_CHANGES = ["credential", "permission", "owner", "created", "use"] as const;
export type AppChange = (typeof APP_CHANGES)[number];

/** Returns the hits of one kind. */
export const appHits = (hits: readonly RowHit[], change: AppChange): readonly RowHit[] =>
  hits.filter(({ value }) => value.startsWith(`${change}:`));

/** Addresses are stored as buckets, so that the memory of an application used from many addresses stays small. */
const ADDRESS_BUCKETS = 64;

/** Stores a change under one id of the application and its uses under all ids, so that each pair matches once. */
export function appHitsOf(seen: SeenRow): readonly Hit[] {
  const act = directoryActOf(seen.row);
  return act === null ? useHits(seen) : changeHits(seen, act);
}

/** Permissions of applications that reach the mail or files of everybody, or the control of the directory. */
const FAR_REACHING =
  /\b(?:mail\.(?:read|send)|mailboxsettings|files\.read|sites\.(?:read|fullcontrol|manage)|chat\.read|notes\.read|directory\.readwrite|rolemanagement\.readwrite|approleassignment\.readwrite|application\.readwrite|user\.readwrite|group\w{0,10}\.readwrite|policy\.readwrite|privilegedaccess|userauthenticationmethod\.readwrite|full_access_as_app|exchange\.manageasapp)/i;

function changeHits({ actor, row }: SeenRow, act: DirectoryAct): readonly Hit[] {
  const { kind, objectId: app, shown, detail, target } = act;
  if (actor === null || app === null) return [];
  const group = `app:${app}`;
  const data = { name: toName(shown.object ?? app), by: nameOfActor(actor), ip: ipOf(row) };
  if (kind === "credential.added") return [toHit(group, `credential:${toKey(actor.subject)}`, data)];
  if (kind === "app.added") return [toHit(group, "created:")];
  if (kind === "app_owner.added" && target !== null) {
    return [toHit(group, `owner:${toKey(target)}`, { ...data, owner: toName(shown.target) })];
  }
  if (kind !== "app_permission.added" || !FAR_REACHING.test(detail ?? "")) return [];
  return [toHit(group, `permission:${toKey(detail ?? "")}`, { ...data, what: toName(shown.detail) })];
}

function useHits({ row }: SeenRow): readonly Hit[] {
  const ip = ipOf(row);
  if (ip === null || !isUse(row)) return [];
  const ids = ["AppId", "ClientAppId", "ServicePrincipalId"].map((path) => toGuid(readText(row.fields, path)));
  const apps = new Set(ids.filter((id) => id !== null));
  return [...apps].map((app) => toHit(`app:${app}`, `use:${bucketOf(ip, ADDRESS_BUCKETS)}`, { ip }));
}

/** Returns whether an application acts on its own, without a signed-in user. */
function isUse({ table, fields }: LogRow): boolean {
  if (table === "AADServicePrincipalSignInLogs") return /^(0|success)$/i.test(readText(fields, "ResultType") ?? "");
  if (table === "MicrosoftGraphActivityLogs") return readText(fields, "UserId") === null;
  const isMail = readText(fields, "Operation")?.toLowerCase() === "mailitemsaccessed";
  return isMail && /rest|webservices|graph/i.test(readText(fields, "ClientInfoString") ?? "");
}
