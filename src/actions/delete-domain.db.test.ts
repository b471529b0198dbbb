import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TEST_ACTOR } from "../../test/support/actor.ts";
import { testDetectors } from "../../test/support/detectors.ts";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { givenWorld, type World } from "../../test/support/world.ts";
import { ingestRows } from "../ingest/rows/ingest-rows.ts";
import { processBatch } from "../pipeline/schedule/process-batch.ts";
import { newId } from "../runtime/ids.ts";
import { createChainVerifier } from "../store/audit/audit-chain.ts";
import { findAuditEntries, readAuditEntries } from "../store/audit/audit-entries.ts";
import type { Database } from "../store/database/database.ts";
import { findDomainIdEver, listDomainTables } from "../store/domains/domain-deletion.ts";
import { listDomains, listDomainsInDeletion } from "../store/domains/domains.ts";
import { createDomain } from "./create-domain.ts";
import { type DeletionProgress, deleteDomain } from "./delete-domain.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const clock = () => service.clock.now;
const remove = (
  { domainId }: World,
  options: { database?: Database; onProgress?: (at: DeletionProgress) => void } = {},
) => deleteDomain({ database: service.database, clock, actor: TEST_ACTOR, domainId, ...options });

/** Counts what is left of a domain, as the session user whom nothing is hidden from. */
const leftOf = ({ domainId }: World): Promise<Readonly<Record<string, number>>> =>
  service.database.exclusively(async (_run, db) => {
    const tables = await db.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'domain_id'
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await db.query<{ n: number }>(`select count(*)::int as n from ${name} where domain_id = $1`, [
        domainId,
      ]);
      if (row && row.n > 0) counts[name] = row.n;
    }
    return counts;
  });

describe("deleting a domain", () => {
  test("removes every row of every table but the audit log, and nothing of another domain", async () => {
    const [gone, other] = [await givenWorld(service, "gone"), await givenWorld(service, "other")];
    const before = await leftOf(other);
    expect(Object.keys(await leftOf(gone)).length).toBeGreaterThan(30);
    const rows = await remove(gone);
    expect(rows).toBeGreaterThan(20);
    expect(Object.keys(await leftOf(gone))).toEqual(["audit_entries", "audit_heads", "deleted_domains"]);
    expect(await leftOf(other)).toEqual(before);
    expect((await other.ask("/users")).status).toBe(200);
  });

  test("leaves nothing behind when a worker still has its turn", async () => {
    const gone = await givenWorld(service, "busy");
    const db = service.database.forDomain(gone.domainId);
    const columns = {
      TimeGenerated: clock().toISOString(),
      UserPrincipalName: "maya@northwind.example",
      ResultType: "0",
    };
    const line = { line: 1, text: JSON.stringify({ ...columns, AppDisplayName: "Mail", IPAddress: "203.0.113.9" }) };
    await ingestRows(db, clock, { table: "SigninLogs", lines: [line] });
    let batches = 0;
    const forDomain: Database["forDomain"] = (domainId) => {
      const handle = service.database.forDomain(domainId);
      const execute: typeof handle.execute = async (text, values) => {
        if (text.startsWith('delete from "judge_queue"')) {
          batches += 1;
          await processBatch(handle, clock, testDetectors);
        }
        return handle.execute(text, values);
      };
      return { ...handle, execute };
    };
    await remove(gone, { database: { ...service.database, forDomain } });
    expect(batches).toBeGreaterThan(0);
    expect(Object.keys(await leftOf(gone))).toEqual(["audit_entries", "audit_heads", "deleted_domains"]);
  });

  test("keeps its audit log, which ends with the deletion and can be found by name", async () => {
    const gone = await givenWorld(service, "kept");
    await remove(gone);
    const db = service.database.forDomain(gone.domainId);
    const [purge, start] = await findAuditEntries(db, { limit: 2 });
    expect(start).toMatchObject({
      action: "domain.delete",
      actor: TEST_ACTOR,
      before: { name: gone.name },
      after: null,
    });
    expect(purge).toMatchObject({ action: "domain.purge", after: { rows: expect.any(Number) } });
    const verifier = createChainVerifier();
    for await (const entry of readAuditEntries(db)) expect(verifier.check(entry)).toBeUndefined();
    expect(await findDomainIdEver(service.database, gone.name)).toBe(gone.domainId);
  });

  test("refuses its keys from the first transaction on, and in processes that have used them", async () => {
    const gone = await givenWorld(service, "refused");
    expect((await gone.ask("/users")).status).toBe(200);
    const statuses: Promise<number>[] = [];
    await remove(gone, { onProgress: () => statuses.push(gone.ask("/users").then(({ status }) => status)) });
    statuses.push(gone.ask("/users").then(({ status }) => status));
    const reply = await gone.ask("/users");
    expect([reply.status, reply.body["error"]]).toEqual([401, "invalid_api_key"]);
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([401]));
  });

  test("an interrupted deletion continues, and records its start once", async () => {
    const gone = await givenWorld(service, "interrupted");
    const tables = await listDomainTables(service.database.system);
    let statements = 0;
    const dying: Database = {
      ...service.database,
      forDomain: (domainId) => {
        const db = service.database.forDomain(domainId);
        const execute: typeof db.execute = async (text, values) => {
          if (++statements > tables.length / 2) throw new Error("the process died");
          return db.execute(text, values);
        };
        return { ...db, execute };
      },
    };
    await expect(remove(gone, { database: dying })).rejects.toThrow("the process died");
    expect((await listDomains(service.database.system)).map(({ name }) => name)).not.toContain(gone.name);
    expect((await listDomainsInDeletion(service.database.system)).map(({ name }) => name)).toContain(gone.name);
    await remove(gone);
    expect(Object.keys(await leftOf(gone))).toEqual(["audit_entries", "audit_heads", "deleted_domains"]);
    const db = service.database.forDomain(gone.domainId);
    expect(await findAuditEntries(db, { action: "domain.delete", limit: 10 })).toHaveLength(1);
  });

  test("a delivery that began before stores nothing after", async () => {
    const gone = await givenWorld(service, "delivering");
    await remove(gone);
    const row = JSON.stringify({ TimeGenerated: clock().toISOString(), SyslogMessage: newId() });
    const delivery = { table: "Syslog", lines: [{ line: 1, text: row }], connectorType: undefined } as const;
    await expect(ingestRows(gone.db, clock, delivery)).rejects.toMatchObject({ code: "unavailable" });
    expect(Object.keys(await leftOf(gone))).toEqual(["audit_entries", "audit_heads", "deleted_domains"]);
  });

  test("its name is free again, and means the new domain from then on", async () => {
    const gone = await givenWorld(service, "again");
    await remove(gone);
    const made = await createDomain({ database: service.database, clock, actor: TEST_ACTOR }, gone.name);
    expect(await findDomainIdEver(service.database, gone.name)).toBe(made);
  });
});
