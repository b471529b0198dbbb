import type { DirectoryKind } from "./directory-kind.ts";
import { toAmount } from "./text/amount.ts";
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

/** The plural noun for each resource in a sentence. */
const NOUNS: Readonly<Record<ReadinessResource, string>> = {
  threats: "threats",
  cases: "cases",
  personas: "personas",
  nhi: "NHIs",
  "nhi-clusters": "NHI clusters",
};

/** The resources that the detectors build from rows; the analysis builds the others. */
export const BUILT_FROM_ROWS: readonly ReadinessResource[] = ["threats", "cases"];

/** The kind of directory objects that names the identities which the analysis builds a resource for. */
export const BUILT_FOR = {
  personas: "users",
  nhi: "service-principals",
  "nhi-clusters": "service-principals",
} as const satisfies Readonly<Partial<Record<ReadinessResource, DirectoryKind>>>;
export type AnalyzedResource = keyof typeof BUILT_FOR;

export const isAnalyzed = (resource: ReadinessResource): resource is AnalyzedResource =>
  Object.hasOwn(BUILT_FOR, resource);

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
  /** Whether identities of the kind in `BUILT_FOR` are known, or the directory was delivered and has none. */
  readonly hasIdentities: boolean;
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
  if (facts.readyAt) return { resource, ready: true, daysUntilReady: 0, details: readyDetails(resource) };
  if (!facts.deliveredAt) return waiting(requiredDays, noSourceDetails(resource));
  const observed = observedDays(facts);
  const missing = Math.max(0, requiredDays - observed);
  if (missing > 0) {
    return waiting(missing, historyDetails(resource, requiredDays, observed));
  }
  if (!facts.builtAt && !facts.hasIdentities && isAnalyzed(resource)) return waiting(0, noIdentitiesDetails(resource));
  if (resource === "nhi-clusters" && facts.nhiPersonas < REQUIRED_NHI_PERSONAS) {
    const needed = toAmount(REQUIRED_NHI_PERSONAS, "NHI persona");
    return waiting(0, `${NOUNS[resource]} need ${needed}; the domain has ${facts.nhiPersonas}`);
  }
  if (!facts.builtAt) return waiting(0, notBuiltDetails(resource));
  return { resource, ready: true, daysUntilReady: 0, details: readyDetails(resource) };
}

export const readyDetails = (resource: ReadinessResource): string => `${NOUNS[resource]} are ready`;

export const noSourceDetails = (resource: ReadinessResource): string =>
  `no source that feeds ${NOUNS[resource]} has delivered data yet`;

export const historyDetails = (resource: ReadinessResource, requiredDays: number, observedDays: number): string =>
  `${NOUNS[resource]} need ${toAmount(requiredDays, "day")} of history; the domain has ${round(observedDays)}`;

const noIdentitiesDetails = (resource: AnalyzedResource): string =>
  `${NOUNS[resource]} are built for the ${BUILT_FOR[resource]} of a directory, which no source has delivered yet`;

const notBuiltDetails = (resource: ReadinessResource): string =>
  `the first build of ${NOUNS[resource]} has not finished yet`;

function observedDays({ firstEventAt, newestEventAt }: ReadinessFacts): number {
  if (!firstEventAt || !newestEventAt) return 0;
  return Math.max(0, (newestEventAt.getTime() - firstEventAt.getTime()) / DAY_MS);
}

const round = (days: number) => Math.floor(days * 10) / 10;
