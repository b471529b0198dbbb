import type { LogRow } from "../../../../model/rows/log-row.ts";
import { principalKey } from "../../../../model/rows/principal-key.ts";
import { readFirst, readText } from "../../../../model/rows/row-fields.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";
import {
  DAY_MS,
  type Hit,
  HOUR_MS,
  type Memory,
  MINUTE_MS,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, nameOfActor, toHit } from "../hits.ts";
import { burstsOf } from "../patterns/burst.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { followUps } from "../patterns/sequence.ts";
import { grantOf } from "../signals/grant.ts";
import { toDuration, toName } from "../wording.ts";

const FOLD_MINUTES = 10;

/** Detects a provisioning job that disables or deletes many accounts in a short time. */
export function provisioningAnomaly(settings: BehaviorSettings["provisioningAnomaly"]): StatefulDetector {
  const windowMs = settings.withinMinutes * MINUTE_MS;
  return defineBehavior({
    facts: {
      slug: "provisioning_anomaly",
      major: 1,
      title: "Many accounts disabled or deleted by provisioning",
      severity: "medium",
      tactics: ["impact"],
      techniques: ["T1531"],
      threatType: "sabotage",
      signal: "iga",
    },
    tables: ["AADProvisioningLogs"],
    spanMs: windowMs,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    hitsOf: removalHits,
    firingsOf: (memory) =>
      burstsOf(memory.hits, { windowMs, periodMs: DAY_MS, least: settings.removals, count: "values" }).map(
        ({ trigger, hits: burst, peak }) => ({
          trigger,
          evidence: burst,
          count: peak,
          summary: () =>
            `${dataText(trigger, "job")} disabled or deleted ${toAmount(peak, "account")} within ` +
            `${settings.withinMinutes} min; ${settings.removals} or more is unusual.`,
        }),
      ),
  });
}

/** Detects a role assigned to an account soon after it was created. */
export function provisionedThenPrivileged(settings: BehaviorSettings["provisionedThenPrivileged"]): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "provisioned_then_privileged",
      major: 1,
      title: "New account got a role soon after its creation",
      severity: "medium",
      tactics: ["persistence", "privilege_escalation"],
      techniques: ["T1136.003", "T1098.003"],
      threatType: "privilege_escalation",
      signal: "iga",
    },
    tables: ["AADProvisioningLogs", "AuditLogs", "OfficeActivity", "CloudAppEvents", "AzureActivity"],
    spanMs: settings.withinHours * HOUR_MS,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    hitsOf: accountHits,
    firingsOf: (memory) => promotions(memory, settings.withinHours * HOUR_MS),
  });
}

function provisioningActionOf({ table, fields }: LogRow): string | null {
  if (table !== "AADProvisioningLogs") return null;
  const result = readFirst(fields, ["ProvisioningStatusInfo.Status", "ProvisioningStatusInfo.status", "ResultType"]);
  if (/fail|skip/i.test(result ?? "")) return null;
  return readText(fields, "ProvisioningAction")?.toLowerCase() ?? null;
}

const TARGETS = ["TargetIdentity.Id", "TargetIdentity.id", "SourceIdentity.Id", "SourceIdentity.id"] as const;

function removalHits({ row }: SeenRow): readonly Hit[] {
  const action = provisioningActionOf(row);
  if (action === null || !/^(stageddelete|delete|disable)/.test(action)) return [];
  const target = readFirst(row.fields, [...TARGETS, "ChangeId", "Id"]);
  const job = readFirst(row.fields, ["ServicePrincipal.Id", "ServicePrincipal.id", "JobId"]);
  if (target === null || job === null) return [];
  const name = readFirst(row.fields, [
    "ServicePrincipal.Name",
    "ServicePrincipal.name",
    "ServicePrincipal.displayName",
  ]);
  return [toHit(`job:${toKey(job)}`, toKey(target), { job: toName(name ?? job) })];
}

function accountHits({ row, actor }: SeenRow): readonly Hit[] {
  const grant = grantOf(row);
  if (grant !== null) return [toHit(grant.grantee, `grant:${toKey(grant.role)}`, { role: toName(grant.role) })];
  const keys = createdKeys(row);
  const by = nameOfActor(actor, "provisioning");
  return keys.map((key) => toHit(key, "created", { by }));
}

/** Returns both keys of a new account, because a role assignment may use either. */
function createdKeys(row: LogRow): readonly string[] {
  const { fields } = row;
  const act = directoryActOf(row);
  if (act?.kind === "user.added") return keysOf(act.object, act.objectId);
  if (provisioningActionOf(row) !== "create") return [];
  return keysOf(
    readFirst(fields, ["TargetIdentity.details.userPrincipalName", "TargetIdentity.details.UserPrincipalName"]),
    readFirst(fields, TARGETS),
  );
}

const keysOf = (upn: string | null, id: string | null): readonly string[] =>
  [principalKey(upn, null), principalKey(null, id)].filter((key) => key !== null);

function* promotions({ hits }: Memory, windowMs: number): Iterable<Firing> {
  const created = hits.filter(({ value }) => value === "created");
  const grants = hits.filter(({ value }) => value.startsWith("grant:"));
  for (const { first, second } of followUps(created, grants, windowMs)) {
    yield {
      trigger: second,
      evidence: [first],
      about: second.value,
      summary: () =>
        `An account created by ${dataText(first, "by")} got ${dataText(second, "role")} ` +
        `${toDuration(second.at - first.at)} later; within ${toDuration(windowMs)} that is reported.`,
    };
  }
}
