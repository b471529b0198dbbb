import { configureConnector } from "../actions/configure-connector.ts";
import { enableConnector } from "../actions/enable-connector.ts";
import { removeConnector } from "../actions/remove-connector.ts";
import { composePollParts } from "../compose.ts";
import { findConnectorType } from "../connectors/catalog.ts";
import type { Connector, PulledPage, Settings } from "../connectors/connector.ts";
import { ConnectorProblem } from "../connectors/connector-problem.ts";
import { findPullConnector, PULL_CONNECTORS } from "../connectors/pull-connectors.ts";
import { readSettings, secretNames } from "../connectors/read-settings.ts";
import { Failure } from "../model/failure.ts";
import { openSettings, type PollParts, pollConnector } from "../pipeline/poll/poll-connector.ts";
import { systemClock } from "../runtime/clock.ts";
import { findConnectorSettings, listConnectorSettings } from "../store/connectors/connector-settings.ts";
import { findConnector, readConnectors } from "../store/connectors/connectors.ts";
import type { DomainHandle } from "../store/database/database.ts";
import { type Command, type Invocation, required, UsageProblem } from "./command.ts";
import { countPage, describeConnector, printConnector, printPoll } from "./connector-report.ts";
import { readWords } from "./connector-words.ts";
import { namedDomain, OPERATOR, pepperOf, withDatabase } from "./with-database.ts";

const TYPES = PULL_CONNECTORS.map(({ connectorType }) => connectorType).join(", ");

export const connectorCommand: Command = {
  name: "connector",
  summary: "Set up what is pulled from, and see how it fares",
  usage: [
    "connector add --domain NAME TYPE name=value… secret=env:VARIABLE|file:PATH|- [--restart]",
    "connector list --domain NAME",
    "connector test --domain NAME TYPE",
    "connector poll --domain NAME TYPE",
    "connector enable --domain NAME TYPE",
    "connector disable --domain NAME TYPE",
    "connector remove --domain NAME TYPE",
  ],
  options: { domain: "the domain the connector belongs to" },
  flags: { restart: "with add: read everything again from the start" },
  examples: [
    "parapet connector add --domain northwind okta org_url=https://northwind.okta.com api_token=env:OKTA_TOKEN",
    "parapet connector add --domain northwind file_drop folder=/var/spool/parapet",
    "parapet connector test --domain northwind okta",
    "parapet connector list --domain northwind --json",
    `TYPE is one of ${TYPES}. Adding one again changes only what is named.`,
  ],
  run: (invocation) => {
    const [verb = "", connectorType, ...words] = invocation.positionals;
    const isWord = words.length > 0 && verb !== "add";
    if (verb === "list" && connectorType === undefined) return withConnectors(invocation, list);
    const work = VERBS[verb];
    if (!work || connectorType === undefined || isWord) {
      throw new UsageProblem(
        "expected: parapet connector add, list, test, poll, enable, disable or remove, with a TYPE",
      );
    }
    if (invocation.flags.has("restart") && verb !== "add")
      throw new UsageProblem(`connector ${verb} takes no --restart`);
    return withConnectors(invocation, (desk) => work(desk, connectorType, words));
  },
};

/** What every verb works with. */
interface Desk extends Pick<Invocation, "terminal" | "json" | "env" | "flags"> {
  /** The name that the domain was asked for by. */
  readonly domain: string;
  readonly db: DomainHandle;
  readonly parts: PollParts;
}

type Verb = (desk: Desk, connectorType: string, words: readonly string[]) => Promise<number>;

function withConnectors(invocation: Invocation, work: (desk: Desk) => Promise<number>): Promise<number> {
  const domain = required(invocation, "domain");
  return withDatabase(invocation, async (database) => {
    const db = await namedDomain(invocation, database);
    const addresses = invocation.config.connectorAddresses;
    const parts = composePollParts({ clock: systemClock, pepper: await pepperOf(invocation), addresses });
    return work({ ...invocation, domain, db, parts });
  });
}

const contextOf = ({ db }: Desk) => ({ db, clock: systemClock, actor: OPERATOR });

function pullable(connectorType: string): Connector {
  const connector = findPullConnector(connectorType);
  if (connector) return connector;
  if (!findConnectorType(connectorType)) throw new UsageProblem(`there is no connector type '${connectorType}'`);
  throw new UsageProblem(
    `'${connectorType}' is not pulled from: send its rows to the ingest door, which keeps its record. ` +
      `Pulled from are ${TYPES}`,
  );
}

const add: Verb = async (desk, connectorType, words) => {
  const connector = pullable(connectorType);
  const given = await readWords(connector, words, desk.env);
  const known = await knownSettings(desk, connector);
  const all = wholeSettings(connector, { ...known, ...given.settings, ...given.secrets });
  const names = secretNames(connector);
  const pick = (isSecret: boolean): Settings =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name) === isSecret));
  await configureConnector(contextOf(desk), desk.parts.sealer, {
    connectorType,
    settings: pick(false),
    secrets: pick(true),
    identity: connector.identity,
    restart: desk.flags.has("restart"),
  });
  await showOne(desk, connectorType);
  desk.terminal.note(
    `${connectorType} is set up. Try it with: parapet connector test --domain ${desk.domain} ${connectorType}`,
  );
  return 0;
};

/** What is wrong with a setting is wrong with the command line it came from. */
function wholeSettings(connector: Connector, given: Settings): Settings {
  try {
    return readSettings(connector, given);
  } catch (error) {
    throw error instanceof ConnectorProblem ? new UsageProblem(error.message) : error;
  }
}

