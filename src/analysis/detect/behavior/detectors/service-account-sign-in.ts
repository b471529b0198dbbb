import { isNamedLikeService } from "../../../nhi/service-account.ts";
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
import { dataText, hitOfActor, supporting } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { accountUseOf, USE_TABLES } from "../signals/account-use.ts";
import { nameOfOrigin, originOf } from "../signals/sign-in.ts";

type Settings = BehaviorSettings["serviceAccountSignIn"];

const PERSON = "person";
const PROGRAM = "program";

/** Detects that a person signs in with an account that only programs used, or that is named as one of a service. */
export function serviceAccountSignIn(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "service_account_sign_in",
      major: 1,
      title: "Account of a program used by a person for the first time",
      severity: "high",
      tactics: ["initial_access", "lateral_movement"],
      techniques: ["T1078"],
      threatType: "account_compromise",
      signal: "core_iam",
      precision: 0.6,
    },
    tables: USE_TABLES,
    spanMs: settings.baselineDays * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow): readonly Hit[] {
  const use = accountUseOf(seen.row);
  if (use === null) return [];
  if (!use.isPerson) return supporting(hitOfActor(seen, PROGRAM));
  const name = seen.actor?.upn?.split("@")[0] ?? seen.actor?.key.split(/[:\\]/).at(-1) ?? "";
  const from = nameOfOrigin(originOf(seen.row) ?? ":");
  return hitOfActor(seen, PERSON, { how: use.how, from, named: isNamedLikeService(name.toLowerCase()) });
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  let last: number | undefined;
  for (const hit of hits.filter(({ value }) => value === PERSON)) {
    const isNew = last === undefined || last < hit.at - settings.baselineDays * DAY_MS;
    last = hit.at;
    if (!isNew) continue;
    const days = programDays(hits, hit.at, settings.withinDays);
    const isProgram = days >= settings.programDays;
    if (!isProgram && hit.data?.["named"] !== true) continue;
    yield { trigger: hit, ...(!isProgram && NAMED), summary: () => summaryOf(hit, isProgram ? days : null, settings) };
  }
}

/** An account that is only named so may be one that somebody created to look like the others. */
const NAMED = {
  title: "Account named as that of a service used by a person",
  severity: "medium",
  precision: 0.4,
} as const;

/** Returns on how many of the days before the day of a time programs used the account: people do not work on all of them. */
function programDays(hits: readonly RowHit[], at: number, withinDays: number): number {
  const today = periodOf(at, DAY_MS);
  const days = hits
    .filter((hit) => hit.value === PROGRAM && hit.at < today && hit.at >= today - withinDays * DAY_MS)
    .map((hit) => periodOf(hit.at, DAY_MS));
  return new Set(days).size;
}

function summaryOf(hit: RowHit, days: number | null, settings: Settings): string {
  const from = dataText(hit, "from");
  const what = `Somebody signed in ${dataText(hit, "how")}${from === "" ? "" : ` from ${from}`}`;
  return days === null
    ? `${what} with an account whose name is that of a service; nobody did so before on record.`
    : `${what} with an account that only programs used before, on ${days} of the ${settings.withinDays} days before; ` +
        `${settings.programDays} or more is the rhythm of a program.`;
}
