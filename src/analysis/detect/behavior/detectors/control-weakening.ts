import type { LogRow } from "../../../../model/rows/log-row.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";
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
import { azureOperationOf } from "../signals/azure-operation.ts";
import { toName } from "../wording.ts";

type Settings = BehaviorSettings["controlWeakening"];

const FOLD_DAYS = 7;

/** Detects a change of a security control that does not strengthen it, by a user who has not made one before. */
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
    tables: ["AuditLogs", "OfficeActivity", "CloudAppEvents", "AzureActivity", "SecurityEvent"],
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
  // What weakens has a value of its own, so that it does not fold into another change of the same week.
  const value = `${change.isWeaker ? "removed" : "changed"}:${toKey(actor.subject)}`;
  return [...coverageHits(seen), toHit(EVERYBODY, value, { change: toName(change.what) })];
}

interface ControlChange {
  readonly what: string;
  readonly isWeaker: boolean;
}

const CONTROLS =
  /^(conditional_access|policy|named_location|auth_methods_policy|authorization_policy|security_defaults|cross_tenant_access|mfa|federation|audit_settings|security_log|mail_protection|dlp_policy|transport_rule|tenant_settings|legacy_protocol)\./;
const CLOUD_CONTROLS =
  /\/(locks|diagnosticsettings|alertrules|firewallpolicies|securitycontacts|pricings|policyassignments|flowlogs|firewallrules|dataconnectors)\/delete$|pricings\/write$|securitycontacts\/write$/;

/** Returns a change of a control, unless it is known to strengthen it or to make no difference. */
function changeOf(row: LogRow): ControlChange | null {
  const act = directoryActOf(row);
  if (act !== null && CONTROLS.test(act.kind)) {
    if (act.direction === "strengthens" || act.direction === "neutral") return null;
    const what = act.kind.replace(/[._]/g, " ");
    return {
      what: act.shown.object === null ? what : `${what} (${act.shown.object})`,
      isWeaker: act.direction === "weakens",
    };
  }
  const operation = azureOperationOf(row);
  if (operation?.isDone !== true || !CLOUD_CONTROLS.test(operation.action)) return null;
  return { what: operation.action, isWeaker: operation.action.endsWith("delete") };
}

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
