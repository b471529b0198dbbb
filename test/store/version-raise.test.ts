import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { configureConnector } from "../../src/actions/configure-connector.ts";
import type { ActionContext } from "../../src/actions/context.ts";
import { createApiKey } from "../../src/actions/create-api-key.ts";
import { enableConnector } from "../../src/actions/enable-connector.ts";
import { removeConnector } from "../../src/actions/remove-connector.ts";
import { revokeApiKey } from "../../src/actions/revoke-api-key.ts";
import { rotateApiKey } from "../../src/actions/rotate-api-key.ts";
import { endException } from "../../src/actions/rules/end-exception.ts";
import { exceptEntity } from "../../src/actions/rules/except-entity.ts";
import { switchRule } from "../../src/actions/rules/switch-rule.ts";
import { submitVerdict } from "../../src/actions/submit-verdict.ts";
import { ingestDirectory } from "../../src/ingest/directory/ingest-directory.ts";
import type { Versioned } from "../../src/model/vocabulary.ts";
import { judgeDue } from "../../src/pipeline/correlate/correlate-subjects.ts";
import { processBatch } from "../../src/pipeline/schedule/process-batch.ts";
import { newId } from "../../src/runtime/ids.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { addDomain } from "../../src/store/domains/domains.ts";
import { readVersions } from "../../src/store/domains/versions.ts";
import { saveUsers } from "../../src/store/people/users.ts";
import { rebuildDomain } from "../../src/transfer/rebuild.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { connectorRequest } from "../support/connector-request.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { testDetectors } from "../support/detectors.ts";
import { aUser, givenCase, givenUser } from "../support/given.ts";
import { importRecords } from "../support/import-records.ts";
import { judgeAll, runFindings } from "../support/judged.ts";
import { type ObservedDatabase, type ObservedTransaction, observeDatabase } from "../support/observed-database.ts";
import { threatRecord, userRecord } from "../support/records.ts";
import { type DeliveredRow, deliver } from "../support/row-sets.ts";
import { TEST_PEPPER } from "../support/service.ts";

const NOW = new Date("2026-11-15T12:00:00.000Z");
const clock = () => NOW;

let opened: TestDatabase;
let observed: ObservedDatabase;
let db: DomainHandle;
let ctx: ActionContext;
beforeAll(async () => {
  opened = await openTestDatabase();
  observed = observeDatabase(opened);
});
afterAll(async () => {
  await observed.database.close();
  await opened.close();
});
beforeEach(async () => {
  const domainId = newId();
  await addDomain(observed.database, { domainId, name: domainId, createdAt: NOW });
  db = observed.database.forDomain(domainId);
  ctx = { db, clock, actor: TEST_ACTOR };
});

/** The resource whose pages each table is shown on. */
const RESOURCES: Readonly<Record<string, Versioned>> = {
  api_keys: "access",
  domains: "access",
  cases: "cases",
  case_events: "cases",
  verdicts: "cases",
  threats: "threats",
  users: "users",
  personas: "personas",
  persona_details: "personas",
  nhi: "nhi",
  nhi_details: "nhi",
  connectors: "integrations",
  drift: "drift",
  readiness: "readiness",
  rule_exceptions: "rules",
  rule_switches: "rules",
};

const isRaise = (text: string): boolean => /^insert into resource_versions[\s\S]*do update/.test(text);
/** Flags before the first verdict are stored for a later verdict, and no page shows them. */
const isShown = (text: string): boolean => !/^update case_events\b/.test(text);

function writtenIn({ statements }: ObservedTransaction): ReadonlySet<Versioned> {
  const written = statements.flatMap(({ text, affected }) => {
    const table = /^\s*(?:insert into|update|delete from)\s+(\w+)/i.exec(text)?.[1] ?? "";
    return affected > 0 && isShown(text) ? (RESOURCES[table] ?? []) : [];
  });
  return new Set(written);
}

/** The resources that a transaction raised, as they were sent. */
function raisedIn({ statements }: ObservedTransaction): readonly string[] {
  return statements
    .filter(({ text }) => isRaise(text))
    .flatMap(({ values }) => [...String(values[1]).matchAll(/"(\w+)"/g)].map(([, resource]) => String(resource)));
}

/** Runs work and returns the transactions that it committed. */
async function transactionsOf(work: () => Promise<unknown>): Promise<readonly ObservedTransaction[]> {
  const before = observed.transactions.length;
  await work();
  return observed.transactions.slice(before).filter(({ end }) => end === "commit");
}

const signIns = (upn: string): readonly DeliveredRow[] =>
  Array.from({ length: 6 }, (_, n) => ({
    table: "SigninLogs",
    columns: {
      TimeGenerated: new Date(NOW.getTime() - 3_600_000 + n * 1_000).toISOString(),
      UserPrincipalName: upn,
      AppDisplayName: `App ${n}`,
      Id: `${upn} ${n}`,
    },
  }));

const connector = connectorRequest("okta", {});

interface Write {
  readonly run: () => Promise<unknown>;
  /** What it has to raise, among others. */
  readonly raises: readonly Versioned[];
}

