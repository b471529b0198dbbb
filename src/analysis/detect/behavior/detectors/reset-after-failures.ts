import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readFirst, readText } from "../../../../model/rows/row-fields.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import {
  type Hit,
  HOUR_MS,
  type Memory,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor, supporting } from "../hits.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { before } from "../patterns/sequence.ts";
import { toName } from "../wording.ts";

type Settings = BehaviorSettings["resetAfterFailures"];

/** Detects a self-service password reset that succeeds after several failed verifications. */
export function resetAfterFailures(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "reset_after_failures",
      major: 1,
      title: "Password reset by self-service after several failed verifications",
      severity: "medium",
      tactics: ["credential_access", "persistence"],
      techniques: ["T1110", "T1098"],
      threatType: "account_compromise",
      signal: "core_iam",
      precision: 0.3,
    },
    tables: ["AuditLogs"],
    spanMs: settings.withinHours * HOUR_MS,
    foldMs: HOUR_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

const RESET = /^reset password \(self-service\)$|^self-service password reset$/i;
const PROGRESS = /^self-service password reset flow activity progress$/i;
const FAILED = /fail|denied|incorrect|wrong|not (?:able|complete|verif)|too many|blocked/i;

function hitsOf(seen: SeenRow): readonly Hit[] {
  const { fields } = seen.row;
  const operation = readFirst(fields, ["OperationName", "ActivityDisplayName"]) ?? "";
  const isReset = RESET.test(operation);
  if (!isReset && !PROGRESS.test(operation)) return [];
  const from = toName(readFirst(fields, ["InitiatedBy.user.ipAddress"]), "");
  if (isFailed(seen.row)) return supporting(hitOfActor(seen, `failed:${toKey(seen.row.contentKey)}`, { from }));
  return isReset ? hitOfActor(seen, "reset", { from }) : [];
}

function isFailed({ fields }: LogRow): boolean {
  const result = readText(fields, "Result")?.toLowerCase() ?? "";
  if (result === "failure") return true;
  return (
    result !== "success" && FAILED.test(readFirst(fields, ["ResultReason", "ResultDescription"])?.slice(0, 512) ?? "")
  );
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const failures = hits.filter(({ value }) => value.startsWith("failed:"));
  for (const reset of hits.filter(({ value }) => value === "reset")) {
    const failed = [...before(failures, reset.at, settings.withinHours * HOUR_MS)];
    if (failed.length >= settings.failures) yield toFiring(reset, failed, settings);
  }
}

function toFiring(reset: RowHit, failed: readonly RowHit[], { failures, withinHours }: Settings): Firing {
  const from = dataText(reset, "from");
  const places = new Set([reset, ...failed].map((hit) => dataText(hit, "from")).filter((ip) => ip !== ""));
  return {
    trigger: reset,
    evidence: failed,
    count: failed.length,
    // Whoever guesses goes on where the owner gives up, or changes the address.
    ...((failed.length >= 2 * failures || places.size >= 3) && { severity: "high" }),
    summary: () =>
      `The password was reset by self-service${from === "" ? "" : ` from ${from}`} after ` +
      `${toAmount(failed.length, "failed verification")} within ${withinHours} h` +
      `${places.size > 1 ? ` from ${places.size} addresses` : ""}; ${failures} or more are reported.`,
  };
}
