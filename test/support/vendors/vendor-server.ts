import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ConnectorWorld, PulledPage, Source } from "../../../src/connectors/connector.ts";
import { createAddressRules } from "../../../src/connectors/http/address-rules.ts";

/** A request that the server received. */
export interface VendorRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface VendorReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** An object is sent as JSON, a string or bytes as they are. */
  readonly body?: unknown;
  /** Never responds. */
  readonly silent?: boolean;
  /** Sends this many bytes of spaces instead of a body. */
  readonly flood?: number;
  /** Closes the connection in the middle of the response. */
  readonly cut?: boolean;
}

/** A local server that imitates a vendor's API. */
export interface VendorServer {
  readonly address: string;
  readonly asked: readonly VendorRequest[];
  /** The next matching requests get these replies, one each, before the usual ones. */
  disturb(matching: string, ...replies: readonly VendorReply[]): void;
  close(): Promise<void>;
}

export async function startVendor(
  answer: (request: VendorRequest, address: string) => VendorReply | Promise<VendorReply>,
): Promise<VendorServer> {
  const asked: VendorRequest[] = [];
  const disturbances: { readonly matching: string; readonly reply: VendorReply }[] = [];
  let address = "";
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming, address);
    asked.push(request);
    const index = disturbances.findIndex(({ matching }) => request.url.href.includes(matching));
    const [disturbance] = index < 0 ? [] : disturbances.splice(index, 1);
    send(outgoing, disturbance?.reply ?? (await answer(request, address)));
  };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: Error) => outgoing.writeHead(599).end(String(error.stack)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    asked,
    disturb: (matching, ...replies) => disturbances.push(...replies.map((reply) => ({ matching, reply }))),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readRequest(incoming: IncomingMessage, address: string): Promise<VendorRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return {
    method: incoming.method ?? "",
    url: new URL(incoming.url ?? "/", address),
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function send(outgoing: ServerResponse, reply: VendorReply): void {
  if (reply.silent) return;
  outgoing.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers } as never);
  if (reply.flood) {
    for (let sent = 0; sent < reply.flood; sent += 65_536) outgoing.write(Buffer.alloc(65_536, " "));
    outgoing.end();
  } else if (reply.cut) {
    outgoing.write("{", () => outgoing.destroy());
  } else {
    const { body = {} } = reply;
    outgoing.end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  }
}

/** A world with a manual clock: sleeping advances it and takes no time. */
export interface StillWorld extends ConnectorWorld {
  now: Date;
  readonly slept: number[];
}

export function createStillWorld(now: string, allowed: readonly string[] = ["127.0.0.1"]): StillWorld {
  const world: StillWorld = {
    now: new Date(now),
    slept: [],
    clock: () => world.now,
    chance: () => 0.5,
    sleep: async (ms) => {
      world.slept.push(ms);
      world.now = new Date(world.now.getTime() + ms);
    },
    addresses: createAddressRules(allowed),
  };
  return world;
}

/** Returns every page of a poll, and the last cursor. */
export async function pullAll(
  source: Source,
  cursor?: PulledPage["cursor"],
): Promise<{ readonly pages: readonly PulledPage[]; readonly cursor: PulledPage["cursor"] | undefined }> {
  const pages: PulledPage[] = [];
  for await (const page of source.pull(cursor)) pages.push(page);
  return { pages, cursor: pages.at(-1)?.cursor ?? cursor };
}

/** Returns the parsed rows of all pages for a table, without rejected lines. */
export function rowsOf(
  pages: readonly PulledPage[],
  table: keyof PulledPage["rows"],
): readonly Readonly<Record<string, unknown>>[] {
  return pages
    .flatMap(({ rows }) => rows[table] ?? [])
    .flatMap((line) => (typeof line === "string" ? [JSON.parse(line)] : []));
}
