import type { ConnectorWorld } from "../connector.ts";
import { ConnectorProblem } from "../connector-problem.ts";
import { type Client, type Credentials, errorCodeOf } from "./http-client.ts";
import { readJsonObject } from "./read-json.ts";

/** A token is renewed this long before it expires, so that it does not expire in transit. */
const EARLY_MS = 120_000;
const MAX_TOKEN_LENGTH = 16_384;

export interface TokenRequest {
  readonly url: URL;
  /** Creates the form for each request, because an assertion in it is short-lived. */
  readonly form: () => Readonly<Record<string, string>>;
}

/** Creates credentials from an OAuth 2.0 token endpoint; a token is cached until it expires or is refused. */
export function createTokenCredentials(
  client: Client,
  { clock }: Pick<ConnectorWorld, "clock">,
  request: TokenRequest,
): Credentials {
  let known: { readonly token: string; readonly until: number } | undefined;
  const fetchToken = async (): Promise<string> => {
    const { token, lifetimeMs } = await requestToken(client, request);
    known = { token, until: clock().getTime() + Math.max(lifetimeMs - EARLY_MS, lifetimeMs / 2) };
    return token;
  };
  return {
    authorization: async (renew) => {
      const usable = known && !renew && clock().getTime() < known.until;
      return `Bearer ${usable ? known?.token : await fetchToken()}`;
    },
  };
}

async function requestToken(
  client: Client,
  { url, form }: TokenRequest,
): Promise<{ token: string; lifetimeMs: number }> {
  const reply = await client.ask({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form()).toString(),
    accept: [400, 401, 403],
  });
  if (reply.status >= 400) {
    const code = errorCodeOf(reply.body);
    throw new ConnectorProblem("bad_credentials", `${url.host} refused to issue a token${code ? `: ${code}` : ""}`, {
      status: reply.status,
      code,
    });
  }
  const { access_token: token, expires_in: lifetime } = await readJsonObject(url.host, reply);
  const seconds = Number(lifetime);
  // A token becomes part of a header, so it must not contain spaces or control characters.
  if (typeof token !== "string" || token.length > MAX_TOKEN_LENGTH || !/^[\x21-\x7e]+$/.test(token)) {
    throw new ConnectorProblem("malformed", `${url.host} returned an invalid token`);
  }
  return { token, lifetimeMs: seconds > 0 && seconds < 10_000_000 ? seconds * 1_000 : 300_000 };
}
