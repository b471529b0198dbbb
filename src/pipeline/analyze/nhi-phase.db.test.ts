import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activityRows, SERVICE_ID } from "../../../test/support/activity-rows.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testDetectors } from "../../../test/support/detectors.ts";
import { deliver } from "../../../test/support/row-sets.ts";
import { checkerOf } from "../../contract/check.ts";
import { NhiCallSample } from "../../contract/nhi/calls.ts";
import { NhiDetail } from "../../contract/nhi.ts";
import { renderDocument } from "../../contract/openapi/render-document.ts";
import { ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import type { DirectoryKind } from "../../model/directory-kind.ts";
import type { Fields } from "../../model/fields.ts";
import type { Nhi } from "../../model/nhi.ts";
import { newId } from "../../runtime/ids.ts";
import { createTimeSlice } from "../../runtime/time-slice.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { saveImportedNhi } from "../../store/people/imported-nhi.ts";
import { nuidOf } from "../../store/people/listed-nhi.ts";
import { findNhi, readNhi, readNhiDetails, saveNhi } from "../../store/people/nhi.ts";
import { readNhiSummaries } from "../../store/people/nhi-profiles.ts";
import { processBatch } from "../schedule/process-batch.ts";
import type { AnalysisRun } from "./analysis-run.ts";
import { clustersPhase } from "./clusters-phase.ts";
import { loadDirectory } from "./load-directory.ts";
import { nhiPhase } from "./nhi-phase.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");
const DAY_MS = 86_400_000;
const DAY = Math.floor(NOW.getTime() / DAY_MS);
const START = NOW.getTime() - 20 * DAY_MS;
const TENANT = "11111111-1111-4111-8111-111111111111";
const OWNER = "3f1f2a55-7f4b-4a0d-8f7e-0d1c2b3a4f50";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const service = (n: number) => ({
  id: `0b1c6f5e-0000-4000-8000-0000000000a${n}`,
  appId: `0b1c6f5e-0000-4000-8000-0000000000b${n}`,
  displayName: `report-export-${n}`,
  servicePrincipalType: "Application",
  appOwnerOrganizationId: TENANT,
  publisherName: "Northwind",
  createdDateTime: "2025-01-01T00:00:00Z",
});

const OBJECTS: readonly (readonly [DirectoryKind, readonly Fields[]])[] = [
  [
    "users",
    [
      {
        id: OWNER,
        userPrincipalName: "maya.ito@northwind.example",
        displayName: "Maya Ito",
        department: "IT",
        jobTitle: "Engineer",
      },
      {
        id: "0b1c6f5e-0000-4000-8000-0000000000c1",
        userPrincipalName: "svc-scan@northwind.example",
        displayName: "svc-scan",
        assignedLicenses: [],
        passwordPolicies: "DisablePasswordExpiration",
      },
    ],
  ],
  [
    "service-principals",
    [
      {
        id: SERVICE_ID,
        appId: "b0c1d2e3-0000-4000-8000-00000000aa01",
        displayName: "Sync",
        servicePrincipalType: "Application",
        appOwnerOrganizationId: TENANT,
      },
      ...[1, 2, 3, 4].map(service),
    ],
  ],
  ["owners", [{ id: SERVICE_ID, owners: [{ id: OWNER }] }]],
  [
    "credentials",
    [
      {
        id: SERVICE_ID,
        passwordCredentials: [
          {
            keyId: "a1b2c3d4-0000-4000-8000-000000000001",
            startDateTime: "2025-01-01T00:00:00Z",
            endDateTime: "2029-01-01T00:00:00Z",
          },
        ],
      },
    ],
  ],
  ["app-role-assignments", []],
  ["role-assignments", []],
  ["delegated-grants", []],
];

async function givenDomain(): Promise<DomainHandle> {
  const db = await opened.addDomain();
  for (const [kind, values] of OBJECTS) {
    const lines = values.map((value, index) => ({ line: index + 1, value }));
    await ingestDirectory(db, () => NOW, { kind, lines, walk: { first: true, last: true } });
  }
  await deliver(db, activityRows(60, START), NOW);
  while ((await processBatch(db, () => NOW, testDetectors, { limit: 1_000 })).rows > 0);
  return db;
}

