import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import type { Fields } from "../../model/fields.ts";
import type { Nhi } from "../../model/nhi.ts";
import { newId } from "../../runtime/ids.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { findNhiById, nuidOf } from "../../store/people/listed-nhi.ts";
import { listNhi, readNhi, saveNhi } from "../../store/people/nhi.ts";
import { ingestDirectory } from "./ingest-directory.ts";

const NOW = new Date("2026-03-10T12:00:00.000Z");
const CREATED = "2025-01-01T00:00:00Z";
let opened: TestDatabase;
let db: DomainHandle;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
});

const deliver = (objects: readonly Fields[], isSnapshot = true) =>
  ingestDirectory(db, () => NOW, {
    kind: "service-principals",
    walk: isSnapshot ? { first: true, last: true } : undefined,
    lines: objects.map((value, index) => ({ line: index + 1, value })),
  });
const listed = async () =>
  [...(await readNhi(db, undefined, 100))]
    .map(({ item }) => item)
    .sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
const sync = { id: "SP-1", appId: "app-1", displayName: "HR sync", servicePrincipalType: "Application" };

describe("the NHI list", () => {
  it("has every service principal of the directory, classified by its own object", async () => {
    await deliver([
      { ...sync, createdDateTime: CREATED },
      {
        id: "sp-2",
        displayName: "Batch",
        servicePrincipalType: "ManagedIdentity",
        alternativeNames: ["isExplicit=True"],
      },
      { id: "sp-3", displayName: "Graph", appOwnerOrganizationId: "f8cdef31-a31e-4b4a-93e4-5f571e91255a" },
      { id: "sp-4", displayName: "Helper", servicePrincipalType: "ServiceIdentity", accountEnabled: false },
    ]);
    const rows = (await listed()).map((nhi) => [
      nhi.displayName,
      nhi.nhiClass,
      nhi.identityType.id,
      nhi.provider.key,
      nhi.status,
      nhi.firstSeen?.toISOString(),
    ]);
    expect(rows).toEqual([
      ["Batch", "managed_identity", "entra.managed_identity_user", "azure", "active", NOW.toISOString()],
      ["Graph", "platform_service", "entra.application_external", "entra", "active", NOW.toISOString()],
      ["HR sync", "service_principal", "entra.application", "entra", "active", "2025-01-01T00:00:00.000Z"],
      ["Helper", "ai_agent", "entra.agent_identity", "entra", "dormant", NOW.toISOString()],
    ]);
    expect((await listed()).every(({ hasPersona }) => !hasPersona)).toBe(true);
    expect(await listNhi(db, { search: "hr sy", limit: 10 })).toMatchObject({ items: [expect.anything()] });
  });

  it("follows the directory: a changed identity changes, a removed one is gone, a returned one keeps its id", async () => {
    const other = { id: "sp-2", displayName: "Other" };
    await deliver([sync, other]);
    const [before] = await listed();
    await deliver([{ id: "sp-1", accountEnabled: false }], false);
    expect(await listed()).toMatchObject([{ nuid: before?.nuid, status: "dormant" }, { displayName: "Other" }]);
    await deliver([other]);
    expect(await listed()).toMatchObject([{ displayName: "Other" }]);
    expect(await listNhi(db, { after: before?.nuid, limit: 10 })).not.toBe("unknown cursor");
    await deliver([sync, other]);
    expect(await listed()).toMatchObject([{ nuid: before?.nuid, status: "active" }, { displayName: "Other" }]);
  });

  it("keeps what an analysis found until the next one", async () => {
    await deliver([sync]);
    const nuid = nuidOf(db.domainId, "oid:sp-1");
    const found = (await findNhiById(db, [nuid])).get(nuid)?.item as Nhi;
    const analyzed: Nhi = {
      ...found,
      nhiClass: "oauth_app",
      nhiClassLabel: "OAuth application",
      archetype: "saas_integration",
      archetypeLabel: "SaaS integration",
      hasPersona: true,
      stewardUpn: "maya@northwind.example",
      status: "dormant",
    };
    await db.transaction((tx) => saveNhi(tx, [analyzed]));
    await deliver([{ id: "sp-1", displayName: "Renamed" }], false);
    expect(await listed()).toEqual([{ ...analyzed, displayName: "Renamed" }]);
  });

  it("leaves imported records as they are and does not list their principal twice", async () => {
    await deliver([sync]);
    const [own] = await listed();
    const imported = { ...(own as Nhi), nuid: newId(), principalId: "SP-9", displayName: "Imported", hasPersona: true };
    await db.transaction((tx) => saveNhi(tx, [imported]));
    await deliver([sync, { id: "sp-9", displayName: "From the directory" }]);
    expect((await listed()).map(({ displayName }) => displayName)).toEqual(["HR sync", "Imported"]);
    await deliver([sync]);
    expect(await listed()).toContainEqual(imported);
  });

  it("is the same whatever the order and repetition of deliveries", async () => {
    const second = { id: "sp-2", appId: "app-2", displayName: "Second", createdDateTime: CREATED };
    await deliver([second, { ...sync, displayName: "Old name" }]);
    await deliver([sync, second]);
    const one = await listed();
    db = await opened.addDomain();
    await deliver([sync, sync]);
    await deliver([second, sync]);
    await deliver([second], false);
    expect((await listed()).map((nhi) => ({ ...nhi, nuid: "" }))).toEqual(one.map((nhi) => ({ ...nhi, nuid: "" })));
  });
});
