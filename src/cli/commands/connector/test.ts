import type { Connector, ConnectorWorld, PulledPage, RequestAttempt, Settings } from "../../../connectors/connector.ts";
import { ConnectorProblem } from "../../../connectors/connector-problem.ts";
import { openSettings } from "../../../pipeline/poll/poll-connector.ts";
import type { Command } from "../../command.ts";
import { countPage } from "../../connector/connector-report.ts";
import { CONNECTOR_OPTIONS, getPullConnector, TYPE_OPERAND, TYPES_NOTE } from "../../connector/connector-type.ts";
import { getStoredSettings } from "../../connector/stored-settings.ts";
import { type ConnectorContext, withConnectors } from "../../connector/with-connectors.ts";

const MAX_PAGES = 5;
/** Limit for the whole test. */
const TEST_TIMEOUT_MS = 30_000;
/** Longest wait before a retry: somebody is waiting for the result. */
const MAX_DELAY_MS = 2_000;

export const command: Command = {
  operands: [TYPE_OPERAND],
  options: CONNECTOR_OPTIONS,
  examples: ["parapet connector test --domain northwind okta"],
  notes: TYPES_NOTE,
  run: (invocation) => {
    const [connectorType = ""] = invocation.operands;
    const connector = getPullConnector(connectorType);
    return withConnectors(invocation, (context) => testConnector(context, connector));
  },
};

/** Signs in and reads until a page holds something. Stores neither rows nor the outcome. */
async function testConnector(context: ConnectorContext, connector: Connector): Promise<number> {
  const { terminal, json, parts, db } = context;
  const { connectorType } = connector;
  const stored = await getStoredSettings(context, connectorType);
  const world = impatientWorld(context);
  try {
    const page = await readFirstPage(world, connector, openSettings(connector, stored, parts.sealer, db.domainId));
    const { rows, directory } = page ? countPage(page) : { rows: {}, directory: {} };
    if (json) terminal.data(JSON.stringify({ ok: true, rows, directory, notes: page?.notes ?? [] }));
    const found = Object.entries({ ...rows, ...directory }).map(([name, count]) => `${count} of ${name}`);
    terminal.note(`${connectorType} answers: ${found.join(", ") || "nothing new"}. Nothing was stored.`);
    return 0;
  } catch (error) {
    if (!(error instanceof ConnectorProblem)) throw error;
    const problem = world.signal.aborted ? `no answer within ${TEST_TIMEOUT_MS / 1_000} s` : error.message;
    if (json) terminal.data(JSON.stringify({ ok: false, problem: `${error.kind}: ${problem}` }));
    terminal.note(`${connectorType} fails: ${problem}`);
    return 1;
  }
}

/** Returns a world for a test: it reports every attempt, retries soon and gives up in time. */
function impatientWorld({ parts, terminal, quiet }: ConnectorContext) {
  const report = ({ host, attempt, maxAttempts, problem }: RequestAttempt): void => {
    if (quiet) return;
    if (problem === undefined) terminal.note(`Connecting to ${host} …`);
    else terminal.note(`${problem}; retry ${attempt - 1} of ${maxAttempts - 1} …`);
  };
  return {
    ...parts,
    signal: AbortSignal.timeout(TEST_TIMEOUT_MS),
    sleep: (ms: number, signal?: AbortSignal) => parts.sleep(Math.min(ms, MAX_DELAY_MS), signal),
    onAttempt: report,
  };
}

async function readFirstPage(
  world: ConnectorWorld,
  connector: Connector,
  settings: Settings,
): Promise<PulledPage | undefined> {
  const source = connector.open(settings, world);
  let last: PulledPage | undefined;
  try {
    let tried = 0;
    for await (const page of source.pull(undefined)) {
      last = page;
      const { rows, directory } = countPage(page);
      const found = [...Object.values(rows), ...Object.values(directory)].some((count) => count > 0);
      if (found || ++tried >= MAX_PAGES) break;
    }
    return last;
  } finally {
    source.close();
  }
}
