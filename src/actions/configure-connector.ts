import { createSealer } from "../runtime/encryption.ts";
import {
  findConnectorSettings,
  SEALING_PURPOSE,
  saveConnectorSettings,
  sealingPlace,
} from "../store/connectors/connector-settings.ts";
import { findConnector, saveConnectors } from "../store/connectors/connectors.ts";
import { type ActionContext, awaitTurn, runIssuingAction } from "./context.ts";

export interface ConnectorRequest {
  readonly connectorType: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Names of the settings that identify the source: when one of them changes, the cursor is discarded. */
  readonly identity: readonly string[];
  /** Discards the cursor even if the source is the same. */
  readonly restart?: boolean;
}

/** Creates or updates the settings of a connector. Its secrets are stored encrypted under that of the server, and never returned. */
export function configureConnector(ctx: ActionContext, secret: string, request: ConnectorRequest): Promise<void> {
  const { connectorType, settings, secrets, identity, restart = false } = request;
  const at = ctx.clock();
  const sealer = createSealer(secret, SEALING_PURPOSE);
  return runIssuingAction(ctx, secret, async (tx) => {
    await awaitTurn(tx);
    const record = await findConnector(tx, connectorType);
    const known = await findConnectorSettings(tx, connectorType);
    const isSameSource = known !== undefined && identity.every((name) => known.settings[name] === settings[name]);
    const forgetCursor = restart || !isSameSource;
    await saveConnectors(tx, [
      {
        connectorType,
        enabled: record?.enabled ?? true,
        createdAt: record?.createdAt ?? at,
        updatedAt: at,
        // A success of another source says nothing about this one.
        lastSuccessAt: known && !isSameSource ? null : (record?.lastSuccessAt ?? null),
        consecutiveFailures: 0,
      },
    ]);
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
        after: { settings, secrets_set: Object.keys(secrets).sort(), cursor_discarded: forgetCursor },
      },
    };
  });
}
