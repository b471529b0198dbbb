import type { MemberCaller } from "../access/admin-caller.ts";
import { configureConnector } from "../actions/configure-connector.ts";
import { enableConnector } from "../actions/enable-connector.ts";
import { pollSoon } from "../actions/poll-soon.ts";
import { removeConnector } from "../actions/remove-connector.ts";
import { findConnectorType } from "../connectors/catalog.ts";
import type { Connector, Settings } from "../connectors/connector.ts";
import { ConnectorProblem } from "../connectors/connector-problem.ts";
import { type GivenSettings, type MergedSettings, mergeSettings } from "../connectors/merge-settings.ts";
import { findPullConnector } from "../connectors/pull-connectors.ts";
import { secretNames } from "../connectors/read-settings.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { answerOf } from "../http/answer.ts";
import { createOneAtATime } from "../http/edge/one-at-a-time.ts";
import { integrationStatus } from "../model/connector.ts";
import { Failure } from "../model/failure.ts";
import { listConnectorPolls } from "../store/connectors/connector-polls.ts";
import { type ConnectorSettings, findConnectorSettings } from "../store/connectors/connector-settings.ts";
import { findConnector } from "../store/connectors/connectors.ts";
import type { DomainDb } from "../store/database/database.ts";
import { type AdminParts, DONE, type MountAdmin } from "./admin-plane.ts";
import { describeTest } from "./describe-test.ts";

/** Mounts the management of integrations. */
export function mountIntegrations({ polls, secret }: AdminParts, mount: MountAdmin): void {
  // Each test may hold a response of many megabytes.
  const alone = createOneAtATime();

  mount(at.getIntegrationSetup, async ({ db }, { params }) => {
    requireType(params.connector_type);
    return answerOf(JSON.stringify(await describeSetup(polls, db, params.connector_type)));
  });

  mount(at.configureIntegration, async (caller, { params, body }) => {
    const connector = requirePolled(params.connector_type);
    requireOperatorFor(connector, caller);
    const known = await openStored(polls, caller.db, connector);
    await configureConnector(caller, secret, {
      connector,
      ...readGiven(connector, known, { settings: body.settings ?? {}, secrets: body.secrets ?? {} }),
      addresses: polls.addresses,
      restart: body.restart ?? false,
    });
    return answerOf(JSON.stringify(await describeSetup(polls, caller.db, connector.connectorType)));
  });

  mount(at.removeIntegration, async (caller, { params }) => {
    await requireSetUp(caller.db, params.connector_type);
    await removeConnector(caller, params.connector_type);
    return answerOf(DONE);
  });

  mount(at.setIntegrationEnabled, async (caller, { params, body }) => {
    await requireSetUp(caller.db, params.connector_type);
    await enableConnector(caller, params.connector_type, body.enabled);
    return answerOf(DONE);
  });

  mount(at.testIntegration, async ({ db }, { params }) => {
    const connector = requirePolled(params.connector_type);
    await requireSetUp(db, params.connector_type);
    const tested = await alone(db.domainId, () => polls.test(db, connector));
    return answerOf(JSON.stringify(describeTest(tested)));
  });

  mount(at.pollIntegration, async (caller, { params }) => {
    requirePolled(params.connector_type);
    const record = await requireSetUp(caller.db, params.connector_type);
    if (!record.enabled) throw new Failure("invalid_request", "this integration is disabled; enable it first");
    await pollSoon(caller, params.connector_type);
    return answerOf(DONE);
  });

  mount(at.listIntegrationPolls, async ({ db }, { params }) => {
    requireType(params.connector_type);
    const items = (await listConnectorPolls(db, params.connector_type)).map((poll) => ({
      poll_id: poll.pollId,
      started_at: poll.startedAt,
      ended_at: poll.endedAt,
      pages: poll.pages,
      accepted: poll.accepted,
      duplicates: poll.duplicates,
      rejected: poll.rejected,
      problem: poll.problem,
    }));
    return answerOf(JSON.stringify({ items }));
  });
}

function requireType(connectorType: string): void {
  if (!findConnectorType(connectorType)) throw unknownType();
}

const unknownType = () => new Failure("integration_not_found", "there is no such integration");

async function requireSetUp(db: DomainDb, connectorType: string) {
  requireType(connectorType);
  const record = await findConnector(db, connectorType);
  if (!record) throw new Failure("integration_not_found", "this integration is not set up");
  return record;
}

function requirePolled(connectorType: string): Connector {
  requireType(connectorType);
  const connector = findPullConnector(connectorType);
  if (connector) return connector;
  throw new Failure("invalid_request", "this integration is not polled; its rows are delivered to the ingest API");
}

/** A connector that reads files of the server would show them to whoever administers one domain. */
function requireOperatorFor({ isLocal }: Connector, { account }: MemberCaller): void {
  if (!isLocal || account.isOperator) return;
  throw new Failure(
    "insufficient_role",
    "only an operator of the installation may set this up: it reads files of the server",
    {
      required_right: "operator",
    },
  );
}

/** Validates settings; one that is missing or wrong is the caller's error. */
function readGiven(connector: Connector, known: Settings, given: GivenSettings): MergedSettings {
  try {
    return mergeSettings(connector, known, given);
  } catch (error) {
    throw error instanceof ConnectorProblem ? new Failure("invalid_request", error.message) : error;
  }
}

/** Returns the settings that are stored, decrypted. Secrets that can no longer be decrypted are left out. */
async function openStored(polls: AdminParts["polls"], db: DomainDb, connector: Connector): Promise<Settings> {
  const stored = await findConnectorSettings(db, connector.connectorType);
  if (!stored) return {};
  try {
    return polls.open(db, connector, stored);
  } catch (error) {
    if (error instanceof ConnectorProblem) return stored.settings;
    throw error;
  }
}

async function describeSetup(polls: AdminParts["polls"], db: DomainDb, connectorType: string) {
  const connector = findPullConnector(connectorType);
  const record = await findConnector(db, connectorType);
  const stored = await findConnectorSettings(db, connectorType);
  return {
    connector_type: connectorType,
    is_polled: connector !== undefined,
    operator_only: connector?.isLocal ?? false,
    fields: connector ? describeFields(connector) : [],
    settings: stored?.settings ?? {},
    secrets_set: connector ? await storedSecrets(polls, db, connector) : [],
    enabled: record?.enabled ?? false,
    status: integrationStatus(record),
    consecutive_failures: record?.consecutiveFailures ?? 0,
    last_success_at: record?.lastSuccessAt ?? null,
    ...describePolls(stored),
  };
}

async function storedSecrets(polls: AdminParts["polls"], db: DomainDb, connector: Connector) {
  const known = await openStored(polls, db, connector);
  return secretNames(connector).filter((name) => known[name] !== undefined);
}

const describeFields = ({ settings }: Connector) =>
  Object.entries(settings).map(([name, setting]) => ({
    name,
    meaning: setting.meaning,
    is_secret: setting.secret ?? false,
    is_required: setting.required ?? false,
    is_multiline: setting.isMultiline ?? false,
    default: setting.default ?? null,
  }));

const describePolls = (stored: ConnectorSettings | undefined) => ({
  polled_at: stored?.polledAt ?? null,
  next_poll_at: stored?.nextPollAt ?? null,
  problem: stored?.problem ?? null,
  notes: stored?.notes ?? [],
});
