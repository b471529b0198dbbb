import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKey } from "../actions/create-api-key.ts";
import { createDomain } from "../actions/create-domain.ts";
import { revokeApiKey } from "../actions/revoke-api-key.ts";
import { catalogue } from "../connectors/catalogue.ts";
import { BASE_PATH } from "../contract/endpoints.ts";
import { generateOrganization } from "../demo/organization.ts";
import { Failure } from "../model/failure.ts";
import { READ_SCOPES } from "../model/vocabulary.ts";
import { systemClock } from "../runtime/clock.ts";
import { listApiKeys } from "../store/api-keys.ts";
import type { Database, DomainHandle } from "../store/database.ts";
import { findDomainByName } from "../store/domains.ts";
import { refreshStatistics } from "../store/statistics.ts";
import { importFolder } from "../transfer/import-folder.ts";
import { type Command, type Invocation, refuseWords } from "./command.ts";
import { type Running, runService } from "./run-service.ts";
import { OPERATOR } from "./with-database.ts";

const DEMO_DOMAIN = "demo";
const DEMO_KEY = "demo";
const DAY_MS = 86_400_000;
const SEED = 2026;

export const demoCommand: Command = {
  name: "demo",
  summary: "Run the service with a made-up organization in it",
  usage: ["demo [--port 8080] [--data-dir .parapet]"],
  options: {},
  examples: ["parapet demo", "parapet demo --port 9000"],
  run: (invocation) => {
    refuseWords(invocation);
    // Nobody balances load onto a demo: it stops when told to. Its log is kept out of the way of what it prints.
    const config = { ...invocation.config, drainMs: 0, logLevel: "warn" };
    return runService({ ...invocation, config }, systemClock, (running) => welcome(invocation, running));
  },
};

async function welcome({ terminal, json }: Invocation, { address, database, pepper }: Running): Promise<void> {
  const db = await openDemoDomain(database, (text) => terminal.note(text));
  const key = await freshKey(db, pepper);
  const url = `${address}${BASE_PATH}/cases?state=discover`;
  if (json) {
    terminal.out(JSON.stringify({ address, base_url: address + BASE_PATH, key }));
    return;
  }
  terminal.out(`Parapet is running with a made-up organization.

  Address    ${address}
  API key    ${key}
  Reference  ${address}/docs

Try:
  curl -s -H 'X-API-Key: ${key}' '${url}'

Ctrl-C stops it. The data stays; the next start is quick and prints a new key.`);
}

async function openDemoDomain(database: Database, note: (text: string) => void): Promise<DomainHandle> {
  const known = await findDomainByName(database.system, DEMO_DOMAIN);
  const domainId = known?.domainId ?? (await createDomain(database, systemClock, DEMO_DOMAIN));
  const db = database.forDomain(domainId);
  if (known?.externalApiEnabledAt) return db;
  note("Making an organization of some 300 people and 150 non-human identities …");
  // The day the domain was made: a first start that was cut off makes the same records when it is tried again.
  const madeAt = known?.createdAt ?? systemClock();
  const until = new Date(Math.floor(madeAt.getTime() / DAY_MS) * DAY_MS);
  const folder = await mkdtemp(join(tmpdir(), "parapet-demo-"));
  try {
    const { files } = generateOrganization({ seed: SEED, until });
    for (const [name, records] of Object.entries(files)) {
      await writeFile(join(folder, `${name}.ndjson`), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    }
    const knownConnectorTypes = new Set(catalogue.map(({ connectorType }) => connectorType));
    const report = await importFolder({ database: db, folder, clock: systemClock, knownConnectorTypes });
    await refreshStatistics(database);
    if (!report.ok) throw new Failure("internal_error", "the demo's records were refused");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return db;
}

/** A key for this run; the ones of earlier runs end, for they cannot be shown again. */
async function freshKey(db: DomainHandle, pepper: string): Promise<string> {
  const ctx = { db, clock: systemClock, actor: OPERATOR };
  for (const { keyId, name, revokedAt } of await listApiKeys(db)) {
    if (name === DEMO_KEY && !revokedAt) await revokeApiKey(ctx, keyId);
  }
  const expiresAt = new Date(systemClock().getTime() + 30 * DAY_MS);
  const scopes = [...READ_SCOPES, "cases:verdict"] as const;
  return (await createApiKey(ctx, pepper, { name: DEMO_KEY, scopes, expiresAt })).key;
}
