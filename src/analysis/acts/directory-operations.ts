import type { ActKind } from "./directory-act.ts";
import { IDENTITY_OPERATIONS } from "./identity-operations.ts";
import { kindsByName } from "./kinds-by-name.ts";
import { TENANT_OPERATIONS } from "./tenant-operations.ts";

/** Requests, approvals and expiries of PIM, which grant nothing by themselves. */
const NO_ACT = /\b(requested|request (approved|denied)|cancell?ed|approval|failed|renew|extend)\b/;

const kindOf = kindsByName({ ...IDENTITY_OPERATIONS, ...TENANT_OPERATIONS });

/**
 * Returns the kind of an operation of the directory's audit log, by its normalized name. The audit logs of the office
 * suite and of cloud applications repeat these operations under the same names.
 */
export function directoryKindOf(operation: string): ActKind | null {
  if (/\b(member|assignment)\b/.test(operation) && NO_ACT.test(operation)) return null;
  return kindOf(operation);
}
