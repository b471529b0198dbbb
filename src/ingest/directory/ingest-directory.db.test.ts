import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import type { DirectoryKind } from "../../model/directory-kind.ts";
import type { Fields } from "../../model/fields.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { actorOf } from "../../model/rows/row-actor.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { readDirectory } from "../../store/people/directory.ts";
import { findActors, saveProvisionalUsers } from "../../store/people/identities.ts";
import { readUsers } from "../../store/people/users.ts";
import { type DirectoryDelivery, ingestDirectory } from "./ingest-directory.ts";

const NOW = new Date("2026-03-10T12:00:00.000Z");
const ADA = "0b1c6f5e-0000-4000-8000-000000000001";
const BEN = "0b1c6f5e-0000-4000-8000-000000000002";
const APP = "0b1c6f5e-0000-4000-8000-0000000000a1";
let opened: TestDatabase;
let db: DomainHandle;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
});

const WHOLE = { first: true, last: true };

const deliver = (kind: DirectoryKind, objects: readonly Fields[], walk: DirectoryDelivery["walk"] = WHOLE) =>
  ingestDirectory(db, () => NOW, { kind, walk, lines: objects.map((value, index) => ({ line: index + 1, value })) });
const change = (kind: DirectoryKind, objects: readonly Fields[]) =>
  ingestDirectory(db, () => NOW, { kind, lines: objects.map((value, index) => ({ line: index + 1, value })) });

const ada = { id: ADA, userPrincipalName: "Ada@Example.org", displayName: "Ada", accountEnabled: true };
const ben = { id: BEN, userPrincipalName: "ben@example.org", displayName: "Ben", accountEnabled: true };

const users = async () => (await readUsers(db, undefined, 100)).map(({ item }) => item);
const idsOf = async (kind: DirectoryKind) => (await readDirectory(db, kind, "", 100)).map(({ objectId }) => objectId);

async function resolve(table: LogTable, fields: Fields) {
  const actor = actorOf({ table, fields });
  if (!actor) throw new Error("the row names nobody");
  return db.transaction(async (tx) => {
    const found = await findActors(tx, [actor]);
    await saveProvisionalUsers(tx, [...found.values()], NOW);
    return found.get(actor);
  });
}

describe("the directory", () => {
  it("removes objects that a snapshot does not name, and keeps their users as inactive", async () => {
    await deliver("users", [ada, ben]);
    expect(await deliver("users", [ada])).toMatchObject({ accepted: 0, duplicates: 1, removed: 1, rejected: [] });
    expect((await users()).map(({ name, isActive }) => [name, isActive]).sort()).toEqual([
      ["Ada", true],
      ["Ben", false],
    ]);
    expect(await idsOf("users")).toEqual([ADA]);
  });

  it("removes nothing when a line of the snapshot is invalid", async () => {
    await deliver("users", [ada, ben]);
    expect(await deliver("users", [ada, { displayName: "nobody" }])).toMatchObject({
      removed: 0,
      rejected: [{ line: 2, error: "has no 'id'" }],
    });
    expect(await idsOf("users")).toEqual([ADA, BEN]);
  });

  it("stores a large snapshot in several transactions, and removes nothing when any line is invalid", async () => {
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ id: `g${from + n}`, displayName: `Group ${from + n}` }));
    expect(await deliver("groups", many(0, 300))).toMatchObject({ accepted: 300, duplicates: 0, removed: 0 });
    const bad = [{ displayName: "no id" }, ...many(0, 150)];
    expect(await deliver("groups", bad)).toMatchObject({ accepted: 0, duplicates: 150, removed: 0 });
    expect(await deliver("groups", many(100, 250))).toMatchObject({ accepted: 50, duplicates: 200, removed: 100 });
    expect(await deliver("groups", [])).toMatchObject({ removed: 250 });
  });

  it("matches a user to the person with the most reliable identifier, even if a weaker match is in an earlier part", async () => {
    const row = await resolve("SigninLogs", { UserPrincipalName: "ben@example.org" });
    const filler = Array.from({ length: 60 }, (_, n) => ({ id: `f${n}`, userPrincipalName: `f${n}@example.org` }));
    const namesake = { id: ADA, userPrincipalName: "ada@example.org", otherMails: ["ben@example.org"] };
    await deliver("users", [namesake, ...filler, ben]);
    const owner = (await users()).find(({ tuid }) => tuid === row?.tuid);
    expect(owner).toMatchObject({ externalId: BEN });
  });

  it("stores a snapshot sent in parts", async () => {
    await deliver("users", [ada, ben]);
    await deliver("users", [{ ...ada, jobTitle: "x" }], { first: true, last: false });
    expect(await idsOf("users")).toEqual([ADA, BEN]);
    expect(await deliver("users", [], { first: false, last: true })).toMatchObject({ removed: 1 });
    expect(await idsOf("users")).toEqual([ADA]);
  });

  it("merges changes into stored objects and removes those marked @removed", async () => {
    await deliver("users", [ada, ben]);
    await change("users", [
      { id: ADA, accountEnabled: false },
      { id: BEN, "@removed": { reason: "deleted" } },
    ]);
    expect(await users()).toHaveLength(2);
    expect((await users()).every(({ isActive }) => !isActive)).toBe(true);
    expect((await users()).map(({ name }) => name).sort()).toEqual(["Ada", "Ben"]);
  });

  it("flattens the nested lists of Microsoft Graph and never stores a secret", async () => {
    await deliver("memberships", [
      { id: "G1", members: [{ id: ADA, "@odata.type": "#microsoft.graph.user" }, { id: BEN }] },
    ]);
    expect(await idsOf("memberships")).toEqual([`g1/${ADA}`, `g1/${BEN}`]);
    await change("memberships", [{ id: "G1", "members@delta": [{ id: BEN, "@removed": { reason: "deleted" } }] }]);
    expect(await idsOf("memberships")).toEqual([`g1/${ADA}`]);
    await deliver("credentials", [{ id: APP, appId: "a", passwordCredentials: [{ keyId: "k1", secretText: "hush" }] }]);
    const [credential] = await readDirectory(db, "credentials", "", 10);
    expect(credential?.objectId).toBe(`${APP}/k1`);
    expect(JSON.stringify(credential)).not.toContain("hush");
  });

  it("reads the pages of Microsoft Graph", async () => {
    const page = { "@odata.context": "https://example.org/$metadata#users", value: [ada, ben] };
    expect(await deliver("users", [page])).toMatchObject({ accepted: 2 });
  });
});

