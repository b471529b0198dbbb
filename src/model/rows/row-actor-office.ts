import type { RowActor } from "./actor.ts";
import { isSystemAccount, isWellKnownSid, toGuid, toIdentifier, toSamOf, toSid, toUpn } from "./identifiers.ts";
import type { LogRow } from "./log-row.ts";
import { makeActor } from "./make-actor.ts";
import { alertedActorOf } from "./row-actor-alert.ts";
import { readFirst, readText } from "./row-fields.ts";

/** Service accounts that look like addresses. */
const SERVICE_ADDRESS = /^(app|fim|spo|system)@sharepoint$|^microsoft\.|^[a-z]{3}p[rd]d\d+\\|^nt (authority|service)\\/;
const SERVICE_TYPES: ReadonlySet<string> = new Set(["application", "serviceprincipal", "system", "5", "4", "6"]);

/** Returns the actor of an audit record: a user, an application or the service itself. */
export function officeActorOf({ fields }: Pick<LogRow, "fields">): RowActor | null {
  const user = readText(fields, "UserId");
  const name = readText(fields, "LogonUserDisplayName");
  const folded = toIdentifier(user);
  const alerted = alertedActorOf(fields, "");
  if (alerted !== null) return alerted;
  if (folded === null) return ownerOf(fields, name);
  const application = toGuid(folded.replace(/^serviceprincipal_/, ""));
  if (application || isService(fields, folded)) {
    const app = toGuid(readFirst(fields, ["AppId", "ClientAppId"])) ?? folded;
    return makeActor("service", { oid: application, app }, name ?? user);
  }
  const upn = toUpn(folded);
  const sam = upn ? null : toSamOf(folded);
  const sid = toSid(folded) ?? toSid(readText(fields, "LogonUserSid"));
  return makeActor(
    "user",
    { upn, oid: toGuid(readText(fields, "UserKey")), sam: toSid(folded) ? null : sam, sid },
    name,
  );
}

function isService(fields: LogRow["fields"], user: string): boolean {
  const type = toIdentifier(readText(fields, "UserType")) ?? "";
  if (SERVICE_ADDRESS.test(user) || isSystemAccount(user) || isWellKnownSid(user)) return true;
  return SERVICE_TYPES.has(type) && toUpn(user) === null;
}

/** Falls back to the mailbox owner if the record has no user. */
function ownerOf(fields: LogRow["fields"], name: string | null): RowActor | null {
  const upn = toUpn(readFirst(fields, ["MailboxOwnerUPN", "Sender"]));
  return makeActor("user", { upn }, name);
}
