import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  HOUR_MS,
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
import { type HostHistory, hostHistory } from "../patterns/host-history.ts";
import { before } from "../patterns/sequence.ts";
import { isNamedLikeController, LOG_ON_TABLES, remoteLogOnOf } from "../signals/remote-log-on.ts";
import { isSuccess } from "../signals/sign-in.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["remoteSignIn"];

/** Another log-on of the account: it shows that the account was observed. */
const PRESENT = "present";

/**
 * Detects a remote interactive sign-in of an account to a machine that it never used so; more severe if it goes on from
 * there, with the credentials of another account, or to a domain controller.
 */
export function remoteSignIn(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "remote_sign_in",
      major: 1,
      title: "First remote sign-in to a machine",
      severity: "low",
      tactics: ["lateral_movement"],
      techniques: ["T1021.001"],
      threatType: "account_compromise",
      signal: "infrastructure",
    },
    tables: LOG_ON_TABLES,
    // The past is counted by whole days.
    spanMs: (settings.baselineDays + 1) * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow): readonly Hit[] {
  const remote = remoteLogOnOf(seen.row);
  if (remote === null) return isSuccess(seen.row) ? supporting(hitOfActor(seen, PRESENT)) : [];
  const { host, as } = remote;
  return hitOfActor(seen, as === null ? host : `${host} as ${as}`, { host, ...(as !== null && { as }) });
}

const hostOf = (hit: RowHit): string => dataText(hit, "host");

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const remote = hits.filter(({ value }) => value !== PRESENT);
  const baselineMs = settings.baselineDays * DAY_MS;
  const past = hostHistory(remote, hostOf, baselineMs);
  const fresh: RowHit[] = [];
  for (const hit of newOf(remote, baselineMs)) {
    fresh.push(hit);
    const knownMs = hit.at - (hits.find(({ at }) => at >= hit.at - baselineMs)?.at ?? hit.at);
    if (knownMs < settings.warmUpDays * DAY_MS) continue;
    const chain = [...before(fresh, hit.at, settings.chainHours * HOUR_MS)].reverse();
    const hosts = new Set(chain.map(hostOf)).size;
    if (isRoutine(hosts, past(hit.at), settings)) continue;
    yield toFiring(hit, { chain, hosts, period: observed(knownMs, settings.baselineDays).period });
  }
}

/** Returns the sign-ins to machines, or with credentials, that the account did not use on an earlier day. */
function newOf(remote: readonly RowHit[], baselineMs: number): readonly RowHit[] {
  const uses = new Map<string, { readonly at: number; readonly onEarlierDay: number | undefined }>();
  return remote.filter((hit) => {
    const names = [hostOf(hit), ...(dataText(hit, "as") === "" ? [] : [hit.value])];
    const last = names
      .map((name) => {
        const known = uses.get(name);
        const isToday = known !== undefined && periodOf(known.at, DAY_MS) === periodOf(hit.at, DAY_MS);
        const onEarlierDay = isToday ? known.onEarlierDay : known?.at;
        uses.set(name, { at: hit.at, onEarlierDay });
        return onEarlierDay;
      })
      .at(-1);
    return last === undefined || last < hit.at - baselineMs;
  });
}

/** Whoever administers machines uses new ones every week; far more than on any other day is no routine. */
const isRoutine = (hosts: number, past: HostHistory, { adminHosts, adminDays, adminChain }: Settings): boolean =>
  past.hosts >= adminHosts && past.days >= adminDays && hosts < Math.max(adminChain, 2 * past.mostInDay);

interface Chain {
  /** The sign-ins to new machines within hours, the latest last. */
  readonly chain: readonly RowHit[];
  readonly hosts: number;
  readonly period: string;
}

function toFiring(hit: RowHit, { chain, hosts, period }: Chain): Firing {
  const [first] = chain;
  const as = chain.map((each) => dataText(each, "as")).find((name) => name !== "");
  const path = [...new Set(chain.map(hostOf))];
  const within = first === undefined || hosts < 2 ? "" : ` within ${toDuration(hit.at - first.at)}`;
  const { severity, precision } = weightOf(path, as !== undefined);
  return {
    trigger: hit,
    evidence: chain,
    severity,
    ...(precision !== undefined && { precision }),
    count: hosts,
    summary: () =>
      `Signed in remotely to ${toAmount(hosts, "machine")}${within} that this account did not use ${period}: ` +
      `${path.slice(0, 5).join(", ")}${as === undefined ? "" : `; with the credentials of ${as}`}.`,
  };
}

/** One new machine is an everyday event; a way through several, or to a domain controller, is not. */
function weightOf(
  path: readonly string[],
  isAsOther: boolean,
): Required<Pick<Firing, "severity">> & Pick<Firing, "precision"> {
  const signs = Math.min(path.length - 1, 2) + (path.some(isNamedLikeController) ? 1 : 0) + (isAsOther ? 1 : 0);
  if (signs >= 3) return { severity: "high", precision: 0.45 };
  if (signs === 2) return { severity: "high" };
  return { severity: signs === 1 ? "medium" : "low" };
}