describe("actors", () => {
  it("are the same person before and after the directory names them", async () => {
    const before = await resolve("SigninLogs", { UserPrincipalName: "ADA@example.org" });
    expect((await users())[0]).toMatchObject({ tuid: before?.tuid, isActive: true, name: null });
    await deliver("users", [
      { ...ada, mail: "ada.l@example.org", onPremisesSecurityIdentifier: "S-1-5-21-1-2-3-1001" },
    ]);
    expect(await users()).toHaveLength(1);
    for (const fields of [
      { UserPrincipalName: "ada@example.org" },
      { UserPrincipalName: "Ada.L@example.org" },
      { UserId: ADA },
    ]) {
      expect(await resolve("SigninLogs", fields)).toMatchObject({ tuid: before?.tuid, name: "Ada" });
    }
    const sid = { EventID: 4688, SubjectUserSid: "S-1-5-21-1-2-3-1001" };
    expect(await resolve("SecurityEvent", sid)).toMatchObject({ subject: before?.tuid, kind: "user" });
  });

  it("are found by the short name of their domain, unless two domains have the same", async () => {
    const account = (domain: string, name: string) => ({
      onPremisesDomainName: domain,
      onPremisesSamAccountName: name,
    });
    await deliver("users", [
      { ...ada, ...account("bright-water.example.org", "alove") },
      { ...ben, ...account("bright-labs.example.com", "bking") },
    ]);
    const named = (user: string) => resolve("CommonSecurityLog", { SourceUserName: user });
    for (const user of [
      "BRIGHT-WATER\\alove",
      "BRIGHT\\alove",
      "BRIGHTWATER\\ALove",
      "bright-water.example.org\\alove",
    ]) {
      expect(await named(user)).toMatchObject({ name: "Ada" });
    }
    expect(await named("BRIGHT\\bking")).toMatchObject({ name: "Ben" });
    expect((await named("WS-114\\alove"))?.name).not.toBe("Ada");
    expect((await named("LABS\\bking"))?.name).not.toBe("Ben");
    await deliver("users", [
      { ...ada, ...account("bright-water.example.org", "alex") },
      { ...ben, ...account("bright-labs.example.com", "alex") },
    ]);
    expect((await named("BRIGHT\\alex"))?.name ?? null).toBeNull();
    expect(await named("BRIGHT-LABS\\alex")).toMatchObject({ name: "Ben" });
  });

  it("keep their id when renamed, and the next holder of the name is another person", async () => {
    await deliver("users", [ada]);
    const first = await resolve("SigninLogs", { UserPrincipalName: "ada@example.org" });
    await deliver("users", [
      { ...ada, userPrincipalName: "ada.new@example.org" },
      { ...ben, userPrincipalName: "ada@example.org" },
    ]);
    expect(await resolve("SigninLogs", { UserPrincipalName: "ada.new@example.org" })).toMatchObject({
      tuid: first?.tuid,
    });
    const second = await resolve("SigninLogs", { UserPrincipalName: "ada@example.org" });
    expect(second?.name).toBe("Ben");
    expect(second?.tuid).not.toBe(first?.tuid);
  });

  it("have the same id whether rows or the directory name them first", async () => {
    const actor = actorOf({ table: "SigninLogs", fields: { UserPrincipalName: "ada@example.org" } });
    if (!actor) throw new Error("the row names nobody");
    const before = await findActors(db, [actor]);
    expect(await users()).toHaveLength(0);
    await deliver("users", [ada]);
    expect((await users())[0]?.tuid).toBe(before.get(actor)?.tuid);
  });

  it("that are services are linked to their service principal and never to a user", async () => {
    await deliver("service-principals", [
      { id: APP, appId: "0b1c6f5e-0000-4000-8000-0000000000b1", displayName: "Sync" },
    ]);
    const byApp = await resolve("AuditLogs", {
      InitiatedBy: { app: { appId: "0b1c6f5e-0000-4000-8000-0000000000b1" } },
    });
    expect(byApp).toMatchObject({ kind: "service", subject: `oid:${APP}`, tuid: null, name: "Sync" });
    expect(await resolve("AzureActivity", { Caller: APP })).toMatchObject({ subject: `oid:${APP}` });
    expect(await users()).toHaveLength(0);
  });
});
