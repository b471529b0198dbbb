import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import type { FastifyInstance } from "fastify";
import { serveFile } from "../serve-file.ts";
import { PAGES } from "./pages.ts";

/** Allows what the console consists of and nothing else: no inline script or style, no other origin, no frame. */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The build puts a digest of the content into the names of these files. */
const HASHED_FILES = "assets/";
const PAGE_HEADERS = {
  "content-security-policy": CONSOLE_POLICY,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};
const FOREVER = { "cache-control": "public, max-age=31536000, immutable" };

/** The folder of the built console beside the compiled server. */
export const CONSOLE_FOLDER = new URL("../../console/", import.meta.url);

/** Mounts the web console. Its files are read once; without a built console, `/` leads to the reference. */
export function mountConsole(app: FastifyInstance, folder: URL): void {
  if (!existsSync(new URL("index.html", folder))) {
    app.get("/", (_request, reply) => reply.header("cache-control", "no-cache").redirect("/docs"));
    return;
  }
  for (const path of filesBelow(folder)) {
    const contentType = CONTENT_TYPES[extname(path)];
    if (contentType === undefined) continue;
    const bytes = readFileSync(new URL(path, folder));
    const file = { contentType, content: () => bytes };
    if (path === "index.html") serveFile(app, PAGES, { ...file, headers: PAGE_HEADERS });
    else serveFile(app, [`/${path}`], { ...file, headers: path.startsWith(HASHED_FILES) ? FOREVER : {} });
  }
}

function filesBelow(folder: URL): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
}
