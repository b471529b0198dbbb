import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  HOUR_MS,
  type Memory,
  MINUTE_MS,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, toHit } from "../hits.ts";
import { burstsOf } from "../patterns/burst.ts";
import { bucketOf } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { isInsideAddress, type NetworkFlow, networkFlowOf } from "../signals/network-flow.ts";
import { nameOfOrigin } from "../signals/sign-in.ts";
import { toDuration } from "../wording.ts";

type Settings = BehaviorSettings["networkSweep"];

const FOLD_MINUTES = 10;
/** Hosts and ports are stored as buckets, so that the memory of a source that tries everything stays small. */
const BUCKETS = 512;
const HOST_BUCKETS = 64;

/** Detects an address that tries one port on many hosts, or many ports of one host. */
export function networkSweep(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "network_sweep",
      major: 1,
      title: "One address tried many hosts or ports",
      severity: "medium",
      tactics: ["discovery", "lateral_movement"],
      techniques: ["T1046", "T1018"],
      threatType: "account_compromise",
      signal: "network",
    },
    tables: ["CommonSecurityLog"],
    spanMs: settings.slowWithinHours * HOUR_MS,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    minTriggers: Math.min(settings.hosts, settings.ports, settings.slowHosts),
    triggersDiffer: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

/** Ports on which hosts are administered or files and directories are served; nobody tries them on many hosts by chance. */
const SWEPT: ReadonlySet<number> = new Set([
  21, 22, 23, 88, 111, 135, 137, 139, 161, 389, 445, 512, 513, 514, 636, 873, 1433, 1521, 2049, 2375, 2376, 3268, 3306,
  3389, 4444, 5432, 5900, 5985, 5986, 6379, 6443, 7001, 8291, 8443, 9200, 10250, 11211, 27017, 47001,
]);

function hitsOf({ row }: SeenRow): readonly Hit[] {
  const flow = networkFlowOf(row);
  if (flow === null || flow.port === null || !isOfInterest(flow)) return [];
  const { source, destination, port } = flow;
  const group = `ip:${source}`;
  const data = { port: String(port), host: destination };
  return [
    toHit(group, `hosts:${port}:${bucketOf(destination, BUCKETS)}`, data),
    toHit(group, `ports:${bucketOf(destination, HOST_BUCKETS)}:${bucketOf(String(port), BUCKETS)}`, data),
  ];
}

/**
 * Everybody on the internet is scanned all the time, and the firewall blocks it: only what is let in counts. From inside,
 * refused connections count on every port, and others on those that are not used for everyday work.
 */
function isOfInterest({ source, port, isBlocked }: NetworkFlow): boolean {
  const isSwept = SWEPT.has(port ?? 0);
  return isInsideAddress(source) ? isBlocked || isSwept : !isBlocked && isSwept;
}

function* firingsOf({ group, hits }: Memory, settings: Settings): Iterable<Firing> {
  const fastMs = settings.withinMinutes * MINUTE_MS;
  const slowMs = settings.slowWithinHours * HOUR_MS;
  for (const [about, own] of byTarget(hits)) {
    const isHosts = about.startsWith("hosts:");
    const rules = isHosts
      ? [
          { windowMs: fastMs, least: settings.hosts },
          { windowMs: slowMs, least: settings.slowHosts },
        ]
      : [{ windowMs: fastMs, least: settings.ports }];
    for (const rule of rules) {
      for (const { trigger, hits: burst, peak } of burstsOf(own, { ...rule, periodMs: DAY_MS, count: "values" })) {
        yield {
          trigger,
          evidence: burst,
          about,
          count: peak,
          actor: null,
          summary: () =>
            `${nameOfOrigin(group)} tried ${describe(isHosts, peak, dataText(trigger, isHosts ? "port" : "host"))} within ` +
            `${toDuration(rule.windowMs)}; ${rule.least} or more is reported as a sweep.`,
        };
      }
    }
  }
}

const describe = (isHosts: boolean, peak: number, other: string): string =>
  isHosts ? `port ${other} on ${toAmount(peak, "host")}` : `${toAmount(peak, "port")} of ${other}`;

/** Separates the hits by what they have in common: the port, or the host. */
function byTarget(hits: Memory["hits"]): ReadonlyMap<string, Memory["hits"][number][]> {
  const found = new Map<string, Memory["hits"][number][]>();
  for (const hit of hits) {
    const about = hit.value.slice(0, hit.value.lastIndexOf(":"));
    const own = found.get(about);
    if (own) own.push(hit);
    else found.set(about, [hit]);
  }
  return found;
}
