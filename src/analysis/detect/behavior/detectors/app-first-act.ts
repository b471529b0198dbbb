import {
  DAY_MS,
  type Hit,
  type Memory,
  periodOf,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { toHit } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { firstSeen } from "../patterns/first-seen.ts";
import {
  basisOf,
  isSensitiveAct,
  MANAGED,
  SENSITIVE_ACTS,
  SERVICE_TABLES,
  type SensitiveAct,
  serviceActsOf,
} from "../signals/service-habits.ts";
import { serviceOf } from "../signals/service-of.ts";

type Settings = BehaviorSettings["appFirstAct"];

/** Detects an application in regular use that does something sensitive for the first time. */
export function appFirstAct(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "app_first_act",
      major: 1,
      title: "Application did something sensitive for the first time",
      severity: "medium",
      tactics: ["privilege_escalation"],
      techniques: ["T1078.004", "T1098.003"],
      threatType: "account_compromise",
      signal: "core_iam",
    },
    tables: SERVICE_TABLES,
    spanMs: settings.baselineDays * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    days: { habit: "app_act", settledMs: settings.baselineDays * DAY_MS },
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow): readonly Hit[] {
  const service = serviceOf(seen);
  return service === null ? [] : serviceActsOf(seen.row, service).map((act) => toHit(service.subject, act));
}

/** A managed identity does the work of one program, and administration is seldom part of it. */
const ADMINISTRATION: ReadonlySet<SensitiveAct> = new Set(["roles", "credentials", "policies", "accounts"]);

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  for (const { hit, past, period } of firstSeen(hits, settings)) {
    const act = hit.value;
    if (!isSensitiveAct(act)) continue;
    const before = past();
    const basis = before.filter(({ value }) => value === basisOf(act));
    if (new Set(basis.map(({ at }) => periodOf(at, DAY_MS))).size < settings.activeDays) continue;
    const isManaged = before.some(({ value }) => value === MANAGED);
    yield {
      trigger: hit,
      about: act,
      severity: isManaged && ADMINISTRATION.has(act) ? "high" : "medium",
      summary: () =>
        `${isManaged ? "The managed identity" : "The application"} ${SENSITIVE_ACTS[act]}, which it did not do ${period}.`,
    };
  }
}
