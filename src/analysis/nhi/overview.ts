import { CREDENTIAL_FLAGS } from "../../model/identity/nhi-words.ts";
import { toAmount } from "../../model/text/amount.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { inSentence, withArticle } from "../../model/text/sentence-words.ts";
import type { NhiClass } from "../../model/vocabulary.ts";
import { NHI_CLASSES } from "../../model/vocabulary.ts";
import { creepIndexOf, type UsedEntitlement, unusedPrivileged } from "./access.ts";
import type { ArchetypeResult } from "./archetype.ts";
import type { Posture } from "./credentials.ts";
import type { Custody } from "./custody.ts";
import { isoOfDay, type NhiFacts, nameOf, WINDOW_DAYS } from "./facts.ts";
import { ARCHETYPE_PHRASES, listed, type NhiFunction } from "./purpose.ts";
import type { Rhythm } from "./rhythm.ts";
import type { Risk } from "./risk.ts";
import type { Lifetime } from "./status.ts";
import type { Uses } from "./uses.ts";

export interface OverviewInput {
  readonly facts: NhiFacts;
  readonly nhiClass: NhiClass;
  readonly uses: Uses;
  readonly rhythm: Rhythm | null;
  readonly archetype: ArchetypeResult;
  readonly functions: readonly NhiFunction[];
  readonly entitlements: readonly UsedEntitlement[];
  readonly custody: Custody;
  readonly posture: Posture | null;
  readonly lifetime: Lifetime;
  readonly risk: Risk | null;
}

const MAX_POINTS = 8;

/** Describes the rhythm as the rest of a sentence. */
export function rhythmPhrase(rhythm: Rhythm): string {
  const times = rhythm.schedule.map(({ at_utc }) => at_utc);
  switch (rhythm.class) {
    case "fixed_interval":
      return `every ${durationOf(rhythm.period_seconds ?? 0)}`;
    case "scheduled_daily":
      return `daily at ${listed(times)} UTC`;
    case "scheduled_weekly":
      return `weekly at ${listed(times)} UTC`;
    case "business_hours":
      return "during the working day";
    case "continuous":
      return "around the clock";
    case "bursty":
      return `in bursts of about ${Math.round(rhythm.burst_size ?? 0)} calls on working days`;
    case "sporadic":
      return `on ${toAmount(rhythm.active_days, "day")} out of ${rhythm.window_days}`;
    case "irregular":
      return "at irregular times";
    default:
      return "not at all";
  }
}

function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return `${Number((seconds / 3_600).toFixed(1))} h`;
}

function activitySentence({ uses, rhythm, lifetime, facts }: OverviewInput): string {
  if (uses.calls === 0 || !rhythm) {
    if (lifetime.lastActiveDay === null) return "No activity of it was seen.";
    return `It was last active on ${isoOfDay(lifetime.lastActiveDay).slice(0, 10)}, ${facts.day - lifetime.lastActiveDay} days ago.`;
  }
  const systems = uses
    .of("application")
    .slice(0, 2)
    .map(({ label }) => safeText(label, 60));
  const failed =
    uses.failures / uses.calls >= 0.05 ? `, ${Math.round((100 * uses.failures) / uses.calls)} % of which failed` : "";
  const where = systems.length > 0 ? ` ${listed(systems)}` : "";
  return `It calls${where} ${rhythmPhrase(rhythm)}: ${toAmount(uses.calls, "call")} in ${WINDOW_DAYS} days${failed}.`;
}

/** The strongest true statement about its access. */
function accessSentence({ facts, entitlements }: OverviewInput): string | null {
  const { reach } = facts;
  if (reach === null) return null;
  const unused = unusedPrivileged(entitlements)[0];
  const top = entitlements[0]?.entitlement;
  if (unused)
    return `It could take over the tenant with ${safeText(unused.entitlement.name, 80)}, which it has not used in ${WINDOW_DAYS} days.`;
  if (reach.reachesControlPlane && !reach.isDirect) {
    const path = reach.path.map(({ edge, to }) => `${edge} ${to}`).join(", then ");
    return `It could take over the tenant in ${toAmount(reach.path.length, "step")}: ${safeText(path, 160)}.`;
  }
  if (top && top.tier === 0) return `It could take over the tenant with ${safeText(top.name, 80)}.`;
  const creep = creepIndexOf(entitlements);
  if (creep !== null && creep >= 34)
    return `${creep} % of its access, weighted by privilege, was not used in ${WINDOW_DAYS} days.`;
  if (top?.isPrivileged)
    return `Its strongest access is ${safeText(top.name, 80)} (${safeText(top.privilegeLabel, 60)}).`;
  return entitlements.length === 0 ? "It holds no permission." : "It holds no privileged permission.";
}

