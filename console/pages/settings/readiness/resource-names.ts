import type { ReadinessResource } from "../../../../src/model/vocabulary.ts";
import type { ReplyOf } from "../../../api/call.ts";

export type ResourceReadiness = ReplyOf<"getReadiness">["items"][number];

/** The resources that need observed history, as the pages name them. */
export const RESOURCE_NAMES: Readonly<Record<ReadinessResource, string>> = {
  cases: "Cases",
  threats: "Threat events",
  personas: "Personas of people",
  nhi: "Machine identities",
  "nhi-clusters": "Clusters of machine identities",
};
