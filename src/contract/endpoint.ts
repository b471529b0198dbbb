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
  /** Null: any valid key may ask. */
  readonly scope: Scope | null;
  /** The resource that must be ready, or null when the operation never answers 423. */
  readonly readiness: ReadinessResource | null;
  /** Not part of the specification: an added route. */
  readonly extension?: true;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly headers?: TSchema;
  readonly body?: TSchema;
  readonly bodyExample?: unknown;
  /** The body is a delivery of lines: the handler reads it itself, with limits of its own. */
  readonly delivery?: Delivered;
  readonly reply: TSchema;
  readonly replyExample: unknown;
  /** Refusals beyond those every operation has. */
  readonly failures: readonly FailureCode[];
}

/** What a delivery of lines holds, for the documentation. */
export interface Delivered {
  readonly description: string;
  /** One line of it. */
  readonly line: TSchema;
  readonly example: unknown;
}

type Part<E extends Endpoint, K extends "params" | "query" | "headers" | "body"> = E[K] extends TSchema
  ? { readonly [P in K]: Static<E[K]> }
  : unknown;

export type Input<E extends Endpoint> = Part<E, "params"> & Part<E, "query"> & Part<E, "headers"> & Part<E, "body">;
export type Reply<E extends Endpoint> = Static<E["reply"]>;

/** Keeps literal types, so `Input` and `Reply` stay exact. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
