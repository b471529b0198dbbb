import { createAccount } from "../../actions/accounts/create-account.ts";
import { resetPassword } from "../../actions/accounts/reset-account.ts";
import { createApiKey } from "../../actions/create-api-key.ts";
import { createDomain } from "../../actions/create-domain.ts";
import { revokeApiKey } from "../../actions/revoke-api-key.ts";
import type { Config } from "../../config.ts";
import { BASE_PATH } from "../../contract/endpoints.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { READ_SCOPES } from "../../model/vocabulary.ts";
import { systemClock } from "../../runtime/clock.ts";
import { newReadableCode } from "../../runtime/one-time-secret.ts";
import { currentOperator } from "../../runtime/operator.ts";
import { findAccountByEmail } from "../../store/accounts/accounts.ts";
import type { Database, DomainHandle } from "../../store/database/database.ts";
import { listApiKeys } from "../../store/domains/api-keys.ts";
import { type Domain, findDomainByName } from "../../store/domains/domains.ts";
import { hasDatabase } from "../../store/embedded/database-folder.ts";
import { type Command, type Invocation, LISTEN_OPTIONS, writeLines } from "../command.ts";
import { demoFolderOf, openDemoFolder, resetDemoFolder } from "../demo/demo-folder.ts";
import { type DemoMaterial, fillDemo, makeMaterial } from "../demo/fill-demo.ts";
import { operatorContext } from "../operator-context.ts";
import { type Running, runService } from "../service/run-service.ts";

const DEMO_DOMAIN = "demo";
const DEMO_KEY = "demo";
const HOUR_MS = 3_600_000;
const DEMO_EMAIL = "admin@demo.example";
const KEY_LIFE_MS = 30 * 24 * HOUR_MS;
const SEED = 2026;
/** Long enough for the first start on a slow machine. */
const STATEMENT_TIMEOUT_MS = 60_000;

export const command: Command = {
  options: LISTEN_OPTIONS,
  flags: { reset: "remove the data of the demo and start over" },
  examples: ["parapet demo", "parapet demo --port 9000", "parapet demo --reset"],
  notes: `The demo always uses an embedded database of its own, in the folder 'demo' of the data folder. Commands work on it with
--data-dir, for example: parapet key list --domain ${DEMO_DOMAIN} --data-dir .parapet/demo`,
  run: async (given) => {
    const { terminal } = given;
    const invocation = { ...given, config: demoConfig(given) };
    const { dataDir } = invocation.config;
    await openDemoFolder(dataDir, (message) => terminal.note(message));
    if (given.flags.has("reset")) await resetDemoFolder(dataDir);
    const material = materialOf(terminal);
    // A first start: everything that needs no database is done while it opens.
    if (!hasDatabase(dataDir)) material(hourOf(systemClock()));
    return runService(invocation, systemClock, (running) => welcome(invocation, running), {
      prepare: (database, isStopping) => prepareDemo(invocation, material, database, isStopping),
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
  },
};

/** Returns the settings of the demo, which touches neither the data folder nor the servers of the installation. */
function demoConfig({ config, terminal }: Invocation): Config {
  if (config.databaseUrl !== undefined || config.redisUrl !== undefined) {
    terminal.note("The demo does not use PARAPET_DATABASE_URL and PARAPET_REDIS_URL: it has a database of its own.");
  }
  return {
    ...config,
    dataDir: demoFolderOf(config.dataDir),
    databaseUrl: undefined,
    ownerDatabaseUrl: undefined,
    redisUrl: undefined,
    // There is no load balancer to wait for.
    drainMs: 0,
    // Log lines would bury what the demo prints.
    logLevel: "error",
  };
}

async function welcome({ config, terminal, json }: Invocation, { address, database, pepper }: Running): Promise<void> {
  const { domainId } = await openDemo(database);
  const key = await replaceKey(database.forDomain(domainId), pepper);
  const administrator = await replaceAdministrator(database, pepper);
  const url = `${address}${BASE_PATH}/cases?state=discover`;
  if (json) {
    terminal.data(JSON.stringify({ address, base_url: address + BASE_PATH, key, administrator }));
    return;
  }
  writeLines(
    terminal.out,
    `Parapet is running with the logs of a made-up organization.

  Console    ${address}/
  Sign in    ${administrator.email}
  Password   ${administrator.password}
  API key    ${key}
  Reference  ${address}/docs
  Data       ${config.dataDir}

Try:
  curl -s -H 'X-API-Key: ${key}' '${url}'

Ctrl-C stops it. The data stays; the next start is quick and prints a new key and password. "parapet demo --reset" starts over.`,
  );
}

type MaterialUntil = (until: Date) => Promise<DemoMaterial>;

/** Makes the material of a time once, however often it is asked for. */
function materialOf(terminal: Invocation["terminal"]): MaterialUntil {
  let made: { readonly until: Date; readonly material: Promise<DemoMaterial> } | undefined;
  return (until) => {
    if (made?.until.getTime() !== until.getTime()) {
      made = { until, material: makeMaterial({ seed: SEED, until }, (text) => terminal.progress(text)) };
      // Whoever awaits it gets the error; until then it must not end the process.
      made.material.catch(() => undefined);
    }
    return made.material;
  };
}

/** Fills the domain of the demo once. Its first key is created afterwards and marks this as done. */
async function prepareDemo(
  { terminal }: Invocation,
  materialUntil: MaterialUntil,
  database: Database,
  isStopping: () => boolean,
): Promise<void> {
  const { domainId, createdAt, externalApiEnabledAt } = await openDemo(database);
  if (externalApiEnabledAt) return;
  terminal.note("Generating 120 days of logs of some 150 people and 90 programs, and detecting threats in them …");
  // The hour the domain was created in: an interrupted first start generates the same rows when it is repeated.
  const material = await materialUntil(hourOf(createdAt));
  const report = (text: string): void => terminal.progress(text);
  await fillDemo({ database, db: database.forDomain(domainId), clock: systemClock, material, report, isStopping });
}

const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);

async function openDemo(database: Database): Promise<Domain> {
  const known = await findDomainByName(database.system, DEMO_DOMAIN);
  if (known) return known;
  await createDomain({ database, clock: systemClock, actor: currentOperator() }, DEMO_DOMAIN);
  return openDemo(database);
}

/** Creates a key for this run and revokes those of earlier runs, which cannot be shown again. */
async function replaceKey(db: DomainHandle, pepper: string): Promise<string> {
  const ctx = operatorContext(db);
  for (const { keyId, name, revokedAt } of await listApiKeys(db)) {
    if (name === DEMO_KEY && !revokedAt) await revokeApiKey(ctx, keyId);
  }
  const expiresAt = new Date(systemClock().getTime() + KEY_LIFE_MS);
  const scopes = [...READ_SCOPES, "cases:verdict"] as const;
  return (await createApiKey(ctx, pepper, { name: DEMO_KEY, scopes, expiresAt })).key;
}

/** Gives the administrator of the demo a new password: that of an earlier run cannot be shown again. */
async function replaceAdministrator(
  database: Database,
  secret: string,
): Promise<{ readonly email: string; readonly password: string }> {
  const ctx = { database, clock: systemClock, actor: currentOperator(), secret };
  const password = newReadableCode();
  const known = await findAccountByEmail(database.forDomain(INSTALLATION_ID), DEMO_EMAIL);
  if (known) await resetPassword(ctx, known.accountId, password);
  else await createAccount(ctx, { email: DEMO_EMAIL, name: "Demo administrator", password, isOperator: true });
  return { email: DEMO_EMAIL, password };
}
