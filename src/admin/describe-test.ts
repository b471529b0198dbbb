import type { ProblemKind } from "../connectors/connector-problem.ts";
import { type STEP_STATES, TEST_STEPS } from "../contract/admin/integrations.ts";

type Step = (typeof TEST_STEPS)[number];

/** How a test of a connector ended. */
export interface ConnectorTest {
  readonly rows: Readonly<Record<string, number>>;
  readonly directory: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
  /** The host that was asked last; null if none was. */
  readonly host: string | null;
  readonly problem: { readonly kind: ProblemKind; readonly message: string } | null;
}

/** The step at which each kind of problem occurs; all others occur when the first row is read. */
const FAILED_STEP: Readonly<Partial<Record<ProblemKind, Step>>> = {
  bad_settings: "settings",
  address_refused: "address",
  unreachable: "connection",
  bad_credentials: "sign_in",
  not_permitted: "permission",
};

/** Steps that a source without a network does not have. */
const OF_NETWORK: readonly Step[] = ["address", "connection", "sign_in"];

/** Returns a test step by step: what comes after the failed step was not tried. */
export function describeTest({ rows, directory, notes, host, problem }: ConnectorTest) {
  const failed = problem ? (FAILED_STEP[problem.kind] ?? "first_row") : undefined;
  const failedAt = failed === undefined ? TEST_STEPS.length : TEST_STEPS.indexOf(failed);
  const stateOf = (step: Step, index: number): (typeof STEP_STATES)[number] => {
    if (index > failedAt) return "skipped";
    if (index === failedAt) return "failed";
    return host === null && OF_NETWORK.includes(step) && failedAt > TEST_STEPS.indexOf("sign_in")
      ? "skipped"
      : "passed";
  };
  const steps = TEST_STEPS.map((step, index) => {
    const state = stateOf(step, index);
    const detail = state === "failed" ? (problem?.message ?? null) : step === "connection" ? host : null;
    return { step, state, detail: state === "skipped" ? null : detail };
  });
  return { ok: problem === null, steps, rows, directory, notes };
}
