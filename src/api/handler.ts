import type { ApiCaller } from "../access/caller.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Handler as RouteHandler } from "../http/route.ts";

/** The handler of a public endpoint. It runs after authentication and validation. */
export type Handler<E extends Endpoint> = RouteHandler<E, ApiCaller>;