interface ShownDetail {
  readonly identity: { readonly display_name: string };
  readonly cluster: { readonly cluster_id: string } | null;
}

async function analyze(db: DomainHandle, counts = new Map<string, number>()): Promise<ReadonlyMap<string, number>> {
  const slice = createTimeSlice();
  const run: AnalysisRun = {
    db,
    asOf: new Date(DAY * DAY_MS),
    day: DAY,
    now: NOW,
    ...(await loadDirectory(db, slice)),
    slice,
    isStopped: () => false,
    count: (name, by) => counts.set(name, (counts.get(name) ?? 0) + by),
  };
  await nhiPhase.run(run);
  await clustersPhase.run(run);
  return counts;
}

describe("the analysis of non-human identities", () => {
  let db: DomainHandle;
  beforeAll(async () => {
    db = await givenDomain();
    await analyze(db);
  });

  it("stores a detail that the contract accepts, with calls that name their rows", async () => {
    const found = await findNhi(db, nuidOf(db.domainId, `oid:${SERVICE_ID}`));
    const detail = JSON.parse(found?.detail ?? "null") as Readonly<Record<string, unknown>>;
    expect(checkerOf(NhiDetail)(detail)).toBeUndefined();
    expect(renderDocument(NhiDetail, detail)).toBe(found?.detail);
    expect(detail).toMatchObject({
      generated_at: "2026-10-10T00:00:00.000Z",
      stewardship: { steward_upn: "maya.ito@northwind.example", custody_kind: "human" },
    });
    const samples = detail["call_samples"] as readonly { readonly item_id: string }[];
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.map((sample) => checkerOf(NhiCallSample)(sample)).filter((problem) => problem)).toEqual([]);
    expect(samples.every(({ item_id }) => item_id.startsWith("activity-"))).toBe(true);
    expect(found?.item).toMatchObject({ hasPersona: true, status: "active", stewardUpn: "maya.ito@northwind.example" });
  });

  it("lists user objects that are service accounts, but not people", async () => {
    const names = (await readNhi(db, undefined, 100)).map(({ item }) => `${item.nhiClass} ${item.displayName}`);
    expect(names).toContain("service_account svc-scan");
    expect(names.join()).not.toContain("Maya");
  });

  it("summarizes each identity for the personas of users", async () => {
    const summaries = await readNhiSummaries(db, undefined, 100);
    const own = summaries.find(({ nuid }) => nuid === nuidOf(db.domainId, `oid:${SERVICE_ID}`));
    expect(own).toMatchObject({ hasValidSecret: true, ownerTuids: [own?.stewardTuid], longestSecretDays: 1_461 });
    expect(own?.stewardTuid).toEqual(expect.any(String));
  });

  it("clusters similar identities", async () => {
    const details = (await readNhiDetails(db, undefined, 100)).map(({ wire }) => JSON.parse(wire) as ShownDetail);
    const similar = details.filter(({ identity }) => /^report-export/.test(identity.display_name));
    const clusters = new Set(similar.map(({ cluster }) => cluster?.cluster_id));
    expect([similar.length, clusters.size]).toEqual([4, 1]);
    expect(clusters.has(undefined)).toBe(false);
  });

  it("changes nothing when it runs again", async () => {
    const before = await readNhiDetails(db, undefined, 100);
    expect([...(await analyze(db))].filter(([, count]) => count > 0)).toEqual([]);
    expect(await readNhiDetails(db, undefined, 100)).toEqual(before);
  });

  it("removes an account from the list when the directory no longer has it", async () => {
    const db = await givenDomain();
    const listed = async () => (await readNhi(db, undefined, 100)).map(({ item }) => item.displayName);
    await analyze(db);
    expect(await listed()).toContain("svc-scan");
    await ingestDirectory(db, () => NOW, {
      kind: "users",
      lines: OBJECTS[0]?.[1].slice(0, 1).map((value, index) => ({ line: index + 1, value })) ?? [],
      walk: { first: true, last: true },
    });
    await analyze(db);
    expect(await listed()).not.toContain("svc-scan");
  });
});

