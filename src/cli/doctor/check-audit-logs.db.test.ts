import { afterEach, beforeEach, expect, it } from "vitest";
import { TEST_ACTOR } from "../../../test/support/actor.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { createDomain } from "../../actions/create-domain.ts";
import { deleteDomain } from "../../actions/delete-domain.ts";
import { updateDomain } from "../../actions/update-domain.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { newId } from "../../runtime/ids.ts";
import { appendAuditEntry } from "../../store/audit/audit-entries.ts";
import { verifyAuditLogs } from "./check-audit-logs.ts";

const clock = () => new Date("2026-11-15T12:00:00.000Z");
let opened: TestDatabase;
beforeEach(async () => {
  opened = await openTestDatabase();
});
afterEach(() => opened.close());

/** Changes entries as an owner of the database can, who may disable the trigger. */
const change = (sql: string) =>
  opened.database.exclusively(async (run) => {
    await run("alter table audit_entries disable trigger audit_entries_append_only");
    await run(sql);
    await run("alter table audit_entries enable always trigger audit_entries_append_only");
  });

const ctx = () => ({ database: opened.database, clock, actor: TEST_ACTOR });

/** Creates a domain with three entries in its log. */
async function givenDomain(name: string): Promise<string> {
  const domainId = await createDomain(ctx(), name);
  const db = opened.database.forDomain(domainId);
  for (const externalApiDisabled of [true, false]) {
    await updateDomain({ db, clock, actor: TEST_ACTOR }, { externalApiDisabled });
  }
  return domainId;
}

const givenInstallationEntry = () =>
  opened.database.forDomain(INSTALLATION_ID).transaction((tx) => {
    const target = { kind: "account", id: newId() } as const;
    return appendAuditEntry(tx, TEST_ACTOR, { action: "account.enable", target, before: null, after: null }, clock());
  });

it("the logs of the installation, of domains and of deleted domains are verified and counted", async () => {
  await givenInstallationEntry();
  await givenDomain("northwind");
  const domainId = await givenDomain("contoso");
  await deleteDomain({ ...ctx(), domainId });
  expect(await verifyAuditLogs(opened.database)).toBe("3 logs with 9 entries, intact");
});

it("a broken log of a domain is reported with its name and the first broken entry", async () => {
  const domainId = await givenDomain("northwind");
  await givenDomain("contoso");
  await change(`update audit_entries set actor_id = 'nobody' where domain_id = '${domainId}' and sequence = 2`);
  await expect(verifyAuditLogs(opened.database)).rejects.toThrow(
    /^that of 'northwind' is broken at entry 2: its hash does not match its content$/,
  );
});

it("a broken log of the installation is reported", async () => {
  for (let entries = 0; entries < 3; entries++) await givenInstallationEntry();
  await change(`delete from audit_entries where domain_id = '${INSTALLATION_ID}' and sequence = 2`);
  await expect(verifyAuditLogs(opened.database)).rejects.toThrow(
    "that of the installation is broken at entry 2: it is missing: entry 3 follows 1",
  );
});

it("a broken log of a deleted domain is reported with the id under which it is read", async () => {
  const domainId = await givenDomain("northwind");
  await deleteDomain({ ...ctx(), domainId });
  await change(`delete from audit_entries where domain_id = '${domainId}' and sequence = 5`);
  await expect(verifyAuditLogs(opened.database)).rejects.toThrow(
    `that of 'northwind' (deleted, ${domainId}) is broken at entry 5: it is missing: the log should have 5 entries`,
  );
});

it("of many broken logs the first five are described and the others counted", async () => {
  for (let n = 1; n <= 7; n++) await givenDomain(`d${n}`);
  await change("update audit_entries set origin = 'elsewhere' where sequence = 1");
  await expect(verifyAuditLogs(opened.database)).rejects.toThrow(/^that of 'd1' .*; that of 'd5' [^;]*; 2 more$/);
});

it.each([
  [
    "is cut off with the last entries",
    "update audit_heads set sequence = 1, hash = (select hash from audit_entries e where e.domain_id = audit_heads.domain_id and e.sequence = 1)",
    /entry 2: it comes after the recorded end/,
  ],
  ["is removed", "delete from audit_heads", /entry 1: no end of the log is recorded/],
  [
    "has another hash",
    "update audit_heads set hash = repeat('0', 64)",
    /entry 3: its hash is not the one that is recorded/,
  ],
])("a log whose recorded end %s is broken", async (_, sql, reason) => {
  const domainId = await givenDomain("northwind");
  await change(`${sql} where domain_id = '${domainId}'`);
  await expect(verifyAuditLogs(opened.database)).rejects.toThrow(reason);
});

it("a log that lost all entries and its end is broken, as long as what it recorded exists", async () => {
  const domainId = await givenDomain("northwind");
  await change(`delete from audit_entries where domain_id = '${domainId}'`);
  await change(`delete from audit_heads where domain_id = '${domainId}'`);
  await expect(verifyAuditLogs(opened.database)).rejects.toThrow(/'northwind' is broken at entry 1: it is missing/);
});
