import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { givenNhi, givenNhiDetail } from "../../../test/support/given.ts";
import { aCluster, aClusterMember, givenNhiProfile } from "../../../test/support/given-clusters.ts";
import type { DomainHandle } from "../database/database.ts";
import { listNhiClusters, readKnownClusters, saveNhiClusters } from "./nhi-clusters.ts";
import {
  listProfiled,
  type NhiProfile,
  readNhiFeatures,
  readNhiSections,
  readNhiSummaries,
  removeNhiProfiles,
  saveNhiProfiles,
} from "./nhi-profiles.ts";

const NOW = new Date("2026-03-10T12:00:00.000Z");
let opened: TestDatabase;
let db: DomainHandle;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
});

describe("profiles of non-human identities", () => {
  it("are read back page by page, and the same profile again changes nothing", async () => {
    const nuids = [randomUUID(), randomUUID()].sort();
    const profiles: NhiProfile[] = [];
    for (const nuid of nuids) profiles.push(await givenNhiProfile(db, nuid, `of ${nuid}`));
    const [first] = await readNhiSummaries(db, undefined, 1);
    expect(first).toEqual(profiles[0]?.summary);
    expect(await readNhiFeatures(db, first?.nuid, 10)).toEqual([profiles[1]?.features]);
    expect(await db.transaction((tx) => saveNhiProfiles(tx, profiles))).toBe(0);
  });

  it("are read with the detail that is stored, and removed with their identity", async () => {
    const { nuid } = await givenNhi(db);
    await givenNhiDetail(db, nuid, { nuid });
    const { sections } = await givenNhiProfile(db, nuid, "kept");
    const other = await givenNhiProfile(db, randomUUID(), "gone");
    await db.transaction((tx) => removeNhiProfiles(tx, [other.nuid]));
    expect(await listProfiled(db)).toEqual([nuid]);
    expect(await readNhiSections(db, undefined, 10)).toEqual([{ nuid, sections, wire: JSON.stringify({ nuid }) }]);
  });
});

describe("clusters", () => {
  it("that are not given again are removed, and stay positions of the list", async () => {
    const members = [aClusterMember(randomUUID(), "a"), aClusterMember(randomUUID(), "b")];
    const kept = aCluster({ members });
    const gone = aCluster();
    expect(await db.transaction((tx) => saveNhiClusters(tx, [kept, gone], NOW))).toBe(2);
    expect(await db.transaction((tx) => saveNhiClusters(tx, [kept], NOW))).toBe(1);
    expect(await db.transaction((tx) => saveNhiClusters(tx, [kept], NOW))).toBe(0);
    expect(await readKnownClusters(db)).toEqual([
      { clusterId: kept.clusterId, members: members.map(({ nuid }) => nuid).sort() },
    ]);
    expect(await listNhiClusters(db, { limit: 5 })).toMatchObject({ nextCursor: null, items: [expect.anything()] });
    expect(await listNhiClusters(db, { limit: 5, after: gone.clusterId })).not.toBe("unknown cursor");
    expect(await listNhiClusters(db, { limit: 5, after: randomUUID() })).toBe("unknown cursor");
  });
});
