import type { DomainCaller } from "../access/caller.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Handler as RouteHandler } from "../http/route.ts";

/** The handler of an endpoint that both the public and the admin API have. It runs after authentication and validation. */
export type Handler<E extends Endpoint> = RouteHandler<E, DomainCaller>;
