import type { ConnectorWorld, Settings } from "../connector.ts";
import type { ExchangeReply } from "../http/exchange.ts";
import { type Client, type Credentials, createHttpClient } from "../http/http-client.ts";
import { linkOf } from "../http/link-header.ts";
import { type JsonObject, readJsonArray } from "../http/read-json.ts";
import { oneOf, requestedDelayMs } from "../http/requested-delay.ts";
import { oktaCredentials } from "./okta-credentials.ts";

/** A page of a list of Okta's API. */
export interface OktaPage {
  readonly items: readonly JsonObject[];
  readonly next: string | undefined;
}

/** Returned when Okta no longer accepts a position. */
export const STALE = "stale";

export interface OktaApi {
  readonly base: URL;
  list(url: URL): Promise<OktaPage | typeof STALE>;
  close(): void;
}

const MAX_REST_MS = 60_000;
const STALE_STATUSES: readonly number[] = [400, 404, 410];

export function createOktaApi(settings: Settings, world: ConnectorWorld): OktaApi {
  const client: Client = createHttpClient(world);
  const base = new URL(settings["org_url"] ?? "");
  const credentials: Credentials = oktaCredentials(client, world, settings);
  return {
    base,
    list: async (url) => {
      // A position may have expired; the first page of a list cannot.
      const accept = url.searchParams.has("after") ? STALE_STATUSES : [];
      const reply = await client.ask({ url, credentials, accept });
      if (reply.status >= 400) return STALE;
      await restIfSpent(reply, world);
      return { items: await readJsonArray(base.host, reply), next: linkOf(reply.headers, "next") };
    },
    close: () => client.close(),
  };
}

/** Waits for the reset of the rate limit after the last request of its window. */
async function restIfSpent({ headers }: ExchangeReply, { clock, sleep, signal }: ConnectorWorld): Promise<void> {
  if (oneOf(headers, "x-rate-limit-remaining") !== "0") return;
  await sleep(Math.min(requestedDelayMs(headers, clock()) ?? 0, MAX_REST_MS), signal);
}
