import { afterAll, beforeAll, expect, it } from "vitest";
import { hashText, numbersFrom } from "../../src/model/seeded-random.ts";
import { analyzeDomain } from "../../src/pipeline/analyze/analyze-domain.ts";
import { newId } from "../../src/runtime/ids.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { addDomain } from "../../src/store/domains/domains.ts";
import {
  deliverDays,
  deliverObjects,
  type OwnDay,
  readResults,
  serviceId,
  serviceObject,
  userId,
  userObject,
} from "../support/changing-organization.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";

const DAY_MS = 86_400_000;
const DAY = 20_000;
const USERS = 8;
const SERVICES = 4;
const ROLES = ["88d8e3e3-8f55-4a1e-953a-9b9898b8876b", "62e90394-69f5-4237-9190-012177145e10"];
const at = (day: number, hour: number): Date => new Date(day * DAY_MS + hour * 3_600_000);
const places = (count: number): readonly number[] => Array.from({ length: count }, (_, place) => place);

let opened: readonly TestDatabase[];
beforeAll(async () => {
  opened = [await openTestDatabase(), await openTestDatabase()];
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const usesOf = (kind: OwnDay["kind"], place: number): OwnDay["uses"] =>
  kind === "user"
    ? [
        ["application", `app-${place % 2}`, `App ${place % 2}`, 4],
        ["resource", `site-${place % 2}`, `Site ${place % 2}`, 3],
      ]
    : [["operation", "Export", "Export", 6]];

const history = (kind: OwnDay["kind"], count: number): readonly OwnDay[] =>
  places(count).flatMap((place) =>
    places(45).map((ago) => ({ kind, place, day: DAY - 1 - ago, uses: usesOf(kind, place) })),
  );

interface Step {
  readonly name: string;
  readonly run: (db: DomainHandle) => Promise<void>;
}

/** Returns a random change of the facts, which is the same for every domain that it is applied to. */
function randomStep(random: () => number, day: number, step: number): Step {
  const pick = (count: number): number => Math.floor(random() * count);
  const [kind, hour] = [pick(7), 4 + step / 100];
  const place = pick(kind === 0 || kind === 1 ? USERS : SERVICES);
  const [ago, other] = [pick(3) + 1, pick(3)];
  const users = places(USERS).map((user) =>
    userObject(
      user,
      user === place ? { displayName: `Renamed ${step}`, department: other === 0 ? null : "Sales" } : {},
    ),
  );
  const steps: readonly Step[] = [
    { name: "users", run: (db) => deliverObjects(db, "users", users, at(day, hour)) },
    {
      name: "late days of a user",
      run: (db) =>
        deliverDays(db, [{ kind: "user", place, day: day - ago, uses: [["application", `new-${other}`, "New", 9]] }]),
    },
    {
      name: "late days of a service",
      run: (db) =>
        deliverDays(db, [{ kind: "service", place, day: day - ago, uses: [["operation", `Act ${other}`, "Act", 5]] }]),
    },
    {
      name: "owners",
      run: (db) =>
        deliverObjects(db, "owners", [{ id: serviceId(place), owners: [{ id: userId(other) }] }], at(day, hour)),
    },
    {
      name: "roles",
      run: (db) =>
        deliverObjects(
          db,
          "role-assignments",
          ROLES.slice(0, other).map((roleDefinitionId, index) => ({
            id: `r-${place}-${index}`,
            principalId: userId(place),
            roleDefinitionId,
          })),
          at(day, hour),
        ),
    },
    {
      name: "a lesser label",
      run: (db) =>
        deliverDays(db, [
          { kind: "user", place: USERS - 1, day: day - 1, uses: [["application", "app-0", `A${9 - (step % 9)}`, 1]] },
        ]),
    },
    { name: "nothing", run: async () => undefined },
  ];
  return steps[kind] ?? { name: "nothing", run: async () => undefined };
}

async function givenOrganization(database: TestDatabase["database"], domainId: string): Promise<DomainHandle> {
  await addDomain(database, { domainId, name: domainId, createdAt: at(DAY, 0) });
  const db = database.forDomain(domainId);
  await deliverObjects(
    db,
    "users",
    places(USERS).map((place) => userObject(place)),
    at(DAY, 0),
  );
  await deliverObjects(
    db,
    "service-principals",
    places(SERVICES).map((place) => serviceObject(place)),
    at(DAY, 0),
  );
  await deliverDays(db, [...history("user", USERS), ...history("service", SERVICES)]);
  return db;
}

/** Makes the next run compute everything. */
const forgetInputs = (db: DomainHandle) =>
  db.execute(
    "delete from analysis_inputs where domain_id = $1 and (kind like '%-inputs' or kind = 'nhi-dependencies')",
  );

it.each([11, 23])(
  "a run that skips what did not change gives the same bytes as one that computes everything (seed %i)",
  async (seed) => {
    const random = numbersFrom(hashText(`skips ${seed}`));
    const domainId = newId();
    const domains = await Promise.all(opened.map(({ database }) => givenOrganization(database, domainId)));
    let day = DAY;
    for (let step = 0; step < 8; step++) {
      if (step > 0 && random() < 0.4) day += 1;
      const { name, run } = randomStep(random, day, step);
      const results: unknown[] = [];
      for (const [index, db] of domains.entries()) {
        await run(db);
        if (index === 1) await forgetInputs(db);
        const parts = { database: (opened[index] as TestDatabase).database, clock: () => at(day, 5 + step / 100) };
        await analyzeDomain({ ...parts, chance: () => 1 }, domainId, { asOf: at(day, 5) });
        results.push(await readResults(db));
      }
      expect(results[0], `step ${step}: ${name}`).toEqual(results[1]);
    }
    // Details follow from the facts and the evaluation day alone, whatever runs there were before.
    const [db] = domains as [DomainHandle];
    const detailsOf = async () => {
      const { persona_details: users, nhi_details: services } = await readResults(db);
      return { users, services };
    };
    const expected = await detailsOf();
    for (const table of ["analysis_inputs", "personas", "persona_details", "nhi_profiles", "nhi_details"]) {
      await db.execute(`delete from ${table} where domain_id = $1`);
    }
    const parts = { database: (opened[0] as TestDatabase).database, clock: () => at(day, 8), chance: () => 1 };
    await analyzeDomain(parts, domainId, { asOf: at(day, 5) });
    expect(await detailsOf()).toEqual(expected);
  },
);