const WRITES: Readonly<Record<string, Write>> = {
  "a delivery of rows": { run: () => deliver(db, signIns("maya@x.example"), NOW), raises: ["readiness"] },
  "a batch of the pipeline": {
    run: async () => {
      await deliver(db, signIns("maya@x.example"), NOW);
      await processBatch(db, clock, testDetectors);
    },
    raises: ["readiness", "threats", "users"],
  },
  "a batch whose findings join a case": {
    run: async () => {
      const subject = newId();
      await runFindings(db, [{ subject, at: NOW.getTime() - 3_600_000, severity: "critical" }]);
      await judgeAll(db);
      await runFindings(db, [{ subject, at: NOW.getTime() - 60_000, severity: "critical", detector: "forwarding" }]);
    },
    raises: ["cases", "threats"],
  },
  "the judge": {
    run: async () => {
      await runFindings(db, [{ subject: newId(), at: NOW.getTime() - 3_600_000, severity: "critical" }]);
      await judgeDue(db, clock);
    },
    raises: ["cases"],
  },
  "a verdict": {
    run: async () => {
      const { caseId } = await givenCase(db);
      const request = { caseId, outcome: "SAFE", comment: null, eventIds: [], ifMatch: undefined } as const;
      await db.transaction((tx) => submitVerdict(ctx, tx, request));
    },
    raises: ["cases"],
  },
  "a delivery of the directory": {
    run: async () => {
      const id = "0b1c6f5e-0000-4000-8000-000000000001";
      const user = (displayName: string) => ({ id, userPrincipalName: "maya@x.example", displayName });
      for (const name of ["Maya", "Maya Ito"]) {
        await ingestDirectory(db, clock, { kind: "users", lines: [{ line: 1, value: user(name) }] });
      }
    },
    raises: ["readiness", "users"],
  },
  "an import": {
    run: () => importRecords({ db }, { users: [userRecord(1)], threats: [threatRecord(1)] }),
    raises: ["readiness", "threats", "users"],
  },
  "a rebuild": {
    run: async () => {
      await givenUser(db);
      await db.execute("update users set wire = '{}' where domain_id = $1");
      await rebuildDomain(db, clock);
    },
    raises: ["users"],
  },
  "a new, a rotated and a revoked key": {
    run: async () => {
      const { keyId } = await createApiKey(ctx, TEST_PEPPER, { name: null, expiresAt: null });
      const rotated = await rotateApiKey(ctx, TEST_PEPPER, { keyId, overlapMs: 0, expiresAt: null });
      await revokeApiKey(ctx, rotated.keyId);
    },
    raises: ["access", "readiness"],
  },
  "a switch and an exception of rules": {
    run: async () => {
      const rule = { detector: "rare_country", reason: "a test" };
      await switchRule(ctx, { ...rule, enabled: false });
      const { exceptionId } = await exceptEntity(ctx, { ...rule, entity: "maya@x.example", expiresAt: null });
      await endException(ctx, exceptionId);
      await switchRule(ctx, { ...rule, enabled: true });
    },
    raises: ["rules"],
  },
  "a connector": {
    run: async () => {
      await configureConnector(ctx, TEST_PEPPER, connector);
      await enableConnector(ctx, "okta", false);
      await removeConnector(ctx, "okta");
    },
    raises: ["integrations"],
  },
};

describe.each(Object.entries(WRITES))("%s", (_name, { run, raises }) => {
  it("raises versions at most once in each transaction, in a fixed order, by the last statement before the commit", async () => {
    const transactions = await transactionsOf(run);
    for (const transaction of transactions) {
      const raised = raisedIn(transaction);
      expect(raised).toEqual([...new Set(raised)].sort());
      const { statements } = transaction;
      const places = statements.flatMap(({ text }, at) => (isRaise(text) ? [at] : []));
      expect(places).toEqual(raised.length > 0 ? [statements.length - 1] : []);
    }
  });

  it("raises the version of every resource it wrote, in the same transaction", async () => {
    const transactions = await transactionsOf(run);
    for (const transaction of transactions) {
      const raised = new Set(raisedIn(transaction));
      expect([...writtenIn(transaction)].filter((resource) => !raised.has(resource))).toEqual([]);
    }
    expect(transactions.flatMap(raisedIn)).toEqual(expect.arrayContaining([...raises]));
  });
});

it("a transaction that is rolled back raises nothing", async () => {
  const before = await readVersions(db);
  const work = db.transaction(async (tx) => {
    await saveUsers(tx, [aUser()], NOW);
    throw new Error("stop");
  });
  await expect(work).rejects.toThrow("stop");
  expect(await readVersions(db)).toEqual(before);
});

it("a versioned resource cannot be changed outside a transaction, or after it has ended", async () => {
  await expect(saveUsers(db, [aUser()], NOW)).rejects.toThrow("users can only be changed in a transaction");
  const [tx] = await db.transaction(async (inside) => [inside]);
  expect(() => tx?.markChanged("users")).toThrow("the transaction has ended");
});