function summaryOf(input: OverviewInput): string {
  const { facts, nhiClass, archetype, rhythm, uses, custody, functions } = input;
  const name = safeText(nameOf(facts), 80);
  const kind = NHI_CLASSES[nhiClass];
  const purpose = ARCHETYPE_PHRASES[archetype.archetype];
  const main = functions.find(({ id }) => id !== "other");
  const does =
    uses.calls > 0 && rhythm
      ? ` that ${main ? main.label : "calls"} ${rhythmPhrase(rhythm)}`
      : uses.calls === 0
        ? ` without activity in ${WINDOW_DAYS} days`
        : "";
  const who = custody.kind === "ungoverned" ? "; nobody is responsible for it" : "";
  const label = nhiClass === "unknown" ? "account that is in no directory" : inSentence(kind);
  const isImplied = archetype.archetype === nhiClass || purpose === null;
  return safeText(`${name} is ${withArticle(label)}${isImplied ? "" : ` ${purpose}`}${does}${who}.`, 400);
}

function keyPoints(input: OverviewInput): readonly string[] {
  const points = (input.risk?.factors ?? []).map(({ title, evidence }) => safeText(`${title}. ${evidence}`, 300));
  const overdue =
    input.rhythm?.overdue === true
      ? [
          `Its calls have stopped: the last was on ${input.rhythm.last_call_at?.slice(0, 10)}, and it used to call ${rhythmPhrase(input.rhythm)}.`,
        ]
      : [];
  const facts = [activitySentence(input), accessSentence(input)].filter((point) => point !== null);
  return [...points, ...overdue, ...(points.length + overdue.length === 0 ? facts : [])].slice(0, MAX_POINTS);
}

function credentialSentence({ posture }: OverviewInput): string | null {
  if (posture === null) return null;
  if (posture.count === 0) return "It has no credential of its own.";
  const worst = posture.flags.slice(0, 2).map((flag) => CREDENTIAL_FLAGS[flag]);
  return worst.length === 0
    ? `It has ${toAmount(posture.count, "credential")} without a weakness.`
    : `It has ${toAmount(posture.count, "credential")}: ${listed(worst)}.`;
}

/** Describes an identity in one sentence, in a few, and in points, the most serious first. */
export function overviewOf(input: OverviewInput) {
  const sentences = [
    summaryOf(input),
    activitySentence(input),
    accessSentence(input),
    credentialSentence(input),
    input.custody.reason,
    input.risk ? `Its risk is ${input.risk.level} (${input.risk.score} of 100).` : null,
  ];
  return {
    summary: summaryOf(input),
    narrative: safeText(sentences.filter((sentence) => sentence !== null).join(" "), 1_500),
    key_points: keyPoints(input),
  };
}

/** Describes the role that activity and permissions show; cluster match is added when clusters are known. */
export function roleOf({ archetype, functions, uses, rhythm }: OverviewInput, mandate: string) {
  const main = functions
    .slice(0, 3)
    .map(({ label, share }) => (share > 0 ? `${label} (${Math.round(share * 100)} %)` : label));
  const when = uses.calls > 0 && rhythm ? ` It calls ${rhythmPhrase(rhythm)}.` : "";
  return {
    observed_role: archetype.archetype === "unclassified" ? null : archetype.label,
    summary: safeText(`${main.length > 0 ? `It ${listed(main)}.` : "Its calls do not show what it does."}${when}`, 400),
    purpose: mandate,
    match: null as "typical" | "atypical" | null,
    evidence: archetype.evidence,
    confidence: archetype.confidence,
  };
}
