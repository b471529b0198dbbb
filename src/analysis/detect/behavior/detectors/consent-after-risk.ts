import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readFirst } from "../../../../model/rows/row-fields.ts";
import type { ActKind } from "../../../acts/directory-act.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";
import { HOUR_MS, type Memory, type SeenRow, type StatefulDetector } from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor } from "../hits.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { followUps } from "../patterns/sequence.ts";
import { isSuccess } from "../signals/sign-in.ts";
import { toDuration, toName } from "../wording.ts";

type Settings = BehaviorSettings["consentAfterRisk"];

/** Detects consent to an application soon after a risky sign-in of the same user. */
export function consentAfterRisk(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "consent_after_risk",
      major: 1,
      title: "Application consent after a risky sign-in",
      severity: "high",
      tactics: ["persistence", "credential_access"],
      techniques: ["T1528", "T1098.003"],
      threatType: "account_compromise",
      signal: "core_iam",
    },
    tables: ["SigninLogs", "AADUserRiskEvents", "AuditLogs", "OfficeActivity", "CloudAppEvents"],
    spanMs: settings.withinHours * HOUR_MS,
    foldMs: HOUR_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

const CONSENTS: ReadonlySet<ActKind> = new Set(["consent.added", "app_role.added"]);

function hitsOf(seen: SeenRow) {
  const act = directoryActOf(seen.row);
  if (act !== null && CONSENTS.has(act.kind)) {
    const app = toName(act.shown.object, "an application");
    return hitOfActor(seen, `consent:${toKey(app)}`, { app });
  }
  const risk = riskOf(seen.row);
  return risk === null ? [] : hitOfActor(seen, `risk:${risk.level}`, risk);
}

function riskOf(row: LogRow): { readonly level: string; readonly what: string } | null {
  if (row.table !== "AADUserRiskEvents" && (row.table !== "SigninLogs" || !isSuccess(row))) return null;
  const level = readFirst(row.fields, ["RiskLevelDuringSignIn", "RiskLevel"])?.toLowerCase();
  if (level !== "medium" && level !== "high") return null;
  const types = readFirst(row.fields, ["RiskEventType", "RiskEventTypes_V2", "RiskEventTypes"]);
  return { level, what: toName(types, "no reason given") };
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const risks = hits.filter(({ value }) => value.startsWith("risk:"));
  const consents = hits.filter(({ value }) => value.startsWith("consent:"));
  for (const { first, second } of followUps(risks, consents, settings.withinHours * HOUR_MS)) {
    yield {
      trigger: second,
      evidence: [first],
      about: second.value,
      summary: () =>
        `Consented to ${dataText(second, "app")} ${toDuration(second.at - first.at)} after a sign-in of ` +
        `${dataText(first, "level")} risk (${dataText(first, "what")}); consent within ${settings.withinHours} h ` +
        "of one is reported.",
    };
  }
}
