import { Type } from "typebox";
import { OUTLIER_REASONS } from "../../model/identity/nhi-words.ts";
import { keysOf } from "../../model/vocabulary.ts";
import { endpoint } from "../endpoint.ts";
import { NextCursor, openEnum, PageSize, pageOf, Uuid } from "../shapes.ts";
import { flag, integer, list, maybeText, number, share, Tier, text } from "./described.ts";

export const NhiClusterRank = Type.Object({
  position: integer("The place by descending risk score, from 1."),
  of: integer("The number of members."),
  percentile: share("The share of members with a lower place."),
  score: number("The risk score of the identity."),
  outlier: flag("Whether it differs from most members."),
  outlier_reasons: list(openEnum(keysOf(OUTLIER_REASONS), "A reason."), 5, "In what it differs."),
  similarity: share("How similar it is to the center of the cluster."),
});

const NhiClusterMember = Type.Object({
  nuid: Uuid,
  display_name: text("The name of the identity."),
  position: integer("The place by descending risk score, from 1."),
  score: number("The risk score of the identity."),
  outlier: flag("Whether it differs from most members."),
});

export const NhiCluster = Type.Object({
  cluster_id: Type.String({ format: "uuid", description: "The id of the cluster; it stays while most members do." }),
  name: text("The archetype and what distinguishes the cluster."),
  tier: Tier,
  archetype: maybeText("The most common archetype of the members."),
  member_count: integer("The number of members."),
  outlier_count: integer("Members that differ from most."),
  members: list(NhiClusterMember, 10, "The members with the highest risk, by position. The cluster may have more."),
});

export const listNhiClusters = endpoint({
  method: "GET",
  path: "/nhi/clusters",
  operationId: "listNhiClusters",
  tag: "Non-human identities",
  summary: "List clusters of similar non-human identities",
  description:
    "Returns all clusters by `cluster_id`, ascending. A cluster holds at least 3 identities with similar permissions, systems, names and rhythm. An identity without similar ones is in no cluster.",
  scope: "nhi:read",
  readiness: "nhi-clusters",
  extension: true,
  query: Type.Object({ page_size: Type.Optional(PageSize), next_cursor: Type.Optional(NextCursor) }),
  reply: pageOf("items", NhiCluster),
  replyExample: {
    next_cursor: null,
    items: [
      {
        cluster_id: "0d5e2c1b-4f6a-5b7c-8d9e-1a2b3c4d5e6f",
        name: "Data pipeline - payroll, Azure Storage",
        tier: "tier1",
        archetype: "data_pipeline",
        member_count: 4,
        outlier_count: 1,
        members: [
          {
            nuid: "5a0e1d2c-3b4a-4c5d-9e8f-7a6b5c4d3e2f",
            display_name: "payroll-export",
            position: 1,
            score: 38,
            outlier: true,
          },
        ],
      },
    ],
  },
  failures: ["invalid_cursor"],
});
