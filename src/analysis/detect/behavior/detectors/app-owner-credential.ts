import { DAY_MS, HOUR_MS, type Memory, type RowHit, type StatefulDetector } from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { before, followUps } from "../patterns/sequence.ts";
import { APP_MEMORY, APP_TABLES, appHits, appHitsOf } from "../signals/app-changes.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["appOwnerCredential"];

/** Detects an existing application that gets an owner and then a credential from this owner or from who added the owner. */
export function appOwnerCredential(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "app_owner_credential",
      major: 1,
      title: "New owner of an application, then a new credential",
      severity: "high",
      tactics: ["persistence", "privilege_escalation"],
      techniques: ["T1098.001", "T1098"],
      threatType: "privilege_escalation",
      signal: "core_iam",
      supersedes: ["audit_app_owner_added", "audit_app_credential_added"],
    },
    tables: APP_TABLES,
    spanMs: settings.newWithinDays * DAY_MS + settings.withinHours * HOUR_MS,
    foldMs: DAY_MS,
    sharedMemory: APP_MEMORY,
    ignoresCounts: true,
    hitsOf: appHitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const owners = appHits(hits, "owner");
  const credentials = appHits(hits, "credential");
  const created = appHits(hits, "created");
  for (const { first, second } of followUps(owners, credentials, settings.withinHours * HOUR_MS, isSameHand)) {
    // Who registers an application becomes its owner and gives it a credential.
    const [isNew] = before(created, first.at + HOUR_MS, settings.newWithinDays * DAY_MS);
    if (isNew !== undefined) continue;
    yield {
      trigger: second,
      evidence: [first],
      summary: () =>
        `${dataText(first, "by")} made ${dataText(first, "owner")} an owner of ${dataText(first, "name")}, and ` +
        `${toDuration(second.at - first.at)} later ${dataText(second, "by")} added a credential to it; ` +
        `within ${settings.withinHours} h this is reported.`,
    };
  }
}

/** Whether the new owner added the credential, or who made the owner one. */
function isSameHand(owner: RowHit, credential: RowHit): boolean {
  const by = dataText(credential, "by").toLowerCase();
  return [dataText(owner, "owner"), dataText(owner, "by")].some((name) => name.toLowerCase() === by);
}
