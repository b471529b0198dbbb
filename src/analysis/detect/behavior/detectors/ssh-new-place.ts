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
import { dataText, supporting, toHit } from "../hits.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { firstSeen } from "../patterns/first-seen.ts";
import { isInsideAddress } from "../signals/network-flow.ts";
import { networkOfOrigin } from "../signals/sign-in.ts";
import { sshLogOnOf } from "../signals/ssh-log-on.ts";
import { toName } from "../wording.ts";

type Settings = BehaviorSettings["sshNewPlace"];

/**
 * Detects a sign-in over SSH from the internet with an account that never came from there. The group is the machine, so
 * that an account which was never on it is recognized too.
 */
export function sshNewPlace(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "ssh_new_place",
      major: 1,
      title: "SSH sign-in from the internet from a network new for the account",
      severity: "high",
      tactics: ["initial_access"],
      techniques: ["T1021.004", "T1133"],
      threatType: "account_compromise",
      signal: "infrastructure",
      precision: 0.6,
    },
    tables: ["Syslog"],
    spanMs: settings.baselineDays * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

const INSIDE = "inside";

function hitsOf({ row }: SeenRow): readonly Hit[] {
  const logOn = sshLogOnOf(row);
  if (logOn === null) return [];
  const { host, account, ip } = logOn;
  const isInside = isInsideAddress(ip);
  const value = toKey(`${account} ${isInside ? INSIDE : networkOfOrigin(`ip:${ip}`)}`);
  const hit = toHit(`ssh:${host}`, value, { account: toName(account), host, ip, inside: isInside });
  return isInside ? supporting([hit]) : [hit];
}

const accountOf = (hit: RowHit): string => dataText(hit, "account");

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  for (const { hit, past, period } of firstSeen(hits, settings)) {
    if (hit.data?.["inside"] === true) continue;
    const own = past().filter((other) => accountOf(other) === accountOf(hit));
    const outside = own.filter((other) => other.data?.["inside"] !== true);
    const networks = new Set(outside.map(({ value }) => value)).size;
    // Whoever signs in from home or on the way has a new address each week.
    if (networks > settings.networks) continue;
    yield {
      trigger: hit,
      about: hit.value,
      ...(own.length === 0 && NEW_ACCOUNT),
      summary: () =>
        `${accountOf(hit)} signed in over SSH to ${dataText(hit, "host")} from ${dataText(hit, "ip")}, ` +
        `${own.length === 0 ? "where this account was not seen" : "a network from which it did not come"} ${period}; ` +
        `usual: ${networks === 0 ? "none of the internet" : toAmount(networks, "network")}.`,
    };
  }
}

const NEW_ACCOUNT = {
  title: "SSH sign-in from the internet with an account new on the machine",
  precision: 0.5,
} as const;
