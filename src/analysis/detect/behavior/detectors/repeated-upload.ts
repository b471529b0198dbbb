import { toAmount } from "../../../../model/text/amount.ts";
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
import { dataText, nameOfActor, toHit } from "../hits.ts";
import { bucketOf } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { personalUploadOf } from "../signals/personal-storage.ts";

type Settings = BehaviorSettings["repeatedUpload"];

/** Users are stored as buckets, so that the memory of a service that everybody uses stays small. */
const USER_BUCKETS = 64;

/**
 * Detects that somebody uploads files to a storage service for private persons on many days, each a few, while hardly
 * anybody else of the organization does.
 */
export function repeatedUpload(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "repeated_upload",
      major: 1,
      title: "Files uploaded to private storage on many days",
      severity: "medium",
      tactics: ["exfiltration"],
      techniques: ["T1567.002"],
      threatType: "data_exfiltration",
      signal: "network",
    },
    tables: ["CommonSecurityLog"],
    // The day before is counted too, to see what is new.
    spanMs: (2 * Math.ceil(settings.withinDays) + 1) * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    minTriggers: settings.days,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf({ row, actor }: SeenRow): readonly Hit[] {
  const service = actor?.kind === "user" ? personalUploadOf(row) : null;
  if (service === null || actor === null) return [];
  const data = { user: actor.subject, name: nameOfActor(actor), service };
  return [toHit(`storage:${service}`, bucketOf(actor.subject, USER_BUCKETS), data)];
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const spanMs = Math.ceil(settings.withinDays) * DAY_MS;
  const until = ({ at: end }: RowHit): readonly RowHit[] =>
    hits.filter(({ at }) => at <= end && periodOf(at, DAY_MS) > periodOf(end, DAY_MS) - spanMs);
  const ownUntil = (hit: RowHit): readonly RowHit[] => until(hit).filter(({ value }) => value === hit.value);
  const timesFull = (own: readonly RowHit[]): number => Math.floor(own.length / settings.days);
  for (const hit of hits) {
    const own = ownUntil(hit);
    const before = own.at(-2);
    // It is repeated only after as many days again.
    if (timesFull(own) <= (before === undefined ? 0 : timesFull(ownUntil(before)))) continue;
    const users = new Set(until(hit).map(({ value }) => value)).size;
    if (users <= settings.users) yield toFiring(hit, own, users, settings);
  }
}

function toFiring(hit: RowHit, own: readonly RowHit[], users: number, { withinDays }: Settings): Firing {
  return {
    trigger: hit,
    evidence: own,
    about: hit.value,
    count: own.length,
    summary: () =>
      `Uploaded files to ${dataText(hit, "service")} on ${toAmount(own.length, "day")} within ${withinDays} days; ` +
      `${toAmount(users, "person")} of the organization did so at all.`,
  };
}
