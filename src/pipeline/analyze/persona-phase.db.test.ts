import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testDetectors } from "../../../test/support/detectors.ts";
import { type DeliveredRow, deliver } from "../../../test/support/row-sets.ts";
import { checkerOf } from "../../contract/check.ts";
import { PersonaDetail } from "../../contract/personas.ts";
import { ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import type { DirectoryKind } from "../../model/directory-kind.ts";
import type { Fields } from "../../model/fields.ts";
import { nameId, newId } from "../../runtime/ids.ts";
import { createTimeSlice } from "../../runtime/time-slice.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { provisionalTuid } from "../../store/people/identities.ts";
import { savePersonas } from "../../store/people/personas.ts";
import { saveUsers } from "../../store/people/users.ts";
import { processBatch } from "../schedule/process-batch.ts";
import type { AnalysisRun } from "./analysis-run.ts";
import { groupsPhase } from "./groups-phase.ts";
import { loadDirectory } from "./load-directory.ts";
import { personaPhase } from "./persona-phase.ts";

const DAY_MS = 86_400_000;
const AS_OF = new Date("2026-10-10T00:00:00.000Z");
const NOW = new Date("2026-10-10T02:00:00.000Z");
const LATER = new Date("2026-10-10T05:00:00.000Z");

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const upnOf = (place: number): string => `user${place}@northwind.example`;
const userOf = (place: number, more: Fields = {}): Fields => ({
  id: `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`,
  userPrincipalName: upnOf(place),
  mail: upnOf(place),
  displayName: `User ${place}`,
  jobTitle: place < 8 ? "Accountant" : "Software Engineer",
  department: place < 8 ? "Finance" : "Engineering",
  accountEnabled: true,
  createdDateTime: "2024-02-01T00:00:00Z",
  ...more,
});
const USERS = Array.from({ length: 24 }, (_, place) => userOf(place));

/** A sign-in and an edited file of every user on each of 20 days. */
const rowsOf = (days: number): readonly DeliveredRow[] =>
  Array.from({ length: days }, (_, day) => day + 1).flatMap((ago) =>
    USERS.flatMap((_, place): readonly DeliveredRow[] => {
      const at = new Date(AS_OF.getTime() - ago * DAY_MS + 9 * 3_600_000 + place * 1_000).toISOString();
      const team = place < 8 ? "finance" : "engineering";
      const signIn = {
        UserPrincipalName: upnOf(place),
        AppId: place < 8 ? "sap" : "github",
        AppDisplayName: place < 8 ? "SAP" : "GitHub",
        ResultType: "0",
        IPAddress: "203.0.113.9",
        DeviceDetail: { operatingSystem: "Windows 11", isManaged: true },
      };
      const edit = {
        UserId: upnOf(place),
        Operation: "FileModified",
        OfficeWorkload: "SharePoint",
        Site_Url: `https://nw.sharepoint.com/sites/${team}`,
      };
      return [
        { table: "SigninLogs", columns: { TimeGenerated: at, _ItemId: `s${ago}-${place}`, ...signIn } },
        { table: "OfficeActivity", columns: { TimeGenerated: at, _ItemId: `o${ago}-${place}`, ...edit } },
      ];
    }),
  );

async function deliverDirectory(db: DomainHandle, kind: DirectoryKind, objects: readonly Fields[]): Promise<void> {
  const lines = objects.map((value, index) => ({ line: index + 1, value }));
  await ingestDirectory(db, () => NOW, { kind, lines, walk: { first: true, last: true } });
}

async function drain(db: DomainHandle): Promise<void> {
  while ((await processBatch(db, () => NOW, testDetectors, { limit: 500 })).rows > 0);
}

async function givenOrganization(days = 20): Promise<DomainHandle> {
  const db = await opened.addDomain();
  await deliverDirectory(db, "users", USERS);
  await deliverDirectory(db, "groups", [{ id: "finance", displayName: "Finance team" }]);
  await deliverDirectory(db, "memberships", [
    { id: "finance", members: USERS.slice(0, 8).map(({ id }) => ({ id: String(id) })) },
  ]);
  await deliver(db, rowsOf(days), NOW);
  await drain(db);
  return db;
}

async function analyze(db: DomainHandle, now: Date, isStopped: () => boolean = () => false): Promise<void> {
  const slice = createTimeSlice();
  const models = await loadDirectory(db, slice);
  const run: AnalysisRun = { db, asOf: AS_OF, day: AS_OF.getTime() / DAY_MS, now, slice, isStopped, ...models };
  await groupsPhase.run(run);
  await personaPhase.run(run);
}

interface Stored {
  readonly tuid: string;
  readonly overview: string;
  readonly detail: string;
}

const stored = (db: DomainHandle): Promise<readonly Stored[]> =>
  db.query<Stored>(
    `select u.tuid, p.wire as overview, d.wire as detail from users u
     join personas p on p.domain_id = $1 and p.tuid = u.tuid
     join persona_details d on d.domain_id = $1 and d.tuid = u.tuid
     where u.domain_id = $1 order by u.user_principal_name`,
  );

const tuidOf = (db: DomainHandle, place: number): string => provisionalTuid(db.domainId, `upn:${upnOf(place)}`);

async function personaOf(db: DomainHandle, place: number) {
  const found = (await stored(db)).find(({ tuid }) => tuid === tuidOf(db, place));
  if (!found) throw new Error(`user ${place} has no persona`);
  return { overview: JSON.parse(found.overview), detail: JSON.parse(found.detail) };
}

it("every user of the directory has a persona that matches the contract", async () => {
  const db = await givenOrganization();
  await analyze(db, NOW);
  const all = await stored(db);
  const check = checkerOf(PersonaDetail);
  expect(all).toHaveLength(USERS.length);
  for (const { detail } of all) expect(check(JSON.parse(detail))).toBeUndefined();
  const { overview, detail } = await personaOf(db, 3);
  expect(detail).toMatchObject({
    generated_at: AS_OF.toISOString(),
    identity: { name: "User 3", department: "Finance", account_age: "2 years 8 months" },
    role: { observed_role: "Finance and accounting", title_match: "match" },
    access: { entitlements: [{ name: "Finance team", peer_prevalence: 1 }] },
    posture: { device_classes: ["managed_desktop"], os_types: ["Windows"], signin_active_days: 20 },
    coverage: { identity: "sufficient", role: "sufficient", access: "partial", posture: "sufficient" },
  });
  expect(detail.workstreams.items[0].name).toBe("Finance");
  expect(overview.persona_overview).toContain("User 3 is an Accountant in Finance.");
});

it("running again changes nothing, and new facts change only the personas they are about", async () => {
  const db = await givenOrganization();
  await analyze(db, NOW);
  const first = await stored(db);
  await analyze(db, LATER);
  expect(await stored(db)).toEqual(first);
  await deliverDirectory(
    db,
    "users",
    USERS.map((user, place) => (place === 3 ? userOf(3, { displayName: "Maya Ito" }) : user)),
  );
  await analyze(db, LATER);
  const changed = (await stored(db)).filter(({ detail }, place) => detail !== first[place]?.detail);
  const { overview, detail } = await personaOf(db, 3);
  expect(overview).toMatchObject({ created_at: NOW.toISOString(), updated_at: LATER.toISOString() });
  expect(detail).toMatchObject({ generated_at: AS_OF.toISOString(), identity: { name: "Maya Ito" } });
  // Those who work with the renamed user name the user as a collaborator.
  expect(changed.every((persona) => persona.detail.includes("Maya Ito"))).toBe(true);
  expect(changed.length).toBeLessThanOrEqual(8);
});

it("a run that was stopped is continued by the next", async () => {
  const db = await givenOrganization(5);
  await analyze(db, NOW);
  const whole = await stored(db);
  for (const table of ["personas", "persona_details", "analysis_inputs"]) {
    await db.execute(`delete from ${table} where domain_id = $1`);
  }
  let asked = 0;
  await analyze(db, NOW, () => ++asked > 3);
  expect((await stored(db)).length).toBeLessThan(USERS.length);
  await analyze(db, NOW);
  expect(await stored(db)).toEqual(whole);
});

it("the group of a user is the department, and a change of it is a change of the user", async () => {
  const db = await givenOrganization(1);
  await analyze(db, NOW);
  const groupOf = async (place: number) => {
    const [row] = await db.query<{ group_guid: string | null; wire: string }>(
      "select group_guid, wire from users where domain_id = $1 and tuid = $2",
      [tuidOf(db, place)],
    );
    return { groupGuid: row?.group_guid, ...JSON.parse(row?.wire ?? "{}") };
  };
  const finance = nameId(db.domainId, "group:finance");
  expect(await groupOf(3)).toMatchObject({ groupGuid: finance, group_guid: finance });
  await deliverDirectory(
    db,
    "users",
    USERS.map((user, place) => (place === 3 ? userOf(3, { department: null }) : user)),
  );
  await analyze(db, LATER);
  expect(await groupOf(3)).toMatchObject({ groupGuid: null, updated_at: LATER.toISOString() });
  expect(await groupOf(4)).toMatchObject({ groupGuid: finance, updated_at: NOW.toISOString() });
});

it("imported users that nothing else mentions keep their group and persona", async () => {
  const db = await opened.addDomain();
  const [tuid, groupGuid] = [newId(), newId()];
  await db.transaction(async (tx) => {
    const user = { tuid, externalId: null, name: "I", userPrincipalName: "i@nw.example", emailAddresses: [] };
    await saveUsers(tx, [{ ...user, groupGuid, isActive: true, createdAt: NOW, updatedAt: NOW }], NOW);
    await savePersonas(tx, [{ tuid, personaOverview: "Imported.", createdAt: NOW, updatedAt: NOW }]);
  });
  await analyze(db, LATER);
  const [row] = await db.query(
    `select p.persona_overview, u.group_guid from users u join personas p on p.domain_id = $1 and p.tuid = u.tuid
     where u.domain_id = $1`,
  );
  expect(row).toEqual({ persona_overview: "Imported.", group_guid: groupGuid });
});
