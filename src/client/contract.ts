import { publicEndpoints as ENDPOINTS, BASE_PATH as PATH } from "../contract/endpoints.ts";
import type { Methods } from "./api-types.ts";

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = object;

/** An operation of the public API, as the contract declares it. */
export interface PublicOperation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  /** Relative to the base path; parameters as `:name`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The scope that a key needs; null if any valid key is enough. */
  readonly scope: string | null;
  /** The resource that must be ready; null if the operation never responds with 423. */
  readonly readiness: string | null;
  readonly extension?: true;
  readonly params?: JsonSchema;
  readonly query?: JsonSchema;
  readonly headers?: JsonSchema;
  readonly body?: JsonSchema;
  readonly bodyExample?: unknown;
  readonly reply: JsonSchema;
  readonly replyExample: unknown;
  /** Error codes beyond those that every operation can return. */
  readonly failures: readonly string[];
}

/** The path prefix of the public API. */
export const BASE_PATH: string = PATH;

/** Every operation of the public API, by name. */
export const publicEndpoints: Readonly<Record<keyof Methods, PublicOperation>> = ENDPOINTS;
