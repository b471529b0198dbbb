import type { Measure } from "./gates.ts";
import { accuracyOf, adjustedRandIndex, macroF1Of, meanOf, precisionRecallOf } from "./metrics.ts";
import type { NhiResult, Results } from "./results.ts";
import type { Truth } from "./score-people.ts";

/** Compares NHI details with the truth. */
export function scorePrograms(truth: Truth, { nhis }: Results): readonly Measure[] {
  const bySubject = new Map(nhis.map((nhi) => [nhi.identity.principal_id?.toLowerCase() ?? "", nhi]));
  const known = truth.programs.flatMap((program) => {
    const nhi = bySubject.get(program.subject);
    return nhi && nhi.generated_at !== null ? [{ program, nhi }] : [];
  });
  return [
    {
      output: "nhi",
      metric: "share of programs with a persona",
      value: known.length / Math.max(1, truth.programs.length),
    },
    ...scoreArchetypes(known),
    ...scoreCalls(known),
    ...scoreServiceAccounts(truth, nhis),
    {
      output: "clusters",
      metric: "adjusted Rand index",
      value: adjustedRandIndex(
        known
          // Applications that people sign in to and user accounts belong to no family.
          .filter(({ program }) => program.nhi_class !== null && program.nhi_class !== "service_account")
          .map(({ program, nhi }) => ({
            truth: program.family ?? program.subject,
            found: nhi.cluster?.cluster_id ?? nhi.nuid,
          })),
      ),
      gate: { least: 0.9 },
    },
    {
      output: "clusters",
      metric: "share of family members in a cluster",
      value: meanOf(known.filter(({ program }) => program.family !== null).map(({ nhi }) => (nhi.cluster ? 1 : 0))),
    },
    ...scoreReach(known),
    ...scoreCustody(known),
  ];
}

interface Known {
  readonly program: Truth["programs"][number];
  readonly nhi: NhiResult;
}

function scoreArchetypes(known: readonly Known[]): readonly Measure[] {
  const pairs = known.flatMap(({ program, nhi }) =>
    program.archetype === null ? [] : [{ truth: program.archetype, found: nhi.identity.archetype }],
  );
  const unclassified = pairs.map(({ found }) => (found === null || found === "unclassified" ? 1 : 0));
  return [
    { output: "archetype", metric: "accuracy", value: accuracyOf(pairs), gate: { least: 0.85 } },
    { output: "archetype", metric: "macro-F1", value: macroF1Of(pairs), gate: { least: 0.8 } },
    { output: "archetype", metric: "share unclassified", value: meanOf(unclassified), gate: { most: 0.15 } },
  ];
}

function scoreCalls(known: readonly Known[]): readonly Measure[] {
  const pairs = known.flatMap(({ program, nhi }) =>
    program.rhythm === null || program.app_id === null
      ? []
      : [{ truth: program.rhythm, found: nhi.call_rhythm?.class ?? null }],
  );
  return [{ output: "call_rhythm", metric: "accuracy with the usual noise", value: accuracyOf(pairs) }];
}

function scoreServiceAccounts(truth: Truth, nhis: readonly NhiResult[]): readonly Measure[] {
  const users = new Set(truth.people.map(({ subject }) => subject));
  const real = new Set(truth.people.filter(({ kind }) => kind === "service_account").map(({ subject }) => subject));
  const found = new Set(
    nhis
      .filter(({ identity }) => identity.nhi_class === "service_account")
      .flatMap(({ identity }) => identity.principal_id?.toLowerCase() ?? [])
      .filter((subject) => users.has(subject)),
  );
  const { precision, recall } = precisionRecallOf(real, found);
  return [
    { output: "nhi_class", metric: "service accounts among users, precision", value: precision, gate: { least: 0.95 } },
    { output: "nhi_class", metric: "service accounts among users, recall", value: recall, gate: { least: 0.85 } },
  ];
}

function scoreReach(known: readonly Known[]): readonly Measure[] {
  const judged = known.filter(({ nhi }) => typeof nhi.risk_lens?.reaches_control_plane === "boolean");
  const truth = new Set(
    judged.filter(({ program }) => program.reaches_control_plane).map(({ program }) => program.subject),
  );
  const found = new Set(
    judged.filter(({ nhi }) => nhi.risk_lens?.reaches_control_plane).map(({ program }) => program.subject),
  );
  const { precision, recall } = precisionRecallOf(truth, found);
  return [
    { output: "reaches_control_plane", metric: "programs, precision", value: precision, gate: { least: 1 } },
    { output: "reaches_control_plane", metric: "programs, recall", value: recall, gate: { least: 1 } },
  ];
}

function scoreCustody(known: readonly Known[]): readonly Measure[] {
  const owned = known.filter(({ program }) => program.steward_upn !== null);
  const right = owned.map(({ program, nhi }) =>
    nhi.stewardship?.steward_upn?.toLowerCase() === program.steward_upn?.toLowerCase() ? 1 : 0,
  );
  const custody = known.flatMap(({ program, nhi }) =>
    program.custody_kind === null
      ? []
      : [{ truth: program.custody_kind, found: nhi.stewardship?.custody_kind ?? null }],
  );
  return [
    { output: "steward", metric: "top-1 accuracy", value: meanOf(right), gate: { least: 0.95 } },
    { output: "steward", metric: "custody_kind accuracy", value: accuracyOf(custody), gate: { least: 1 } },
  ];
}
