import { CLIENT_SECRET, giveToken } from "./log-analytics.ts";
import { startVendor, type VendorReply, type VendorRequest, type VendorServer } from "./vendor-server.ts";

type GraphObject = Readonly<Record<string, unknown>>;

export interface GraphVendor extends VendorServer {
  /** Lists by path, such as `roleManagement/directory/roleAssignments` or `servicePrincipals/sp1/owners`. */
  readonly lists: Map<string, GraphObject[]>;
  /** Changes by path, such as `users`, oldest first; the first walk returns all of them. */
  readonly changes: Map<string, GraphObject[]>;
  pageSize: number;
  tokens: number;
  expireTokens(): void;
  /** Invalidates all earlier delta links. */
  forgetPositions(): void;
  readonly settings: Readonly<Record<string, string>>;
}

interface GraphState {
  pageSize: number;
  tokens: number;
  expired: number;
  epoch: number;
}

/** Microsoft Graph with lists, changes, batches and a token endpoint. */
export async function startGraph(): Promise<GraphVendor> {
  const state: GraphState = { pageSize: 2, tokens: 0, expired: 0, epoch: 0 };
  const lists: GraphVendor["lists"] = new Map();
  const changes: GraphVendor["changes"] = new Map();
  const answer = (request: VendorRequest, address: string): VendorReply => {
    if (request.url.pathname.endsWith("/oauth2/v2.0/token")) return giveToken(request, state);
    const token = Number(/^Bearer token-(\d+)$/.exec(String(request.headers["authorization"]))?.[1]);
    if (!(token > state.expired)) return { status: 401, body: { error: { code: "InvalidAuthenticationToken" } } };
    if (request.url.pathname === "/v1.0/$batch") return batch(request, address);
    return page(request.url, address);
  };
  const page = (url: URL, address: string): VendorReply => {
    const path = decodeURIComponent(url.pathname.replace(/^\/v1\.0\//, ""));
    const changed = changes.get(path.replace(/\/delta$/, ""));
    if (path.endsWith("/delta")) return deltaPage(url, address, changed ?? [], state);
    const items = lists.get(path);
    if (!items) return { status: 404, body: { error: { code: "Request_ResourceNotFound" } } };
    const start = Number(url.searchParams.get("$skiptoken") ?? 0);
    const end = start + state.pageSize;
    const next = end < items.length ? { "@odata.nextLink": `${address}${url.pathname}?$skiptoken=${end}` } : {};
    return { body: { value: items.slice(start, end), ...next } };
  };
  const batch = ({ body }: VendorRequest, address: string): VendorReply => {
    const { requests } = JSON.parse(body) as { requests: readonly { id: string; url: string }[] };
    const responses = requests.map(({ id, url }) => {
      const { status = 200, body: inner } = page(new URL(`/v1.0${url}`, address), address);
      return { id, status, body: inner };
    });
    return { body: { responses: responses.reverse() } };
  };
  const server = await startVendor(answer);
  return {
    ...server,
    lists,
    changes,
    get pageSize() {
      return state.pageSize;
    },
    set pageSize(value: number) {
      state.pageSize = value;
    },
    get tokens() {
      return state.tokens;
    },
    expireTokens: () => {
      state.expired = state.tokens;
    },
    forgetPositions: () => {
      state.epoch++;
    },
    settings: {
      tenant_id: "11111111-0000-4000-8000-000000000001",
      client_id: "22222222-0000-4000-8000-000000000002",
      client_secret: CLIENT_SECRET,
      login_endpoint: server.address,
      graph_endpoint: server.address,
    },
  };
}

function deltaPage(url: URL, address: string, changed: readonly GraphObject[], state: GraphState): VendorReply {
  const token = url.searchParams.get("$skiptoken") ?? url.searchParams.get("$deltatoken");
  const [position = "0", epoch = String(state.epoch)] = (token ?? "").split("_").filter(Boolean);
  if (Number(epoch) !== state.epoch) return { status: 410, body: { error: { code: "syncStateNotFound" } } };
  const end = Number(position) + state.pageSize;
  const link = (name: string, at: number): string => `${address}${url.pathname}?$${name}=${at}_${state.epoch}`;
  const on =
    end < changed.length
      ? { "@odata.nextLink": link("skiptoken", end) }
      : { "@odata.deltaLink": link("deltatoken", changed.length) };
  return { body: { value: changed.slice(Number(position), end), ...on } };
}