/** What is set already. Secrets that do not open any more must be given again. */
async function knownSettings({ db, parts }: Desk, connector: Connector): Promise<Settings> {
  const stored = await findConnectorSettings(db, connector.connectorType);
  if (!stored) return {};
  try {
    return openSettings(connector, stored, parts.sealer, db.domainId);
  } catch (error) {
    if (error instanceof ConnectorProblem) return stored.settings;
    throw error;
  }
}

async function showOne(desk: Desk, connectorType: string): Promise<void> {
  const record = await findConnector(desk.db, connectorType);
  if (record) await show(desk, record);
}

async function show(desk: Desk, record: NonNullable<Awaited<ReturnType<typeof findConnector>>>): Promise<void> {
  const settings = await findConnectorSettings(desk.db, record.connectorType);
  if (desk.json) desk.terminal.out(JSON.stringify(describeConnector(record, settings, await namesOf(desk, record))));
  else printConnector(desk.terminal, record, settings);
}

async function namesOf(desk: Desk, { connectorType }: { readonly connectorType: string }): Promise<readonly string[]> {
  const connector = findPullConnector(connectorType);
  if (!connector) return [];
  const known = await knownSettings(desk, connector);
  return secretNames(connector).filter((name) => known[name] !== undefined);
}

async function list(desk: Desk): Promise<number> {
  const { db, terminal, json } = desk;
  const records = await readConnectors(db, undefined, 1_000);
  const settings = new Map((await listConnectorSettings(db)).map((one) => [one.connectorType, one]));
  if (!json) {
    for (const record of records) printConnector(terminal, record, settings.get(record.connectorType));
    if (records.length === 0) terminal.note("This domain has no connector yet. See: parapet connector --help");
    return 0;
  }
  const shown: object[] = [];
  for (const record of records) {
    shown.push(describeConnector(record, settings.get(record.connectorType), await namesOf(desk, record)));
  }
  terminal.out(JSON.stringify(shown));
  return 0;
}

const setEnabled =
  (enabled: boolean): Verb =>
  async (desk, connectorType) => {
    await enableConnector(contextOf(desk), connectorType, enabled);
    await showOne(desk, connectorType);
    desk.terminal.note(`${connectorType} is ${enabled ? "enabled" : "disabled"}.`);
    return 0;
  };

const remove: Verb = async (desk, connectorType) => {
  await removeConnector(contextOf(desk), connectorType);
  if (desk.json) desk.terminal.out(JSON.stringify({ connector_type: connectorType, removed: true }));
  desk.terminal.note(`${connectorType} is removed, and its secrets with it. What it has brought stays.`);
  return 0;
};

/** Signs in and reads until a page holds something. Nothing of it is stored, and no record is kept. */
const tryOut: Verb = async (desk, connectorType) => {
  const connector = pullable(connectorType);
  const stored = await storedSettings(desk, connectorType);
  try {
    const page = await firstPage(desk, connector, openSettings(connector, stored, desk.parts.sealer, desk.db.domainId));
    const { rows, directory } = page ? countPage(page) : { rows: {}, directory: {} };
    if (desk.json) desk.terminal.out(JSON.stringify({ ok: true, rows, directory, notes: page?.notes ?? [] }));
    const found = Object.entries({ ...rows, ...directory }).map(([name, count]) => `${count} of ${name}`);
    desk.terminal.note(`${connectorType} answers: ${found.join(", ") || "nothing new"}. Nothing was stored.`);
    return 0;
  } catch (error) {
    if (!(error instanceof ConnectorProblem)) throw error;
    if (desk.json) desk.terminal.out(JSON.stringify({ ok: false, problem: `${error.kind}: ${error.message}` }));
    desk.terminal.note(`${connectorType} fails: ${error.message}`);
    return 1;
  }
};

const PAGES_TRIED = 5;

async function firstPage({ parts }: Desk, connector: Connector, settings: Settings): Promise<PulledPage | undefined> {
  const source = connector.open(settings, parts);
  let last: PulledPage | undefined;
  try {
    let tried = 0;
    for await (const page of source.pull(undefined)) {
      last = page;
      const { rows, directory } = countPage(page);
      const found = [...Object.values(rows), ...Object.values(directory)].some((count) => count > 0);
      if (found || ++tried >= PAGES_TRIED) break;
    }
    return last;
  } finally {
    source.close();
  }
}

async function storedSettings({ db }: Desk, connectorType: string) {
  const stored = await findConnectorSettings(db, connectorType);
  if (stored) return stored;
  throw new UsageProblem(`'${connectorType}' is not set up; see: parapet connector --help`);
}

const pollOnce: Verb = async (desk, connectorType) => {
  pullable(connectorType);
  await storedSettings(desk, connectorType);
  const report = await pollConnector(desk.parts, desk.db, connectorType, { outOfTurn: true });
  if (!report) {
    const record = await findConnector(desk.db, connectorType);
    throw new Failure(
      "invalid_request",
      record?.enabled ? `'${connectorType}' is being polled by another process` : `'${connectorType}' is disabled`,
    );
  }
  const { skipped, ...told } = report;
  if (desk.json) desk.terminal.out(JSON.stringify({ ...told, left_out: skipped }));
  printPoll(desk.terminal, connectorType, report);
  return report.ok ? 0 : 1;
};

const VERBS: Readonly<Record<string, Verb>> = {
  add,
  test: tryOut,
  poll: pollOnce,
  enable: setEnabled(true),
  disable: setEnabled(false),
  remove,
};
