import type { Endpoint } from "../endpoint.ts";
import type { Method, Operation, PathItem } from "./document.ts";

/** Returns the operations of endpoints, by path and method. */
export function pathsOf(
  endpoints: readonly Endpoint[],
  operationOf: (endpoint: Endpoint) => Operation,
): Readonly<Record<string, PathItem>> {
  const paths = new Map<string, PathItem>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    const method = endpoint.method.toLowerCase() as Method;
    paths.set(path, { ...paths.get(path), [method]: operationOf(endpoint) });
  }
  return Object.fromEntries(paths);
}
