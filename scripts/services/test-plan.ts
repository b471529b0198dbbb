export interface TestRequest {
  /** Without a choice: PostgreSQL if it is there, else the embedded database. */
  readonly engine: "embedded" | "postgres" | "citus" | undefined;
  /** Whether everything runs, on both databases. */
  readonly isComplete: boolean;
  /** Parts of the paths of the files that run, and options of vitest; none for all. */
  readonly filters: readonly string[];
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
  return { engine, isComplete: has("--complete"), filters };
}

/** Chooses what runs. Empty if the database that was asked for is missing. */
export function planTests({ engine, isComplete, filters }: TestRequest, { postgres, chromium }: Available): TestPlan {
  const hasLong = isComplete || filters.length > 0;
  if (engine === "citus") return { projects: ["citus"], hasLong };
  if (engine === "postgres" && !postgres) return { projects: [], hasLong };
  const isOnBoth = engine === undefined && postgres;
  const main = engine ?? (postgres ? "postgres" : "embedded");
  const engines = isOnBoth && isComplete ? [main, "embedded"] : [main];
  // Single files run on one database.
  const besides = filters.length > 0 ? "embedded-only" : "embedded-too";
  return {
    hasLong,
    projects: [
      "pure",
      ...engines,
      ...(isOnBoth && !isComplete ? [besides] : []),
      ...(chromium ? engines.map((each) => `e2e-${each}`) : []),
      ...(hasLong ? engines.map((each) => `attacks-${each}`) : []),
    ],
  };
}
