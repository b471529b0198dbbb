// One of the servers that the benchmark compares, in its own process. Sends its port to the parent when it listens.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import fastify from "fastify";
import pg from "pg";

/** Loads the compiled service, which is what is shipped, not its sources. */
async function loadService() {
  const built = (path: string) => import(new URL(`../../dist/${path}`, import.meta.url).href);
  return {
    ...((await built("compose.js")) as typeof import("../../src/compose.ts")),
    ...((await built("runtime/metrics.js")) as typeof import("../../src/runtime/metrics.ts")),
    ...((await built("store/database/open.js")) as typeof import("../../src/store/database/open.ts")),
  };
}

export interface ServerSpec {
  readonly kind: "parapet" | "textbook" | "bare";
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly pepper: string;
  readonly cacheBytes: number;
  /** The response body of the bare server. */
  readonly body?: string;
  readonly domainId?: string;
}

const UNLIMITED = { read: 1_000_000_000, write: 1_000_000_000, windowMs: 1, domainFactor: 1 };

async function startParapet(spec: ServerSpec): Promise<number> {
  const { composeService, createMetrics, openDatabase } = await loadService();
  const database = await openDatabase({
    databaseUrl: spec.databaseUrl,
    dataDir: spec.dataDir,
    statementTimeoutMs: 60_000,
    shared: false,
  });
  const service = composeService({
    database,
    clock: () => new Date(),
    pepper: spec.pepper,
    metrics: createMetrics("bench", () => 0),
    limits: UNLIMITED,
    cacheBytes: spec.cacheBytes,
    rulesFolder: join(spec.dataDir, "rules"),
    analysis: { intervalMs: undefined, memoryMb: 512 },
    server: { logger: { level: "warn" } },
  });
  process.once("SIGTERM", () => void service.close().then(() => database.close()));
  await service.app.listen({ port: 0, host: "127.0.0.1" });
  return (service.app.server.address() as AddressInfo).port;
}

/** The straightforward implementation: a framework, a pool, and JSON assembled by SQL at read time. */
async function startTextbook({ databaseUrl, domainId }: ServerSpec): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl ?? "", max: 10 });
  const app = fastify();
  app.get("/cases", async () => {
    const { rows } = await pool.query<{ item: { case_id: string } }>({
      name: "page",
      text: TEXTBOOK_PAGE,
      values: [domainId],
    });
    const items = rows.slice(0, 50).map(({ item }) => item);
    return { next_cursor: rows.length > 50 ? items.at(-1)?.case_id : null, items };
  });
  process.once("SIGTERM", () => void app.close().then(() => pool.end()));
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}

const TEXTBOOK_PAGE = `select json_build_object('case_id', c.case_id, 'user_email', c.user_email, 'user_name', c.user_name,
    'threat_type', c.threat_type, 'threat_brief', c.threat_brief, 'created_at', c.created_at, 'updated_at', c.updated_at,
    'closed_at', c.closed_at, 'events', (
      select json_agg(json_build_object('kind', 'threat', 'event_id', t.event_id, 'severity', t.severity,
        'category', t.category, 'subcategory', t.subcategory, 'signal_type', t.signal_type, 'source', t.source,
        'title', t.title, 'summary', t.summary, 'user_name', t.user_name, 'user_email', t.user_email,
        'platform_event_id', t.platform_event_id, 'flagged', t.flagged, 'safe', t.safe, 'created_at', t.created_at)
        order by e.position)
      from case_events e join threats t on t.domain_id = e.domain_id and t.event_id = e.event_id
      where e.domain_id = c.domain_id and e.case_id = c.case_id)) as item
  from cases c where c.domain_id = $1 and c.removed_at is null
  order by c.created_at desc, c.case_id desc limit 51`;

function startBare({ body = "" }: ServerSpec): Promise<number> {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": bytes.length });
    response.end(bytes);
  });
  process.once("SIGTERM", () => server.close());
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

// The parent was interrupted or has crashed.
process.on("disconnect", () => process.exit());

process.on("message", (spec: ServerSpec) => {
  const start = { parapet: startParapet, textbook: startTextbook, bare: startBare }[spec.kind];
  start(spec).then(
    (port) => process.send?.({ port }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
