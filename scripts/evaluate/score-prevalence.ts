import type { Measure } from "./gates.ts";
import { meanOf, precisionRecallOf } from "./metrics.ts";
import type { Results } from "./results.ts";
import type { Truth } from "./score-people.ts";

const RARE = 0.1;
/** Below this many people, roles have too few members for a share among peers to be judged. */
const JUDGED_USERS = 2_000;

/** Compares the prevalence of entitlements among peers with that among the people of the same role. */
export function scorePrevalence(truth: Truth, { personas }: Results): readonly Measure[] {
  const people = new Map(
    truth.people
      .filter(({ kind, left }) => kind === "employee" && left === null)
      .map((person) => [person.upn.toLowerCase(), person]),
  );
  const usual = new Map(
    truth.roles.map(({ role, entitlements }) => [
      role,
      new Map(entitlements.map(({ name, probability }) => [name, probability])),
    ]),
  );
  const items = personas.flatMap(({ identity, access }) => {
    const person = people.get(identity?.email?.toLowerCase() ?? "");
    if (!person) return [];
    return (access?.entitlements ?? []).map(({ name, peer_prevalence: found }) => ({
      key: `${person.upn}/${name}`,
      expected: usual.get(person.role ?? "")?.get(name ?? "") ?? 0,
      found,
    }));
  });
  const given = items.flatMap(({ key, expected, found }) => (found === null ? [] : [{ key, expected, found }]));
  const { precision, recall } = precisionRecallOf(
    new Set(given.filter(({ expected }) => expected < RARE).map(({ key }) => key)),
    new Set(given.filter(({ found }) => found < RARE).map(({ key }) => key)),
  );
  const isLarge = truth.users >= JUDGED_USERS;
  const output = `peer_prevalence, ${isLarge ? `${truth.users} people` : "small"}`;
  const measure = (metric: string, value: number | null, gate: NonNullable<Measure["gate"]>): Measure => ({
    output,
    metric,
    value,
    ...(isLarge && { gate }),
  });
  return [
    measure("mean absolute error", meanOf(given.map(({ expected, found }) => Math.abs(found - expected))), {
      most: 0.1,
    }),
    measure("rare flag precision", precision, { least: 0.95 }),
    measure("rare flag recall", recall, { least: 0.85 }),
    {
      output,
      metric: "share without a value",
      value: items.length === 0 ? null : 1 - given.length / items.length,
    },
  ];
}
