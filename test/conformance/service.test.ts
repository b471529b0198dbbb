import { readFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { eventually } from "../support/eventually.ts";
import { REDIRECTING, routesOf } from "../support/router.ts";
import { composeTestService, startTestService, type TestService } from "../support/service.ts";
import { givenOperator } from "../support/signed-in.ts";
import { OPEN_OPTIONS } from "../support/template.ts";
import { fillPath, givenWorld, SHIPPED_RULE, type World } from "../support/world.ts";

const OPENAPI = "/api/v1/external/openapi.json";

let service: TestService;
let world: World;
let cookie: string;
beforeAll(async () => {
  service = await startTestService();
  world = await givenWorld(service, "alpha");
  ({ cookie } = await givenOperator(service));
});
afterAll(() => service.stop());

type Method = "GET" | "HEAD" | "POST" | "DELETE" | "PUT";
const inject = (url: string, method: Method = "GET", headers: Readonly<Record<string, string>> = {}) =>
  service.service.app.inject({ method, url, headers: { "x-api-key": world.key, cookie, ...headers } });

describe("health checks", () => {
  it("/healthz is 200 without a key while the process is alive", async () => {
    const reply = await service.service.app.inject("/healthz");
    expect([reply.statusCode, reply.body, reply.headers["cache-control"]]).toEqual([200, "ok\n", "no-store"]);
  });

  it("/readyz is 200 without a key while requests can be served", async () => {
    const reply = await service.service.app.inject("/readyz");
    expect([reply.statusCode, reply.body, reply.headers["cache-control"]]).toEqual([200, "ready\n", "no-store"]);
  });

  it("/readyz is 503 without details while the database is unavailable, and /healthz is still 200", async () => {
    const { databaseUrl, dataDir = tmpdir() } = service;
    const database = await openDatabase({ ...OPEN_OPTIONS, databaseUrl, dataDir, shared: true });
    const { app, close } = composeTestService({
      database,
      clock: () => service.clock.now,
    });
    expect((await app.inject("/readyz")).statusCode).toBe(200);
    await database.close();
    const expectNotReady = async () => {
      const reply = await app.inject("/readyz");
      expect([reply.statusCode, reply.body, reply.headers["retry-after"]]).toEqual([503, "not ready\n", "1"]);
    };
    await eventually(expectNotReady);
    expect((await app.inject("/healthz")).statusCode).toBe(200);
    const refused = await app.inject({ url: "/api/v1/external/users", headers: { "x-api-key": world.key } });
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([503, "unavailable"]);
    expect(refused.headers["retry-after"]).toBe("1");
    await close();
  });

  it("/readyz is 503 while draining; requests are still answered, with Connection: close", async () => {
    const { app, startDraining, close } = composeTestService({
      database: service.database,
      clock: () => service.clock.now,
    });
    expect((await app.inject("/readyz")).statusCode).toBe(200);
    startDraining();
    expect((await app.inject("/readyz")).statusCode).toBe(503);
    expect((await app.inject("/healthz")).statusCode).toBe(200);
    const reply = await app.inject({ url: "/api/v1/external/users", headers: { "x-api-key": world.key } });
    expect([reply.statusCode, reply.headers["connection"]]).toEqual([200, "close"]);
    await close();
  });
});

describe("Strict-Transport-Security", () => {
  const PROXY = "192.0.2.1";
  const urls = ["/healthz", "/docs", "/nope", "/%zz", "/api/v1/external/users"];

  it("is on every response that a trusted proxy forwards over https, and on no other", async () => {
    const { app, close } = composeTestService({
      database: service.database,
      clock: () => service.clock.now,
      server: { trustedProxies: [PROXY] },
    });
    const policyOf = async (url: string, remoteAddress: string, headers: Record<string, string>) =>
      (await app.inject({ url, remoteAddress, headers })).headers["strict-transport-security"];
    for (const url of urls) {
      const https = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" };
      expect([url, await policyOf(url, PROXY, https)]).toEqual([url, "max-age=31536000"]);
      expect(await policyOf(url, PROXY, { ...https, "x-forwarded-proto": "http" })).toBeUndefined();
      expect(await policyOf(url, PROXY, {})).toBeUndefined();
      expect(await policyOf(url, "203.0.113.9", https)).toBeUndefined();
    }
    await close();
  });

  it("is not sent for a forged X-Forwarded-Proto", async () => {
    for (const url of urls) {
      const reply = await inject(url, "GET", { "x-forwarded-proto": "https" });
      expect(reply.headers["strict-transport-security"]).toBeUndefined();
    }
  });
});

describe("HEAD", () => {
  it("every GET route has a HEAD route and no write has one", () => {
    const routes = routesOf(service.service.app);
    const urlsOf = (method: string) => routes.filter((route) => route.method === method).map(({ url }) => url);
    expect(urlsOf("HEAD")).toEqual(urlsOf("GET"));
    expect([...new Set(routes.map(({ method }) => method))].sort()).toEqual([
      "DELETE",
      "GET",
      "HEAD",
      "PATCH",
      "POST",
      "PUT",
    ]);
  });

  it("HEAD returns the status and headers of GET, without the body", async () => {
    const changing = new Set(["x-request-id", "date", "ratelimit", "x-ratelimit-remaining", "x-ratelimit-reset"]);
    const steady = (headers: object) => Object.entries(headers).filter(([name]) => !changing.has(name));
    const gets = routesOf(service.service.app).filter(({ method }) => method === "GET");
    const known = gets.map(({ url }) => fillPath(url, { ...world.ids, rule: SHIPPED_RULE }));
    const refused = [
      "/api/v1/external/cases?page_size=0",
      "/api/v1/external/drift/x",
      "/api/v1/external/integrations/x",
    ];
    for (const path of [...known, ...refused]) {
      for (const encoding of ["identity", "br"]) {
        const get = await inject(path, "GET", { "accept-encoding": encoding });
        const head = await inject(path, "HEAD", { "accept-encoding": encoding });
        expect([path, head.statusCode, head.body]).toEqual([path, get.statusCode, ""]);
        expect(steady(head.headers), path).toEqual(steady(get.headers));
      }
    }
  });
});

describe("headers on every response", () => {
  const SAFE = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
  };

  const statusOf = (url: string): number => (url === "/" ? 302 : REDIRECTING.includes(url) ? 303 : 200);

  it("X-Request-Id and the security headers are on every response, whatever its status", async () => {
    const asks: readonly (readonly [number, string, Method?, Record<string, string>?])[] = [
      ...routesOf(service.service.app)
        .filter(({ method }) => method === "GET" || method === "HEAD")
        .map(
          ({ method, url }) =>
            [statusOf(url), fillPath(url, { ...world.ids, rule: SHIPPED_RULE }), method as Method] as const,
        ),
      [400, "/api/v1/external/cases?page_size=0"],
      [400, "/%zz"],
      [401, "/api/v1/external/cases", "GET", { "x-api-key": "wrong" }],
      [404, "/nope"],
      [404, "/api/v1/external/drift/11111111-1111-4111-8111-111111111111"],
      [405, "/api/v1/external/cases", "DELETE"],
      [405, "/docs", "POST"],
      [415, `/api/v1/external/cases/${world.found.caseId}/verdict`, "POST", { "content-type": "text/plain" }],
    ];
    for (const [status, path, method, headers] of asks) {
      const reply = await inject(path, method, headers);
      expect([path, reply.statusCode]).toEqual([path, status]);
      expect(reply.headers, `${method} ${path}`).toMatchObject(SAFE);
      expect(reply.headers["content-security-policy"], path).toContain("default-src 'none'");
      expect(reply.headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
      expect(reply.headers["x-request-id"], path).toMatch(/^[\w-]{16}$/);
      expect(reply.headers["server"], path).toBeUndefined();
      expect(reply.headers["x-powered-by"], path).toBeUndefined();
    }
  });

  it("the request id is generated by the service and is the same in the body", async () => {
    const reply = await inject("/api/v1/external/nope", "GET", { "x-request-id": "mine" });
    expect(reply.headers["x-request-id"]).not.toBe("mine");
    expect(reply.json<{ request_id: string }>().request_id).toBe(reply.headers["x-request-id"]);
  });

  it("a request that is not HTTP gets the common error body and headers", async () => {
    await service.service.app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = service.service.app.server.address() as AddressInfo;
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => socket.write("not http\r\n\r\n"));
      let received = "";
      socket.on("data", (chunk) => {
        received += chunk.toString();
      });
      socket.on("end", () => resolve(received));
      socket.on("error", reject);
    });
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    for (const [name, value] of Object.entries(SAFE)) expect(head.toLowerCase()).toContain(`${name}: ${value}`);
    expect(JSON.parse(body)).toMatchObject({ error: "invalid_request" });
    expect(head).toContain(`x-request-id: ${(JSON.parse(body) as { request_id: string }).request_id}`);
  });
});

