import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readBoolean, readFirst, readText } from "../../../../model/rows/row-fields.ts";
import {
  DAY_MS,
  HOUR_MS,
  type Memory,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor, supporting } from "../hits.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { observed } from "../patterns/first-seen.ts";
import { agentOfRow, deviceOf, isSuccess, placeOfRow } from "../signals/sign-in.ts";
import { nameOfAgent } from "../signals/user-agent.ts";
import { toDuration, toName } from "../wording.ts";

type Settings = BehaviorSettings["phishClickSignin"];

/** Detects a sign-in from a new country, device or client soon after the user clicked through to a phishing page. */
export function phishClickSignin(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "phish_click_signin",
      major: 1,
      title: "Unfamiliar sign-in after a phishing click",
      severity: "high",
      tactics: ["initial_access", "credential_access"],
      techniques: ["T1566.002", "T1078.004"],
      threatType: "account_compromise",
      signal: "communications",
      supersedes: ["rare_country", "new_device_agent"],
    },
    tables: ["UrlClickEvents", "EmailEvents", "EmailPostDeliveryEvents", "SigninLogs"],
    spanMs: (settings.markedWithinDays + settings.baselineDays) * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    // Needs at least one click.
    minTriggers: 1,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow) {
  const { row } = seen;
  if (row.table === "SigninLogs") return signInHits(seen);
  const message = toKey(readText(row.fields, "NetworkMessageId") ?? "");
  if (row.table !== "UrlClickEvents") {
    return message !== "" && isPhish(row) ? supporting(hitOfActor(seen, `mail:${message}`)) : [];
  }
  if (!isClickedThrough(row)) return [];
  const url = readText(row.fields, "Url") ?? "";
  const data = { phish: isPhish(row), site: toName(hostOf(url), "an unknown site"), message };
  return hitOfActor(seen, `click:${isPhish(row)}:${message || toKey(url)}`, data);
}

function signInHits(seen: SeenRow) {
  if (!isSuccess(seen.row)) return [];
  const country = toName(placeOfRow(seen.row)?.country, "");
  const agent = agentOfRow(seen.row);
  const device = deviceOf(seen.row) ?? (agent === null ? "" : nameOfAgent(agent));
  return supporting(hitOfActor(seen, `in:${toKey(`${country} ${device}`)}`, { country, device }));
}

const isPhish = ({ fields }: LogRow): boolean => /phish/i.test(readText(fields, "ThreatTypes") ?? "");

function isClickedThrough({ fields }: LogRow): boolean {
  if (readBoolean(fields, "IsClickedThrough") === true) return true;
  return readFirst(fields, ["ActionType"])?.toLowerCase() === "clickallowed";
}

const hostOf = (url: string): string => url.replace(/^[a-z]+:\/\//i, "").split(/[/?#]/)[0] ?? "";

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const marks = hits.filter(({ value }) => value.startsWith("mail:"));
  const clicks = hits.filter(({ value }) => value.startsWith("click:"));
  for (const { hit, novelty } of clicks.length === 0 ? [] : newSignIns(hits, settings)) {
    for (const click of clicks) {
      const delay = hit.at - click.at;
      if (delay < 0 || delay > settings.withinHours * HOUR_MS) continue;
      const mark = markOf(click, marks, settings);
      if (mark !== undefined) yield toFiring(click, hit, mark, novelty, settings);
    }
  }
}

/** Returns the hit that marks the link as phishing: the click itself, or an event about its message. */
function markOf(click: RowHit, marks: readonly RowHit[], settings: Settings): RowHit | undefined {
  if (click.data?.["phish"] === true) return click;
  const message = `mail:${dataText(click, "message")}`;
  const reachMs = settings.markedWithinDays * DAY_MS;
  return marks.find((mark) => mark.value === message && Math.abs(mark.at - click.at) <= reachMs);
}

function* newSignIns(
  hits: readonly RowHit[],
  settings: Settings,
): Iterable<{ readonly hit: RowHit; readonly novelty: string }> {
  const signIns = hits.filter(({ value }) => value.startsWith("in:"));
  for (const [index, hit] of signIns.entries()) {
    const past = signIns.slice(0, index).filter(({ at }) => at >= hit.at - settings.baselineDays * DAY_MS);
    const knownMs = hit.at - (past[0]?.at ?? hit.at);
    if (knownMs < settings.warmUpDays * DAY_MS) continue;
    const { period } = observed(knownMs, settings.baselineDays);
    const isNew = (name: string) =>
      dataText(hit, name) !== "" && !past.some((before) => dataText(before, name) === dataText(hit, name));
    if (isNew("country")) yield { hit, novelty: `from ${dataText(hit, "country")}, for the first time ${period}` };
    else if (isNew("device")) yield { hit, novelty: `with a device or client not seen ${period}` };
  }
}

function toFiring(click: RowHit, signIn: RowHit, mark: RowHit, novelty: string, settings: Settings): Firing {
  const [trigger] = [signIn, mark].sort((a, b) => b.at - a.at);
  return {
    trigger: trigger ?? signIn,
    evidence: [signIn, click, mark],
    about: click.value,
    summary: () =>
      `Clicked through to ${dataText(click, "site")}, marked as phishing, and ${toDuration(signIn.at - click.at)} later ` +
      `signed in ${novelty}; a sign-in within ${settings.withinHours} h of the click is reported.`,
  };
}
