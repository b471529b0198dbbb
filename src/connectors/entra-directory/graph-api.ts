import type { ConnectorWorld, Settings } from "../connector.ts";
import { ConnectorProblem } from "../connector-problem.ts";
import { createHttpClient } from "../http/http-client.ts";
import { isObject, type JsonObject, malformed, objectsOf, readJsonObject } from "../http/read-json.ts";
import { below, microsoftCredentials } from "../microsoft-login.ts";

/** A page of a list or of changes, with the next link or the delta link; neither at the end of a list. */
export interface GraphPage {
  readonly items: readonly JsonObject[];
  readonly next: string | undefined;
  readonly delta: string | undefined;
}

/** Returned when Graph no longer accepts a delta link (410): a full walk is needed. */
export const RESYNC = "resync";

export interface GraphApi {
  readonly base: URL;
  /** Returns the URL of a path below the API version. */
  urlOf(path: string): URL;
  page(url: URL): Promise<GraphPage | typeof RESYNC>;
  /** Returns the first pages of several lists in one batch request; the list of a removed object is left out. */
  pages(paths: readonly string[]): Promise<ReadonlyMap<string, GraphPage>>;
  close(): void;
}

const RESYNC_CODES: ReadonlySet<string | undefined> = new Set([
  "resyncRequired",
  "syncStateNotFound",
  "Directory_ExpiredPageToken",
]);
const BATCH = 20;

export function createGraphApi(settings: Settings, world: ConnectorWorld): GraphApi {
  const client = createHttpClient(world);
  const endpoint = settings["graph_endpoint"] ?? "";
  const base = below(endpoint, "v1.0/");
  const credentials = microsoftCredentials(client, world, settings, `${new URL(endpoint).origin}/.default`);
  const page = async (url: URL): Promise<GraphPage | typeof RESYNC> => {
    try {
      const reply = await client.ask({ url, credentials, accept: [410] });
      return reply.status === 410 ? RESYNC : toPage(base.host, await readJsonObject(base.host, reply));
    } catch (error) {
      if (error instanceof ConnectorProblem && RESYNC_CODES.has(error.code)) return RESYNC;
      throw error;
    }
  };
  const urlOf = (path: string): URL => new URL(path, base);
  const batch = async (paths: readonly string[]): Promise<readonly JsonObject[]> => {
    const reply = await client.ask({
      method: "POST",
      url: urlOf("$batch"),
      credentials,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ requests: paths.map((path, id) => ({ id: String(id), method: "GET", url: `/${path}` })) }),
    });
    return objectsOf(base.host, (await readJsonObject(base.host, reply))["responses"]);
  };
  return {
    base,
    urlOf,
    page,
    pages: async (paths) => {
      const found = new Map<string, GraphPage>();
      for (let start = 0; start < paths.length; start += BATCH) {
        const part = paths.slice(start, start + BATCH);
        const answers = new Map((await batch(part)).map((answer) => [String(answer["id"]), answer]));
        for (const [id, path] of part.entries()) {
          const one = await firstPage(base.host, answers.get(String(id)), () => page(urlOf(path)));
          if (one) found.set(path, one);
        }
      }
      return found;
    },
    close: () => client.close(),
  };
}

/** Reads one response of a batch. A throttled one is requested again on its own, with retries. */
async function firstPage(
  host: string,
  answer: JsonObject | undefined,
  ask: () => Promise<GraphPage | typeof RESYNC>,
): Promise<GraphPage | undefined> {
  const status = answer?.["status"];
  if (status === 404) return undefined;
  if (status === 200 && isObject(answer?.["body"])) return toPage(host, answer["body"]);
  const page = await ask();
  if (page === RESYNC) throw malformed(host, "a list that cannot be read");
  return page;
}

function toPage(host: string, body: JsonObject): GraphPage {
  const link = (name: string): string | undefined => {
    const value = body[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") throw malformed(host, "an invalid link");
    return value;
  };
  return {
    items: objectsOf(host, body["value"]),
    next: link("@odata.nextLink"),
    delta: link("@odata.deltaLink"),
  };
}
