import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { toAmount } from "../../../../model/text/amount.ts";
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
import { dataText, EVERYBODY, toHit } from "../hits.ts";
import { bucketOf, toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { coverageHits, firstSeen } from "../patterns/first-seen.ts";
import { isSuccess } from "../signals/sign-in.ts";
import { trustOf } from "../signals/sign-in-trust.ts";
import { toName } from "../wording.ts";

const FOLD_DAYS = 30;
/** Users are stored as buckets, so that the memory of a widely used application stays small. */
const USER_BUCKETS = 128;

/** Detects the first use of an application that few users of the organization use. */
export function rareApp(settings: BehaviorSettings["rareApp"]): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "rare_app",
      major: 1,
      title: "First use of an application that is rare in the organization",
      severity: "low",
      tactics: ["initial_access"],
      techniques: ["T1078.004"],
      threatType: "account_compromise",
      signal: "core_iam",
    },
    tables: ["SigninLogs", "CloudAppEvents"],
    spanMs: (settings.baselineDays + FOLD_DAYS) * DAY_MS,
    foldMs: FOLD_DAYS * DAY_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => (memory.group === EVERYBODY ? newApps(memory, settings) : newUsers(memory, settings)),
  });
}

/** Stores each use twice: the application within the organization, and the user within the application. */
function hitsOf(seen: SeenRow): readonly Hit[] {
  const { row, actor } = seen;
  const app = actor?.kind === "user" ? appOf(row) : null;
  if (app === null || actor === null) return coverageHits(seen);
  const data = { name: app.name, trust: trustOf(row) };
  return [
    ...coverageHits(seen),
    toHit(EVERYBODY, app.key, data),
    toHit(`app:${app.key}`, bucketOf(actor.subject, USER_BUCKETS), data),
  ];
}

function appOf(row: LogRow): { readonly key: string; readonly name: string } | null {
  if (row.table === "SigninLogs" && !isSuccess(row)) return null;
  const [id, name] =
    row.table === "SigninLogs"
      ? [readText(row.fields, "AppId"), readText(row.fields, "AppDisplayName")]
      : [readText(row.fields, "ApplicationId"), readText(row.fields, "Application")];
  return id === null ? null : { key: toKey(id), name: toName(name ?? id) };
}

/** What runs on a device of the organization, or after a second factor, is the user's own: people try out new tools all the time. */
const isOwn = (hit: RowHit): boolean => ["managed", "confirmed"].includes(dataText(hit, "trust"));

function newApps({ hits }: Memory, settings: BehaviorSettings["rareApp"]): readonly Firing[] {
  // The two tables name applications by different ids, so each has a history of its own.
  const rule = { ...settings, foldDays: FOLD_DAYS, history: "table" as const };
  return firstSeen(hits, rule)
    .filter(({ hit }) => !isOwn(hit))
    .map(({ hit, past, period }) => ({
      trigger: hit,
      about: hit.value,
      summary: () =>
        `Used ${dataText(hit, "name")}, which nobody in the organization used ${period}; ` +
        `${toAmount(new Set(past().map(({ value }) => value)).size, "other application")} in use.`,
    }));
}

function* newUsers({ hits }: Memory, settings: BehaviorSettings["rareApp"]): Iterable<Firing> {
  for (const { hit, past, period } of firstSeen(hits, { ...settings, foldDays: FOLD_DAYS })) {
    const others = new Set(past().map(({ value }) => value)).size;
    if (others + 1 >= settings.rareBelowUsers || isOwn(hit)) continue;
    yield {
      trigger: hit,
      about: hit.value,
      summary: () =>
        `First use of ${dataText(hit, "name")} by this user ${period}; ` +
        `${toAmount(others, "other user")} in the organization used it, fewer than ` +
        `${settings.rareBelowUsers} users is rare.`,
    };
  }
}
