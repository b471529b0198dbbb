import type { ServiceAccount } from "../account.ts";
import type { Place } from "../place.ts";
import type { Employee } from "../workforce/employee.ts";
import type { Archetype } from "./archetypes.ts";
import type { AzureRole, Permission } from "./permissions.ts";
import type { Tempo } from "./rhythms.ts";

/** A secret, certificate or federated credential of a program. */
export interface NhiCredential {
  readonly keyId: string;
  readonly type: "secret" | "certificate" | "federated";
  /** Days of the period, which may be before its first. */
  readonly startDay: number;
  readonly endDay: number;
  /** Whether sign-ins use it. */
  readonly isUsed: boolean;
  /** Of a federated credential. */
  readonly subject?: string;
  readonly addedInPeriod?: boolean;
}

/** Programs of the same kind: what a cluster should consist of. */
export interface NhiFamily {
  readonly key: string;
  readonly archetype: Archetype;
  readonly stem: string;
  readonly purpose: string;
  readonly permissions: readonly Permission[];
  readonly tempo: Tempo;
  readonly resource: string;
}

/** A program with an identity of its own. Days count from the first of the period. */
export interface Nhi extends ServiceAccount {
  readonly family: NhiFamily;
  /** Whether the family has other members. */
  readonly isSingleton: boolean;
  readonly tempo: Tempo;
  readonly permissions: readonly Permission[];
  /** The one of its permissions that it was granted on a day of the period. */
  readonly granted: { readonly permission: Permission; readonly day: number } | null;
  readonly azureRole: AzureRole | null;
  readonly owner: Employee | null;
  /** Whoever owned it until a day of the period. */
  readonly formerOwner: { readonly employee: Employee; readonly until: number } | null;
  /** Another program that owns it. */
  readonly ownerProgram: ServiceAccount | null;
  readonly createdDaysBefore: number;
  readonly credentials: readonly NhiCredential[];
  readonly site: Place;
  readonly publisher: "own" | "verified" | "unverified" | "vendor";
  readonly scopes: string;
  /** Users who consented; null for all users. */
  readonly consents: readonly Employee[] | null;
  /** The first day on which it calls; a program that is never used has none. */
  readonly activeFrom: number | null;
  readonly reachesControlPlane: boolean;
  /** What plants add to its days. */
  readonly extra: readonly NhiExtra[];
}

/** A planted deviation of a program's calls. */
export interface NhiExtra {
  readonly from: number;
  readonly to: number;
  /** A second place that uses the same credential. */
  readonly place?: Place;
  /** A person's device that uses the program's credential by hand. */
  readonly operator?: Employee;
  /** Another rhythm instead of its own. */
  readonly tempo?: Tempo;
}
