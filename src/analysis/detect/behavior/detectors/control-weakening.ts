import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  type Memory,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, EVERYBODY, toHit } from "../hits.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { coverageHits, type FirstSeen, firstSeen, isCoverage } from "../patterns/first-seen.ts";
import { auditOperationOf } from "../signals/audit-operation.ts";
import { azureOperationOf } from "../signals/azure-operation.ts";
import { toName } from "../wording.ts";

type Settings = BehaviorSettings["controlWeakening"];

const FOLD_DAYS = 7;

/** Detects a change of a security control by a user who has not changed one before. */
export function controlWeakening(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "control_weakening",
      major: 1,
      title: "First change of a security control by a user",
      severity: "medium",
      tactics: ["defense_evasion"],
      techniques: ["T1562.001", "T1562.008"],
      threatType: "policy_violation",
      signal: "cloud",
    },
    tables: ["AuditLogs", "OfficeActivity", "AzureActivity", "SecurityEvent"],
    spanMs: (settings.baselineDays + FOLD_DAYS) * DAY_MS,
    foldMs: FOLD_DAYS * DAY_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

/** Changes by all users share one group, so that a user new to it differs from a new installation. */
function hitsOf(seen: SeenRow): readonly Hit[] {
  const { row, actor } = seen;
  const change = actor?.kind === "user" ? changeOf(row) : null;
  if (change === null || actor === null) return coverageHits(seen);
  // Removals have a value of their own, so that one does not fold into a change of the same week.
  const value = `${isRemoval(change) ? "removed" : "changed"}:${toKey(actor.subject)}`;
  return [...coverageHits(seen), toHit(EVERYBODY, value, { change: toName(change) })];
}

const DIRECTORY_CONTROLS =
  /conditional access policy|strong authentication|^set domain authentication|authorization policy|security defaults|authentication methods policy|named location|cross-tenant access/;
const OFFICE_CONTROLS =
  /^new-transportrule$|^(set|remove|disable)-(adminauditlogconfig|dlp\w*|safelinks\w*|safeattachment\w*|antiphish\w*|malwarefilter\w*|hostedcontentfilter\w*|hostedconnectionfilter\w*|transportrule|mailboxauditbypassassociation|atppolicy\w*|organizationconfig|retentioncompliance\w*|journalrule|conditionalaccesspolicy)$/i;
const CLOUD_CONTROLS =
  /\/(locks|diagnosticsettings|alertrules|firewallpolicies|securitycontacts|pricings|policyassignments|flowlogs|firewallrules|dataconnectors)\/delete$|pricings\/write$|securitycontacts\/write$/;
const WINDOWS_CONTROLS: Readonly<Record<string, string>> = {
  "1102": "cleared the security log",
  "4719": "changed the audit policy",
};

function changeOf(row: LogRow): string | null {
  switch (row.table) {
    case "AuditLogs":
      return matching(auditOperationOf(row), DIRECTORY_CONTROLS);
    case "OfficeActivity":
      return matching(readText(row.fields, "Operation"), OFFICE_CONTROLS);
    case "SecurityEvent":
      return WINDOWS_CONTROLS[readText(row.fields, "EventID") ?? ""] ?? null;
    default: {
      const operation = azureOperationOf(row);
      return operation?.isDone === true ? matching(operation.action, CLOUD_CONTROLS) : null;
    }
  }
}

const matching = (text: string | null, pattern: RegExp): string | null =>
  text !== null && pattern.test(text) ? text : null;

const isRemoval = (change: string): boolean => /delete|remove|disable|clear|bypass/i.test(change);

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const rule = { ...settings, foldDays: FOLD_DAYS, history: "table" as const };
  const byPerson = hits.map((hit) => ({ ...hit, value: personOf(hit) }));
  for (const { hit, past, period } of firstSeen(byPerson, rule).filter(isCompared)) {
    const people = () => new Set(past().map(({ value }) => value)).size;
    // Later changes by the same user on that day belong to the same finding.
    for (const own of hits.slice(byPerson.indexOf(hit))) {
      if (periodOf(own.at, DAY_MS) !== periodOf(hit.at, DAY_MS)) break;
      if (personOf(own) !== hit.value) continue;
      yield {
        trigger: own,
        about: hit.value,
        severity: own.value.startsWith("removed:") ? "high" : "medium",
        summary: () =>
          `First change of a security control by this user ${period}: ${dataText(own, "change")}; ` +
          `${toAmount(people(), "other user")} changed one in that time.`,
      };
    }
  }
}

/** Without an earlier change by anybody there is nothing to compare with. */
const isCompared = ({ past }: FirstSeen): boolean => past().length > 0;

const personOf = (hit: RowHit): string => (isCoverage(hit) ? hit.value : hit.value.slice(hit.value.indexOf(":") + 1));
