import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectorRequest } from "../../test/support/connector-request.ts";
import { givenCase } from "../../test/support/given.ts";
import { keyIdOf } from "../../test/support/key-text.ts";
import { startTestService, TEST_PEPPER, type TestDomain, type TestService } from "../../test/support/service.ts";
import type { AuditAction, AuditEntry } from "../model/audit.ts";
import { newId } from "../runtime/ids.ts";
import { findAuditEntries } from "../store/audit/audit-entries.ts";
import type { DomainHandle } from "../store/database/database.ts";
import { addCaseNote } from "./add-case-note.ts";
import { configureConnector } from "./configure-connector.ts";
import type { ActionContext } from "./context.ts";
import { createApiKey } from "./create-api-key.ts";
import { createDomain } from "./create-domain.ts";
import { enableConnector } from "./enable-connector.ts";
import { forceReady } from "./force-ready.ts";
import { moveCase } from "./move-case.ts";
import { pollSoon } from "./poll-soon.ts";
import { removeConnector } from "./remove-connector.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";
import { setRetention } from "./set-retention.ts";
import { submitVerdictOnce } from "./submit-verdict-once.ts";
import { updateDomain } from "./update-domain.ts";

const ACTOR = { kind: "operator", id: "dana", origin: "cli@ops-1" } as const;
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const clock = () => service.clock.now;
const configure = (ctx: ActionContext) =>
  configureConnector(
    ctx,
    TEST_PEPPER,
    connectorRequest("okta", { org_url: "https://northwind.okta.com" }, { api_token: "hunter2-token" }),
  );
const KEY = { name: "siem", expiresAt: null };

interface Given {
  readonly ctx: ActionContext;
  readonly domain: TestDomain;
}

interface Row {
  readonly file: string;
  readonly action: AuditAction;
  /** Set for an action on a domain whose resources are not ready. */
  readonly unready?: true;
  /** Brings the domain into the state that the action needs. */
  readonly prepare?: (given: Given) => Promise<unknown>;
  /** Runs the action; the result is the handle of the domain it changed, if that is another. */
  readonly run: (given: Given) => Promise<DomainHandle | undefined>;
  readonly entry: Partial<AuditEntry>;
}

/** One row for every action; what an action reports is checked against its entry. */
const ACTIONS: readonly Row[] = [
  {
    file: "create-domain.ts",
    action: "domain.create",
    run: async () => {
      const { database } = service;
      return database.forDomain(await createDomain({ database, clock, actor: ACTOR }, `n${newId()}`));
    },
    entry: { before: null, after: { name: expect.stringMatching(/^n/) } },
  },
  {
    file: "create-api-key.ts",
    action: "api_key.create",
    run: ({ ctx }) => createApiKey(ctx, TEST_PEPPER, { ...KEY, scopes: ["cases:read"] }).then(() => undefined),
    entry: {
      target: { kind: "api_key", id: expect.stringMatching(/^\w{8}$/) },
      after: { name: "siem", scopes: ["cases:read"], allowed_addresses: [], expires_at: null },
    },
  },
  {
    file: "rotate-api-key.ts",
    action: "api_key.rotate",
    run: ({ ctx, domain }) =>
      rotateApiKey(ctx, TEST_PEPPER, { keyId: keyIdOf(domain.key), overlapMs: 0, expiresAt: null }).then(
        () => undefined,
      ),
    entry: {
      before: { expires_at: null },
      after: { expires_at: "2026-11-02T10:00:00.000Z", successor: expect.objectContaining({ name: "test" }) },
    },
  },
  {
    file: "revoke-api-key.ts",
    action: "api_key.revoke",
    run: ({ ctx, domain }) => revokeApiKey(ctx, keyIdOf(domain.key)).then(() => undefined),
    entry: { before: { revoked_at: null }, after: { revoked_at: "2026-11-02T10:00:00.000Z" } },
  },
  {
    file: "configure-connector.ts",
    action: "connector.configure",
    run: ({ ctx }) => configure(ctx).then(() => undefined),
    entry: {
      target: { kind: "connector", id: "okta" },
      before: null,
      after: {
        settings: { org_url: "https://northwind.okta.com" },
        secrets_set: ["api_token"],
        cursor_discarded: true,
      },
    },
  },
  {
    file: "enable-connector.ts",
    action: "connector.enable",
    prepare: async ({ ctx }) => {
      await configure(ctx);
      await enableConnector(ctx, "okta", false);
    },
    run: ({ ctx }) => enableConnector(ctx, "okta", true).then(() => undefined),
    entry: { before: { enabled: false }, after: { enabled: true } },
  },
  {
    file: "enable-connector.ts",
    action: "connector.disable",
    prepare: ({ ctx }) => configure(ctx),
    run: ({ ctx }) => enableConnector(ctx, "okta", false).then(() => undefined),
    entry: { before: { enabled: true }, after: { enabled: false } },
  },
  {
    file: "poll-soon.ts",
    action: "connector.poll",
    prepare: ({ ctx }) => configure(ctx),
    run: ({ ctx }) => pollSoon(ctx, "okta").then(() => undefined),
    entry: { target: { kind: "connector", id: "okta" }, before: null, after: null },
  },
  {
    file: "remove-connector.ts",
    action: "connector.remove",
    prepare: ({ ctx }) => configure(ctx),
    run: ({ ctx }) => removeConnector(ctx, "okta").then(() => undefined),
    entry: { before: { settings: { org_url: "https://northwind.okta.com" } }, after: null },
  },
  {
    file: "update-domain.ts",
    action: "domain.update",
    run: async ({ ctx }) => {
      const switches = { externalApiDisabled: true, allowedAddresses: ["10.0.0.0/8"] };
      await updateDomain(ctx, switches);
      await updateDomain(ctx, switches);
      return undefined;
    },
    entry: {
      before: { external_api: "on", allowed_addresses: [] },
      after: { external_api: "off", allowed_addresses: ["10.0.0.0/8"] },
    },
  },
  {
    file: "set-retention.ts",
    action: "rows.retention",
    run: async ({ ctx }) => {
      const retention = { table: "SigninLogs", days: 30 } as const;
      await setRetention(ctx, retention);
      await setRetention(ctx, retention);
      return undefined;
    },
    entry: { target: { kind: "log_table", id: "SigninLogs" }, before: { row_days: null }, after: { row_days: 30 } },
  },
  {
    file: "force-ready.ts",
    action: "readiness.force",
    unready: true,
    run: async ({ ctx }) => {
      await forceReady(ctx, "personas");
      await forceReady(ctx, "personas");
      return undefined;
    },
    entry: {
      before: { resource: "personas", ready_at: null },
      after: { resource: "personas", ready_at: "2026-11-02T10:00:00.000Z" },
    },
  },
  {
    file: "move-case.ts",
    action: "case.transition",
    run: async ({ ctx, domain }) => {
      const { caseId } = await givenCase(domain.db);
      await moveCase(ctx, { caseId, comment: "hunter2" }, "investigating");
      await moveCase(ctx, { caseId, comment: null }, "investigating");
      return undefined;
    },
    entry: { before: { state: "discover" }, after: { state: "investigating", has_comment: true } },
  },
  {
    file: "add-case-note.ts",
    action: "case.note",
    run: async ({ ctx, domain }) => {
      await addCaseNote(ctx, (await givenCase(domain.db)).caseId, "hunter2");
      return undefined;
    },
    entry: { before: null, after: { note_id: expect.any(String) } },
  },
  {
    file: "submit-verdict-once.ts",
    action: "case.verdict",
    run: async ({ ctx, domain }) => {
      const { caseId } = await givenCase(domain.db);
      const request = { caseId, outcome: "SAFE", comment: "hunter2", eventIds: [], ifMatch: undefined } as const;
      await submitVerdictOnce(ctx, request, "once", () => "{}");
      await submitVerdictOnce(ctx, request, "once", () => "{}");
      await submitVerdictOnce(ctx, request, undefined, () => "{}");
      return undefined;
    },
    entry: {
      before: { state: "discover", outcome: null },
      after: { state: "closed", outcome: "SAFE", verdict_id: expect.any(String), events: "all", has_comment: true },
    },
  },
];

