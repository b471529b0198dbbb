export interface TestRequest {
  /** Without a choice: PostgreSQL if it is there, else the embedded database. */
  readonly engine: "embedded" | "postgres" | "citus" | undefined;
  /** Whether everything runs, on both databases. */
  readonly isComplete: boolean;
  /** What vitest is given: parts of the paths of the files that run, and options. */
  readonly filters: readonly string[];
  /** Whether only some files run: those that are named, or that have a test of a name. */
  readonly isPart: boolean;
}

export interface Available {
  readonly postgres: boolean;
  readonly chromium: boolean;
}

export interface TestPlan {
  /** Projects of vitest.config.ts. */
  readonly projects: readonly string[];
  /** Whether files that take long run too. */
  readonly hasLong: boolean;
}

export function readRequest(args: readonly string[]): TestRequest {
  const has = (flag: string): boolean => args.includes(flag);
  const filters = args.filter((arg) => !["--embedded", "--postgres", "--citus", "--complete"].includes(arg));
  const engine = has("--citus") ? "citus" : has("--postgres") ? "postgres" : has("--embedded") ? "embedded" : undefined;
  const isPart = filters.some((arg) => !arg.startsWith("-"));
  return { engine, isComplete: has("--complete"), filters, isPart };
}

/** Chooses what runs. Empty if the database that was asked for is missing. */
export function planTests(request: TestRequest, available: Available): TestPlan {
  const { engine, isComplete, isPart } = request;
  const hasLong = isComplete || isPart;
  if (engine === "citus") return { projects: ["citus"], hasLong };
  const engines = enginesOf(request, available);
  if (engines.length === 0) return { projects: [], hasLong };
  // A page does not depend on the database; the demo of the journeys was filled on the embedded one in any case.
  const journeys = hasLong ? engines.slice(0, 1).map((each) => `e2e-${each}`) : [];
  const browsers = available.chromium ? ["browser", ...journeys] : [];
  const attacks = hasLong ? engines.map((each) => `attacks-${each}`) : [];
  const isBesides = engine === undefined && !isComplete && available.postgres;
  // Single files run on one database.
  const besides = isBesides ? [isPart ? "embedded-only" : "embedded-too"] : [];
  return { projects: ["pure", ...engines, "console", ...besides, ...browsers, ...attacks], hasLong };
}

function enginesOf({ engine, isComplete }: TestRequest, { postgres }: Available): readonly string[] {
  if (engine === "postgres" && !postgres) return [];
  if (engine !== undefined) return [engine];
  if (!postgres) return ["embedded"];
  return isComplete ? ["postgres", "embedded"] : ["postgres"];
}
