import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DIRECTORY_KINDS } from "../../src/model/directory-kind.ts";
import type { AnalysisPhase } from "../../src/pipeline/analyze/analysis-run.ts";
import { LeaseLost } from "../../src/pipeline/analyze/lease-keeper.ts";
import { PHASES } from "../../src/pipeline/analyze/phases.ts";
import type { Database, DomainHandle } from "../../src/store/database/database.ts";
import { seededRandom } from "../../src/synth/random.ts";
import {
  addComparedDomain,
  analyzeSmall,
  countResults,
  DOMAIN_ID,
  deliverDirectory,
  deliverInOrder,
  deliverRows,
  type Results,
  resultsOf,
  type SmallOrganization,
  smallOrganization,
} from "../support/analyzed-organization.ts";
import { IS_COMPLETE } from "../support/complete-run.ts";
import { openTestDatabase, type PreparedDatabase, prepareDatabase, type TestDatabase } from "../support/database.ts";
import { isKilled, killedAt, neverKilled } from "../support/killed-process.ts";
import type { DeliveredRow } from "../support/row-sets.ts";

const organization = smallOrganization();
const RUNS = IS_COMPLETE ? 3 : 1;
/** Everything is delivered in order, and nothing is analyzed. */
let delivered: PreparedDatabase;
let expected: Results;
let statements: number;

beforeAll(async () => {
  delivered = await prepareDatabase(async (database) => {
    await deliverInOrder(await addComparedDomain(database), organization);
  });
  expected = await inCopy(async (database) => {
    const counted = neverKilled();
    await analyzeSmall(counted.database(database));
    statements = counted.used();
  });
});
afterAll(() => delivered.remove());

type Work = (database: Database, db: DomainHandle) => Promise<unknown>;

async function inDatabase(open: () => Promise<TestDatabase>, work: Work): Promise<Results> {
  const { database, close } = await open();
  try {
    await work(database, database.forDomain(DOMAIN_ID));
    return await resultsOf(database.forDomain(DOMAIN_ID));
  } finally {
    await close();
  }
}

/** Returns the results after `work` in a copy of the delivered organization. */
const inCopy = (work: Work): Promise<Results> => inDatabase(delivered.open, work);

/** Returns the results after `work` in an empty domain. */
const inEmptyDomain = (work: (db: DomainHandle, database: Database) => Promise<unknown>): Promise<Results> =>
  inDatabase(openTestDatabase, async (database) => work(await addComparedDomain(database), database));

const STRAY_USER = {
  id: "0a0a0a0a-0000-4000-8000-000000000001",
  userPrincipalName: "stray@northwind.example",
  displayName: "Stray Visitor",
  accountEnabled: true,
};
const STRAY_SERVICE = {
  id: "0a0a0a0a-0000-4000-8000-000000000002",
  appId: "0a0a0a0a-0000-4000-8000-000000000003",
  displayName: "stray-tool",
  servicePrincipalType: "Application",
  accountEnabled: true,
};

/** Returns a sign-in of the stray user on each of the last days. */
const strayRows = ({ until }: SmallOrganization): readonly DeliveredRow[] =>
  Array.from({ length: 5 }, (_, day) => ({
    table: "SigninLogs",
    columns: {
      _ItemId: `0a0a0a0a-0000-4000-9000-00000000000${day}`,
      TimeGenerated: new Date(until.getTime() - (day + 2) * 86_400_000).toISOString(),
      UserId: STRAY_USER.id,
      UserPrincipalName: STRAY_USER.userPrincipalName,
      AppDisplayName: "Stray Application",
      ResultType: "0",
    },
  }));

/** Numbers that compare an identity with all others. */
const SHARES = new Set(["peer_prevalence", "cohort_percentile", "similarity"]);

/** Returns the results with every share of others replaced. */
const withoutShares = (results: Results): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(results).map(([name, text]) => [
      name,
      JSON.parse(text, (key, value: unknown) => (SHARES.has(key) ? "a share" : value)),
    ]),
  );

