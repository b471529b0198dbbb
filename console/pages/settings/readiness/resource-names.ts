import type { ReadinessResource } from "../../../../src/model/vocabulary.ts";

/** The resources that need observed history, as the pages name them. */
export const RESOURCE_NAMES: Readonly<Record<ReadinessResource, string>> = {
  cases: "Cases",
  threats: "Threat events",
  personas: "Personas of people",
  nhi: "Machine identities",
  "nhi-clusters": "Clusters of machine identities",
};
