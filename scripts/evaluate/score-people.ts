import type { truthOf } from "../../src/synth/plants/truth.ts";
import type { Measure } from "./gates.ts";
import { alignLabels, macroF1Of, meanOf, precisionRecallOf } from "./metrics.ts";
import type { PersonaResult, Results } from "./results.ts";

export type Truth = ReturnType<typeof truthOf>;

const RARE = 0.05;
/** Below this many people, peer groups are too small for the rare flag to be judged. */
const JUDGED_USERS = 2_000;

/** Compares personas with the truth. */
export function scorePeople(truth: Truth, { personas }: Results): readonly Measure[] {
  const byUpn = new Map(personas.map((persona) => [persona.identity?.email?.toLowerCase() ?? "", persona]));
  const employees = truth.people.filter(({ kind, left }) => kind === "employee" && left === null);
  const known = employees.flatMap((person) => {
    const persona = byUpn.get(person.upn.toLowerCase());
    return persona ? [{ person, persona }] : [];
  });
  return [
    { output: "personas", metric: "share of people with a persona", value: known.length / employees.length },
    ...scorePrevalence(truth, known),
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
      value: personas.length === 0 ? null : meanOf(personas.map((persona) => (holdsNulls(persona) ? 1 : 0))),
      gate: { least: 1 },
    },
  ];
}

interface Known {
  readonly person: Truth["people"][number];
  readonly persona: PersonaResult;
}

function scorePrevalence(truth: Truth, known: readonly Known[]): readonly Measure[] {
  const prevalence = departmentPrevalence(truth);
  const items = known.flatMap(({ person, persona }) =>
    (persona.access?.entitlements ?? []).map(({ name, peer_prevalence: found }) => ({
      key: `${person.upn}/${name}`,
      expected: prevalence.get(`${person.department}/${name}`) ?? 0,
      isUsual: prevalence.has(`${person.department}/${name}`),
      found,
    })),
  );
  const measured = items.flatMap(({ expected, found, isUsual }) =>
    found === null || !isUsual ? [] : [Math.abs(found - expected)],
  );
  const rare = new Set(items.filter(({ expected }) => expected < RARE).map(({ key }) => key));
  const flagged = new Set(items.filter(({ found }) => found !== null && found < RARE).map(({ key }) => key));
  const { precision, recall } = precisionRecallOf(rare, flagged);
  const isJudged = truth.users >= JUDGED_USERS;
  return [
    { output: "peer_prevalence", metric: "mean absolute error", value: meanOf(measured), gate: { most: 0.1 } },
    {
      output: "peer_prevalence",
      metric: "rare flag precision",
      value: precision,
      ...(isJudged && { gate: { least: 0.95 } }),
    },
    {
      output: "peer_prevalence",
      metric: "rare flag recall",
      value: recall,
      ...(isJudged && { gate: { least: 0.85 } }),
    },
    {
      output: "peer_prevalence",
      metric: "share without a value",
      value: items.length === 0 ? null : items.filter(({ found }) => found === null).length / items.length,
    },
  ];
}

/** Returns the true share of a department's people who have an entitlement, by `department/name`. */
function departmentPrevalence({ roles }: Truth): ReadonlyMap<string, number> {
  const members = new Map<string, number>();
  const holders = new Map<string, number>();
  for (const { department, members: count, entitlements } of roles) {
    members.set(department, (members.get(department) ?? 0) + count);
    for (const { name, probability } of entitlements) {
      const key = `${department}/${name}`;
      holders.set(key, (holders.get(key) ?? 0) + count * probability);
    }
  }
  return new Map(
    [...holders].map(([key, count]) => [key, count / Math.max(1, members.get(key.slice(0, key.indexOf("/"))) ?? 1)]),
  );
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

function holdsNulls(persona: PersonaResult): boolean {
  const sections = persona as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(persona.coverage).every(
    ([section, verdict]) => (sections[section] === null) === (verdict === "insufficient" || verdict === "none"),
  );
}
