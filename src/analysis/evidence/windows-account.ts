import type { RowActor } from "../../model/rows/actor.ts";
import { readWindowsText } from "../../model/rows/event-data.ts";
import { toSam, toSid } from "../../model/rows/identifiers.ts";
import type { LogRow } from "../../model/rows/log-row.ts";
import { type ActorIdentifiers, makeActor } from "../../model/rows/make-actor.ts";
import { readText } from "../../model/rows/row-fields.ts";

/** Events about another account: created, enabled, its password changed or reset, disabled, changed, unlocked, renamed. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(["4720", "4722", "4723", "4724", "4725", "4738", "4767", "4781"]);
/** Events about a member that was added to a group. */
const OF_MEMBERS: ReadonlySet<string> = new Set(["4728", "4732", "4756"]);

/** Returns the key of the account that an act on a Windows domain concerns; null if it is the actor's own. */
export function windowsAccountOf({ table, fields }: LogRow, actor: RowActor | null): string | null {
  if (table !== "SecurityEvent") return null;
  const account = makeActor("user", identifiersIn(fields), null);
  const isOwn = account?.keys.some((key) => actor?.keys.includes(key)) ?? false;
  return account?.kind !== "user" || isOwn ? null : account.key;
}

function identifiersIn(fields: LogRow["fields"]): ActorIdentifiers {
  const event = readText(fields, "EventID") ?? "";
  const read = (name: string): string | null => readWindowsText(fields, name);
  if (OF_MEMBERS.has(event)) return { sid: toSid(read("MemberSid")) };
  if (!OF_ACCOUNTS.has(event)) return {};
  return { sam: toSam(read("TargetDomainName"), read("TargetUserName")), sid: toSid(read("TargetSid")) };
}
