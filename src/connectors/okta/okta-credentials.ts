import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { newId } from "../../runtime/ids.ts";
import type { ConnectorWorld, Settings } from "../connector.ts";
import { createTokenCredentials } from "../http/client-credentials.ts";
import type { Client, Credentials } from "../http/http-client.ts";

const ASSERTION_SECONDS = 300;

/** Creates credentials from an API token, or for a service app that authenticates with its private key. */
export function oktaCredentials(client: Client, world: ConnectorWorld, settings: Settings): Credentials {
  const { api_token: apiToken, client_id: clientId = "", private_key: privateKey = "" } = settings;
  if (apiToken) return { authorization: async () => `SSWS ${apiToken}` };
  const url = new URL("/oauth2/v1/token", settings["org_url"]);
  const key = readPrivateKey(privateKey);
  return createTokenCredentials(client, world, {
    url,
    form: () => ({
      grant_type: "client_credentials",
      scope: "okta.logs.read okta.users.read okta.apps.read",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: signAssertion(key, { clientId, keyId: settings["key_id"], audience: url.href }, world.clock()),
    }),
  });
}

/** Parses a private key in PEM or as a JSON web key; throws if it is neither. */
export function readPrivateKey(text: string): KeyObject {
  return text.trimStart().startsWith("{")
    ? createPrivateKey({ key: JSON.parse(text), format: "jwk" })
    : createPrivateKey(text);
}

interface Assertion {
  readonly clientId: string;
  readonly keyId: string | undefined;
  readonly audience: string;
}

/** Creates a signed client assertion, valid for a few minutes and for one use. */
function signAssertion(key: KeyObject, { clientId, keyId, audience }: Assertion, now: Date): string {
  const issued = Math.floor(now.getTime() / 1_000);
  const parts = [
    { alg: "RS256", typ: "JWT", ...(keyId && { kid: keyId }) },
    { iss: clientId, sub: clientId, aud: audience, iat: issued, exp: issued + ASSERTION_SECONDS, jti: newId() },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}
