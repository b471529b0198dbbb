import type { FastifyInstance } from "fastify";
import { ADMIN_BASE_PATH, type AdminEndpoint } from "../../src/contract/admin/admin-endpoint.ts";
import { adminEndpoints } from "../../src/contract/admin/admin-endpoints.ts";

export interface Route {
  readonly method: string;
  /** The full path, with parameters as `:name`. */
  readonly url: string;
}

const LINE = /^([│├└─ ]*)(\S+?)(?: \((.+)\))?$/;
const INDENT = 4;

/** Lists every route of the server, as registered in the router. */
export function routesOf(app: FastifyInstance): readonly Route[] {
  const path: string[] = [];
  const lines = app.printRoutes({ commonPrefix: false }).trimEnd().split("\n");
  return lines.flatMap((line) => {
    const [, indent = "", segment = "", methods = ""] = LINE.exec(line) ?? [];
    if (segment === "") throw new Error(`this line of the router's tree cannot be read: ${line}`);
    path.splice(indent.length / INDENT - 1, path.length, segment);
    return methods
      .split(", ")
      .filter(Boolean)
      .map((method) => ({ method, url: path.join("") }));
  });
}

/** The paths that answer with a redirect instead of a body. */
export const REDIRECTING: readonly string[] = Object.values(adminEndpoints)
  .filter((endpoint: AdminEndpoint) => endpoint.redirects)
  .map(({ path }) => ADMIN_BASE_PATH + path);
