import { toGuid } from "../../../../model/rows/identifiers.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { ipOf } from "../../../../model/rows/row-ip.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";
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
import { dataText, EVERYBODY, nameOfActor, supporting, toHit } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { coverageHits, firstSeen } from "../patterns/first-seen.ts";
import { isProviderOwned } from "../signals/service-habits.ts";
import { isSuccessCode } from "../signals/sign-in.ts";

type Settings = BehaviorSettings["appDormant"];

/** An application is stored once in so many days, so that the memory of all of them stays small. */
const FOLD_DAYS = 10;

/** Detects the sign-in of an application that nobody added and that did not sign in for weeks or months. */
export function appDormant(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "app_dormant",
      major: 1,
      title: "Application signs in after a long time without use",
      severity: "medium",
      tactics: ["initial_access", "persistence"],
      techniques: ["T1078.004"],
      threatType: "account_compromise",
      signal: "core_iam",
      precision: 0.4,
    },
    tables: ["AADServicePrincipalSignInLogs", "AuditLogs"],
    // A folded hit shows only its first day, so the memory reaches further back by the fold period.
    spanMs: (settings.silentDays + FOLD_DAYS) * DAY_MS,
    foldMs: FOLD_DAYS * DAY_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

const ADDED = "added:";

function hitsOf(seen: SeenRow): readonly Hit[] {
  const { row, actor } = seen;
  if (row.table === "AuditLogs") {
    const act = directoryActOf(row);
    const isAdded = act?.kind === "app.added" || act?.kind === "app.restored";
    return isAdded && act.objectId !== null ? supporting([toHit(EVERYBODY, ADDED + act.objectId)]) : [];
  }
  const app = toGuid(readText(row.fields, "AppId"));
  const isUse = isSuccessCode(readText(row.fields, "ResultType")?.toLowerCase() ?? "");
  if (app === null || actor?.kind !== "service" || !isUse || isProviderOwned(row)) return coverageHits(seen);
  const principal = toGuid(readText(row.fields, "ServicePrincipalId")) ?? "";
  const data = { name: nameOfActor(actor), principal, ip: ipOf(row) ?? "" };
  return [...coverageHits(seen), toHit(EVERYBODY, app, data)];
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const added = hits.filter(({ value }) => value.startsWith(ADDED));
  const uses = hits.filter(({ value }) => !value.startsWith(ADDED));
  const rule = { baselineDays: settings.silentDays, warmUpDays: settings.warmUpDays, foldDays: FOLD_DAYS };
  for (const { hit, period } of firstSeen(uses, rule)) {
    if (isNew(hit, added, settings)) continue;
    const ip = dataText(hit, "ip");
    yield {
      trigger: hit,
      about: hit.value,
      summary: () =>
        `${dataText(hit, "name")} signed in${ip === "" ? "" : ` from ${ip}`}; it did not sign in ${period} and was not ` +
        "added in that time. The credential of an application that nobody uses is noticed by nobody.",
    };
  }
}

/** An application that was added lately signs in for the first time as a matter of course. */
function isNew(hit: RowHit, added: readonly RowHit[], { silentDays }: Settings): boolean {
  const ids = [hit.value, dataText(hit, "principal")].map((id) => ADDED + id);
  return added.some(({ value, at }) => ids.includes(value) && at <= hit.at && at >= hit.at - silentDays * DAY_MS);
}
