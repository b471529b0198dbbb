import { type ServiceAccount, serviceAccountOf } from "../account.ts";
import { ROLE_IDS, type RoleName } from "../directory/roles.ts";
import { synthId } from "../synth-id.ts";
import type { Employee } from "./employee.ts";

/** Something that the directory grants to a person. */
export interface HeldObject {
  readonly kind: "group" | "role" | "eligible_role" | "application";
  readonly id: string;
  readonly name: string;
}

export interface Holding {
  readonly employee: Employee;
  readonly object: HeldObject;
  /** The day on which it was granted; null if that was before the period. */
  readonly day: number | null;
  /** The day on which it was taken away, if it was. */
  readonly removedDay?: number;
  /** The probability with which people of the same role hold it; null if it is not part of the role. */
  readonly usual: number | null;
}

export const groupNamed = (name: string): HeldObject => ({ kind: "group", id: synthId(0, "group", name), name });

export const roleNamed = (name: RoleName): HeldObject => ({ kind: "role", id: ROLE_IDS[name], name });

export const eligibleRole = (name: RoleName): HeldObject => ({ ...roleNamed(name), kind: "eligible_role" });

/** Returns the assignment of a person to an application with single sign-on. */
export const applicationNamed = (name: string): HeldObject => ({
  kind: "application",
  id: signInAppOf(name).objectId,
  name,
});

export const signInAppOf = (name: string): ServiceAccount => serviceAccountOf(name);