describe("the results of an analysis", () => {
  it("include every kind of result", () => {
    const kinds = ["user", "persona", "persona detail", "nhi", "nhi detail", "cluster", "drift", "threat"];
    expect(Object.keys(countResults(expected)).sort()).toEqual(kinds.sort());
    expect(expected[Object.keys(expected).find((name) => name.startsWith("threat")) ?? ""]).toContain("drift_");
  });

  it("are the same bytes after a second run, and in another database", async () => {
    const again = await inCopy(async (database) => {
      await analyzeSmall(database);
      await analyzeSmall(database);
    });
    expect(again).toEqual(expected);
  });

  it("do not depend on the order, the repetition and the size of deliveries, or on when the directory arrives", async () => {
    const anyDelivery = fc.record({
      seed: fc.nat(),
      parts: fc.integer({ min: 1, max: 3 }),
      limit: fc.integer({ min: 200, max: 2_000 }),
      kinds: fc.shuffledSubarray([...DIRECTORY_KINDS], { minLength: DIRECTORY_KINDS.length }),
      /** How many kinds come before the first rows; the others come between and after the rows. */
      before: fc.nat(DIRECTORY_KINDS.length),
    });
    const kinds = [...DIRECTORY_KINDS].reverse();
    await fc.assert(
      fc.asyncProperty(anyDelivery, async ({ seed, parts, limit, kinds, before }) => {
        const random = seededRandom(seed, "deliveries");
        const { rows, directory } = organization;
        const all = random.sample([...rows, ...random.sample(rows, 300)], rows.length + 300);
        const results = await inEmptyDomain(async (db, database) => {
          await deliverDirectory(db, directory, kinds.slice(0, before));
          for (let part = 0; part < parts; part++) {
            const share = (n: number): number => Math.floor((all.length * n) / parts);
            await deliverRows(db, all.slice(share(part), share(part + 1)), limit);
            if (part === 0) await deliverDirectory(db, directory, kinds.slice(before, before + 3));
          }
          await deliverDirectory(db, directory, kinds.slice(before + 3));
          await analyzeSmall(database);
        });
        expect(results).toEqual(expected);
      }),
      { numRuns: RUNS, endOnFailure: true, examples: [[{ seed: 1, parts: 2, limit: 500, kinds, before: 0 }]] },
    );
  });

  it("do not change, apart from shares of all others, when an unrelated user and application are added", async () => {
    const { rows, directory } = organization;
    const results = await inEmptyDomain(async (db, database) => {
      await deliverInOrder(db, {
        ...organization,
        rows: [...rows, ...strayRows(organization)],
        directory: {
          ...directory,
          users: [...directory.users, STRAY_USER],
          "service-principals": [...directory["service-principals"], STRAY_SERVICE],
        },
      });
      await analyzeSmall(database);
    });
    const kept = Object.fromEntries(Object.keys(expected).map((name) => [name, results[name] ?? "null"]));
    expect(withoutShares(kept)).toEqual(withoutShares(expected));
    const added = Object.keys(results).filter((name) => expected[name] === undefined);
    expect(added.map((name) => name.slice(0, name.lastIndexOf(" "))).sort()).toEqual([
      "nhi",
      "nhi detail",
      "persona",
      "persona detail",
      "user",
    ]);
  });

  it("are the same when rows of the last two days, and rows that were delivered before, arrive after a run", async () => {
    const random = seededRandom(1, "late");
    const from = organization.until.getTime() - 48 * 3_600_000;
    const { rows } = organization;
    const late = new Set(
      rows.filter(({ columns }, n) => {
        const isRecent = Date.parse(String(columns["TimeGenerated"])) >= from;
        return isRecent && n < rows.length - 1 && random.chance(0.5);
      }),
    );
    expect(late.size).toBeGreaterThan(30);
    const results = await inEmptyDomain(async (db, database) => {
      await deliverDirectory(db, organization.directory);
      await deliverRows(
        db,
        rows.filter((row) => !late.has(row)),
      );
      await analyzeSmall(database);
      await deliverRows(db, [...late, ...random.sample(rows, 100)]);
      await analyzeSmall(database);
    });
    expect(results).toEqual(expected);
  });
});

/** Ends the lease of a process that was killed, as time would. */
const expireLease = (db: DomainHandle): Promise<number> =>
  db.execute("update analysis_state set lease_until = null where domain_id = $1");

describe("an analysis that is interrupted", () => {
  it("gives the same results when its process is killed at any statement, several times, and it runs again", async () => {
    const most = IS_COMPLETE ? 4 : 2;
    const anyKills = fc.array(fc.integer({ min: 1, max: statements - 1 }), { minLength: 1, maxLength: most });
    await fc.assert(
      fc.asyncProperty(anyKills, async (kills) => {
        const results = await inCopy(async (database, db) => {
          // A later run has less to do, so later kills may come after its end.
          for (const statement of kills) {
            await analyzeSmall(killedAt(statement).database(database)).catch(isKilled);
            await expireLease(db);
          }
          await analyzeSmall(database);
        });
        expect(results).toEqual(expected);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it.each(IS_COMPLETE ? ["drift", "personas"] : ["drift"])(
    "gives the same results when another process analyzes the domain during the phase %s",
    async (name) => {
      const results = await inCopy(async (database, db) => {
        const overtaken = (phase: AnalysisPhase): AnalysisPhase => ({
          ...phase,
          run: async (run) => {
            await expireLease(db);
            await analyzeSmall(database);
            await phase.run(run);
          },
        });
        const phases = PHASES.map((phase) => (phase.name === name ? overtaken(phase) : phase));
        await expect(analyzeSmall(database, { phases })).rejects.toThrow(LeaseLost);
      });
      expect(results).toEqual(expected);
    },
  );
});