/** Files that hold no action of their own, or one with more than one entry, which other tests cover. */
const HELPERS = [
  "delete-domain.ts",
  "replace-secret.ts",
  "context.ts",
  "no-such-connector.ts",
  "no-such-key.ts",
  "record-feedback.ts",
  "submit-verdict.ts",
];

const sources = async (): Promise<readonly string[]> =>
  (await readdir(new URL("./", import.meta.url))).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));

test("every action has a row in this test", async () => {
  const covered = new Set([...ACTIONS.map(({ file }) => file), ...HELPERS]);
  expect((await sources()).filter((name) => !covered.has(name))).toEqual([]);
});

test("no action opens a transaction except through runAction", async () => {
  const accounts = (await readdir(new URL("./accounts/", import.meta.url))).map((name) => `accounts/${name}`);
  expect(accounts.length).toBeGreaterThan(10);
  for (const name of [...(await sources()), ...accounts].filter((file) => file !== "context.ts")) {
    expect([name, await readFile(new URL(name, import.meta.url), "utf8")]).toEqual([
      name,
      expect.not.stringMatching(/\.transaction\(|\.execute\(/),
    ]);
  }
});

test.each(ACTIONS)("$action is recorded once, with who, from where, when and what changed", async (row) => {
  const domain = await service.givenDomain({ ready: !row.unready });
  const given = { ctx: { db: domain.db, clock, actor: ACTOR }, domain };
  await row.prepare?.(given);
  const before = await findAuditEntries(domain.db, { limit: 100 });
  const db = (await row.run(given)) ?? domain.db;
  const entries = await findAuditEntries(db, { limit: 100 });
  const added = entries.slice(0, entries.length - (db === domain.db ? before.length : 0));
  expect(added).toEqual([
    expect.objectContaining({ domainId: db.domainId, actor: ACTOR, recordedAt: clock(), action: row.action }),
  ]);
  expect(added[0]).toMatchObject(row.entry);
  const text = JSON.stringify(entries);
  expect(text).not.toContain("hunter2");
  expect(text).not.toContain(domain.key.split("_")[2]);
  expect(text).not.toMatch(/ppt_|v1\.|digest/);
});

test("a refused action leaves no entry", async () => {
  const domain = await service.givenDomain();
  const before = await findAuditEntries(domain.db, { limit: 100 });
  const ctx = { db: domain.db, clock, actor: ACTOR };
  await expect(revokeApiKey(ctx, "unknown1")).rejects.toThrow();
  await expect(removeConnector(ctx, "okta")).rejects.toThrow();
  await expect(createDomain({ database: service.database, clock, actor: ACTOR }, domain.name)).rejects.toThrow();
  expect(await findAuditEntries(domain.db, { limit: 100 })).toEqual(before);
});
