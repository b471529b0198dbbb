import { generateKeyPairSync, verify } from "node:crypto";
import { startVendor, type VendorReply, type VendorRequest, type VendorServer } from "./vendor-server.ts";

export const API_TOKEN = "00okta-api-token_that-nobody_sees";

type OktaObject = Readonly<Record<string, unknown>>;

export interface OktaVendor extends VendorServer {
  readonly events: OktaObject[];
  readonly users: OktaObject[];
  readonly apps: OktaObject[];
  /** Invalidates all earlier positions of the system log. */
  forgetPositions(): void;
  /** The number of events per page. */
  pageSize: number;
  readonly settings: Readonly<Record<string, string>>;
  /** Settings of a service app instead of an API token. */
  readonly appSettings: Readonly<Record<string, string>>;
}

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

interface OktaState {
  pageSize: number;
  epoch: number;
}

/** An Okta organization: system log, users, applications, API tokens and a token endpoint for service apps. */
export async function startOkta(): Promise<OktaVendor> {
  const state: OktaState = { pageSize: 2, epoch: 0 };
  const lists = { events: [] as OktaObject[], users: [] as OktaObject[], apps: [] as OktaObject[] };
  const answer = (request: VendorRequest, address: string): VendorReply => {
    const { pathname } = request.url;
    if (pathname === "/oauth2/v1/token")
      return giveToken(request, (text, signature) => verify("sha256", text, publicKey, signature));
    if (![`SSWS ${API_TOKEN}`, "Bearer app-token"].includes(String(request.headers["authorization"]))) {
      return { status: 401, body: { errorCode: "E0000011", errorSummary: "Invalid token provided" } };
    }
    if (pathname === "/api/v1/logs") return logPage(request.url, address, lists.events, state);
    if (pathname === "/api/v1/users")
      return listPage(request.url, address, changedUsers(request.url, lists.users), state);
    if (pathname === "/api/v1/apps") return listPage(request.url, address, lists.apps, state);
    return { status: 404, body: { errorCode: "E0000007" } };
  };
  const server = await startVendor(answer);
  return {
    ...server,
    ...lists,
    get pageSize() {
      return state.pageSize;
    },
    set pageSize(value: number) {
      state.pageSize = value;
    },
    forgetPositions: () => {
      state.epoch++;
    },
    settings: { org_url: server.address, api_token: API_TOKEN },
    appSettings: {
      org_url: server.address,
      client_id: "0oaServiceApp",
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    },
  };
}

function giveToken({ body }: VendorRequest, isSigned: (text: Buffer, signature: Buffer) => boolean): VendorReply {
  const assertion = new URLSearchParams(body).get("client_assertion") ?? "";
  const [head = "", claims = "", signature = ""] = assertion.split(".");
  const { iss, sub } = JSON.parse(Buffer.from(claims, "base64url").toString() || "{}");
  const good = isSigned(Buffer.from(`${head}.${claims}`), Buffer.from(signature, "base64url"));
  if (!good || iss !== "0oaServiceApp" || sub !== iss) return { status: 401, body: { error: "invalid_client" } };
  return { body: { access_token: "app-token", expires_in: 3600 } };
}

/** Returns pages by position; the last one has a next link too, for later events. */
function logPage(
  url: URL,
  address: string,
  events: readonly OktaObject[],
  { pageSize, epoch }: OktaState,
): VendorReply {
  const [after, given] = (url.searchParams.get("after") ?? "").split("_");
  if (after && Number(given) !== epoch) return { status: 400, body: { errorCode: "E0000031" } };
  const since = Date.parse(url.searchParams.get("since") ?? "");
  const fresh = events.findIndex(({ published }) => Date.parse(String(published)) >= since);
  const start = after ? Number(after) : fresh < 0 ? events.length : fresh;
  const page = events.slice(start, start + pageSize);
  const next = `${address}/api/v1/logs?after=${start + page.length}_${epoch}&limit=1000`;
  return { headers: { link: [`<${address}${url.pathname}>; rel="self"`, `<${next}>; rel="next"`] }, body: page };
}

function listPage(url: URL, address: string, items: readonly OktaObject[], { pageSize }: OktaState): VendorReply {
  const start = Number(url.searchParams.get("after") ?? 0);
  const page = items.slice(start, start + pageSize);
  const next = new URL(url);
  next.searchParams.set("after", String(start + pageSize));
  const links = [`<${url.href}>; rel="self"`];
  if (start + pageSize < items.length) links.push(`<${next.href.replace(next.origin, address)}>; rel="next"`);
  return { headers: { link: links.join(", ") }, body: page };
}

function changedUsers(url: URL, users: readonly OktaObject[]): readonly OktaObject[] {
  const since = Date.parse(/lastUpdated gt "(.+)"/.exec(url.searchParams.get("search") ?? "")?.[1] ?? "");
  return users
    .filter(({ lastUpdated }) => Date.parse(String(lastUpdated)) > since)
    .sort((a, b) => String(a["lastUpdated"]).localeCompare(String(b["lastUpdated"])));
}
