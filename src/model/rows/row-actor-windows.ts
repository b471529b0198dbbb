import type { RowActor } from "./actor.ts";
import { readWindowsText } from "./event-data.ts";
import { isSystemAccount, isWellKnownSid, toIdentifier, toSam, toSamOf, toSid, toUpn } from "./identifiers.ts";
import type { LogRow } from "./log-row.ts";
import { makeActor } from "./make-actor.ts";
import { readText } from "./row-fields.ts";

/** Event ids whose target account is the actor: logons and ticket requests. */
const LOGONS: ReadonlySet<string> = new Set([
  "4624",
  "4625",
  "4634",
  "4647",
  "4768",
  "4769",
  "4771",
  "4776",
  "4778",
  "4779",
]);

/** Event ids of certificate services, which name who requested the certificate: requested, issued, denied. */
const REQUESTS: ReadonlySet<string> = new Set(["4886", "4887", "4888"]);

/** Returns the actor of a Windows security event; a system account stands for its machine. */
export function windowsActorOf({ fields }: Pick<LogRow, "fields">): RowActor | null {
  const event = readText(fields, "EventID") ?? "";
  const side = LOGONS.has(event) ? "Target" : "Subject";
  const read = (...names: readonly string[]): string | null =>
    names.map((column) => readWindowsText(fields, column)).find((value) => value !== null) ?? null;
  const name = read(`${side}UserName`);
  const text = read(...(REQUESTS.has(event) ? ["Requester"] : []), `${side}Account`, "Account", "User");
  const sam = toSam(read(`${side}DomainName`), name) ?? samOfAddress(name ?? text) ?? toSamOf(text);
  const sid = read(`${side}UserSid`, `${side}Sid`);
  if (isPartOfSystem(sid, sam)) return makeActor("machine", { host: hostOf(fields) }, null);
  const actor = makeActor("user", { sam, sid: toSid(sid) }, null);
  const bare = bareNameOf(sam, [hostOf(fields), toIdentifier(read("WorkstationName"))]);
  // The directory does not contain the short name of a domain, and its DNS name may be another word.
  return actor?.kind === "user" && bare !== null ? { ...actor, keys: [...actor.keys, `sam:${bare}`] } : actor;
}

/** Returns the name of a domain account without its domain; null if the account is one of a machine, or has no domain. */
function bareNameOf(sam: string | null, machines: readonly (string | null)[]): string | null {
  const [realm = "", name] = sam?.split("\\") ?? [];
  const isMachine = machines.some((machine) => machine === realm || machine?.slice(0, LONGEST_MACHINE) === realm);
  return name === undefined || isMachine || NO_DOMAINS.has(realm) ? null : name;
}

/** Windows cuts the name of a machine to this length where it stands in the place of a domain. */
const LONGEST_MACHINE = 15;

/** What stands in the place of a domain for accounts of machines. */
const NO_DOMAINS: ReadonlySet<string> = new Set([".", "", "workgroup", "builtin", "microsoftaccount", "azuread"]);

/** Converts `name@realm` to `REALM\\name`: both forms occur in the events of one logon. */
function samOfAddress(text: string | null): string | null {
  const [name = "", realm] = toUpn(text)?.split("@") ?? [];
  return realm === undefined ? null : toSam(realm, name);
}

/** The null SID means that the account was not recognized; the attempted name is still used. */
const NOBODY = "s-1-0-0";

function isPartOfSystem(sid: string | null, sam: string | null): boolean {
  const folded = toIdentifier(sid);
  if (folded && folded !== NOBODY && isWellKnownSid(folded)) return true;
  return sam !== null && isSystemAccount(sam);
}

const hostOf = (fields: LogRow["fields"]): string | null =>
  toIdentifier(readText(fields, "Computer"))?.split(".")[0] ?? null;