describe("the documentation", () => {
  it("the OpenAPI document is served without a key and is the published file", async () => {
    const reply = await service.service.app.inject(OPENAPI);
    const file = readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8");
    expect(reply.statusCode).toBe(200);
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    const servers = [{ url: "/api/v1/external", description: "This server.", variables: {} }];
    expect(reply.body).toBe(JSON.stringify({ ...JSON.parse(file), servers }));
  });

  it("the document version is 2.5.0 and all paths are under /api/v1/external", async () => {
    const document = (await service.service.app.inject(OPENAPI)).json<{
      readonly openapi: string;
      readonly info: { readonly version: string };
      readonly servers: readonly { readonly url: string }[];
      readonly paths: Readonly<Record<string, object>>;
    }>();
    expect([document.openapi, document.info.version]).toEqual(["3.1.0", "2.5.0"]);
    expect(document.servers.map(({ url }) => url)).toEqual(["/api/v1/external"]);
    const served = routesOf(service.service.app)
      .filter(({ method, url }) => method !== "HEAD" && url.startsWith("/api/v1/external/") && url !== OPENAPI)
      .map(({ method, url }) => `${method} ${url.replace("/api/v1/external", "").replaceAll(/:(\w+)/g, "{$1}")}`);
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(served.sort()).toEqual(described.sort());
  });

  it("/docs is served without a key, with a policy that allows no external resources", async () => {
    const reply = await service.service.app.inject("/docs");
    expect([reply.statusCode, reply.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = String(reply.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it("/docs refers to no external resource, and needs nothing its policy forbids", async () => {
    const page = (await service.service.app.inject("/docs")).body;
    const references = [...page.matchAll(/\s(?:href|src|action|srcset|poster)="([^"]*)"/g)].map(([, target]) => target);
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((target) => !/^(#|\/(?!\/))/.test(target ?? ""))).toEqual([]);
    expect(page).not.toMatch(/<script>|<iframe|<style|\sstyle="|\son[a-z]+="|javascript:/i);
  });

  it.each(["/docs", "/docs/ingest"])(
    "everything %s refers to exists: its files, its document and each anchor",
    async (path) => {
      const page = (await service.service.app.inject(path)).body;
      const targets = new Set([...page.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, target]) => target ?? ""));
      for (const target of targets) {
        if (target.startsWith("#")) expect([target, page.includes(` id="${target.slice(1)}"`)]).toEqual([target, true]);
        else expect([target, (await service.service.app.inject(target)).statusCode]).toEqual([target, 200]);
      }
      const css = (await service.service.app.inject("/docs/reference.css")).body;
      expect(css).not.toMatch(/@import|url\(\s*["']?(?!data:)/);
    },
  );

  it("without a built console, / redirects to the reference, whatever Host header is sent", async () => {
    const reply = await service.service.app.inject({ url: "/", headers: { host: "evil.example" } });
    expect([reply.statusCode, reply.headers["location"]]).toEqual([302, "/docs"]);
  });

  it("the reference pages are the same with a slash at the end", async () => {
    for (const path of ["/docs", "/docs/ingest"]) {
      const [page, withSlash] = [await service.service.app.inject(path), await service.service.app.inject(`${path}/`)];
      expect([withSlash.statusCode, withSlash.headers["etag"]]).toEqual([200, page.headers["etag"]]);
    }
  });

  it("a Host header does not appear in the reference or the OpenAPI document", async () => {
    for (const url of ["/docs", "/docs/ingest", OPENAPI]) {
      const reply = await service.service.app.inject({ url, headers: { host: "evil.example" } });
      expect(reply.body).not.toContain("evil.example");
    }
  });

  it("the pages run no inline script, and the favicon is an icon", async () => {
    const { headers } = await service.service.app.inject("/docs");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; .*script-src 'self';/);
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    const icon = await service.service.app.inject("/favicon.ico");
    expect([icon.statusCode, icon.headers["content-type"]]).toEqual([200, "image/x-icon"]);
    expect(icon.rawPayload.subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 1, 0]));
  });

  it("/docs shows every operation and every schema", async () => {
    const page = (await service.service.app.inject("/docs")).body;
    const document = (await service.service.app.inject(OPENAPI)).json<{
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
      readonly components: { readonly schemas: object };
    }>();
    for (const { operationId } of Object.values(document.paths).flatMap((item) => Object.values(item))) {
      expect(page).toContain(`id="${operationId}"`);
    }
    for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`>${name}</h3>`);
  });
});

describe("contract versions", () => {
  it("contract_version is the integer 1, in a detail and in its placeholder", async () => {
    const { tuid = "", nuid = "" } = world.ids;
    const placeholder = await givenWorld(service, "beta");
    await placeholder.db.execute("delete from persona_details where domain_id = $1");
    await placeholder.db.execute("delete from nhi_details where domain_id = $1");
    const paths = (ids: World["ids"]) => [`/personas/${ids["tuid"]}/detail`, `/nhi/personas/${ids["nuid"]}/detail`];
    for (const path of paths({ tuid, nuid })) expect((await world.ask(path)).body["contract_version"]).toBe(1);
    for (const path of paths(placeholder.ids)) {
      const { body } = await placeholder.ask(path);
      expect([body["generated_at"], body["contract_version"]]).toEqual([null, 1]);
    }
  });

  it("no operation is deprecated", async () => {
    expect((await service.service.app.inject(OPENAPI)).body).not.toContain('"deprecated"');
    const { headers } = await world.ask("/cases");
    expect([headers["deprecation"], headers["sunset"]]).toEqual([undefined, undefined]);
  });
});

it("a request, but no health check, is a use of the service until it is answered or its connection is closed", async () => {
  const uses = { open: 0, all: 0 };
  const begin = () => {
    uses.open++;
    uses.all++;
    return () => void uses.open--;
  };
  const { app, close } = composeTestService({
    database: service.database,
    clock: () => new Date(),
    usage: { begin, isIdle: () => uses.open === 0 },
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  for (const path of ["/healthz", "/readyz", "/docs"]) await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  await eventually(() => expect(uses).toEqual({ open: 0, all: 1 }));
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  const head = [`POST ${INGEST_BASE_PATH}/tables/Syslog HTTP/1.1`, "host: x", `x-api-key: ${world.key}`];
  socket.write([...head, "content-type: application/x-ndjson", "content-length: 9", "", "{"].join("\r\n"));
  await eventually(() => expect(uses).toEqual({ open: 1, all: 2 }));
  socket.destroy();
  await eventually(() => expect(uses).toEqual({ open: 0, all: 2 }));
  await close();
});
