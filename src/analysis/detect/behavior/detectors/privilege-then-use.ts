import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";
import {
  type Hit,
  HOUR_MS,
  type Memory,
  MINUTE_MS,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, nameOfActor, toHit } from "../hits.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { followUps } from "../patterns/sequence.ts";
import { azureOperationOf } from "../signals/azure-operation.ts";
import { grantOf } from "../signals/grant.ts";
import { toDuration, toName } from "../wording.ts";

type Settings = BehaviorSettings["privilegeThenUse"];

const FOLD_MINUTES = 10;

/** Detects privileged operations soon after a role assignment; more severe when self-assigned. */
export function privilegeThenUse(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "privilege_then_use",
      major: 1,
      title: "New role used soon after its assignment",
      severity: "medium",
      tactics: ["privilege_escalation", "persistence"],
      techniques: ["T1098.003"],
      threatType: "privilege_escalation",
      signal: "pam",
    },
    tables: [
      "AuditLogs",
      "OfficeActivity",
      "CloudAppEvents",
      "AzureActivity",
      "SecurityEvent",
      "IdentityDirectoryEvents",
    ],
    spanMs: settings.withinHours * HOUR_MS,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

/** Stores an assignment under its grantee, and a privileged operation under every key of its actor. */
function hitsOf({ row, actor }: SeenRow): readonly Hit[] {
  const grant = grantOf(row);
  const operation = actor === null ? null : privilegedOperationOf(row);
  const hits: Hit[] = [];
  if (grant !== null) {
    const self = actor?.keys.includes(grant.grantee) === true;
    const by = nameOfActor(actor);
    const act = operation === null ? null : toKey(operation);
    hits.push(toHit(grant.grantee, `grant:${toKey(grant.role)}`, { role: toName(grant.role), self, by, act }));
  }
  if (operation !== null && actor !== null) {
    hits.push(...actor.keys.map((key) => toHit(key, `act:${toKey(operation)}`, { act: toName(operation) })));
  }
  return hits;
}

/** Acts that require a role. */
const DIRECTORY_ACTS =
  /^((role|pim_role|eligible_role|role_definition|conditional_access|policy|named_location|federation|app_permission|consent|mfa|audit_settings|mail_protection|transport_rule)\.|(credential|app_owner|user|mailbox_permission|mailbox_forwarding|temporary_pass)\.added$|user\.removed$|password\.reset$|security_method\.removed$)/;
const CLOUD_OPERATIONS =
  /roleassignments\/write$|elevateaccess\/action$|listkeys\/action$|listaccountsas\/action$|vaults\/(secrets|accesspolicies)|runcommand\/action$|extensions\/write$|\/delete$/;
const IDENTITY_OPERATIONS = /group membership changed|password changed|account created/i;
const WINDOWS_OPERATIONS: Readonly<Record<string, string>> = {
  "1102": "cleared the security log",
  "4697": "installed a service",
  "4698": "created a scheduled task",
  "4719": "changed the audit policy",
  "4720": "created an account",
  "4724": "reset a password",
  "4728": "added a member to a group",
  "4732": "added a member to a group",
  "4756": "added a member to a group",
};

const DIRECTORY_TABLES: ReadonlySet<LogTable> = new Set(["AuditLogs", "OfficeActivity", "CloudAppEvents"]);

function directoryOperationOf(row: LogRow): string | null {
  const act = directoryActOf(row);
  if (act === null || !DIRECTORY_ACTS.test(act.kind) || act.detail === "own") return null;
  return [act.kind.replace(/[._]/g, " "), act.shown.object ?? ""].join(" ").trim();
}

/** Returns an operation that requires a role. */
function privilegedOperationOf(row: LogRow): string | null {
  if (DIRECTORY_TABLES.has(row.table)) return directoryOperationOf(row);
  if (row.table === "SecurityEvent") return WINDOWS_OPERATIONS[readText(row.fields, "EventID") ?? ""] ?? null;
  if (row.table === "IdentityDirectoryEvents") return matching(readText(row.fields, "ActionType"), IDENTITY_OPERATIONS);
  const operation = azureOperationOf(row);
  return operation?.isDone === true ? matching(operation.action, CLOUD_OPERATIONS) : null;
}

const matching = (text: string | null, pattern: RegExp): string | null =>
  text !== null && pattern.test(text) ? text : null;

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const grants = hits.filter(({ value }) => value.startsWith("grant:"));
  const uses = hits.filter(({ value }) => value.startsWith("act:"));
  for (const { first, second } of followUps(grants, uses, settings.withinHours * HOUR_MS, isOtherAct)) {
    const self = first.data?.["self"] === true;
    yield {
      trigger: second,
      evidence: [first],
      severity: self ? "high" : "medium",
      summary: () =>
        `Got ${dataText(first, "role")} from ${self ? "themselves" : dataText(first, "by")} and used it ` +
        `${toDuration(second.at - first.at)} later (${dataText(second, "act")}); ` +
        `outside of PIM activation, use within ${settings.withinHours} h is reported.`,
    };
  }
}

/** An assignment to oneself is no use of it, neither in its own row nor where another table reports it again. */
function isOtherAct(grant: RowHit, use: RowHit): boolean {
  return grant.ref.rowId !== use.ref.rowId && use.value !== `act:${dataText(grant, "act")}`;
}
