import type { ThreatType } from "../../model/vocabulary.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { type Attack, inDepartment, user } from "./attack.ts";

export interface ScenarioAttack {
  readonly scenario: Scenario;
  readonly hours: number;
  readonly types: readonly ThreatType[];
}

/** Returns a scenario of the demo as an attack. */
export const fromScenario = ({ scenario, hours, types }: ScenarioAttack): Attack => ({
  kind: scenario.name,
  hours,
  plan: ({ organization, random, take, at }) => {
    const person = take(inDepartment(scenario.department));
    const world = { setting: organization.knobs, people: organization.staff, services: [] };
    return { subjects: [user(person)], types, rows: scenario.rowsOf({ person, world, random, at }) };
  },
});
