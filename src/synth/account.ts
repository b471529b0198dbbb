import { createHash } from "node:crypto";
import { synthId } from "./synth-id.ts";

export const COMPANY_DOMAIN = "northwind.example";
/** The NetBIOS name of the on-premises domain. */
export const COMPANY_REALM = "NORTHWIND";
export const TENANT_ID = synthId(0, "tenant", COMPANY_DOMAIN);
const REALM_SID = "S-1-5-21-1004336348-1177238915-682003330";

/** The identifiers of one person in logs. */
export interface Account {
  readonly name: string;
  readonly email: string;
  readonly objectId: string;
  readonly sid: string;
  /** The account name in the on-premises domain. */
  readonly sam: string;
}

/** Returns the account with that address; the same address always has the same identifiers. */
export function accountOf(email: string, name: string = email): Account {
  const local = email.split("@")[0] ?? email;
  const digest = createHash("sha256").update(email).digest();
  return {
    name,
    email,
    objectId: synthId(0, "directory object", email),
    sid: `${REALM_SID}-${1_100 + (digest.readUInt32BE(0) % 900_000)}`,
    sam: local.replaceAll(".", "").slice(0, 20),
  };
}

/** The identity of a program: its application and its service principal in the tenant. */
export interface ServiceAccount {
  readonly name: string;
  readonly appId: string;
  readonly objectId: string;
}

export const serviceAccountOf = (name: string): ServiceAccount => ({
  name,
  appId: synthId(0, "application", name),
  objectId: synthId(0, "service principal", name),
});
