import type { FastifyInstance } from "fastify";

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
