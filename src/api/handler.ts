import type { ApiCaller } from "../access/caller.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Handler as RouteHandler } from "../http/route.ts";

/** A public endpoint's handler: the caller is already known and the input already valid. */
export type Handler<E extends Endpoint> = RouteHandler<E, ApiCaller>;
