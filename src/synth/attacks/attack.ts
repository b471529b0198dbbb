import type { ThreatType } from "../../model/vocabulary.ts";
import type { Place } from "../place.ts";
import type { Random } from "../random.ts";
import type { SynthRow } from "../rows/row.ts";
import type { UntidyOrganization } from "../untidy/untidy-organization.ts";
import type { Employee } from "../workforce/employee.ts";

/** What an attack is about: a person by address, a host or an address on the network, or an application by name. */
export interface AttackSubject {
  readonly kind: "user" | "host" | "address" | "application";
  readonly name: string;
}

/** The rows of an attack and what should be found of it. */
export interface AttackPlan {
  readonly subjects: readonly AttackSubject[];
  /** The threat types that describe it; any of them is right. */
  readonly types: readonly ThreatType[];
  readonly rows: readonly SynthRow[];
  /** Harmless rows that it needs, which are no part of it. */
  readonly before?: readonly SynthRow[];
}

/** What an attack can use. */
export interface AttackScene {
  readonly organization: UntidyOrganization;
  readonly random: Random;
  /** Returns the time that many minutes after its start. */
  at(minute: number): Date;
  /** Returns a person that no other attack is about. */
  take(suits?: (employee: Employee) => boolean): Employee;
  /** Returns an address that nothing else uses. */
  address(): string;
  /** Returns a place abroad with such an address. */
  abroad(): Place;
  /** Returns an id that nothing else has. */
  id(key: string): string;
}

/** A kind of attack, as it appears in the logs. */
export interface Attack {
  readonly kind: string;
  /** How long it lasts at most. */
  readonly hours: number;
  /** The hour of the day at which it starts, in UTC; any hour without it. */
  readonly hour?: number;
  /** Whether it is spread over many hours, so that no single hour stands out. */
  readonly isSlow?: true;
  plan(scene: AttackScene): AttackPlan;
}

export const user = ({ email }: { readonly email: string }): AttackSubject => ({ kind: "user", name: email });
export const host = (name: string): AttackSubject => ({ kind: "host", name });
export const address = (name: string): AttackSubject => ({ kind: "address", name });
export const application = (name: string): AttackSubject => ({ kind: "application", name });

/** Returns a test for people of a department. */
export const inDepartment =
  (name: string) =>
  ({ role }: Employee): boolean =>
    role.department.name === name;
