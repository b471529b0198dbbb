import { appendTo } from "../../../../model/append-to.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import { graphPathOf } from "../../../activity/readers/graph-acts.ts";
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
import { supporting, toHit } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { type FirstSeen, firstSeen } from "../patterns/first-seen.ts";
import { serviceOf } from "../signals/service-of.ts";

type Settings = BehaviorSettings["appDirectorySurvey"];

/** Any request of an application: it shows that the application was observed. */
const CALLED = "called";

/** Detects an application in regular use that lists several parts of the directory that it never listed. */
export function appDirectorySurvey(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "app_directory_survey",
      major: 1,
      title: "Application lists parts of the directory that it never listed",
      severity: "high",
      tactics: ["discovery"],
      techniques: ["T1087.004", "T1069.003", "T1526"],
      threatType: "account_compromise",
      signal: "core_iam",
      precision: 0.5,
    },
    tables: ["MicrosoftGraphActivityLogs"],
    spanMs: settings.baselineDays * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    minTriggers: settings.parts,
    triggersDiffer: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

/** What somebody lists who looks for a way to more rights, apart from users, which many applications list. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ["administrativeunits", "administrative units"],
  ["applications", "applications"],
  ["devices", "devices"],
  ["directoryroles", "roles"],
  ["domains", "domains"],
  ["groups", "groups"],
  ["identity", "policies"],
  ["oauth2permissiongrants", "grants"],
  ["organization", "the organization"],
  ["policies", "policies"],
  ["rolemanagement", "roles"],
  ["serviceprincipals", "service principals"],
  ["users", "users"],
]);

function hitsOf(seen: SeenRow): readonly Hit[] {
  const service = serviceOf(seen);
  if (service === null) return [];
  const part = listedIn(seen.row);
  return [...supporting([toHit(service.subject, CALLED)]), ...(part === null ? [] : [toHit(service.subject, part)])];
}

/** Returns the part of the directory that a request lists, even if it is refused; null for single objects. */
function listedIn({ fields }: LogRow): string | null {
  if (readText(fields, "RequestMethod")?.toUpperCase() !== "GET") return null;
  const path = graphPathOf(readText(fields, "RequestUri") ?? "");
  return path.includes("{id}") ? null : (PARTS.get(path.split("/")[1] ?? "") ?? null);
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const byDay = new Map<number, FirstSeen[]>();
  for (const found of firstSeen(hits, settings)) {
    if (found.hit.value === CALLED || activeDays(found.past()) < settings.activeDays) continue;
    appendTo(byDay, periodOf(found.hit.at, DAY_MS), found);
  }
  for (const found of byDay.values()) {
    const completed = found[settings.parts - 1];
    if (completed === undefined) continue;
    yield {
      trigger: completed.hit,
      evidence: found.map(({ hit }) => hit),
      count: found.length,
      summary: () =>
        `Listed ${toAmount(found.length, "part")} of the directory that it did not list ${completed.period}: ` +
        `${found.map(({ hit }) => hit.value).join(", ")}; ${settings.parts} or more on a day is a survey.`,
    };
  }
}

const activeDays = (past: readonly RowHit[]): number => new Set(past.map(({ at }) => periodOf(at, DAY_MS))).size;
