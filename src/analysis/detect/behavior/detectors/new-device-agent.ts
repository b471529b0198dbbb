import { DAY_MS, type Memory, type SeenRow, type StatefulDetector } from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { firstSeen, usualValues } from "../patterns/first-seen.ts";
import { CLIENT_TABLES, clientOf } from "../signals/habits.ts";
import { agentOfRow, isSingleFactor } from "../signals/sign-in.ts";

/** Detects a sign-in with a device or client new for the user, with one factor or from a scripted client. */
export function newDeviceAgent(settings: BehaviorSettings["newDeviceAgent"]): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "new_device_agent",
      major: 1,
      title: "New device or client with one factor, or scripted",
      severity: "low",
      tactics: ["initial_access"],
      techniques: ["T1078.004"],
      threatType: "account_compromise",
      signal: "device_trust",
    },
    tables: CLIENT_TABLES,
    spanMs: settings.baselineDays * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    days: { habit: "client", settledMs: settings.baselineDays * DAY_MS },
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow) {
  const client = clientOf(seen.row);
  if (client === null) return [];
  return hitOfActor(seen, client.key, {
    name: client.name,
    single: isSingleFactor(seen.row) === true,
    scripted: agentOfRow(seen.row)?.isScripted === true,
  });
}

function* firingsOf({ hits }: Memory, settings: BehaviorSettings["newDeviceAgent"]): Iterable<Firing> {
  const warmUpDays = Math.min(settings.warmUpDays, settings.scriptedWarmUpDays);
  for (const { hit, past, period, observedDays } of firstSeen(hits, { ...settings, warmUpDays, history: "table" })) {
    const scripted = hit.data?.["scripted"] === true;
    if (!scripted && (hit.data?.["single"] !== true || observedDays < Math.floor(settings.warmUpDays))) continue;
    const name = dataText(hit, "name") || "an unknown client";
    const what = hit.value.startsWith("device:") ? `a new device (${name})` : name;
    const why = scripted ? "a scripted client" : "one factor was enough";
    const usual = () => usualValues(past(), 4, (before) => dataText(before, "name") || "a known device");
    yield {
      trigger: hit,
      about: hit.value,
      summary: () => `First use of ${what} ${period}, ${why}; usual: ${usual()}.`,
    };
  }
}
