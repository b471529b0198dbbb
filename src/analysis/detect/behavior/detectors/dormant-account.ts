import { toUpn } from "../../../../model/rows/identifiers.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import {
  DAY_MS,
  type Hit,
  type Memory,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, toHit } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { before } from "../patterns/sequence.ts";
import { auditOperationOf } from "../signals/audit-operation.ts";
import { isSuccess, nameOfOrigin, originOf, SIGN_IN_TABLES } from "../signals/sign-in.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["dormantAccount"];

const FOLD_DAYS = 7;
const REENABLED = "reenabled:";

/** Detects a sign-in to an account after months without one. */
export function dormantAccount(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "dormant_account",
      major: 1,
      title: "Dormant account used again",
      severity: "medium",
      tactics: ["initial_access", "persistence"],
      techniques: ["T1078"],
      threatType: "account_compromise",
      signal: "core_iam",
      // A sign-in after the account was enabled again is also one after inactivity.
      supersedes: ["dormant_account"],
    },
    tables: [...SIGN_IN_TABLES, "AuditLogs"],
    spanMs: settings.memoryDays * DAY_MS,
    foldMs: FOLD_DAYS * DAY_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) =>
      memory.group.startsWith(REENABLED) ? reenabled(memory, settings) : dormant(memory, settings),
  });
}

/** Audit logs name an enabled account by its principal name, so sign-ins are stored under that name too. */
function hitsOf({ row, actor }: SeenRow): readonly Hit[] {
  if (row.table === "AuditLogs") {
    const target = auditOperationOf(row) === "enable account" ? targetOf(row.fields) : null;
    return target === null ? [] : [toHit(REENABLED + target, "enabled")];
  }
  if (actor?.kind !== "user" || !isSuccess(row)) return [];
  const data = { origin: originOf(row) ?? "" };
  const used = toHit(actor.subject, "used", data);
  return actor.upn === null ? [used] : [used, toHit(REENABLED + actor.upn, "used", data)];
}

const targetOf = (fields: SeenRow["row"]["fields"]): string | null =>
  toUpn(readText(fields, "TargetResources.userPrincipalName"));

function fromOrigin(hit: RowHit): string {
  const origin = dataText(hit, "origin");
  return origin === "" ? "" : ` from ${nameOfOrigin(origin)}`;
}

/** Yields each use with the inactivity before it. A folded week may have had uses until its end. */
function* silences(
  { hits }: Memory,
  settings: Settings,
): Iterable<{ readonly hit: RowHit; readonly silentMs: number }> {
  const uses = hits.filter(({ value }) => value === "used");
  for (const [index, hit] of uses.entries()) {
    const last = uses[index - 1];
    if (last === undefined || hit.at - last.at > settings.memoryDays * DAY_MS) continue;
    yield { hit, silentMs: hit.at - last.at - FOLD_DAYS * DAY_MS };
  }
}

function* dormant(memory: Memory, settings: Settings): Iterable<Firing> {
  for (const { hit, silentMs } of silences(memory, settings)) {
    if (silentMs < settings.silentDays * DAY_MS) continue;
    const isLong = silentMs >= settings.longSilentDays * DAY_MS;
    yield {
      trigger: hit,
      severity: isLong ? "high" : "medium",
      summary: () =>
        `First sign-in${fromOrigin(hit)} after at least ${toDuration(silentMs)} without one on record; ` +
        `${isLong ? settings.longSilentDays : settings.silentDays} days or more is dormant.`,
    };
  }
}

function* reenabled(memory: Memory, settings: Settings): Iterable<Firing> {
  const enabled = memory.hits.filter(({ value }) => value === "enabled");
  for (const { hit, silentMs } of silences(memory, settings)) {
    if (silentMs < settings.reenabledSilentDays * DAY_MS) continue;
    const [enabling] = before(enabled, hit.at, settings.reenabledSilentDays * DAY_MS);
    if (enabling === undefined) continue;
    yield {
      trigger: hit,
      evidence: [enabling],
      severity: silentMs >= settings.longSilentDays * DAY_MS ? "high" : "medium",
      summary: () =>
        `First sign-in${fromOrigin(hit)} after at least ${toDuration(silentMs)} without one on record, ` +
        `${toDuration(hit.at - enabling.at)} after the account was enabled again; ` +
        `${settings.reenabledSilentDays} days or more is dormant.`,
    };
  }
}
