import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSlots, SLOT_LIMITS } from "../edge/slots.ts";
import { createServer, DEFAULT_SERVER_OPTIONS } from "../server.ts";
import { mountConsole } from "./console.ts";

const folder = mkdtempSync(join(tmpdir(), "ppt-"));
const SCRIPT = `export const text = "${"console ".repeat(400)}";`;

function serverWith(path: string): FastifyInstance {
  const options = { ...DEFAULT_SERVER_OPTIONS, logger: false } as const;
  const app = createServer(
    options,
    createSlots({ ...SLOT_LIMITS, total: 10 }),
    () => "unknown",
    () => undefined,
  );
  mountConsole(app, pathToFileURL(`${path}/`));
  return app;
}

let app: FastifyInstance;
beforeAll(() => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Parapet</title>");
  writeFileSync(join(folder, "theme.js"), "/* theme */");
  writeFileSync(join(folder, "assets/index-a1b2.js"), SCRIPT);
  writeFileSync(join(folder, "assets/secret.txt"), "not of the console");
  app = serverWith(folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the console", () => {
  it.each(["/", "/sign-in", "/set-up", "/invitation", "/d/northwind", "/d/northwind/cases/018f?state=closed"])(
    "%s is the page, which is never used without asking the server",
    async (url) => {
      const reply = await app.inject(url);
      expect([reply.statusCode, reply.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect(reply.headers["cache-control"]).toBe("no-cache");
      expect(reply.body).toContain("<title>Parapet</title>");
    },
  );

  it("its policy allows no inline script or style, no other origin and no frame", async () => {
    const { headers } = await app.inject("/d/northwind");
    const policy = String(headers["content-security-policy"]);
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy.split("; ")).toContain(rule);
    }
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
    });
  });

  it("files with a digest in their name are kept for a year, others are asked for again", async () => {
    const asset = await app.inject({ url: "/assets/index-a1b2.js", headers: { "accept-encoding": "br, gzip" } });
    expect(asset.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-encoding": "br",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(asset.rawPayload.length).toBeLessThan(SCRIPT.length / 2);
    expect((await app.inject("/theme.js")).headers["cache-control"]).toBe("no-cache");
  });

  it("a page that has not changed is not sent again", async () => {
    const { headers } = await app.inject("/");
    const again = await app.inject({ url: "/d/x", headers: { "if-none-match": String(headers["etag"]) } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  it.each(["/api/v1/admin/nothing", "/api", "/docs/nothing", "/nothing", "/assets/nothing.js", "/assets/secret.txt"])(
    "%s is not found instead of the page",
    async (url) => {
      const reply = await app.inject(url);
      expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([404, "route_not_found"]);
    },
  );

  it("no path leaves its folder", async () => {
    for (const url of ["/assets/../index.html", "/assets/..%2f..%2fpackage.json", "/d/../../etc/passwd"]) {
      expect((await app.inject(url)).body).not.toMatch(/root:|"name"/);
    }
  });
});

it("without a built console, / leads to the reference, whatever Host header is sent", async () => {
  const bare = serverWith(join(folder, "missing"));
  const reply = await bare.inject({ url: "/", headers: { host: "evil.example" } });
  expect([reply.statusCode, reply.headers["location"]]).toEqual([302, "/docs"]);
  await bare.close();
});
