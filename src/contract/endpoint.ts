import type { Static, TSchema } from "typebox";
import type { FailureCode } from "../model/failure.ts";
import type { ReadinessResource, Scope } from "../model/vocabulary.ts";

/** One HTTP operation. Validation, types, the OpenAPI document and the typed client are all derived from it. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the base URL; parameters as `:name`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The scope a key needs; null if any valid key is enough. */
  readonly scope: Scope | null;
  /** The resource that must be ready; the router responds with 423 until it is. Null if the operation is never 423. */
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
  /** Set if the response may take many seconds, because it waits for another system. */
  readonly slow?: true;
  /** Set if the response sends a browser to another address (303) instead of a body; `reply` is then null. */
  readonly redirects?: true;
  readonly reply: TSchema;
  readonly replyExample: unknown;
  /** Error codes beyond those that every operation can return. */
  readonly failures: readonly FailureCode[];
  /** Checks what the schemas cannot express, such as two parameters against each other; its input satisfies them. */
  readonly check?: (input: never) => InputProblem | undefined;
}

/** A parameter that is invalid although it satisfies its schema. */
export interface InputProblem {
  readonly in: "query" | "header";
  readonly param: string;
  /** Continues the sentence that starts with the name of the parameter. */
  readonly message: string;
  readonly allowed?: readonly string[];
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

/** Defines an endpoint; the const type parameter keeps the literal types for `Input` and `Reply`. */
export function endpoint<const E extends Endpoint>(
  definition: E,
  check?: (input: Input<E>) => InputProblem | undefined,
): E {
  return check ? { ...definition, check } : definition;
}
