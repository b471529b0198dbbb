import { Failure } from "../model/failure.ts";
import { createSealer, type Sealer } from "../runtime/encryption.ts";
import {
  type ConnectorSettings,
  findConnectorSettings,
  SEALING_PURPOSE,
  saveConnectorSettings,
  sealingPlace,
} from "../store/connectors/connector-settings.ts";
import { findConnector, saveConnectors } from "../store/connectors/connectors.ts";
import type { DomainDb } from "../store/database/database.ts";
import { type ActionContext, awaitTurn, runIssuingAction } from "./context.ts";

type Texts = Readonly<Record<string, string>>;

/** What has to be known of a connector type to set one up. */
export interface ConfigurableType {
  readonly connectorType: string;
  /** Names of the settings that identify the source: when one of them changes, the cursor is discarded. */
  readonly identity: readonly string[];
  readonly settings: Readonly<
    Record<
      string,
      {
        readonly secret?: boolean;
        /** An address that secrets, or tokens obtained with them, are sent to. */
        readonly isDestination?: boolean;
        readonly default?: string;
      }
    >
  >;
}

export interface ConnectorRequest {
  readonly connector: ConfigurableType;
  /** All settings but the secrets. */
  readonly settings: Texts;
  /** The secrets that are given; null removes one. The other stored secrets stay. */
  readonly secrets: Readonly<Record<string, string | null>>;
  /** Decides which hosts may be reached without encryption. */
  readonly addresses: { mayBeUnencrypted(host: string): boolean };
  /** Discards the cursor even if the source is the same. */
  readonly restart?: boolean;
}

/**
 * Creates or updates the settings of a connector. Its secrets are stored encrypted under that of the server, and never returned. No
 * secret is sent to another address than the one it was entered for, or without encryption to an address that is not allowed.
 */
export function configureConnector(ctx: ActionContext, secret: string, request: ConnectorRequest): Promise<void> {
  const { connector, settings, restart = false } = request;
  const { connectorType, identity } = connector;
  requireEncryption(request);
  const at = ctx.clock();
  const sealer = createSealer(secret, SEALING_PURPOSE);
  return runIssuingAction(ctx, secret, async (tx) => {
    await awaitTurn(tx);
    const known = await findConnectorSettings(tx, connectorType);
    const kept = known ? keptSecrets(request, openSecrets(sealer, tx.domainId, known)) : {};
    if (known) requireSecretsAgain(request, known.settings, Object.keys(kept));
    const isSameSource = known !== undefined && identity.every((name) => known.settings[name] === settings[name]);
    const forgetCursor = restart || !isSameSource;
    // A success of another source says nothing about this one.
    await saveRecord(tx, connectorType, { at, keepsSuccess: known === undefined || isSameSource });
    const given = Object.entries(request.secrets).filter(([, text]) => text !== null);
    const secrets = { ...kept, ...Object.fromEntries(given) };
    await saveConnectorSettings(tx, {
      connectorType,
      settings,
      sealedSecrets: sealer.seal(JSON.stringify(secrets), sealingPlace(tx.domainId, connectorType)),
      forgetCursor,
      at,
    });
    return {
      result: undefined,
      audit: {
        action: "connector.configure",
        target: { kind: "connector", id: connectorType },
        before: known ? { settings: known.settings } : null,
        after: { settings, ...describeSecrets(request), cursor_discarded: forgetCursor },
      },
    };
  });
}

async function saveRecord(
  tx: DomainDb,
  connectorType: string,
  { at, keepsSuccess }: { readonly at: Date; readonly keepsSuccess: boolean },
): Promise<void> {
  const record = await findConnector(tx, connectorType);
  await saveConnectors(tx, [
    {
      connectorType,
      enabled: record?.enabled ?? true,
      createdAt: record?.createdAt ?? at,
      updatedAt: at,
      lastSuccessAt: keepsSuccess ? (record?.lastSuccessAt ?? null) : null,
      consecutiveFailures: 0,
    },
  ]);
}

/** Returns the names of the secrets that were given and, if there are any, of those that were removed. */
function describeSecrets({ secrets }: ConnectorRequest) {
  const names = Object.keys(secrets).sort();
  const removed = names.filter((name) => secrets[name] === null);
  return {
    secrets_set: names.filter((name) => secrets[name] !== null),
    ...(removed.length > 0 && { secrets_removed: removed }),
  };
}

const destinationsOf = ({ settings }: ConfigurableType) =>
  Object.entries(settings).filter(([, { isDestination }]) => isDestination);

/** Fails if a connection would be unencrypted, and no operator allowed that for the address. */
function requireEncryption({ connector, settings, addresses }: ConnectorRequest): void {
  for (const [name] of destinationsOf(connector)) {
    const text = settings[name] ?? "";
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const host = url?.hostname.replace(/^\[|\]$/g, "") ?? "";
    if (url?.protocol !== "http:" || addresses.mayBeUnencrypted(host)) continue;
    throw new Failure(
      "invalid_request",
      `${name}='${text}' would be reached without encryption; use https, or have an operator allow its address with PARAPET_CONNECTOR_ADDRESSES`,
    );
  }
}

/** Returns the stored secrets; none if they cannot be decrypted any more. */
function openSecrets(sealer: Sealer, domainId: string, { connectorType, sealedSecrets }: ConnectorSettings): Texts {
  const opened = sealer.open(sealedSecrets, sealingPlace(domainId, connectorType));
  return opened === undefined ? {} : (JSON.parse(opened) as Texts);
}

function keptSecrets({ connector, secrets }: ConnectorRequest, stored: Texts): Texts {
  const isKept = (name: string) => connector.settings[name]?.secret === true && !Object.hasOwn(secrets, name);
  return Object.fromEntries(Object.entries(stored).filter(([name]) => isKept(name)));
}

/**
 * Fails if a stored secret would be sent to another address than the one it was entered for: people who may set up a
 * connector must not learn its secrets by pointing it to a server of their own.
 */
function requireSecretsAgain({ connector, settings }: ConnectorRequest, known: Texts, kept: readonly string[]): void {
  const isMoved = destinationsOf(connector).some(
    ([name, setting]) => settings[name] !== (known[name] ?? setting.default),
  );
  if (!isMoved || kept.length === 0) return;
  throw new Failure(
    "invalid_request",
    `enter the secret '${kept.join("', '")}' again: the stored one belongs to another address`,
  );
}
