import type { Connector, ConnectorWorld, Json, PulledPage, Settings } from "../connector.ts";
import { isObject } from "../http/read-json.ts";
import { pageOf } from "../pulled-page.ts";
import { endpointProblem, numberProblem } from "../read-settings.ts";
import { createOktaApi, type OktaApi } from "./okta-api.ts";
import { readPrivateKey } from "./okta-credentials.ts";
import { readDirectoryPosition, walkDirectory } from "./walk-directory.ts";
import { readLogPosition, walkLog } from "./walk-log.ts";

const DAY = 86_400_000;

/** Reads the system log, users and applications of an Okta organization. */
export const oktaConnector: Connector = {
  connectorType: "okta",
  pollEveryMs: 60_000,
  identity: ["org_url"],
  settings: {
    org_url: {
      meaning: "the organization's address, such as https://northwind.okta.com",
      required: true,
      isDestination: true,
      problem: endpointProblem,
    },
    api_token: { meaning: "an API token; or use client_id and private_key", secret: true, problem: wordProblem },
    client_id: { meaning: "the client id of a service app, instead of an API token" },
    private_key: {
      meaning: "the service app's private key, PEM or JWK",
      secret: true,
      isMultiline: true,
      problem: keyProblem,
    },
    key_id: { meaning: "the id of the key, where the app has several" },
    backfill_days: {
      meaning: "how many days back the first pull of the system log starts; Okta keeps 90",
      default: "14",
      problem: numberProblem(0, 90),
    },
  },
  problem: ({ api_token, client_id, private_key }) => {
    if (api_token && !client_id && !private_key) return undefined;
    if (!api_token && client_id && private_key) return undefined;
    return "give either the secret 'api_token', or client_id and the secret 'private_key'";
  },
  open: (settings, world) => {
    const api = createOktaApi(settings, world);
    return { pull: (cursor) => pull(api, settings, world, cursor), close: () => api.close() };
  },
};

async function* pull(
  api: OktaApi,
  settings: Settings,
  { clock }: ConnectorWorld,
  cursor: Json | undefined,
): AsyncGenerator<PulledPage> {
  const now = clock();
  const kept = isObject(cursor) ? (cursor as Readonly<Record<string, Json>>) : {};
  let log = readLogPosition(kept["log"], now.getTime() - Number(settings["backfill_days"]) * DAY);
  let directory = readDirectoryPosition(kept["directory"]);
  const toCursor = (): Json => ({ log: { ...log }, directory: { ...directory, appIds: [...directory.appIds] } });
  // Users first, so that the actors of events can be resolved.
  for await (const { objects, position } of walkDirectory(api, directory, now)) {
    directory = position ?? directory;
    yield pageOf(toCursor(), { directory: [objects], more: true });
  }
  for await (const { rows, position } of walkLog(api, log)) {
    log = position;
    yield pageOf(toCursor(), { rows, more: true });
  }
  yield pageOf(toCursor());
}

function wordProblem(text: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(text) ? undefined : "is not one word";
}

function keyProblem(text: string): string | undefined {
  try {
    return readPrivateKey(text).asymmetricKeyType === "rsa" ? undefined : "is not an RSA key";
  } catch {
    return "is not a private key in PEM or as a JSON web key";
  }
}
