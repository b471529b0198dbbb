import { readWindowsText } from "../../../../model/rows/event-data.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";
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
import { observed } from "../patterns/first-seen.ts";
import { isSuccess } from "../signals/sign-in.ts";
import { toName } from "../wording.ts";

type Settings = BehaviorSettings["firstDomainGrant"];

/** A log-on of the account: it shows that the account was observed. */
const PRESENT = "present";
/** An act of administration. */
const ADMINISTERS = "administers";

/** Detects a member of the groups that control a domain, added by an account that never administered before. */
export function firstDomainGrant(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "first_domain_grant",
      major: 1,
      title: "Domain administrator made by an account that does not administer",
      severity: "critical",
      tactics: ["privilege_escalation", "persistence"],
      techniques: ["T1098.007"],
      threatType: "privilege_escalation",
      signal: "infrastructure",
      precision: 0.6,
      supersedes: ["win_privileged_group_changed"],
    },
    tables: ["SecurityEvent"],
    spanMs: (settings.baselineDays + 1) * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

const ADDITIONS: ReadonlySet<string> = new Set(["4728", "4732", "4756"]);
const NAMES = /(?:^|\\)(?:domain admins|enterprise admins|schema admins)$/i;
/** The relative ids of the same groups, for localized installations. */
const SIDS = /-(?:512|518|519)$/;

function hitsOf(seen: SeenRow): readonly Hit[] {
  const group = groupOf(seen.row);
  if (group !== null) return hitOfActor(seen, `grant:${group.name.toLowerCase()}`, group);
  if (directoryActOf(seen.row) !== null) return supporting(hitOfActor(seen, ADMINISTERS));
  return isSuccess(seen.row) ? supporting(hitOfActor(seen, PRESENT)) : [];
}

function groupOf({ fields }: LogRow): { readonly name: string; readonly member: string } | null {
  if (!ADDITIONS.has(readText(fields, "EventID") ?? "")) return null;
  const group = readWindowsText(fields, "TargetUserName") ?? "";
  if (!NAMES.test(group) && !SIDS.test(readWindowsText(fields, "TargetSid") ?? "")) return null;
  const member = readWindowsText(fields, "MemberName") ?? readWindowsText(fields, "MemberSid");
  return { name: toName(group), member: toName(member === "-" ? null : member) };
}

const isGrant = ({ value }: RowHit): boolean => value.startsWith("grant:");

/** What the account did on the same day belongs to the act, and shows no habit. */
function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  for (const hit of hits.filter(isGrant)) {
    const today = periodOf(hit.at, DAY_MS);
    const past = hits.filter(({ at }) => at < today && at >= today - settings.baselineDays * DAY_MS);
    const knownMs = hit.at - (past[0]?.at ?? hit.at);
    const administers = past.some((other) => isGrant(other) || other.value === ADMINISTERS);
    if (administers || knownMs < settings.warmUpDays * DAY_MS) continue;
    const { period } = observed(knownMs, settings.baselineDays);
    yield {
      trigger: hit,
      about: hit.value,
      summary: () =>
        `Added ${dataText(hit, "member")} to ${dataText(hit, "name")}, although this account changed no account or group ` +
        `${period}. Check how the account signed in, and remove the member.`,
    };
  }
}
