import type { WhoColumns } from "../tables/define-table.ts";
import { TABLES } from "../tables.ts";
import type { RowActor } from "./actor.ts";
import { toGuid, toIdentifier, toObjectId, toSam, toSamOf, toSid, toUpn } from "./identifiers.ts";
import type { LogRow, LogTable } from "./log-row.ts";
import { type ActorIdentifiers, makeActor } from "./make-actor.ts";
import { alertedActorOf, entityActorOf } from "./row-actor-alert.ts";
import { linuxActorOf } from "./row-actor-linux.ts";
import { officeActorOf } from "./row-actor-office.ts";
import { windowsActorOf } from "./row-actor-windows.ts";
import { readFirst, readObjects, readText, readTexts } from "./row-fields.ts";

type Row = Pick<LogRow, "table" | "fields">;
type ActorReader = (row: Row) => RowActor | null;

const READERS: Readonly<Partial<Record<LogTable, ActorReader>>> = {
  SecurityEvent: windowsActorOf,
  OfficeActivity: officeActorOf,
  MicrosoftPurviewInformationProtection: officeActorOf,
  AzureActivity: azureActorOf,
  EmailEvents: emailActorOf,
  EmailAttachmentInfo: emailActorOf,
  CloudAppEvents: (row) => alertedActorOf(row.fields, "RawEventData.") ?? plainActorOf(row),
  Anomalies: (row) => plainActorOf(row) ?? entityActorOf(readObjects(row.fields, "Entities")),
  CommonSecurityLog: networkActorOf,
  Syslog: linuxActorOf,
};

/** Returns the actor of a row, or null if the row does not identify one. */
export function actorOf(row: Row): RowActor | null {
  return (READERS[row.table] ?? plainActorOf)(row);
}

/** Returns the user if any column identifies one, otherwise the application. */
function plainActorOf(row: Row): RowActor | null {
  const { who } = TABLES[row.table];
  const name = readFirst(row.fields, who.name);
  return userOf(row, who, name) ?? makeActor("service", serviceKeys(row, who), name);
}

function userOf(row: Row, who: WhoColumns, name: string | null): RowActor | null {
  return makeActor(
    "user",
    {
      upn: first(row, who.upn, toUpn),
      oid: first(row, who.oid, toObjectId),
      sam: (who.sam ?? []).map((path) => samAt(row, path)).find((sam) => sam !== null) ?? null,
      sid: first(row, who.sid, toSid),
    },
    name,
  );
}

const serviceKeys = (row: Row, who: WhoColumns): ActorIdentifiers => ({
  oid: first(row, who.appOid, toObjectId),
  app: first(row, who.app, toIdentifier),
});

function first(row: Row, paths: readonly string[] = [], read: (text: string) => string | null): string | null {
  for (const path of paths) {
    for (const text of readTexts(row.fields, path)) {
      const value = read(text);
      if (value) return value;
    }
  }
  return null;
}

function samAt({ fields }: Row, path: string): string | null {
  const [domain = "", name] = path.split("\\");
  return name === undefined ? toSamOf(readText(fields, path)) : toSam(readText(fields, domain), readText(fields, name));
}

/** Reads an Azure activity; a caller that is not a UPN is the object id of an application. */
function azureActorOf(row: Row): RowActor | null {
  const { who } = TABLES.AzureActivity;
  const name = readFirst(row.fields, who.name);
  const caller = readText(row.fields, "Caller");
  const upn = first(row, who.upn, toUpn);
  const oid = first(row, who.oid, toGuid);
  if (upn) return makeActor("user", { upn, oid }, name);
  const service = { oid: toGuid(caller) ?? oid, app: first(row, who.app, toIdentifier) ?? toIdentifier(caller) };
  return makeActor("service", service, name);
}

/**
 * Returns the internal user of a message: the sender if it is outbound or internal, otherwise the recipient. A row without
 * a direction went out if only its sender is in the directory.
 */
function emailActorOf(row: Row): RowActor | null {
  const { fields } = row;
  const direction = toIdentifier(readText(fields, "EmailDirection"));
  const isOut = toGuid(readText(fields, "SenderObjectId")) !== null && !toGuid(readText(fields, "RecipientObjectId"));
  const isSent = direction === null ? isOut : direction === "outbound" || direction === "intra-org";
  const [address, id] = isSent
    ? ["SenderFromAddress", "SenderObjectId"]
    : ["RecipientEmailAddress", "RecipientObjectId"];
  const who = { upn: toUpn(readText(fields, address)), oid: toGuid(readText(fields, id)) };
  return makeActor("user", who, isSent ? readText(fields, "SenderDisplayName") : null);
}

/** Reads the user of a network device log, source before destination. */
function networkActorOf(row: Row): RowActor | null {
  const { fields } = row;
  for (const path of TABLES.CommonSecurityLog.who.sam ?? []) {
    const text = readText(fields, path);
    const upn = toUpn(text);
    // A bare number is a counter or a device id.
    const sam = upn || !/[a-z]/i.test(text ?? "") ? null : toSamOf(text);
    const sid = toSid(text);
    if (upn || sid || sam) return makeActor("user", sid ? { sid } : { upn, sam }, null);
  }
  return null;
}
