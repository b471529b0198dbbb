import type { Static, TSchema } from "typebox";
import type { FailureCode } from "../model/failure.ts";
import type { ReadinessResource, Scope } from "../model/vocabulary.ts";

/** One HTTP operation. Validation, types, the OpenAPI document and the typed client are all derived from it. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  /** Relative to the base URL; parameters as `:name`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The scope a key needs; null if any valid key is enough. */
  readonly scope: Scope | null;
  /** The resource that must be ready; null if the operation never responds with 423. */
  readonly readiness: ReadinessResource | null;
  /** Set for a route that is not part of the specification. */
  readonly extension?: true;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly headers?: TSchema;
  readonly body?: TSchema;
  readonly bodyExample?: unknown;
  /** Set if the body is a delivery of lines, which the handler reads itself under its own limits. */
  readonly delivery?: Delivered;
  readonly reply: TSchema;
  readonly replyExample: unknown;
  /** Error codes beyond those that every operation can return. */
  readonly failures: readonly FailureCode[];
}

/** Documents the lines of a delivery. */
export interface Delivered {
  readonly description: string;
  /** The schema of one line. */
  readonly line: TSchema;
  readonly example: unknown;
}

type Part<E extends Endpoint, K extends "params" | "query" | "headers" | "body"> = E[K] extends TSchema
  ? { readonly [P in K]: Static<E[K]> }
  : unknown;

export type Input<E extends Endpoint> = Part<E, "params"> & Part<E, "query"> & Part<E, "headers"> & Part<E, "body">;
export type Reply<E extends Endpoint> = Static<E["reply"]>;

/** Returns the definition unchanged; the const type parameter keeps its literal types for `Input` and `Reply`. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
