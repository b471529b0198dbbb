import type { truthOf } from "../../src/synth/plants/truth.ts";
import type { Measure } from "./gates.ts";
import { alignLabels, macroF1Of, meanOf } from "./metrics.ts";
import { holdsNulls, type PersonaResult, type Results } from "./results.ts";
import { scorePrevalence } from "./score-prevalence.ts";

export type Truth = ReturnType<typeof truthOf>;

/** Compares personas with the truth. */
export function scorePeople(truth: Truth, results: Results): readonly Measure[] {
  const { personas, nhis } = results;
  const details = [...personas, ...nhis.filter(({ generated_at }) => generated_at !== null)];
  const byUpn = new Map(personas.map((persona) => [persona.identity?.email?.toLowerCase() ?? "", persona]));
  const employees = truth.people.filter(({ kind, left }) => kind === "employee" && left === null);
  const known = employees.flatMap((person) => {
    const persona = byUpn.get(person.upn.toLowerCase());
    return persona ? [{ person, persona }] : [];
  });
  return [
    { output: "personas", metric: "share of people with a persona", value: known.length / employees.length },
    ...scorePrevalence(truth, results),
    {
      output: "observed_role",
      metric: "macro-F1 over departments",
      value: macroF1Of(
        alignLabels(
          known.map(({ person, persona }) => ({
            truth: person.department ?? "",
            found: persona.role?.observed_role ?? null,
          })),
        ),
      ),
      gate: { least: 0.8 },
    },
    ...scoreUserPaths(truth, byUpn),
    {
      output: "coverage",
      metric: "sections are null exactly when coverage is insufficient or none",
      value: meanOf(details.map((detail) => Number(holdsNulls(detail)))),
      gate: { least: 1 },
    },
  ];
}

function scoreUserPaths(truth: Truth, byUpn: ReadonlyMap<string, PersonaResult>): readonly Measure[] {
  const planted = truth.plants.filter(({ family, name }) => family === "path" && name.includes("@"));
  const right = planted.flatMap(({ name, expected }) => {
    const found = byUpn.get(name)?.risk_lens?.reaches_control_plane;
    return found === undefined || found === null ? [] : [found === expected["reaches_control_plane"] ? 1 : 0];
  });
  return [
    { output: "reaches_control_plane", metric: "planted people, accuracy", value: meanOf(right), gate: { least: 1 } },
  ];
}
