import { randomUUID } from "node:crypto";
import type { NhiCluster, NhiClusterMember, NhiFeatures } from "../../src/model/identity/nhi-cluster.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { saveNhiClusters } from "../../src/store/people/nhi-clusters.ts";
import { type NhiProfile, saveNhiProfiles } from "../../src/store/people/nhi-profiles.ts";

import { anNhiSummary } from "./nhi-summary.ts";

const AT = new Date("2026-11-01T08:00:00.000Z");

export const aClusterMember = (nuid: string, name: string): NhiClusterMember => ({
  nuid,
  name,
  position: 1,
  score: 38,
  similarity: 1,
  outlierReasons: [],
});

export const aCluster = (fields: Partial<NhiCluster> = {}): NhiCluster => ({
  clusterId: randomUUID(),
  name: "Data pipeline",
  tier: 1,
  archetype: "data_pipeline",
  members: [aClusterMember(randomUUID(), "payroll-export")],
  prevalence: new Map(),
  ...fields,
});

export async function givenNhiCluster(db: DomainHandle, fields: Partial<NhiCluster> = {}): Promise<NhiCluster> {
  const cluster = aCluster(fields);
  await db.transaction((tx) => saveNhiClusters(tx, [cluster], AT));
  return cluster;
}

export const theFeatures = (nuid: string, fields: Partial<NhiFeatures> = {}): NhiFeatures => ({
  nuid,
  name: nuid,
  tokens: [],
  archetype: "unclassified",
  tier: 2,
  rhythm: null,
  score: 0,
  isUngoverned: false,
  isForeign: false,
  entitlements: [],
  privileged: [],
  ...fields,
});

export async function givenNhiProfile(db: DomainHandle, nuid: string, word: string): Promise<NhiProfile> {
  const profile = {
    nuid,
    sections: JSON.stringify({ word }),
    summary: anNhiSummary({ nuid }),
    features: theFeatures(nuid, { name: word }),
  };
  await db.transaction((tx) => saveNhiProfiles(tx, [profile]));
  return profile;
}
