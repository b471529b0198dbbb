import { trimTrailing } from "../model/text/trim-trailing.ts";
import type { ConnectorWorld, Setting, Settings } from "./connector.ts";
import { createTokenCredentials } from "./http/client-credentials.ts";
import type { Client, Credentials } from "./http/http-client.ts";
import { endpointProblem, uuidProblem } from "./read-settings.ts";

/** The settings of an app registration that uses the client credentials flow. */
export const MICROSOFT_LOGIN_SETTINGS = {
  tenant_id: { meaning: "the directory (tenant) id", required: true, problem: uuidProblem },
  client_id: { meaning: "the application (client) id of the app registration", required: true, problem: uuidProblem },
  client_secret: { meaning: "a client secret of the app registration", required: true, secret: true },
  login_endpoint: {
    meaning: "the login endpoint; national clouds have their own",
    default: "https://login.microsoftonline.com",
    isDestination: true,
    problem: endpointProblem,
  },
} as const satisfies Record<string, Setting>;

/** Creates credentials that fetch tokens for the scope with the client credentials flow. */
export function microsoftCredentials(
  client: Client,
  world: ConnectorWorld,
  settings: Settings,
  scope: string,
): Credentials {
  const { tenant_id: tenant = "", client_id = "", client_secret = "", login_endpoint = "" } = settings;
  return createTokenCredentials(client, world, {
    url: below(login_endpoint, `${tenant}/oauth2/v2.0/token`),
    form: () => ({ grant_type: "client_credentials", client_id, client_secret, scope }),
  });
}

/** Returns the URL of a path below an endpoint, whether or not the endpoint ends with a slash. */
export const below = (endpoint: string, path: string): URL => new URL(path, `${trimTrailing(endpoint, "/")}/`);
