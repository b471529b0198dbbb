import type { ReadinessResource } from "./vocabulary.ts";

const DAY_MS = 86_400_000;

/** Days of observed history that each resource needs before it is served; a domain can override them. */
export const REQUIRED_DAYS: Readonly<Record<ReadinessResource, number>> = {
  threats: 0,
  cases: 0,
  personas: 7,
  nhi: 7,
  "nhi-clusters": 14,
};

/** Clusters of fewer identities than this are not meaningful. */
export const REQUIRED_NHI_PERSONAS = 5;

/** The stored state from which the readiness of one resource is computed. */
export interface ReadinessFacts {
  readonly resource: ReadinessResource;
  readonly requiredDays: number;
  /** When a source that feeds the resource first delivered. */
  readonly deliveredAt: Date | null;
  readonly firstEventAt: Date | null;
  readonly newestEventAt: Date | null;
  /** When the first build finished. */
  readonly builtAt: Date | null;
  /** The number of NHI personas of the domain, counted up to `REQUIRED_NHI_PERSONAS`. */
  readonly nhiPersonas: number;
  /** Set once, by history, import or an administrator: a resource that has been ready stays ready. */
  readonly readyAt: Date | null;
}

export interface Readiness {
  readonly resource: ReadinessResource;
  readonly ready: boolean;
  readonly daysUntilReady: number;
  readonly details: string;
}

/** Computes whether the resource is ready and, if not, what is missing and for how many days. */
export function assessReadiness(facts: ReadinessFacts): Readiness {
  const { resource, requiredDays } = facts;
  const waiting = (daysUntilReady: number, details: string): Readiness => ({
    resource,
    ready: false,
    daysUntilReady,
    details,
  });
  if (facts.readyAt) return { resource, ready: true, daysUntilReady: 0, details: `${resource} is ready` };
  if (!facts.deliveredAt) return waiting(requiredDays, `no source that feeds ${resource} has delivered data yet`);
  const observed = observedDays(facts);
  const missing = Math.max(0, requiredDays - observed);
  if (missing > 0) {
    return waiting(missing, `${resource} needs ${requiredDays} days of history; ${round(observed)} have been observed`);
  }
  if (resource === "nhi-clusters" && facts.nhiPersonas < REQUIRED_NHI_PERSONAS) {
    return waiting(0, `${resource} needs ${REQUIRED_NHI_PERSONAS} NHI personas; there are ${facts.nhiPersonas}`);
  }
  if (!facts.builtAt) return waiting(0, `the first build of ${resource} has not finished yet`);
  return { resource, ready: true, daysUntilReady: 0, details: `${resource} is ready` };
}

function observedDays({ firstEventAt, newestEventAt }: ReadinessFacts): number {
  if (!firstEventAt || !newestEventAt) return 0;
  return Math.max(0, (newestEventAt.getTime() - firstEventAt.getTime()) / DAY_MS);
}

const round = (days: number) => Math.floor(days * 10) / 10;
