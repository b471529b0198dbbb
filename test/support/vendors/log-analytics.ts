import { startVendor, type VendorReply, type VendorRequest, type VendorServer } from "./vendor-server.ts";

export const CLIENT_SECRET = "s3cret~of.the-app/registration+";
export const WORKSPACE = "6b1d6a3c-0000-4000-8000-00000000aaaa";

export interface WorkspaceRow {
  readonly ingested: string;
  readonly cells: Readonly<Record<string, unknown>>;
}

export interface LogAnalyticsVendor extends VendorServer {
  readonly tables: Map<string, WorkspaceRow[]>;
  /** Responses with more rows than this are truncated, with an error. */
  maxRows: number;
  /** The number of issued tokens. */
  tokens: number;
  /** Accepts only the newest token. */
  expireTokens(): void;
  readonly settings: Readonly<Record<string, string>>;
}

/** A token endpoint and a query API that supports the connector's queries. */
export async function startLogAnalytics(): Promise<LogAnalyticsVendor> {
  const state = { maxRows: 500_000, tokens: 0, expired: 0 };
  const tables = new Map<string, WorkspaceRow[]>();
  const answer = (request: VendorRequest): VendorReply => {
    if (request.url.pathname.endsWith("/oauth2/v2.0/token")) return giveToken(request, state);
    const token = Number(/^Bearer token-(\d+)$/.exec(String(request.headers["authorization"]))?.[1]);
    if (!(token > state.expired)) return { status: 401, body: { error: { code: "InvalidTokenError" } } };
    return answerQuery(request, tables, state.maxRows);
  };
  const server = await startVendor(answer);
  return {
    ...server,
    tables,
    get maxRows() {
      return state.maxRows;
    },
    set maxRows(value: number) {
      state.maxRows = value;
    },
    get tokens() {
      return state.tokens;
    },
    expireTokens: () => {
      state.expired = state.tokens;
    },
    settings: {
      tenant_id: "11111111-0000-4000-8000-000000000001",
      client_id: "22222222-0000-4000-8000-000000000002",
      client_secret: CLIENT_SECRET,
      workspace_id: WORKSPACE,
      login_endpoint: server.address,
      api_endpoint: server.address,
    },
  };
}

export function giveToken({ body }: VendorRequest, state: { tokens: number }): VendorReply {
  const form = new URLSearchParams(body);
  if (form.get("client_secret") !== CLIENT_SECRET || form.get("grant_type") !== "client_credentials") {
    const description = `AADSTS7000215: Invalid client secret '${form.get("client_secret")}' is provided.`;
    return { status: 401, body: { error: "invalid_client", error_description: description } };
  }
  state.tokens++;
  return { body: { token_type: "Bearer", expires_in: 3599, access_token: `token-${state.tokens}` } };
}

const QUERY =
  /^(\w+)\n\| where ingestion_time\(\) >= datetime\((.+?)\) and ingestion_time\(\) < datetime\((.+?)\)\n\| extend _ItemId = column_ifexists\("_ItemId", ""\)(?:\n\| where hash\(_ItemId, (\d+)\) == (\d+))?\n\| take (\d+)$/;

function answerQuery(request: VendorRequest, tables: LogAnalyticsVendor["tables"], maxRows: number): VendorReply {
  if (request.url.pathname !== `/v1/workspaces/${WORKSPACE}/query`) return { status: 404 };
  const [, table = "", from = "", to = "", parts, part, take] = QUERY.exec(JSON.parse(request.body).query) ?? [];
  const stored = tables.get(table);
  if (!stored) return { status: 400, body: unknownTable(table) };
  const found = stored
    .filter(({ ingested }) => Date.parse(ingested) >= Date.parse(from) && Date.parse(ingested) < Date.parse(to))
    .filter((_row, index) => parts === undefined || index % Number(parts) === Number(part))
    .slice(0, Number(take));
  const rows = found.slice(0, maxRows);
  const names = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  const result = {
    name: "PrimaryResult",
    columns: names.map((name) => ({ name, type: name.endsWith("Details") ? "dynamic" : "string" })),
    rows: rows.map(({ cells }) => names.map((name) => cells[name] ?? null)),
  };
  return { body: { tables: [result], ...(rows.length < found.length && { error: PARTIAL }) } };
}

const PARTIAL = { code: "PartialError", message: "There were some errors when processing your query." };

const unknownTable = (table: string): object => ({
  error: {
    message: "The request had some invalid properties",
    code: "BadArgumentError",
    innererror: {
      code: "SemanticError",
      innererror: { code: "SEM0100", message: `Failed to resolve table or column expression named '${table}'` },
    },
  },
});
