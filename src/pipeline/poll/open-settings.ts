import type { Connector, Settings } from "../../connectors/connector.ts";
import { ConnectorProblem } from "../../connectors/connector-problem.ts";
import { readSettings } from "../../connectors/read-settings.ts";
import type { Sealer } from "../../runtime/encryption.ts";
import { type ConnectorSettings, sealingPlace } from "../../store/connectors/connector-settings.ts";

/** Returns the settings of a connector with its secrets decrypted. */
export function openSettings(
  connector: Connector,
  { settings, sealedSecrets, connectorType }: ConnectorSettings,
  sealer: Sealer,
  domainId: string,
): Settings {
  const opened = sealer.open(sealedSecrets, sealingPlace(domainId, connectorType));
  if (opened === undefined) {
    throw new ConnectorProblem(
      "bad_settings",
      "the connector's secrets cannot be decrypted with this server's secret; " +
        `set them again with: parapet connector add --domain NAME ${connectorType} name=value…`,
    );
  }
  return readSettings(connector, { ...settings, ...(JSON.parse(opened) as Settings) });
}
