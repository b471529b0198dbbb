import type { OperationClass } from "../../../model/identity/activity.ts";
import type { RowActor } from "../../../model/rows/actor.ts";
import { toIdentifier, toUpn } from "../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { readBoolean, readFirst, readNumber, readText } from "../../../model/rows/row-fields.ts";
import { type Act, type Named, named } from "../act.ts";
import { siteOf } from "../site-of.ts";

/** Classes by a part of the operation's name, in letters only; the first match decides. */
const CLASSES: readonly (readonly [OperationClass, RegExp])[] = [
  ["sign_in", /^(userlogged|userlogin|logon|failedlogon|mailboxlogin|teamssession)/],
  ["export", /download|export/],
  ["delete", /delet|recycle|purge/],
  [
    "admin",
    /permission|polic|rolegroup|roleassign|sitecollectionadmin|consent|transportrule|inboxrule|tenant|memberrole/,
  ],
  ["read", /access|view|preview|read|search|^(get|list|open|bind|folderbind)|synced|usersession/],
  [
    "write",
    /modif|upload|creat|send|move|renam|cop(y|ied)|updat|add|shar|link|post|set|remov|edit|check|restor|react|appl/,
  ],
];

/** Administrative cmdlets have a verb and a dash: `Set-Mailbox`. */
const CMDLET = /^(new|set|add|remove|enable|disable|update|start|stop|install|uninstall)-/i;

function classOf(operation: string): OperationClass {
  if (CMDLET.test(operation)) return /export/i.test(operation) ? "export" : "admin";
  const letters = operation.toLowerCase().replace(/[^a-z]/g, "");
  return CLASSES.find(([, pattern]) => pattern.test(letters))?.[0] ?? "other";
}

const MAX_OPERATION = 120;

/** Reads a record of the Microsoft 365 audit log. */
export function officeAct({ fields }: LogRow, actor: RowActor): Act | null {
  const operation = readText(fields, "Operation")?.slice(0, MAX_OPERATION) ?? null;
  if (operation === null) return null;
  const status = readText(fields, "ResultStatus") ?? "";
  const isFailure = /^(fail|false|partiallyfail)/i.test(status) || /^userloginfailed$/i.test(operation);
  const owner = toUpn(readText(fields, "MailboxOwnerUPN"));
  return {
    result: isFailure ? "failure" : "success",
    code: status || operation,
    class: classOf(operation),
    name: operation,
    application: named(null, readText(fields, "OfficeWorkload")),
    resources: present([
      siteOf(readFirst(fields, ["Site_Url", "OfficeObjectId"])),
      teamOf(fields, ["TeamGuid", "AADGroupId"], ["TeamName"]),
      owner !== null && owner !== actor.upn ? { key: `mailbox:${owner}`, label: `mailbox:${owner}` } : null,
    ]),
  };
}

function teamOf(fields: LogRow["fields"], ids: readonly string[], names: readonly string[]): Named | null {
  return named(toIdentifier(readFirst(fields, ids)), readFirst(fields, names), "team:");
}

const present = (values: readonly (Named | null)[]): readonly Named[] => values.filter((value) => value !== null);

/** Reads an event of a connected cloud application. */
export function cloudAppAct({ fields }: LogRow): Act | null {
  const operation = readFirst(fields, ["RawEventData.Operation", "ActionType"])?.slice(0, MAX_OPERATION) ?? null;
  if (operation === null) return null;
  const status = readFirst(fields, ["RawEventData.ResultStatus", "AdditionalFields.ResultStatus"]) ?? "";
  const letters = operation.toLowerCase().replace(/[^a-z]/g, "");
  const isFailure = /^(fail|false)/i.test(status) || letters === "userloginfailed" || letters === "failedlogon";
  return {
    result: isFailure ? "failure" : "success",
    code: status || operation,
    class: readBoolean(fields, "IsAdminOperation") === true ? "admin" : classOf(operation),
    name: operation,
    bytes: readNumber(fields, "RawEventData.FileSizeBytes"),
    application: named(null, readText(fields, "Application")),
    resources: present([
      siteOf(readFirst(fields, ["RawEventData.SiteUrl", "RawEventData.ObjectId"])),
      teamOf(fields, ["RawEventData.TeamGuid", "RawEventData.AADGroupId"], ["RawEventData.TeamName"]),
      repositoryOf(fields),
    ]),
  };
}

function repositoryOf(fields: LogRow["fields"]): Named | null {
  const isRepository = /^repo(sitory)?$/i.test(readText(fields, "ObjectType") ?? "");
  return named(null, readFirst(fields, ["RawEventData.repo", ...(isRepository ? ["ObjectName"] : [])]), "repository:");
}

/** Reads a change or use of a sensitivity label. */
export function labelAct({ fields }: LogRow): Act | null {
  const operation = readText(fields, "Operation")?.slice(0, MAX_OPERATION) ?? null;
  if (operation === null) return null;
  const site = siteOf(readText(fields, "ObjectId"));
  return {
    result: /^fail/i.test(readText(fields, "ResultStatus") ?? "") ? "failure" : "success",
    code: readText(fields, "ResultStatus"),
    class: "write",
    name: operation,
    application: named(null, readFirst(fields, ["Application", "Workload"])),
    resources: site === null ? [] : [site],
  };
}