describe("an imported record", () => {
  const [PRINCIPAL, APPLICATION] = [service(1), service(2)];
  const importOf = (ids: Pick<Nhi, "principalId" | "appId">, displayName: string): Nhi => ({
    nuid: newId(),
    displayName,
    nhiClass: "service_principal",
    nhiClassLabel: "Service principal",
    identityType: { id: "entra.application", label: "Application" },
    archetype: null,
    archetypeLabel: null,
    provider: { key: "entra", label: "Microsoft Entra ID" },
    status: "active",
    hasPersona: false,
    stewardUpn: null,
    firstSeen: null,
    lastSeen: null,
    ...ids,
  });
  const names = async (db: DomainHandle): Promise<readonly string[]> =>
    (await readNhi(db, undefined, 100)).map(({ item }) => item.displayName).sort();
  const deliverServices = (db: DomainHandle, objects: readonly Fields[]) =>
    ingestDirectory(db, () => NOW, {
      kind: "service-principals",
      lines: objects.map((value, index) => ({ line: index + 1, value })),
      walk: { first: true, last: true },
    });
  const imports = () => [
    importOf({ principalId: PRINCIPAL.id.toUpperCase(), appId: null }, "imported by principal"),
    importOf({ principalId: null, appId: APPLICATION.appId.toUpperCase() }, "imported by application"),
    importOf({ principalId: newId(), appId: service(3).appId }, "imported with another principal"),
    importOf({ principalId: null, appId: null }, service(4).displayName),
  ];
  // Ids decide: another principal of the same application and an equal name alone are other identities.
  const EXPECTED = [
    "imported by application",
    "imported by principal",
    "imported with another principal",
    "report-export-3",
    "report-export-4",
    "report-export-4",
  ];

  it.each(["import", "directory", "analysis"])(
    "and the directory's object are one item with the imported id: %s first",
    async (first) => {
      const db = await opened.addDomain();
      const given = imports();
      const save = () => db.transaction((tx) => saveImportedNhi(tx, given, NOW));
      if (first === "import") await save();
      await deliverServices(db, [1, 2, 3, 4].map(service));
      if (first === "analysis") await analyze(db);
      if (first !== "import") await save();
      expect(await names(db)).toEqual(EXPECTED);
      await analyze(db);
      const changed = [1, 2, 3, 4].map((n) => ({ ...service(n), notes: "changed" }));
      await deliverServices(db, changed);
      await analyze(db);
      expect(await names(db)).toEqual(EXPECTED);
      for (const item of given) expect((await findNhi(db, item.nuid))?.item).toEqual(item);
      const own = nuidOf(db.domainId, `oid:${PRINCIPAL.id}`);
      expect((await readNhiSummaries(db, undefined, 100)).map(({ nuid }) => nuid)).not.toContain(own);
    },
  );

  it("stays when the directory no longer has the object, and gives way when it describes another one", async () => {
    const db = await opened.addDomain();
    const [byPrincipal] = imports() as [Nhi];
    await deliverServices(db, [PRINCIPAL]);
    await db.transaction((tx) => saveImportedNhi(tx, [byPrincipal], NOW));
    await deliverServices(db, [APPLICATION]);
    await analyze(db);
    expect(await names(db)).toEqual(["imported by principal", APPLICATION.displayName]);
    await deliverServices(db, [PRINCIPAL]);
    await analyze(db);
    expect(await names(db)).toEqual(["imported by principal"]);
    await db.transaction((tx) => saveImportedNhi(tx, [{ ...byPrincipal, principalId: newId() }], NOW));
    await analyze(db);
    expect(await names(db)).toEqual(["imported by principal", PRINCIPAL.displayName]);
  });

  it("that was listed beside the object by an earlier release is the only item after the next analysis", async () => {
    const db = await opened.addDomain();
    await deliverServices(db, [PRINCIPAL]);
    await db.transaction((tx) => saveNhi(tx, imports().slice(0, 1)));
    expect(await names(db)).toHaveLength(2);
    await analyze(db);
    expect(await names(db)).toEqual(["imported by principal"]);
  });

  it("that is an export of the domain itself is the listed identity", async () => {
    const db = await opened.addDomain();
    await deliverServices(db, [PRINCIPAL]);
    const before = await readNhi(db, undefined, 100);
    await db.transaction((tx) =>
      saveImportedNhi(
        tx,
        before.map(({ item }) => item),
        NOW,
      ),
    );
    expect(await readNhi(db, undefined, 100)).toEqual(before);
    expect((await analyze(db)).get("nhi")).toBe(1);
  });
});
