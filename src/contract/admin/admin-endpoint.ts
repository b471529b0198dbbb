import { type TObject, type TSchema, Type } from "typebox";
import type { Right } from "../../model/role.ts";
import type { Endpoint } from "../endpoint.ts";
import { Uuid } from "../shapes.ts";

/** The path prefix of the admin API. */
export const ADMIN_BASE_PATH = "/api/v1/admin";

/** Who may call an operation: anybody, anybody who is signed in, an operator, or a member of the path's domain with a right. */
export type Requirement = "nothing" | "session" | "operator" | Right;

/** An operation of the admin API. */
export interface AdminEndpoint extends Endpoint {
  readonly requires: Requirement;
  /** Set if the password must have been entered within the last minutes. */
  readonly sensitive?: true;
}

type Definition = Omit<AdminEndpoint, "scope" | "readiness"> & Partial<Pick<AdminEndpoint, "readiness">>;

/** Defines an operation of the admin API. */
export function adminEndpoint<const E extends Definition>(definition: E): E & Pick<Endpoint, "scope" | "readiness"> {
  return { readiness: null, ...definition, scope: null };
}

/** The path and parameters of an operation on one domain. */
export const DOMAIN_PATH = "/domains/:domain_id";
export const DomainParams = Type.Object({ domain_id: Uuid });

/** Returns an operation of the public API as one of the admin API, on the domain in its path. */
export function inDomain<const E extends Endpoint>(published: E, requires: Right): E & AdminEndpoint {
  const own = (published.params as TObject | undefined)?.properties ?? {};
  return {
    ...published,
    path: DOMAIN_PATH + published.path,
    params: Type.Object({ domain_id: Uuid, ...(own as Record<string, TSchema>) }),
    scope: null,
    requires,
  };
}
